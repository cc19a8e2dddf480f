// SPDX-License-Identifier: MIT
/* Native rules about inheritance: values in a file that no config gets, and bases that are incomplete.
 *
 * A stale variable (CFG007): the base used its own variable where the child assigns a new one. Every value remembers
 * where its literal stands and where it was used, so a search over the merged config finds the places that still have
 * the base's literal.
 *
 * Invariant: a value that may have been changed or removed by code that isn't known proves nothing.
 *
 *	base.py		lr = 0.1; optimizer = dict(lr=lr)
 *	child.py	_base_ = 'base.py'; lr = 0.2	CFG007: optimizer.lr is still 0.1 */
#include "base/path.h"
#include "base/vec.h"
#include "config/children.h"
#include "config/uses.h"
#include "facts/sibling.h"
#include "lint/judge/inherit.h"
#include "project/home.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <stdlib.h>
#include <string.h>

enum { WALK_MAX = 20000, DEPTH_MAX = 12, PARTS_MAX = 16 };
static const struct span nowhere;

static const char *path_text(struct arena *a, struct keypath p)
{
	struct buf b = { 0 };
	keypath_print(&b, p);
	const char *s = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* ---- CFG007: a variable that only the base used ---- */

/* The nearest base (direct or not) that assigns the name, where it uses it itself or another base does through
 * `_base_`. */
static const struct module *user_of(const struct module *m, const struct str *name)
{
	struct ancestry all;
	const struct module *sets = NULL;
	bool reads_base = false;
	module_ancestry(m, &all);
	for (uint32_t i = 1; i < all.n; i++) {
		const struct module *x = all.at[i];
		bool here = x->own.kind == VALUE_DICT && dict_find_str(x->own.as.dict, name);
		reads_base |= module_queries_base(x, name);
		if (here && module_loads(x, name))
			return x;
		if (here && !sets)
			sets = x;
	}
	return reads_base ? sets : NULL;
}

struct place_of {
	struct arena *a;
	const struct dialect *dialect;
	const struct source *src; /* of the base */
	const struct str *name;
	const struct entry *old;      /* what the base gives the name */
	struct span entry[PARTS_MAX]; /* where entries that the file writes otherwise were put under their keys */
	uint32_t nentries;
	struct value mine; /* what the file itself gives the name */
	struct keypath first;
	bool whole; /* the variable stands at the first place; else only one of its entries */
	uint32_t found;
};
struct step {
	struct value v;
	struct keypath path;
};
VEC(steps, struct step);

/* `**img_norm_cfg` leaves only the entries: those that the new value has otherwise. */
static void look_for_entries(struct place_of *p)
{
	struct dict_iter it;
	const struct entry *e;
	if (p->old->val.kind != VALUE_DICT || p->mine.kind != VALUE_DICT)
		return;
	dict_begin(&it, p->old->val.as.dict);
	while ((e = dict_next(&it)) && p->nentries < PARTS_MAX) {
		const struct entry *new = dict_find(p->mine.as.dict, e->key);
		if (e->use.file && new && !value_same(new->val, e->val))
			p->entry[p->nentries++] = e->use;
	}
}

static bool is_entry(const struct place_of *p, struct span use)
{
	for (uint32_t i = 0; i < p->nentries; i++)
		if (span_same(p->entry[i], use))
			return true;
	return false;
}

/* Whether the text there has the name; also true if it is no text of the base. */
static bool is_named(const struct place_of *p, struct span use)
{
	const struct str *w = p->name;
	if (use.file != p->src->id)
		return true;
	for (uint32_t i = use.lo; i + w->len <= use.hi; i++)
		if (!memcmp(p->src->bytes + i, w->s, w->len))
			return true;
	return false;
}

/* The variable as a whole. `size = wide` gives two names to one value: then only assignments by its name count.
 */
static bool is_variable(const struct place_of *p, struct value v, struct span use)
{
	bool own = !p->old->use.file || span_same(p->old->use, p->old->val.at);
	return v.at.file && span_same(v.at, p->old->val.at) && (own || is_named(p, use));
}

/* A value that is the new one already was changed in place: `train_pipeline = _base_.train_pipeline; train_pipeline +=
 * [...]`. */
static void see_value(struct place_of *p, struct steps *todo, struct value v, struct span use, struct keypath path)
{
	bool whole = is_variable(p, v, use);
	if ((whole || is_entry(p, use)) && !(span_same(v.at, p->mine.at) && value_same(v, p->mine))) {
		if (p->found++)
			return;
		p->first = path;
		p->whole = whole;
	} else if (v.kind == VALUE_DICT || v.kind == VALUE_LIST || v.kind == VALUE_TUPLE) {
		vec_push(todo, ((struct step){ v, path }));
	}
}

/* A key that may have been removed again (`del _base_[key]` in a loop over partly unknown keys) proves nothing.
 */
static void see_dict(struct place_of *p, struct steps *todo, const struct step *s)
{
	struct dict_iter it;
	const struct entry *e;
	dict_begin(&it, s->v.as.dict);
	while ((e = dict_next(&it)))
		if (!(e->flags & EF_MAYBE) &&
		    (s->path.n || (e->key.kind == VALUE_STR && dialect_knows_key(p->dialect, e->key.as.s))))
			see_value(p, todo, e->val, e->use, keypath_add(p->a, s->path, e->key));
}

/* Where below the keys that training looks up the value with that literal ended. */
static void find_places(struct place_of *p, struct value merged)
{
	struct steps todo = { 0 };
	vec_push(&todo, ((struct step){ .v = merged }));
	for (uint32_t i = 0; todo.n && i < WALK_MAX; i++) {
		struct step s = vec_pop(&todo);
		if (s.v.kind == VALUE_DICT)
			see_dict(p, &todo, &s);
		for (uint32_t k = 0; s.v.kind != VALUE_DICT && k < s.v.as.list->n; k++)
			see_value(p, &todo, s.v.as.list->at[k].val, s.v.as.list->at[k].use,
				  keypath_add(p->a, s.path, value_int(k, nowhere)));
	}
	vec_release(&todo);
}

/* "train_dataloader = dict(dataset=dict(pipeline=train_pipeline))"; from part `from` on, as a keyword of a call,
 * "pipeline=train_pipeline". NULL where the path leads through a list. */
static const char *wiring(struct arena *a, struct keypath p, uint32_t from, const char *name)
{
	const char *text = name;
	for (uint32_t i = p.n; i-- > from;) {
		if (p.part[i].kind != VALUE_STR)
			return NULL;
		text = arena_printf(a, !i ? "%s = %s" : i > from ? "dict(%s=%s)" : "%s=%s", p.part[i].as.s->s, text);
	}
	return text;
}

/* Whether the new value has a dict under a key that the base's lacks: the class that gets the base's may take none, as
 * optimizers take no paramwise_cfg. */
static bool has_more_parts(const struct place_of *p)
{
	struct dict_iter it;
	const struct entry *e;
	if (p->mine.kind != VALUE_DICT || p->old->val.kind != VALUE_DICT)
		return false;
	dict_begin(&it, p->mine.as.dict);
	while ((e = dict_next(&it)))
		if (e->val.kind == VALUE_DICT && !dict_find(p->old->val.as.dict, e->key))
			return true;
	return false;
}

/* How the file can hand its variable on; where it has a dict on the way already, what that lacks. NULL: not in a line.
 */
static const char *way_to_hand_on(struct native_ctx *c, const struct place_of *p)
{
	struct value at = c->m->own;
	struct span line = nowhere;
	uint32_t n = 0;
	while (n < p->first.n && at.kind == VALUE_DICT) {
		const struct entry *e = dict_find(at.as.dict, p->first.part[n]);
		if (!e)
			break;
		at = e->val;
		line = e->key.at.file ? e->key.at : e->use;
		n++;
	}
	const char *wire = wiring(c->a, p->first, n, p->name->s);
	if (!p->whole || !wire || has_more_parts(p) || n == p->first.n ||
	    (n && (at.kind != VALUE_DICT || line.file != c->m->src->id)))
		return NULL;
	if (!n)
		return arena_printf(c->a, "`%s` in this file hands it on", wire);
	return arena_printf(c->a, "add `%s` to the %s of line %u: that hands it on", wire,
			    path_text(c->a, (struct keypath){ p->first.part, n }),
			    source_point(c->m->src, line.lo).line + 1);
}

/* The same value lost at the same place, whichever base remains: copies of one config. */
static const char *cause_of(struct native_ctx *c, const struct place_of *p, const char *where)
{
	struct buf b = { 0 };
	buf_printf(&b, "%s %s ", p->name->s, where);
	bool known = op_repr(&b, p->mine);
	const char *cause = known ? arena_strdup(c->a, buf_str(&b)) : NULL;
	buf_release(&b);
	return cause;
}

static void report_stale(struct native_ctx *c, const struct node *st, const struct module *user,
			 const struct entry *old, const struct place_of *p, bool same)
{
	const char *name = st->kid[1]->text->s, *where = path_text(c->a, p->first);
	const char *base = path_base(user->path);
	const char *more = p->found > 1 ? arena_printf(c->a, " (and %u more)", p->found - 1) : "";
	struct span at = { c->m->src->id, st->kid[1]->lo, st->kid[1]->hi };
	struct diag *d;
	if (same)
		d = native_add(c, SEV_INFO, at,
			       "'%s' repeats %s, which has already used its own: nothing reads this one", name, base);
	else
		d = native_add(c, c->rule->severity, at, "'%s' has no effect: %s%s keeps the value of %s", name, where,
			       more, base);
	d->path = name;
	d->cause = same ? NULL : cause_of(c, p, where);
	if (!same)
		d->hint = way_to_hand_on(c, p);
	native_related(c, d, old->key.at.file ? old->key.at : old->val.at, "the value that is used");
}

/* './work_dirs' and './work_dirs/' are one folder. */
static bool means_the_same(struct value a, struct value b)
{
	if (a.kind != VALUE_STR || b.kind != VALUE_STR)
		return value_same(a, b);
	size_t n = a.as.s->len, m = b.as.s->len;
	while (n > 1 && a.as.s->s[n - 1] == '/')
		n--;
	while (m > 1 && b.as.s->s[m - 1] == '/')
		m--;
	return n == m && !memcmp(a.as.s->s, b.as.s->s, n);
}

static void judge_variable(struct native_ctx *c, const struct node *st)
{
	const struct str *name = st->kid[1]->text;
	const struct dialect *dialect = facts_dialect(c->facts);
	const struct entry *mine = dict_find_str(c->m->own.as.dict, name);
	const struct module *user;
	if (!mine || !dialect || dialect_knows_key(dialect, name) || module_loads(c->m, name) ||
	    !(user = user_of(c->m, name)))
		return;
	const struct entry *old = dict_find_str(user->own.as.dict, name);
	bool reads_base = child_queries_base(c->g, c->m, name);
	struct place_of p = {
		.a = c->a, .dialect = dialect, .src = user->src, .name = name, .old = old, .mine = mine->val
	};
	look_for_entries(&p);
	if (reads_base || !value_is_deep_known(mine->val) || !value_is_deep_known(old->val))
		return;
	find_places(&p, c->subject->tree);
	if (p.found)
		report_stale(c, st, user, old, &p, means_the_same(mine->val, old->val));
}

static bool assigned_later(const struct node *root, uint32_t i)
{
	for (uint32_t k = i + 1; k < root->n; k++)
		if (native_assignment(root->kid[k]) && root->kid[k]->kid[1]->text == root->kid[i]->kid[1]->text)
			return true;
	return false;
}

void native_stale_variable(struct native_ctx *c)
{
	const struct node *root = c->m->tree.root;
	if (!root || c->m->imported || !c->m->nbases || c->m->bases_unknown || c->m->own.kind != VALUE_DICT)
		return;
	for (uint32_t i = 0; i < root->n; i++)
		if (native_assignment(root->kid[i]) && !assigned_later(root, i))
			judge_variable(c, root->kid[i]);
}

/* ---- CFG008: a value that everybody replaces ---- */

enum { CHILDREN_DEEP = 12 /* of the base's dicts; entries of deeper ones are not distinguished */ };

struct overridden {
	struct native_ctx *c;
	const struct module **leaf;
	size_t n;
	uint32_t budget;
};

static bool replaced(struct overridden *o, struct keypath p, const struct entry *e)
{
	bool all = true;
	module_note_children(o->c->m);
	for (size_t i = 0; i < o->n && all; i++) {
		all = o->budget && child_overrides(o->c->a, o->leaf[i], p, e->val);
		o->budget -= o->budget > 0;
	}
	return all;
}

static void report_overridden(struct overridden *o, struct keypath p, struct span at)
{
	struct diag *d =
		native_add(o->c, o->c->rule->severity, at,
			   "all %zu configs here that inherit from this file replace %s: editing it changes nothing",
			   o->n, path_text(o->c->a, p));
	d->path = path_text(o->c->a, p);
}

static void judge_entries(struct overridden *o, struct keypath up, struct value dict, unsigned depth)
{
	struct dict_iter it;
	const struct entry *e;
	dict_begin(&it, dict.as.dict);
	while ((e = dict_next(&it))) {
		struct keypath p = keypath_add(o->c->a, up, e->key);
		if (e->key.kind != VALUE_STR || (!up.n && module_loads(o->c->m, e->key.as.s)))
			continue;
		if (e->val.kind == VALUE_DICT && e->val.as.dict->count && depth < CHILDREN_DEEP)
			judge_entries(o, p, e->val, depth + 1);
		else if (e->val.at.file == o->c->m->src->id && replaced(o, p, e))
			report_overridden(o, p, e->key.at.file ? e->key.at : e->use);
	}
}

/* The result of the project's own loader for a child that our loader refuses is unknown. */
static bool loads_elsewhere(const struct native_ctx *c, const struct module *child)
{
	return child->state != MODULE_OK && project_has_loader(graph_folders(c->g), child->path);
}

void native_always_overridden(struct native_ctx *c)
{
	const struct module **dep;
	if (c->m->imported || !c->m->src || c->m->own.kind != VALUE_DICT)
		return;
	size_t n = graph_dependents(c->g, c->m, &dep), leaves = 0;
	bool seen = true;
	for (size_t i = 0; i < n && seen; i++) {
		seen = !loads_elsewhere(c, dep[i]);
		if (!dep[i]->ndependents && dep[i]->state == MODULE_OK)
			dep[leaves++] = dep[i];
	}
	struct overridden o = { .c = c, .leaf = dep, .n = leaves, .budget = 200000 };
	if (seen && leaves > 1)
		judge_entries(&o, (struct keypath){ 0 }, c->m->own, 0);
	else
		module_note_children(c->m);
	free(dep);
}

/* ---- CFG013: a `_base_` that is unknown without running the file ---- */

void native_unevaluable_base(struct native_ctx *c)
{
	const struct node *root = c->m->tree.root;
	if (!root || c->m->imported || !c->m->bases_unknown)
		return;
	for (uint32_t i = 0; i < c->m->nbases; i++)
		if (!c->m->base[i].path)
			return; /* a base of another package: known by name, not here */
	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *n = root->kid[i];
		if (n->kind != NODE_ASSIGN || n->n != 2 || n->kid[1]->kind != NODE_NAME ||
		    strcmp(n->kid[1]->text->s, "_base_"))
			continue;
		struct span at = { c->m->src->id, n->kid[0]->lo, n->kid[0]->hi };
		native_add(c, c->rule->severity, at,
			   "the bases in _base_ are unknown without running this file: nothing that it inherits is "
			   "checked");
		return;
	}
}

