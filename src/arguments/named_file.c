// SPDX-License-Identifier: MIT
/* Looks for the file that an argument names, reads it as JSON, YAML or TOML, and then the files that it names itself.
 *
 * Invariant: what can't be found or read has no entry, so that nothing is said of it.
 *
 *	--deepspeed ds.json			{deepspeed: {args: {zero_optimization: ...}}}
 *	deepspeed={'fp16': ...}			the dict itself, without a path
 *	deepspeed_config: {deepspeed_config_file: ds.json}	a section of accelerate.yaml: its own entry */
#include "arguments/named_file.h"
#include "base/path.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "text/json.h"
#include "text/toml.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FOLDERS_MAX = 12, SIZE_MOST = 256 << 10 /* bytes */, DEEP = 32, FILES_DEEP = 2 };

/* ---- JSON and YAML as values ---- */

/* A word of YAML 1.1, as PyYAML reads it: `yes` is true, 1e-4 is a text, for a number has a point. */
static struct value yaml_word(const struct ynode *n, struct span at)
{
	static const char *const yes[] = { "true", "yes", "on" }, *const no[] = { "false", "no", "off" };
	const char *text = n->text->s;

	for (size_t i = 0; i < ARRAY_SIZE(yes); i++)
		if (!strcasecmp(text, yes[i]) || !strcasecmp(text, no[i]))
			return value_bool(!strcasecmp(text, yes[i]), at);
	if (!*text || !strcmp(text, "~") || !strcasecmp(text, "null"))
		return value_none(at);
	return value_str(n->text, at);
}

static struct value scalar_value(const struct ynode *n, bool json, struct span at)
{
	const char *text = n->text->s;
	char *end;

	if (!n->plain)
		return value_str(n->text, at);
	if (json && (!strcmp(text, "true") || !strcmp(text, "false")))
		return value_bool(*text == 't', at);
	if (json && !strcmp(text, "null"))
		return value_none(at);
	long long i = strtoll(text, &end, 10);

	if (*text && !*end)
		return value_int(i, at);
	double f = strtod(text, &end);
	bool number = *text && !*end && (json || strchr(text, '.'));

	return number ? value_float(f, at) : json ? value_str(n->text, at) : yaml_word(n, at);
}

static struct value file_value(struct arena *a, const struct ynode *n, bool json, uint32_t file, unsigned depth)
{
	struct span at = { file, n->at.lo, n->at.hi };

	if (n->kind == Y_SCALAR)
		return scalar_value(n, json, at);
	struct value v = n->kind == Y_MAP ? value_dict(a, at) : value_list(a, VALUE_LIST, n->n, at);

	for (uint32_t i = 0; i < n->n && depth < DEEP; i++) {
		struct value one = file_value(a, n->kid[i], json, file, depth + 1);

		if (n->kind == Y_MAP)
			dict_put(a, v.as.dict,
				 value_str(n->key[i]->text, (struct span){ file, n->key[i]->at.lo, n->key[i]->at.hi }),
				 one, one.at);
		else
			list_push(a, v.as.list, one, one.at);
	}
	return v;
}

/* ---- which file ---- */

const char *named_file_at(struct arena *a, const struct vfs *fs, const char *from, const char *root, const char *name)
{
	const char *dir = path_dir(a, from), *here = path_absolute(a, "."), *top = root ? root : dir;

	if (here && path_inside(here, top))
		top = here;
	for (unsigned up = 0; up < FOLDERS_MAX && path_inside(top, dir); up++, dir = path_dir(a, dir)) {
		const char *path = path_join(a, dir, name);

		if (path_inside(top, path) && vfs_exists(fs, path))
			return path;
		if (!strcmp(dir, top))
			break;
	}
	return NULL;
}

static bool has_ext(const char *path, const char *ext)
{
	return !strcmp(path_ext(path), ext);
}

static struct value read_dict(struct arena *a, const struct named_files *q, const char *path)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	const struct source *src = NULL;

	if (vfs_read(q->fs, path, &text, &e) && text.n <= SIZE_MOST)
		src = sources_add(q->sources, path, buf_str(&text), text.n);
	buf_release(&text);
	bool good = src && source_check(src, &e), json = has_ext(path, ".json"), toml = has_ext(path, ".toml");
	const struct ynode *doc = !good	 ? NULL
				  : json ? json_parse_config(a, src, &e)
				  : toml ? toml_parse_config(a, src, &e)
					 : yaml_parse_config(a, src, &e);

	return doc && doc->kind == Y_MAP ? file_value(a, doc, json || toml, src->id, 0) : (struct value){ 0 };
}

struct value named_file_read(struct arena *a, const struct named_files *q, const char *name)
{
	const char *path = named_file_at(a, q->fs, q->from, q->root, name);

