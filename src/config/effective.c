// SPDX-License-Identifier: MIT
/* The second phase of loading: union of the bases, own keys, merge, freeze. Detects inheritance cycles and gives up
 * on files that exceed their budget.
 *
 * Example: b.py: lr = 1; steps = 10    a.py: _base_ = 'b.py'; lr = 2
 *          inherited of a.py: lr = 1, steps = 10
 *          merged of a.py:    lr = 2, steps = 10 */
#include "base/path.h"
#include "config/data_config.h"
#include "config/merge.h"
#include "config/options.h"
#include "config/package.h"
#include "config/priv.h"
#include "config/scan.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/shape.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CIRCLE_SHOWN = 8 /* files shown */, CIRCLE_MOST = 64 /* a longer cycle is reported at each of its files */ };

/* The result of any style before anything is known: any keys. */
static void result_unknown(struct unit *u)
{
	struct value v = value_dict(u->a, unit_whole(u));
	v.as.dict->open = true;
	u->m.inherited = u->m.own = u->m.merged = u->full = value_freeze(u->a, v);
}

static void duplicate_keys(struct unit *u, uint32_t i, const struct entry *second, const struct entry *first,
			   uint32_t count)
{
	const char *key = second->key.kind == VALUE_STR ? second->key.as.s->s : "?";
	const char *more = count > 1 ? arena_printf(u->a, " and %u more", count - 1) : "";
	struct note *n = unit_refuse(
		u, NOTE_DUPLICATE_KEY, u->m.base[i].at,
		arena_printf(u->a, "KeyError: 'Duplicate key is not allowed among bases. Duplicate keys: {'%s'}%s'",
			     key, more));
	n->msg = arena_printf(
		u->a, "%s%s: set by this base and by another one of the list; KeyError when the config is loaded", key,
		more);
	n->other = first->key.at.file ? first->key.at : first->use;
	n->other_text = "also set here";
}

/* Adds one base to the union. A key in both is refused, unless one of them may lack it. */
static bool join_base(struct unit *u, struct value *all, uint32_t i, struct value config)
{
	const struct entry *e, *dup = NULL, *first = NULL;
	uint32_t count = 0;
	struct dict_iter it;
	for (dict_begin(&it, config.as.dict); (e = dict_next(&it));) {
		const struct entry *old = dict_find(all->as.dict, e->key);
		if (!old)
			continue;
		dup = dup ? dup : e;
		first = first ? first : old;
		count += !((e->flags | old->flags) & EF_MAYBE);
	}
	if (count) {
		duplicate_keys(u, i, dup, first, count);
		return false;
	}
	for (dict_begin(&it, config.as.dict); (e = dict_next(&it));)
		dict_put(u->a, all->as.dict, e->key, e->val, e->use)->flags |= e->flags & EF_MAYBE;
	all->as.dict->open |= config.as.dict->open;
	return true;
}

/* What is missing in a base is missing in its children. Notes of bases are found there (kind->notes), except those
 * of a stand-in that is not visible elsewhere. */
static void take_refusal(struct unit *u, const struct module *b, bool stand_in)
{
	for (size_t i = 0; stand_in && i < b->notes.n; i++)
		vec_push(&u->m.notes, b->notes.at[i]);
	if (!u->m.refusal) {
		u->m.refusal = b->refusal ? b->refusal : "its base can't be loaded";
		u->m.refusal_at = b->refusal_at;
	}
	u->m.state = u->m.state == MODULE_OK ? MODULE_REFUSED : u->m.state;
}

/* Links the bases and inherits their refusals. */
/* `_base_ =` names a base that MMEngine reads in the new style. */
static void refuse_imported(struct unit *u, uint32_t i, const struct module *base)
{
	const struct node *at = NULL;
	if (base->tree.root)
		scan_style(base->tree.root, &at);
	const char *because = "";
	if (at)
		because = arena_printf(u->a, " because of its line %u", source_point(base->src, at->lo).line + 1);
	unit_refuse(u, NOTE_RAISES, u->m.base[i].at,
		    "RuntimeError: The configuration file type in the inheritance chain must match the "
		    "current configuration file type, either \"yaml\" or \"lazy\"")
		->msg = arena_printf(u->a,
				     "loading raises RuntimeError: MMEngine reads %s as a pure-Python config%s, and "
				     "`_base_ =` can't inherit from such a file: import it under `with read_base():`",
				     path_base(base->path), because);
}

static void bases_state(struct unit *u)
{
	for (uint32_t i = 0; i < u->m.nbases; i++) {
		const struct unit *b = u->base[i];
		if (!b)
			continue;
		u->ref[i].module = &b->m;
		u->m.spent |= b->m.spent;
		b = unit_as_base(u, b);
		if (b->m.err->code == ERR_OUTSIDE)
			u->m.bases_unknown = true;
		else if (b->m.state != MODULE_OK && !b->reserved_only)
			take_refusal(u, &b->m, b != u->base[i]);
		else if (b->m.imported && !u->m.imported && !u->m.refusal) /* the loader stops at the first one */
			refuse_imported(u, i, &b->m);
	}
}

