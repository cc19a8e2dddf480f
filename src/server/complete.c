// SPDX-License-Identifier: MIT
#include "server/complete.h"
#include "server/classes.h"
#include "server/context.h"
#include "server/hover.h"
#include "base/path.h"
#include "base/str.h"
#include "cli/effective.h"
#include "code/listing.h"
#include "code/member.h"
#include "facts/vocab.h"
#include "python/syntax/ast.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

/* As the protocol numbers them. */
enum { KIND_FIELD = 5, KIND_CLASS = 7, KIND_FILE = 17, KIND_FOLDER = 19 };
enum { ITEMS_MAX = 1000, VALUE_SHOWN = 60 };

struct completing {
	struct server *s;
	struct arena *a;
	const struct module *m;	       /* as it last loaded; NULL: it never did */
	const struct code *code;       /* NULL: none is known */
	const struct dialect *dialect; /* likewise */
	struct context at;
	const struct source *src; /* the text as it is */
	uint32_t cursor;
	struct map seen;
	json_t *list;
};

static bool is_new(struct completing *c, const char *name)
{
	const struct str *key = str_lit(name);

	for (const char **g = c->at.given; *g; g++)
		if (strcmp(*g, name) == 0)
			return false;
	if (map_get(&c->seen, key) || json_array_size(c->list) >= ITEMS_MAX)
		return false;
	map_put(c->a, &c->seen, key, c);
	return true;
}

static json_t *item(struct completing *c, int kind, const char *name, const char *text, const char *detail, int rank)
{
	json_t *x = json_pack("{s:o, s:i, s:{s:o, s:o}, s:o}", "label", wire_text(name), "kind", kind, "textEdit",
			      "range", place_range(c->s->docs.unit, c->src, c->at.from, c->cursor), "newText",
			      wire_text(text), "sortText", wire_textf("%d%s", rank, name));
	if (detail && *detail)
		json_object_set_new(x, "detail", wire_text(detail));
	return x;
}

static void add(struct completing *c, int kind, const char *name, const char *text, const char *detail, int rank)
{
	if (is_new(c, name))
		json_array_append_new(c->list, item(c, kind, name, text, detail, rank));
}

static void add_key(struct completing *c, const char *name, const char *detail, int rank)
{
	const char *text = c->at.quoted ? name
			   : c->at.call ? arena_printf(c->a, c->at.container.n ? "%s=" : "%s = ", name)
					: arena_printf(c->a, "'%s': ", name);

	add(c, KIND_FIELD, name, text, detail, rank);
}

/* "now 0.02" where the effective config has it. */
static const char *worth(struct completing *c, struct value in, const char *name)
{
	struct value v = dict_get(in, name);
	const char *text;
	struct buf b = { 0 };

	if (in.kind != VALUE_DICT || !dict_find_lit(in.as.dict, name))
		return "";
	value_line(&b, v, VALUE_SHOWN);
	text = arena_printf(c->a, "now %s", buf_str(&b));
	buf_release(&b);
	return text;
}

/* ---- keys ---- */

static const char *default_of(struct completing *c, const struct str *type, const struct str *name)
{
	struct code_member x = code_member(c->code, CODE_GIVEN, &(struct code_class_name){ .type = type }, name);
	struct buf b = { 0 };
	const char *text;

	if (x.is != CODE_MEMBER_KNOWN)
		return "";
	value_line(&b, x.val, VALUE_SHOWN);
	text = arena_printf(c->a, "default %s", buf_str(&b));
	buf_release(&b);
	return text;
}

static void add_param(struct completing *c, struct value in, const char *name, const char *given)
{
	const char *now = worth(c, in, name);

	add_key(c, name, arena_printf(c->a, "%s%s%s", now, *now && *given ? ", " : "", given), *now ? 1 : 2);
}

/* Of the framework that trains with the config, as far as that is known; and no method (CocoDataset:evaluate). */
static bool is_of_family(struct completing *c, const struct known_class *k)
{
	return (!c->dialect || k->family == c->dialect->family) && !strchr(k->name->s, ':');
}

/* What a class outside the project takes, as far as it is known. */
static void add_known(struct completing *c, struct value in, const char *type)
{
	const struct classes *all = &c->s->world.s.linter.rules->dialects.vocab->classes;

	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0;
		     is_of_family(c, &all->at[i]) && strcmp(all->at[i].name->s, type) == 0 && k < all->at[i].nparams;
		     k++)
			add_param(c, in, all->at[i].param[k]->s, "");
}

