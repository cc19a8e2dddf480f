// SPDX-License-Identifier: MIT
/* Rule functions about other files of the project. The content of one is computed once for all configs, and never
 * cached between runs, because no config records a dependency on that file. */
#include "base/path.h"
#include "config/config_subject.h"
#include "facts/function/priv.h"
#include "facts/search_cache.h"
#include "python/eval/eval.h"
#include "python/eval/eval_stmt.h"
#include "python/value/dict.h"
#include <string.h>

enum count_state { NO_FILE, NOT_KNOWN, COUNTED };
struct counted {
	enum count_state state;
	uint32_t n;
};
enum { STEPS_MOST = 100000 /* of evaluating one: they are tables */ };
static const struct span nowhere;

/* `info.names`: the container that it leads to. */
static bool container_at(const struct dict *d, const char *path, struct value *out)
{
	for (*out = (struct value){ .kind = VALUE_NONE }; d; path += strcspn(path, ".") + 1) {
		const struct str *key = str_of(path, strcspn(path, "."));
		const struct entry *e = d->open ? NULL : dict_find(d, value_str(key, nowhere));
		if (!e || e->flags & EF_MAYBE)
			return false;
		*out = e->val;
		if (!path[key->len])
			return true;
		d = out->kind == VALUE_DICT ? out->as.dict : NULL;
	}
	return false;
}

static uint32_t items(const struct dict *d)
{
	struct dict_iter it;
	uint32_t n = 0;
	for (dict_begin(&it, d); dict_next(&it);)
		n++;
	return n;
}

/* With bases, or with names that the loaders fill in, the text isn't all of it. */
static bool is_whole(struct buf *text)
{
	const char *s = buf_str(text);
	return strlen(s) == text->n && !strstr(s, "_base_") && !strstr(s, "{{") && strncmp(s, "\xEF\xBB\xBF", 3) != 0;
}

static struct counted count_in(struct arena *a, struct buf *text, const char *path)
{
	struct counted out = { NOT_KNOWN, 0 };
	struct parser *p = parser_new();
	struct parsed parsed = { 0 };
	struct value v;
	struct eval ev;
	parse_module(p, a, buf_str(text), (uint32_t)text->n, NULL, &parsed);
	eval_init(&ev, a, 0);
	if (ev.budget->steps > STEPS_MOST)
		ev.budget->steps = STEPS_MOST;
	if (!parsed.nerrors && is_whole(text)) {
		eval_module(&ev, parsed.root);
		bool found = !ev.exc && ev.budget->steps && container_at(ev.globals, path, &v);
		if (found && v.kind == VALUE_DICT && !v.as.dict->open)
			out = (struct counted){ COUNTED, items(v.as.dict) };
		else if (found && value_is_listlike(v) && !v.as.list->open)
			out = (struct counted){ COUNTED, v.as.list->n };
	}
	eval_release(&ev);
	parser_free(p);
	return out;
}

/* Counts in the project's file at that path, in any format. */
static struct counted count_at(struct facts *f, struct arena *a, const struct vfs *fs, const char *path,
			       const char *key)
{
	const struct str *of = str_lit(path), *kind = str_lit(arena_printf(a, "count %s", key));
	const struct counted *known = f->search_cache ? search_cache_data(f->search_cache, of, kind) : NULL;
	struct counted out = { vfs_missing(fs, path) ? NO_FILE : NOT_KNOWN, 0 };
	struct buf text = { 0 };
	struct err e = { 0 };
	if (known)
		return *known;
	if (vfs_read(fs, path, &text, &e))
		out = count_in(a, &text, key);
	buf_release(&text);
	if (f->search_cache)
		search_cache_put_data(f->search_cache, of, kind, &out, sizeof out);
	return out;
}

/* Relative paths of such files are relative to the working directory of training, which is unknown: folders around
 * the config are tried, and only a result on which all agree counts. Files outside the project aren't read, and may
 * contain anything. */
static struct counted look(struct facts *f, const char *path, const char *key)
{
	const struct vfs *fs = graph_vfs(subject_graph(f->subject->set));
	const char *root = f->subject->root, *at = f->subject->path;
	struct arena a = { 0 };
	bool outside = *path == '/';
	struct counted out = { NO_FILE, 0 };
	for (bool top = !root || outside; !top;) {
		at = path_dir(&a, at);
		top = !strcmp(at, root) || !path_inside(root, at);
		const char *there = path_normal(&a, path_join(&a, at, path));
		bool inside = path_inside(root, there);
		struct counted one = inside ? count_at(f, &a, fs, there, key) : (struct counted){ NO_FILE, 0 };
		outside |= !inside;
		if (out.state == NO_FILE)
			out = one;
		else if (one.state != NO_FILE && (one.state != out.state || one.n != out.n))
			out.state = NOT_KNOWN;
	}
	if (outside && out.state == NO_FILE)
		out.state = NOT_KNOWN;
	arena_release(&a);
	return out;
}

/* file_count('configs/info.py', 'info.names'): the number of entries in the project's file; absent if there is no
 * such file */
static struct value fn_file_count(struct rulecall *c)
{
	struct facts *f = c->facts;
	struct value why;
	const struct str *path, *key;
	if (!rule_text(c, 0, &path, &why) || !rule_text(c, 1, &key, &why))
		return why;
	const char *near = path_dir(f->arena, f->subject->path);
	const struct str *kind = str_lit(arena_printf(f->arena, "count %s %s", key->s, near));
	const struct counted *known = f->search_cache ? search_cache_data(f->search_cache, path, kind) : NULL;
	struct counted is = known ? *known : look(f, path->s, key->s);
	if (f->search_cache && !known)
		search_cache_put_data(f->search_cache, path, kind, &is, sizeof is);
	return is.state == COUNTED   ? value_int(is.n, nowhere)
	       : is.state == NO_FILE ? facts_absent(f, nowhere, path->s)
				     : rule_unknown(c, WHY_PART, arena_printf(f->arena, "%s doesn't say", path->s));
}

static const struct rulefn rows[] = {
	{ "file_count", 2, 2, fn_file_count, LOOKS_ALL, OF_CONFIGS },
};

const struct rulefns rulefns_file = { rows, ARRAY_SIZE(rows) };