/* ---- CFG014: a fragment in place of the full runtime ---- */

static bool trainable(struct native_ctx *c, const struct dialect *d)
{
	struct value v = d->complete ? facts_eval(c->facts, d->complete, NULL, NULL) : (struct value){ 0 };
	return v.kind == VALUE_BOOL && v.as.b;
}

static uint32_t missing_keys(struct native_ctx *c, const struct dialect *d, const struct str **out)
{
	uint32_t n = 0;
	if (c->subject->tree.kind != VALUE_DICT || c->subject->tree.as.dict->open)
		return 0;
	for (uint32_t i = 0; i < d->nrequired; i++)
		if (!dict_find_str(c->subject->tree.as.dict, d->required[i]))
			out[n++] = d->required[i];
	return n;
}

void native_fragment_as_runtime(struct native_ctx *c)
{
	const struct dialect *d = facts_dialect(c->facts);
	struct buf names = { 0 };
	struct sibling found;
	bool cut = false;
	if (!d || !trainable(c, d))
		return;
	const struct str **missing = arena_array(c->a, const struct str *, d->nrequired + 1);
	uint32_t n = missing_keys(c, d, missing);
	const struct sibling_wanted wanted = { d, missing, n };
	bool meant = n && sibling_with(c->a, c->g, c->m, &wanted, &found, &cut);
	if (cut) {
		c->stats->events++;
		unchecked_add(c->a, &c->stats->unchecked[UNCHECKED_BUDGET], c->rule, c->subject,
			      "too many files lie beside its bases", value_none(nowhere));
	}
	if (!meant)
		return;
	for (uint32_t i = 0; i < n; i++)
		buf_printf(&names, "%s%s", i ? ", " : "", missing[i]->s);
	struct diag *x = native_add(c, c->rule->severity, found.base->at,
				    "%s is listed and %s, which sets %s, is not: AttributeError before the first step",
				    path_base(found.base->path), path_base(found.path), buf_str(&names));
	x->hint = arena_printf(c->a, "list %s and set here what the fragment sets", path_base(found.path));
	buf_release(&names);
}
