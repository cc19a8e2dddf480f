// SPDX-License-Identifier: MIT
/* Walks all dicts of a config that have a type, with their paths. Results below a container that other configs share
 * are cached (facts/search_cache.h).
 *
 *	model = dict(type='Net', backbone=dict(type='ResNet'))	model: Net, model.backbone: ResNet */
#include "lint/judge/type_walk.h"
#include "code/code_know.h"
#include "config/uses.h"
#include "facts/search_cache.h"
#include "lint/judge/code_finding.h"
#include "python/value/dict.h"
#include <string.h>

enum { WALK_MAX = 40000 };
/* Names that one is compared with, of a config for one rule; a type counts as that many, once. */
enum { COMPARED_MAX = 2000000, COMPARED_TYPE = 4000 };

/* ---- every dict with a type ---- */

static void cut_short(struct type_walk *w)
{
	if (w->cut)
		return;
	w->cut = true;
	w->c->stats->events++;
	unchecked_add(w->c->a, &w->c->stats->unchecked[UNCHECKED_BUDGET], w->c->rule, w->c->subject,
		      "too many dicts, or too deep, to be compared with the training code",
		      value_none((struct span){ 0 }));
}

/* false: that is more than may be. */
bool type_walk_compares(struct type_walk *w, uint64_t names)
{
	w->compared += names;
	if (w->compared > COMPARED_MAX)
		cut_short(w);
	return !w->cut;
}

/* The code has the word as a text: it compares with it, or has a table of such names. */
static bool is_quoted(const struct type_walk *w, const struct str *type)
{
	return code_says(w->code, str_lit(arena_printf(w->c->a, "'%s'", type->s))) ||
	       code_says(w->code, str_lit(arena_printf(w->c->a, "\"%s\"", type->s)));
}

/* The registered type that an unregistered one was meant to be. NULL: it is registered, or similar to none. */
static const char *misspelled_type(struct type_walk *w, const struct str *type)
{
	if (!code_unregistered_type(w->c, type))
		return NULL;
	if (!map_get(&w->queried, type)) {
		if (!type_walk_compares(w, COMPARED_TYPE))
			return NULL;
		map_put(w->c->a, &w->queried, type, w);
	}
	const char *near = code_near_type(w->code, type);
	return near && !is_quoted(w, type) ? near : NULL;
}

/* The class that builds the dict, by its registered name; NULL: no type names it. at: the place of the dict; NULL: any.
 */
static struct code_lookup built_by(const struct type_walk *w, const struct dict *d, const struct keypath *at)
{
	const struct dialect *dialect = facts_dialect(w->c->facts);
	const struct entry *e = dict_find_str(d, w->type);
	bool named = e && !(e->flags & EF_MAYBE) && !d->open && e->val.kind == VALUE_STR;
	const struct type_place by = { at ? w->scope.name : NULL, dialect ? dialect->family : NULL, at };
	return named ? code_lookup(w->code, e->val.as.s, &by) : (struct code_lookup){ 0 };
}

/* `mmcls.ImageNet` builds what is inside it from the types of its own package. */
static bool is_foreign(const struct type_walk *w, const struct dict *d, const struct code_lookup *x)
{
	const struct entry *e = dict_find_str(d, w->type);
	bool prefixed = e && e->val.kind == VALUE_STR && strchr(e->val.as.s->s, '.');
	return prefixed && (!x->name || x->is == CODE_TYPE_OTHERS);
}

/* The dict is looked up in registries that are not visible. */
static bool asks_others(const struct type_walk *w)
{
	return w->scope.unknown || (w->scope.name && code_scope_is_foreign(w->code, w->scope.name));
}

/* ---- what may be found at and below a value, whatever its path ---- */

bool type_walk_is_keyword(const struct entry *e)
{
	return e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE);
}

/* Independent of the path, for facts that the contents determine. */
static bool is_builders(const struct type_walk *w, const struct entry *e)
{
	struct value key = e->key;
	return code_is_builders(w->code, (struct keypath){ &key, 1 });
}

/* Likewise: out of whatever dict it stands in. */
static bool is_taken(const struct type_walk *w, const struct entry *e)
{
	struct value key = e->key;
	return code_takes(w->code, (struct keypath){ &key, 1 });
}