static void add_params(struct completing *c, struct value in, const char *type)
{
	const struct code_params *p = class_params(c->code, type);

	for (uint32_t i = 0; p && i < p->n; i++)
		add_param(c, in, p->name[i]->s, default_of(c, class_own(c->code, type), p->name[i]));
	if (!p)
		add_known(c, in, class_last(type));
}

/* What the container is in the effective config; where it is being written, what the bases make of it. */
static struct value container(struct completing *c)
{
	struct value in = { 0 };

	if (c->m)
		in = keypath_get(c->a, c->m->merged, c->at.container).val;
	if (c->m && in.kind != VALUE_DICT)
		in = keypath_get(c->a, c->m->inherited, c->at.container).val;
	return in;
}

static void add_keys(struct completing *c)
{
	struct value in = container(c);
	const char *type = c->at.type ? c->at.type : class_named(c->a, dict_get(in, "type"));
	const char **read = c->code ? code_keys(c->code, c->a, c->at.container) : NULL;
	struct dict_iter it;
	const struct entry *e;

	if (type)
		add_params(c, in, type);
	for (; read && *read; read++)
		add_param(c, in, *read, "");
	if (in.kind == VALUE_DICT) {
		dict_begin(&it, in.as.dict);
		while ((e = dict_next(&it)))
			if (e->key.kind == VALUE_STR)
				add_param(c, in, e->key.as.s->s, "");
	}
	if (c->at.container.n && !type)
		add_key(c, "type", "class", 0);
}

/* Behind a dot. Plain dicts have no attributes: `_base_` has, and what the imported style makes of them. */
static void add_parts(struct completing *c)
{
	struct keypath p = c->at.container;
	bool base = p.n && strcmp(p.part[0].as.s->s, "_base_") == 0;
	struct value in;
	struct dict_iter it;
	const struct entry *e;

	if (!c->m || !p.n || base == c->m->imported)
		return;
	in = base ? c->m->inherited : c->m->merged;
	in = keypath_get(c->a, in, (struct keypath){ p.part + base, p.n - base }).val;
	if (in.kind != VALUE_DICT)
		return;
	dict_begin(&it, in.as.dict);
	while ((e = dict_next(&it)))
		if (e->key.kind == VALUE_STR)
			add(c, KIND_FIELD, e->key.as.s->s, e->key.as.s->s, worth(c, in, e->key.as.s->s), 1);
}

/* ---- names ---- */

/* In a text, with the package that its scope names or without one. */
static void add_types(struct completing *c)
{
	const char *word = arena_strndup(c->a, c->src->bytes + c->at.from, c->cursor - c->at.from),
		   *dot = strrchr(word, '.');
	const char **type = c->code ? code_types(c->code, c->a) : NULL;
	const struct classes *all = &c->s->world.s.linter.rules->dialects.vocab->classes;

	c->at.from += dot ? (uint32_t)(dot - word) + 1 : 0;
	if (dot && c->code && !code_has_package(c->code, str_of(word, (size_t)(dot - word))))
		type = NULL;
	for (; type && *type; type++)
		add(c, KIND_CLASS, *type, *type, "", 1);
	for (uint32_t i = 0; i < all->n; i++)
		if (is_of_family(c, &all->at[i]))
			add(c, KIND_CLASS, all->at[i].name->s, all->at[i].name->s,
			    arena_printf(c->a, "of %s", all->at[i].family->s), 2);
}

/* Those that the file imports. */
static void add_imported(struct completing *c)
{
	const struct node *root = c->m->tree.root;

	for (uint32_t i = 0; i < root->n; i++)
		for (uint32_t k = 0; root->kid[i]->kind == NODE_FROM && k < root->kid[i]->n; k++) {
			const struct node *x = root->kid[i]->kid[k], *as = x->n ? x->kid[0] : NULL;
			const char *name = as ? as->text->s : x->text->s;

			add(c, KIND_CLASS, name, name, root->kid[i]->text->s, 1);
		}
}

/* The line before which one more import fits: the first of them. */
static uint32_t imports_at(const struct source *s)
{
	struct line_starts l = source_lines(s);

	for (uint32_t i = 0; i < l.n; i++)
		if (strncmp(s->bytes + l.at[i], "from ", 5) == 0 || strncmp(s->bytes + l.at[i], "import ", 7) == 0)
			return l.at[i];
	return 0;
}