/* union of the bases; of a single one the same dict */
static struct value union_of_bases(struct unit *u)
{
	struct value all = value_dict(u->a, unit_whole(u));
	all.as.dict->config = u->style->config_dicts;
	uint32_t found = 0;
	bases_state(u);
	for (uint32_t i = 0; i < u->m.nbases; i++) {
		const struct unit *b = u->base[i];
		if (!b)
			continue;
		const char *error = NULL;
		struct value config = b->m.merged;
		if (u->m.base[i].package && !u->m.refusal)
			config = package_scoped(u, config, &u->m.base[i], &error);
		if (error)
			unit_refuse(u, NOTE_RAISES, u->m.base[i].at, error);
		if (++found == 1)
			all = config;
		else if (found > 1 && all.as.dict->frozen)
			all = dict_overlay(u->a, &all);
		if (found > 1 && !u->m.refusal && !join_base(u, &all, i, config))
			break;
	}
	if (u->m.bases_unknown && !all.as.dict->open) {
		if (all.as.dict->frozen)
			all = dict_overlay(u->a, &all);
		all.as.dict->open = true;
	}
	return all.as.dict->frozen ? all : value_freeze(u->a, all);
}

/* Refuses values on which copy.deepcopy of a config raises: a module, a generator. */
static void uncopyable(struct unit *u, struct value v)
{
	const char *type = v.kind == VALUE_OBJECT ? v.as.obj->type->s : v.as.list->type ? v.as.list->type->s : "";
	bool copied = u->style->merges_alone || u->has_bases;
	if (copied && !u->m.imported && (!strcmp(type, "module") || !strcmp(type, "generator")))
		unit_refuse(u, NOTE_RAISES, v.at, arena_printf(u->a, "TypeError: cannot pickle '%s' object", type));
}

static void detach(struct unit *u, struct value *v, uint32_t depth);

static void detach_dict(struct unit *u, struct dict *d, uint32_t depth)
{
	struct dict_iter it;
	const struct entry *e;
	d->config = u->style->config_dicts;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		struct value now = e->val;
		detach(u, &now, depth);
		if (now.kind == e->val.kind && now.as.dict != e->val.as.dict)
			dict_put(u->a, d, e->key, now, e->use)->flags |= e->flags & EF_MAYBE;
	}
}

static void detach(struct unit *u, struct value *v, uint32_t depth)
{
	if (v->kind == VALUE_TUPLE && v->as.list->named && u->style->rebuild_named)
		u->style->rebuild_named(u, v);
	bool list = value_is_listlike(*v);
	if (v->kind == VALUE_OBJECT || v->kind == VALUE_ITER)
		uncopyable(u, *v);
	if ((!list && v->kind != VALUE_DICT) || depth > VALUE_DEPTH_MAX)
		return;
	if (list ? v->as.list->frozen : v->as.dict->frozen)
		*v = value_copy(u->a, *v);
	if (!list) {
		detach_dict(u, v->as.dict, depth + 1);
		return;
	}
	v->as.list->config = u->style->config_dicts;
	for (uint32_t i = 0; i < v->as.list->n; i++)
		detach(u, &v->as.list->at[i].val, depth + 1);
}

/* Cyclic values are refused; values that are too large once sharing is expanded become Unknown. After this, walks
 * over v are bounded. */
void unit_bound(struct unit *u, struct value *keys)
{
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, keys->as.dict); (e = dict_next(&it));) {
		enum shape shape = value_shape(e->val);
		if (shape == SHAPE_TREE)
			continue;
		if (shape == SHAPE_CIRCULAR)
			unit_refuse(u, NOTE_RAISES, e->val.at, "RecursionError: maximum recursion depth exceeded");
		struct value v =
			value_unknown(u->a, WHY_FUEL, e->val.at, e->key.kind == VALUE_STR ? e->key.as.s->s : NULL);
		dict_put(u->a, keys->as.dict, e->key, v, e->use);
	}
}

void unit_detach(struct unit *u, struct value *v)
{
	detach(u, v, 0);
}

static void merge_own(struct unit *u)
{
	struct merge_error err = { 0 };
	if (inherit_merge(u->a, u->m.inherited, u->m.own, false, &u->m.merged, &err)) {
		u->m.merged = value_freeze(u->a, u->m.merged);
		return;
	}
	struct note *n = unit_refuse(u, NOTE_MERGE, err.at, arena_printf(u->a, "%s: %s", err.type, err.msg));
	n->other = err.other;
	n->other_text = "the base's value";
}