static uint32_t finds_in(struct type_walk *w, const struct dict *d, const struct str *type)
{
	struct code_place special;
	if (w->finds == FINDS_SPECIAL)
		return code_special(w->code, type, &special) ? FINDS_SPECIAL : 0;
	const struct code_lookup x = code_lookup(w->code, type, &(struct type_place){ 0 });
	const struct code_params *p = x.params;
	struct dict_iter it;
	const struct entry *e;
	if (x.is == CODE_TYPE_FOUND && !p) /* one of several, by the scope */
		return FINDS_KEYWORD;
	uint32_t found = 0, unnamed = !p || p->open ? 0 : p->swallows ? FINDS_SWALLOWED : FINDS_REJECTED;
	if (!p && w->all_types && code_unregistered_type(w->c, type))
		return FINDS_TYPE;
	if (!unnamed && !(p && p->ntwice))
		return 0;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		if (!type_walk_is_keyword(e) || is_builders(w, e))
			continue;
		if (unnamed && !str_among(e->key.as.s, p->name, p->n) && !is_taken(w, e))
			found |= unnamed;
		if (str_among(e->key.as.s, p->twice, p->ntwice))
			found |= FINDS_TWICE;
	}
	return found;
}

static uint32_t finds_below(struct type_walk *w, struct value v, uint32_t depth);

static uint32_t finds_of_dict(struct type_walk *w, const struct dict *d, uint32_t depth)
{
	const struct code_lookup x = built_by(w, d, NULL);
	uint32_t found = 0;
	struct dict_iter it;
	const struct entry *e;
	if (is_foreign(w, d, &x)) /* whether a prefix leads to it hangs on the scope */
		return x.name && code_knows_type(w->code, x.name) ? FINDS_KEYWORD : 0;
	if (x.name)
		found = finds_in(w, d, x.name);
	for (dict_begin(&it, d); (e = dict_next(&it));)
		found |= finds_below(w, e->val, depth + 1);
	return found;
}

/* Most dicts are other configs' too, and what may be found in one depends on it and the project alone: it is worked out
 * once, for the rules about keywords together. */
static uint32_t finds_below(struct type_walk *w, struct value v, uint32_t depth)
{
	uint32_t found = 0;
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		for (uint32_t i = 0; i < v.as.list->n; i++)
			found |= finds_below(w, v.as.list->at[i].val, depth + 1);
	if (v.kind != VALUE_DICT)
		return found;
	bool keywords = w->finds & FINDS_KEYWORD;
	const struct contents *contents = contents_of(search_cache_contents(w->search_cache), v);
	uint32_t known = contents ? search_cache_number(w->search_cache, contents, w->code, keywords) : 0;
	if (known)
		return known - 1;
	if (w->steps++ > WALK_MAX || depth >= DEEPEST)
		return FINDS_KEYWORD | FINDS_SPECIAL;
	found = finds_of_dict(w, v.as.dict, depth);
	if (contents)
		search_cache_put_number(w->search_cache, contents, w->code, keywords, found);
	return found;
}

/* ---- the walk itself ---- */

static void walk_value(struct type_walk *w, struct value v);

/* Inside a class of another package, or one derived from it, the package's own class of this name may be meant. */
static bool another_is_meant(const struct type_walk *w, const struct str *type)
{
	return (w->abroad && code_is_framework_type(w->code, type, w->abroad)) ||
	       (w->around && code_is_framework_type(w->code, type, w->around));
}

/* A framework's class, which builds what is in it as frameworks do. */
static bool known_abroad(const struct type_walk *w, const struct str *type)
{
	return classes_has(&w->c->rs->dialects.vocab->classes, type->s) || code_is_framework_type(w->code, type, type);
}

const char *type_walk_meant(struct type_walk *w, const struct str *type)
{
	bool may = w->all_types && !asks_others(w) && !code_comes_along(w->c) && !code_type(w->code, type);
	return may ? misspelled_type(w, type) : NULL;
}

/* A key of the top level that no code reads: nothing builds its contents. If the config's own code puts it elsewhere,
 * it is found there. If the readers of the config are unknown, a key counts if a framework knows it, or if the project
 * reads it by name from something: others are variables and menus of possible parts. */