	return path ? read_dict(a, q, path) : (struct value){ 0 };
}

static struct value without_places(struct arena *a, struct value v, unsigned depth)
{
	const struct span nowhere = { 0 };
	struct value out = v;
	struct dict_iter it;

	out.at = nowhere;
	if (v.kind == VALUE_DICT) {
		out = value_dict(a, nowhere);
		dict_begin(&it, v.as.dict);
		for (const struct entry *e; (e = dict_next(&it));)
			dict_put(a, out.as.dict, (struct value){ .kind = e->key.kind, .as = e->key.as },
				 without_places(a, e->val, depth + 1), nowhere);
	} else if (v.kind == VALUE_LIST) {
		out = value_list(a, VALUE_LIST, v.as.list->n, nowhere);
		for (uint32_t i = 0; i < v.as.list->n; i++)
			list_push(a, out.as.list, without_places(a, v.as.list->at[i].val, depth + 1), nowhere);
	}
	return out;
}

static const void *content_of(struct arena *a, const void *fs, const char *path, const char *root)
{
	struct sources *own = sources_new();
	const struct named_files q = { .fs = fs, .sources = own, .from = path, .root = root };
	struct value *v = arena_new(a, struct value);

	*v = value_freeze(a, without_places(a, read_dict(a, &q, path), 0));
	sources_free(own);
	return v;
}

struct value named_file_content(struct arena *a, const struct vfs *fs, const char *from, const char *root,
				const char *name)
{
	const char *path = named_file_at(a, fs, from, root, name);
	const struct value *v =
		path ? result_cache_compute(vfs_file_results(fs), content_of, fs, path, root ? root : "") : NULL;

	return v ? *v : (struct value){ 0 };
}

/* ---- files that arguments name ---- */

struct named_search {
	struct arena *a;
	const struct named_files *q;
	struct dict *all;
	unsigned depth;
};

static void add_files(const struct named_search *n, const struct schema_class *of, struct value args);

static bool names_data(struct value name)
{
	const char *ext = name.kind == VALUE_STR ? path_ext(name.as.s->s) : "";

	return !strcmp(ext, ".json") || !strcmp(ext, ".yaml") || !strcmp(ext, ".yml") || !strcmp(ext, ".toml");
}

static struct value named(const struct named_search *n, const struct schema_class *table, struct value name)
{
	struct arena *a = n->a;
	const char *path = names_data(name) ? named_file_at(a, n->q->fs, n->q->from, n->q->root, name.as.s->s) : NULL;
	struct value data = path		      ? read_dict(a, n->q, path)
			    : name.kind == VALUE_DICT ? name
						      : (struct value){ 0 },
		     d = value_dict(a, name.at), inner = value_dict(a, name.at);

	if (!value_is_known(data))
		return data;
	if (n->depth < FILES_DEEP)
		add_files(&(struct named_search){ a, n->q, inner.as.dict, n->depth + 1 }, table, data);
	dict_put(a, d.as.dict, value_text("class", name.at), value_str(table->name, name.at), name.at);
	dict_put(a, d.as.dict, value_text("path", name.at), path ? name : value_none(name.at), name.at);
	dict_put(a, d.as.dict, value_text("args", name.at), data, name.at);
	dict_put(a, d.as.dict, value_text("files", name.at), inner, name.at);
	return d;
}

static bool is_section(const struct named_search *n, const struct schema_class *of, const struct entry *e)
{
	const struct schema_argument *x =
		of && e->key.kind == VALUE_STR ? schema_argument(n->q->schemas, of, e->key.as.s) : NULL;

	return e->val.kind == VALUE_DICT && x && !strcmp(x->type, "dict");
}

static void add_files(const struct named_search *n, const struct schema_class *of, struct value args)
{
	struct dict_iter it;
	const struct entry *e;

	if (args.kind != VALUE_DICT)
		return;
	for (dict_begin(&it, args.as.dict); (e = dict_next(&it));) {
		const struct schema_class *table =
			e->key.kind == VALUE_STR ? schema_of_file(n->q->schemas, e->key.as.s) : NULL;

		if (is_section(n, of, e)) {
			add_files(n, NULL, e->val);
			continue;
		}
		struct value one = table ? named(n, table, e->val) : (struct value){ 0 };

		if (value_is_known(one))
			dict_put(n->a, n->all, e->key, one, e->use);
	}
}

struct value arguments_files(struct arena *a, const struct named_files *q, const struct schema_class *of,
			     struct value args)
{
	struct value all = value_dict(a, args.at);

	add_files(&(struct named_search){ a, q, all.as.dict, 0 }, of, args);
	return all;
}