static void check_reserved(struct unit *u)
{
	for (const char *const *name = u->style->reserved; *name; name++) {
		const struct entry *e = dict_find_lit(u->m.merged.as.dict, *name);
		if (!e || (e->flags & EF_MAYBE))
			continue;
		u->reserved_only = u->m.state == MODULE_OK;
		unit_refuse(u, NOTE_RESERVED_KEY, e->key.at.file ? e->key.at : e->use,
			    arena_printf(u->a, "KeyError: '%s is reserved for config file'", *name))
			->msg =
			arena_printf(u->a,
				     "%s is a name that Config keeps for itself: KeyError when the config is loaded",
				     *name);
		return;
	}
}

/* Prepares the file's own keys for the merge: tokens filled in, shared containers copied, frozen. UNIT_MODULE_NAME
 * is a token with an unknown value. */
static void settle_own(struct unit *u)
{
	dict_delete(u->a, u->executed.as.dict, value_text("_deprecation_", unit_whole(u)));
	bool resolve = u->style->merges_alone || u->has_bases;
	struct subst_token *tok = arena_array(u->a, struct subst_token, u->sub.ntokens + 1);
	if (u->sub.ntokens)
		memcpy(tok, u->sub.token, u->sub.ntokens * sizeof *tok);
	tok[u->sub.ntokens] = (struct subst_token){ str_lit(UNIT_MODULE_NAME), NULL, unit_whole(u), true };
	u->sub.token = tok;
	u->sub.ntokens++;
	unit_bound(u, &u->executed);
	if (!subst_tokens(u->a, &u->executed, &u->sub, u->m.inherited, resolve))
		unit_refuse(u, NOTE_PLACEHOLDER, u->sub.refusal_at, u->sub.refusal);
	if (u->sub.ntokens > 1) /* x = dict(l={{_base_.x}}, r={{_base_.x}}) doubles with every file */
		unit_bound(u, &u->executed);
	if (u->style->drop_keys)
		u->style->drop_keys(u);
	unit_detach(u, &u->executed);
	u->m.own = value_freeze(u->a, u->executed);
}

const struct unit *unit_as_base(const struct unit *u, const struct unit *base)
{
	return u->m.imported && base->as_import ? base->as_import : base;
}

/* Whether it uses something that differs between the styles: functions, `__file__`, modules, placeholders. */
static bool reads_otherwise(const struct unit *u)
{
	static const char *const words[] = { "def ", "lambda", "import", "__", "{{" };
	bool found = false;
	for (size_t i = 0; i < ARRAY_SIZE(words) && !found; i++)
		found = memmem(u->m.src->bytes, u->m.src->len, words[i], strlen(words[i])) != NULL;
	return found;
}

/* If the file's syntax shows no style, it is read in the style of the child that imports it. */
static void read_as_import(struct unit *u)
{
	bool wanted = false;
	for (size_t i = 0; i < u->children.n; i++)
		wanted |= u->children.at[i]->m.imported;
	if (!wanted || u->as_import || u->m.imported || u->has_bases || !u->m.tree.root ||
	    u->m.state == MODULE_SYNTAX || !reads_otherwise(u))
		return;
	struct unit *s = u->as_import = arena_new(u->a, struct unit);
	*s = (struct unit){ .g = u->g, .a = u->a, .style = u->style };
	s->m = (struct module){
		.path = u->m.path, .src = u->m.src, .tree = u->m.tree, .loader = u->m.loader, .err = u->m.err
	};
	s->m.imported = true;
	result_unknown(s);
	if (u->sub.map.n)
		unit_parse(s);
	imported_finish(s);
}

/* Intermediate values are not the final ones: for each key only its name is known. */
void unit_give_up(struct unit *u)
{
	struct value d = value_dict(u->a, unit_whole(u));
	struct dict_iter it;
	const struct entry *e;
	if (u->executed.kind == VALUE_DICT)
		for (dict_begin(&it, u->executed.as.dict); (e = dict_next(&it));)
			if (e->key.kind == VALUE_STR) {
				struct value why = value_unknown_str(u->a, WHY_FUEL, e->use, e->key.as.s);
				dict_put(u->a, d.as.dict, e->key, why, e->use)->flags |= EF_MAYBE;
			}
	result_unknown(u);
	d.as.dict->open = true;
	u->m.own = u->m.merged = u->full = value_freeze(u->a, d);
	u->m.spent = true;
}

static void finish(struct unit *u);

void unit_finish(struct unit *u)
{
	if (budget_run_over(u->budget.run)) { /* so that the last file does not use as much again */
		u->finished = true;
		u->budget.steps = 0;
	} else {
		finish(u);
		read_as_import(u);
	}
	if (!u->budget.steps)
		unit_give_up(u);
	u->m.spent |= u->budget.spent;
}