static bool leads_nowhere(struct type_walk *w)
{
	const struct str *key = w->path.n == 1 && w->path.part[0].kind == VALUE_STR ? w->path.part[0].as.s : NULL;
	enum code_fate fate = key ? code_key(w->code, w->c->a, w->path).fate : CODE_READ;
	if (fate >= CODE_READ)
		return fate == CODE_UNREAD;
	return !dialects_know_key(&w->c->rs->dialects, key) &&
	       (name_is_used(w->c->g, w->c->m, key) || !code_mentions(w->code, key));
}

/* false: what is inside it is none of ours. */
static bool see_dict(struct type_walk *w, const struct dict *d, const struct code_lookup *x)
{
	const struct str *type = x->name;
	if (is_foreign(w, d, x))
		return false;
	bool sure = !w->scope.unknown && (x->is == CODE_TYPE_FOUND || (x->is == CODE_TYPE_NONE && !asks_others(w)));
	w->params = x->params;
	if (type && sure && !another_is_meant(w, type))
		w->see(w, d, type);
	return !type || w->finds == FINDS_TYPE ||
	       !type_walk_meant(w, type); /* nothing is built inside a dict that isn't built */
}

static void walk_inside(struct type_walk *w, const struct dict *d, const struct code_lookup *x)
{
	const struct entry *e;
	struct dict_iter it;
	const struct str *abroad = w->abroad, *around = w->around, *type = x->name;
	bool ours = !type || (x->is != CODE_TYPE_OTHERS && code_knows_type(w->code, type));
	if ((!ours && !known_abroad(w, type)) || (type && texts_have(&code_habits(w->code)->foreign, type->s)))
		return; /* an unknown builder: another library's classes may have the names of ours */
	if (!ours)
		w->abroad = type;
	else if (type)
		w->around = type;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		w->part[w->path.n++] = e->key;
		if (!leads_nowhere(w))
			walk_value(w, e->val);
		w->path.n--;
	}
	w->abroad = abroad;
	w->around = around;
}

static void walk_dict(struct type_walk *w, struct value v)
{
	const struct dict *d = v.as.dict;
	const struct scope_said scope = w->scope;
	w->scope = scope_in(w->parts, v, scope);
	const struct code_lookup x = built_by(w, d, &w->path);
	if (see_dict(w, d, &x))
		walk_inside(w, d, &x);
	w->scope = scope;
}

static void walk_list(struct type_walk *w, struct value v)
{
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		w->part[w->path.n++] = value_int(i, (struct span){ 0 });
		walk_value(w, v.as.list->at[i].val);
		w->path.n--;
	}
}

static void walk_value(struct type_walk *w, struct value v)
{
	bool dict = v.kind == VALUE_DICT;
	if (!dict && v.kind != VALUE_LIST && v.kind != VALUE_TUPLE)
		return;
	if (w->steps++ > WALK_MAX)
		cut_short(w);
	if (w->cut)
		return;
	const struct contents *contents =
		dict && w->search_cache ? contents_of(search_cache_contents(w->search_cache), v) : NULL;
	uint32_t known =
		contents ? search_cache_number(w->search_cache, contents, w->code, (w->finds & FINDS_KEYWORD) != 0) : 0;
	if (known && !((known - 1) & w->finds))
		return;
	if (w->path.n >= DEEPEST)
		cut_short(w);
	else
		dict ? walk_dict(w, v) : walk_list(w, v);
}

void type_walk(struct native_ctx *c, enum finds finds,
	       void (*see)(struct type_walk *w, const struct dict *d, const struct str *type))
{
	struct type_walk w = { .c = c,
			       .code = c->code,
			       .see = see,
			       .finds = finds,
			       .type = str_lit("type"),
			       .search_cache = facts_search_cache(c->facts) };
	w.path.part = w.part;
	w.all_types = w.code && code_names_all_types(c);
	w.parts = &c->rs->dialects.vocab->parts;
	w.scope = w.code ? scope_of_tree(w.code, c->subject->tree) : w.scope;
	if (!w.code || (w.search_cache && !(finds_below(&w, c->subject->tree, 0) & finds)))
		return;
	w.steps = 0;
	walk_value(&w, c->subject->tree);
}

const char *type_walk_path(struct type_walk *w)
{
	struct buf b = { 0 };
	keypath_print(&b, w->path);
	const char *s = arena_strdup(w->c->a, buf_str(&b));
	buf_release(&b);
	return s;
}
