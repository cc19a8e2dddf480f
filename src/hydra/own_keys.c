// SPDX-License-Identifier: MIT
/* For each file whose `_self_` stands before other items of its list: the parts that those items bring follow the
 * file's own part, and whatever they set wins. Compared are the leaves of both.
 *
 * Invariant: a key is listed only if the later part is there in every composition that has the file: the list names
 * the config itself, or a group of which all options set the key.
 *
 *	default.yaml: defaults [_self_, early], early: {mode: max}
 *	early.yaml: early: {mode: min}		-> "early.mode", own max, by min */
#include "hydra/own_keys.h"
#include "python/value/dict.h"
#include "python/value/keypath.h"
#include <string.h>

enum { STEPS_MAX = 200000, KEYS_MAX = 40, OPTIONS_MAX = 60, DEEP = 32 };
struct own_finder {
	struct arena *a;
	struct hydra_search *search;
	const struct hydra_list *list;
	struct hydra_own_keys *out;
	size_t self; /* the part whose keys are compared */
	uint32_t steps;
};

/* The rest of path behind a package; NULL: it is not below it. */
static const char *behind(const char *path, const char *package)
{
	size_t n = strlen(package);

	if (!n)
		return path;
	return !strncmp(path, package, n) && path[n] == '.' ? path + n + 1 : NULL;
}

/* The entry at a dotted path, or the one above it that is no dict; NULL: none. */
static const struct entry *entry_at(struct own_finder *f, struct value v, const char *path)
{
	const struct entry *e = NULL;

	while (*path) {
		size_t n = strcspn(path, ".");

		f->steps++;
		e = v.kind == VALUE_DICT ? dict_find_str(v.as.dict, str_of(path, n)) : NULL;
		if (!e || e->val.kind != VALUE_DICT)
			return e;
		v = e->val;
		path += n + (path[n] == '.');
	}
	return e;
}

static bool is_plain(struct value v)
{
	return value_is_deep_known(v) &&
	       !(v.kind == VALUE_STR && (strstr(v.as.s->s, "${") || !strcmp(v.as.s->s, "???")));
}

static bool sets_key(struct own_finder *f, const char *option, const struct hydra_part *p, const char *rest)
{
	const struct hydra_file *file;
	bool found = hydra_find(f->search, arena_printf(f->a, "%s/%s", p->group, option), &file) == HYDRA_FILE;
	bool same = found && file->good && !file->package == !p->file->package &&
		    (!file->package || !strcmp(file->package, p->file->package));
	const struct entry *e = same ? entry_at(f, file->data, rest) : NULL;

	return e && is_plain(e->val) && e->val.kind != VALUE_DICT;
}

static bool all_options_set(struct own_finder *f, const struct hydra_part *p, const char *rest)
{
	struct hydra_names all = { 0 };
	bool good = true;

	hydra_options(f->search, p->group, &all);
	for (size_t i = 0; i < all.n && good; i++)
		good = i < OPTIONS_MAX && sets_key(f, all.at[i], p, rest);
	good &= all.n > 0 && !f->search->open;
	vec_release(&all);
	return good;
}

/* Whether the part is there whatever is chosen, or replaced by one that sets the key, too. */
static bool always_sets(struct own_finder *f, const struct hydra_part *p, const char *rest)
{
	uint32_t level = f->list->part.at[f->self].depth;

	if (p->chosen_at <= level)
		return true;
	return p->chosen_at == level + 1 && p->depth == level + 1 && p->group && all_options_set(f, p, rest);
}

/* A group sets what its own file leaves empty: that is a place for it. */
static bool is_placeholder(struct value v)
{
	return v.kind == VALUE_NONE || (v.kind == VALUE_STR && !v.as.s->len);
}

static bool loses(struct value own, struct value by)
{
	if (by.kind == VALUE_DICT)
		return own.kind != VALUE_DICT && own.kind != VALUE_NONE;
	return !value_same(own, by);
}

/* The last part that always sets the key decides. */
static void see_leaf(struct own_finder *f, const char *path, const char *name, const struct entry *own)
{
	const struct hydra_part *self = &f->list->part.at[f->self];

	for (size_t i = self->end; i-- > f->self + 1 && f->steps < STEPS_MAX;) {
		const struct hydra_part *p = &f->list->part.at[i];
		const char *rest = p->file ? behind(path, p->package) : NULL;
		const struct entry *e = rest ? entry_at(f, p->file->data, rest) : NULL;

		f->steps++;
		if (!e || !is_plain(e->val) || !always_sets(f, p, rest))
			continue;
		if (loses(own->val, e->val) && (p->chosen_at <= self->depth || !is_placeholder(own->val)))
			vec_push(f->out,
				 ((struct hydra_own_key){ .key = path,
							  .name = name,
							  .own = own->val,
							  .at = own->key.at,
							  .by = e->val,
							  .self = self->self_at,

							  .group = p->chosen_at <= self->depth ? NULL : p->group }));
		return;
	}
}

static void see_dict(struct own_finder *f, struct value v, const char *path, const char *name, unsigned depth)
{
	struct dict_iter it;

	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && f->out->n < KEYS_MAX && f->steps < STEPS_MAX;) {
		if (e->key.kind != VALUE_STR || strchr(e->key.as.s->s, '.'))
			continue;
		const char *key = e->key.as.s->s, *inner = *path ? arena_printf(f->a, "%s.%s", path, key) : key;
		const char *shown = *name ? arena_printf(f->a, "%s.%s", name, key) : key;

		if (e->val.kind == VALUE_DICT && depth < DEEP)
			see_dict(f, e->val, inner, shown, depth + 1);
		else if (is_plain(e->val) && e->val.kind != VALUE_DICT)
			see_leaf(f, inner, shown, e);
	}
}

void hydra_own_keys_find(struct arena *a, struct hydra_search *s, const struct hydra_list *l,
			 struct hydra_own_keys *out)
{
	struct own_finder f = { .a = a, .search = s, .list = l, .out = out };

	for (size_t i = 0; i < l->part.n; i++) {
		const struct hydra_part *p = &l->part.at[i];

		if (!p->self_at.file || !p->file || p->end <= i + 1)
			continue;
		f.self = i;
		see_dict(&f, p->file->data, p->package, "", 0);
	}
}