/* The base with the longest chain; nbases: none. */
static uint32_t longest(const struct unit *u)
{
	uint32_t i = 0;
	while (i < u->m.nbases && !(u->base[i] && u->base[i]->depth == u->depth - 1))
		i++;
	return i;
}

/* In both loaders each file of a chain is a nested call. */
static void check_depth(struct unit *u)
{
	u->depth = 1;
	for (uint32_t i = 0; i < u->m.nbases; i++)
		if (u->base[i] && u->base[i]->depth >= u->depth)
			u->depth = u->base[i]->depth + 1;
	if (u->depth != PYTHON_CALLS)
		return;
	struct buf chain = { 0 };
	const struct unit *at = u;
	for (uint32_t n = 0; n < PYTHON_CALLS - 1; n++, at = at->base[longest(at)])
		if (n < 3)
			buf_printf(&chain, "%s -> ", path_base(at->m.path));
	buf_printf(&chain, "... -> %s", path_base(at->m.path));
	const char *what = arena_printf(u->a, "a chain of %d files: %s", PYTHON_CALLS, buf_str(&chain));
	buf_release(&chain);
	unit_refuse(u, NOTE_CIRCLE, u->m.base[longest(u)].at,
		    arena_printf(u->a, "RecursionError: maximum recursion depth exceeded: %s", what))
		->msg = arena_printf(u->a, "%s; RecursionError when the config is loaded", what);
}

static void finish(struct unit *u)
{
	u->finished = true;
	result_unknown(u);
	check_depth(u);
	if (u->m.imported) {
		bases_state(u);
		if (u->m.state == MODULE_OK)
			imported_finish(u);
		check_reserved(u);
		return;
	}
	u->m.inherited = union_of_bases(u);
	if (u->m.state != MODULE_OK)
		return;
	if (u->style->execute && !data_is_config(u->m.path))
		u->style->execute(u);
	if (u->m.state == MODULE_OK && u->budget.steps)
		settle_own(u);
	if (u->m.state != MODULE_OK || !u->budget.steps)
		return;
	merge_own(u);
	u->full = u->m.merged;
	check_reserved(u);
}

/* The first base that it waits for, at *i; each waiting unit has one. */
static const struct unit *waits_for(const struct unit *u, uint32_t *i)
{
	for (*i = 0; *i < u->m.nbases; ++*i)
		if (u->base[*i] && (!u->base[*i]->finished || u->base[*i] == u))
			return u->base[*i];
	return NULL;
}

static const struct unit *next_base(const struct unit *u)
{
	uint32_t i;
	return u ? waits_for(u, &i) : NULL;
}

/* The first unit of the cycle that these bases lead to: u itself if it is in the cycle; NULL: none. */
static const struct unit *circle_of(const struct unit *u)
{
	const struct unit *slow = next_base(u), *fast = next_base(slow);
	for (uint32_t step = 0; slow != fast; step++) {
		if (step == CIRCLE_MOST)
			return NULL;
		slow = next_base(slow);
		fast = next_base(next_base(fast));
	}
	for (slow = u; fast && slow != fast; fast = next_base(fast))
		slow = next_base(slow);
	return fast;
}

static const char *circle_text(const struct unit *u)
{
	struct buf chain = { 0 };
	const struct unit *at = u;
	for (uint32_t i = 0; i < CIRCLE_SHOWN && (!i || at != u); i++, at = next_base(at))
		buf_printf(&chain, "%s -> ", path_base(at->m.path));
	buf_printf(&chain, "%s%s", at == u ? "" : "... -> ", path_base(u->m.path));
	const char *text = arena_strdup(u->a, buf_str(&chain));
	buf_release(&chain);
	return text;
}

bool unit_in_circle(const struct unit *u)
{
	return circle_of(u) == u;
}

void unit_cycle(struct unit *u)
{
	const struct unit *c = circle_of(u);
	uint32_t i;
	for (i = 0; i < u->m.nbases; i++)
		if (u->base[i] && u->base[i]->finished)
			u->ref[i].module = &u->base[i]->m;
	if (c && c != u) {
		const struct unit *base = waits_for(u, &i);
		u->ref[i].module = &base->m; /* the path to the reported file; bases inside the cycle are not linked
					      * */
		take_refusal(u, &c->m, false);
	} else {
		const char *text = circle_text(u);
		struct span where = waits_for(u, &i) ? u->m.base[i].at : unit_whole(u);
		unit_refuse(
			u, NOTE_CIRCLE, where,
			arena_printf(u->a,
				     "RecursionError: maximum recursion depth exceeded: the bases form a circle: %s",
				     text))
			->msg =
			arena_printf(u->a, "the bases form a circle: %s; RecursionError when the config is loaded",
				     text);
	}
	result_unknown(u);
}