/* Classes of the project, each with its import. */
static void add_importable(struct completing *c)
{
	const char **type = c->code ? code_types(c->code, c->a) : NULL;
	uint32_t at = imports_at(c->src);
	json_t *x;

	for (; type && *type; type++) {
		const char *module = code_modules(c->code, str_lit(*type), NULL);

		if (!module || *module == '?' || !is_new(c, *type))
			continue;
		module = arena_strndup(c->a, module, strcspn(module, " "));
		x = item(c, KIND_CLASS, *type, *type, module, 2);
		json_object_set_new(x, "additionalTextEdits",
				    json_pack("[{s:o, s:o}]", "range", place_range(c->s->docs.unit, c->src, at, at),
					      "newText", wire_textf("from %s import %s\n", module, *type)));
		json_array_append_new(c->list, x);
	}
}

/* ---- files ---- */

static bool is_name(const char *s)
{
	return *s && !(*s >= '0' && *s <= '9') &&
	       !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* Those of a folder; as a module or as a file's name, behind `lead`. */
static void add_folder(struct completing *c, const char *dir, const char *own, const char *lead, bool module)
{
	const struct vfs *fs = c->s->world.disk;
	char **name;
	size_t n = vfs_list(fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(c->a, dir, name[i]), *text = name[i];
		bool file = vfs_exists(fs, path);

		if (module && file)
			text = arena_strndup(c->a, text, strlen(text) - strlen(path_ext(text)));
		if (name[i][0] != '.' && strcmp(path, own) != 0 && (!file || strcmp(path_ext(path), ".py") == 0) &&
		    (!module || (is_name(text) && strncmp(text, "__", 2) != 0)))
			add(c, file ? KIND_FILE : KIND_FOLDER, text,
			    module ? text : arena_printf(c->a, "%s%s%s", lead, text, file ? "" : "/"), "", 1);
		free(name[i]);
	}
	free(name);
}

/* Files and folders behind what is written of the name up to its last slash. */
static void add_files(struct completing *c, const struct document *d)
{
	const char *word = arena_strndup(c->a, c->src->bytes + c->at.from, c->cursor - c->at.from),
		   *slash = strrchr(word, '/');
	const char *lead = slash ? arena_strndup(c->a, word, (size_t)(slash - word) + 1) : "";

	add_folder(c, path_join(c->a, path_dir(c->a, d->path), lead), d->path, lead, false);
}

/* Modules behind `..models.`; without dots first they are the project's. */
static void add_modules(struct completing *c, const struct document *d)
{
	const char *word = c->at.module, *dir = c->m ? c->m->root : path_dir(c->a, d->path);

	if (*word == '.')
		dir = path_dir(c->a, d->path);
	for (word += *word == '.'; *word == '.'; word++)
		dir = path_dir(c->a, dir);
	for (; *word; word += strcspn(word, ".") + 1)
		dir = path_join(c->a, dir, arena_strndup(c->a, word, strcspn(word, ".")));
	add_folder(c, dir, d->path, "", true);
}

static void add_all(struct completing *c, const struct document *d)
{
	bool imported = c->m && c->m->imported;

	if (c->at.in == CONTEXT_KEY)
		add_keys(c);
	else if (c->at.in == CONTEXT_PART)
		add_parts(c);
	else if (c->at.in == CONTEXT_TYPE && c->at.quoted)
		add_types(c);
	else if (c->at.in == CONTEXT_TYPE && imported) {
		add_imported(c);
		add_importable(c);
	} else if (c->at.in == CONTEXT_MODULE && imported)
		add_modules(c, d);
	else if (c->at.in == CONTEXT_BASE)
		add_files(c, d);
}

json_t *complete(struct server *s, const json_t *params, struct refusal *why)
{
	struct arena a = { 0 };
	struct asked_place p;
	struct completing c = { .s = s, .a = &a };
	json_t *result = NULL;

	if (server_place(s, params, &p, why)) {
		c.m = world_last_good(p.a);
		c.code = c.m ? analysis_code(s, c.m) : NULL;
		c.dialect = c.m ? analysis_dialect(s, c.m) : NULL;
		c.src = p.src;
		c.cursor = p.offset;
		c.list = json_array();
		context_at(&a, p.src->bytes, p.src->len, p.offset, &c.at);
		add_all(&c, p.d);
		result = json_pack("{s:b, s:o}", "isIncomplete", json_array_size(c.list) >= ITEMS_MAX, "items", c.list);
	}
	arena_release(&a);
	return result;
}
