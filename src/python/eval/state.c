// SPDX-License-Identifier: MIT
/* Frozen containers and doubt. A frozen container (a base's) is never written: the first write makes a private copy
 * that every later read in this module sees instead, so `a = _base_.model; a.update(...)` also changes what
 * `_base_.model` shows, as in Python. Frozen data is a tree, so a pointer is an identity. */
#include "python/eval/priv.h"
#include <stdlib.h>
#include <string.h>

struct thawed {
	const void *frozen;
	struct value copy;
};
struct thaw { /* open addressing, at most half full */
	struct thawed *at;
	uint32_t n, cap;
};

static const void *container(struct value v)
{
	if (v.kind == VALUE_DICT)
		return v.as.dict;
	return value_is_listlike(v) ? (const void *)v.as.list : NULL;
}

static bool is_frozen(struct value v)
{
	if (v.kind == VALUE_DICT)
		return v.as.dict->frozen;
	return value_is_listlike(v) && v.as.list->frozen;
}

static struct thawed *thaw_slot(struct thawed *at, uint32_t cap, const void *key)
{
	uint32_t h = (uint32_t)(((uintptr_t)key >> 4) * 0x9E3779B1u);
	for (;; h++) {
		struct thawed *t = &at[h & (cap - 1)];
		if (!t->frozen || t->frozen == key)
			return t;
	}
}

static const struct value *thaw_find(const struct eval *ev, const void *key)
{
	if (!ev->thaw || !ev->thaw->n)
		return NULL;
	const struct thawed *t = thaw_slot(ev->thaw->at, ev->thaw->cap, key);
	return t->frozen ? &t->copy : NULL;
}

static void thaw_put(struct eval *ev, const void *key, struct value copy)
{
	if (!ev->thaw)
		ev->thaw = xcalloc(1, sizeof *ev->thaw);
	struct thaw *t = ev->thaw;
	if (t->n * 2 >= t->cap) {
		uint32_t cap = t->cap ? t->cap * 2 : 16;
		struct thawed *bigger = xcalloc(cap, sizeof *bigger);
		for (uint32_t i = 0; i < t->cap; i++)
			if (t->at[i].frozen)
				*thaw_slot(bigger, cap, t->at[i].frozen) = t->at[i];
		free(t->at);
		t->at = bigger;
		t->cap = cap;
	}
	*thaw_slot(t->at, t->cap, key) = (struct thawed){ key, copy };
	t->n++;
}

struct doubts {
	VEC(, struct value) v;
};

void eval_release(struct eval *ev)
{
	if (ev->may_be)
		vec_release(&ev->may_be->v);
	free(ev->may_be);
	ev->may_be = NULL;
	if (ev->thaw)
		free(ev->thaw->at);
	free(ev->thaw);
	ev->thaw = NULL;
}

struct value eval_seen(struct eval *ev, struct value v)
{
	if (!ev->thaw)
		return v;
	const struct value *copy = is_frozen(v) ? thaw_find(ev, container(v)) : NULL;
	if (copy)
		v.as = copy->as;
	return v;
}

struct dict *eval_thaw_dict(struct eval *ev, struct value *v)
{
	*v = eval_seen(ev, *v);
	if (v->as.dict->frozen) {
		struct value copy = dict_overlay(ev->arena, v);
		thaw_put(ev, v->as.dict, copy);
		v->as = copy.as;
	}
	return v->as.dict;
}

struct list *eval_thaw_list(struct eval *ev, struct value *v)
{
	*v = eval_seen(ev, *v);
	struct list *old = v->as.list;
	if (old->frozen) {
		struct value copy = value_list(ev->arena, (enum value_kind)v->kind, old->n, v->at);
		for (uint32_t i = 0; i < old->n; i++) {
			list_push(ev->arena, copy.as.list, old->at[i].val, old->at[i].use);
			copy.as.list->at[i].flags = old->at[i].flags;
		}
		copy.as.list->open = old->open;
		copy.as.list->config = old->config;
		copy.as.list->type = old->type;
		thaw_put(ev, old, copy);
		v->as = copy.as;
	}
	return v->as.list;
}

/* ---- doubt ---- */

static void poison(struct eval *ev, struct value v, const struct cause *why, uint32_t depth);

static struct value unknown_because(const struct cause *why, struct span at)
{
	return (struct value){ .kind = VALUE_UNKNOWN, .at = at, .as.cause = why };
}

static void poison_dict(struct eval *ev, struct value v, const struct cause *why, uint32_t depth)
{
	struct dict *d = eval_thaw_dict(ev, &v);
	d->open = true;
	uint32_t n = 0;
	struct dict_iter it;
	const struct entry *e;
	struct entry *all = xcalloc(d->count + 1, sizeof *all); /* a copy: putting moves entries */
	for (dict_begin(&it, d); n < d->count && (e = dict_next(&it));)
		all[n++] = *e;
	for (uint32_t i = 0; i < n; i++) {
		if (container(all[i].val))
			poison(ev, all[i].val, why, depth + 1);
		struct value now =
			container(all[i].val) ? eval_seen(ev, all[i].val) : unknown_because(why, all[i].val.at);
		dict_put(ev->arena, d, all[i].key, now, all[i].use)->flags |= EF_MAYBE;
	}
	free(all);
}

static void poison(struct eval *ev, struct value v, const struct cause *why, uint32_t depth)
{
	v = eval_seen(ev, v);
	if (v.kind == VALUE_OBJECT && v.as.obj->names && v.at.file == ev->file) /* a class of this config */
		v = (struct value){ .kind = VALUE_DICT, .at = v.at, .as.dict = (struct dict *)v.as.obj->names };
	if (!container(v) || depth > 30 || ev->dead)
		return;
	if (ev->fuel-- == 0) { /* cycles and shared containers are met again and again: the fuel bounds it */
		ev->fuel = 0;
		ev->dead = true;
		return;
	}
	if (v.kind == VALUE_DICT) {
		poison_dict(ev, v, why, depth);
		return;
	}
	struct list *l = v.as.list;
	bool fixed = v.kind == VALUE_TUPLE || v.kind == VALUE_FROZENSET;
	if (!fixed) {
		l = eval_thaw_list(ev, &v);
		l->open = true;
	}
	for (uint32_t i = 0; i < l->n; i++)
		if (container(l->at[i].val))
			poison(ev, l->at[i].val, why, depth + 1);
		else if (!fixed)
			l->at[i].val = unknown_because(why, l->at[i].val.at);
}

void eval_poison(struct eval *ev, struct value v, const struct cause *why)
{
	poison(ev, v, why, 0);
}

void eval_may_be(struct eval *ev, struct value v)
{
	if (ev->rule || !container(v))
		return;
	if (!ev->may_be)
		ev->may_be = xcalloc(1, sizeof *ev->may_be);
	for (size_t i = 0; i < ev->may_be->v.n; i++)
		if (container(ev->may_be->v.at[i]) == container(v))
			return;
	vec_push(&ev->may_be->v, v);
}

void eval_may_be_held(struct eval *ev, struct value by)
{
	struct dict_iter it;
	const struct entry *e;
	if (by.kind == VALUE_DICT)
		for (dict_begin(&it, by.as.dict); (e = dict_next(&it));)
			eval_may_be(ev, e->val);
	for (uint32_t i = 0; value_is_listlike(by) && i < by.as.list->n; i++)
		eval_may_be(ev, by.as.list->at[i].val);
}

static size_t count_may_be(const struct eval *ev)
{
	return ev->may_be ? ev->may_be->v.n : 0;
}

/* The first n: they are Unknown then, and so is what will be put into them. */
static void poison_may_be(struct eval *ev, size_t n, const struct cause *why)
{
	struct doubts *d = ev->may_be;
	for (size_t i = 0; i < n; i++)
		eval_poison(ev, d->v.at[i], why);
	if (n) {
		d->v.n -= n;
		memmove(d->v.at, d->v.at + n, d->v.n * sizeof *d->v.at);
	}
}

void eval_changed_unknown(struct eval *ev, const struct cause *why)
{
	poison_may_be(ev, count_may_be(ev), why);
}

/* Names of the code: bound ones become Unknown, what loaded ones hold is poisoned. Explicit stack: code nests deeply.
 */
struct worklist {
	const struct node **at;
	size_t n, cap;
	size_t floor; /* entries above it belong to a function's body: what that binds is its own; SIZE_MAX: none do */
};

static void push(struct worklist *w, const struct node *n)
{
	if (!n)
		return;
	if (w->n == w->cap)
		w->at = vec_grow(w->at, &w->cap, sizeof *w->at);
	w->at[w->n++] = n;
}

static void push_kids(struct worklist *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++)
		push(w, n->kid[i]);
}

static bool is_module(struct value v)
{
	return v.kind == VALUE_OBJECT && !strcmp(v.as.obj->type->s, "module");
}

/* A name that was bound before stays bound, to something unknown; unless the code may delete it. */
static void bind_unknown(struct eval *ev, const struct node *name, const struct cause *why, bool may_go)
{
	const struct entry *e = dict_find_str(ev->frame ? ev->frame->names : ev->globals, name->text);
	if (e)
		eval_may_be(ev, e->val); /* the name may still stand for it */
	bool sure = e && !(e->flags & EF_MAYBE) && !may_go && !is_module(e->val) && e->val.kind != VALUE_FUNC;
	name_store(ev, name, unknown_because(why, eval_span(ev, name)), eval_span(ev, name), sure ? 0 : EF_MAYBE);
}

static void poison_target(struct eval *ev, const struct node *t, const struct cause *why, bool may_go)
{
	struct worklist w = { 0 };
	push(&w, t);
	while (w.n) {
		t = w.at[--w.n];
		if (t->kind == NODE_NAME)
			bind_unknown(ev, t, why, may_go);
		else if (t->kind == NODE_TUPLE || t->kind == NODE_LIST || t->kind == NODE_STAR)
			push_kids(&w, t);
	}
	free(w.at);
}

/* `import m` that may or may not run: m is a module, hence no key, or as unbound as before */
static void bind_modules(struct eval *ev, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *alias = n->kid[i];
		size_t top = strcspn(alias->text->s, ".");
		struct node name = {
			.kind = NODE_NAME, .lo = alias->lo, .hi = alias->hi, .text = str_of(alias->text->s, top)
		};
		struct value v;
		if (alias->n && alias->kid[0])
			name.text = alias->kid[0]->text;
		if (!name_load(ev, &name, &v))
			name_store(ev, &name, value_object(ev->arena, "module", alias->text->s, eval_span(ev, alias)),
				   eval_span(ev, alias), EF_MAYBE);
	}
}

static void poison_binding(struct eval *ev, const struct node *n, const struct cause *why)
{
	struct value v;
	switch (n->kind) {
	case NODE_ASSIGN:
		for (uint32_t i = 1; i < n->n; i++)
			poison_target(ev, n->kid[i], why, false);
		break;
	case NODE_AUGASSIGN:
		if (n->kid[0]->kind == NODE_NAME && name_load(ev, n->kid[0], &v))
			eval_poison(ev, v, why); /* a list grows where it stands */
		poison_target(ev, n->kid[0], why, false);
		break;
	case NODE_ANNASSIGN:
	case NODE_FOR:
	case NODE_WALRUS:
		poison_target(ev, n->kid[0], why, false);
		break;
	case NODE_DEL:
		for (uint32_t i = 0; i < n->n; i++)
			poison_target(ev, n->kid[i], why, true);
		break;
	case NODE_WITHITEM:
		if (n->kid[1])
			poison_target(ev, n->kid[1], why, false);
		break;
	case NODE_IMPORT:
		bind_modules(ev, n);
		break;
	case NODE_ALIAS:
	case NODE_DEF:
	case NODE_CLASS: {
		const struct node as = { .kind = NODE_NAME, .lo = n->lo, .hi = n->hi, .text = n->text };
		bool star = n->text && !strcmp(n->text->s, "*");
		const struct node *name = n->kind == NODE_ALIAS && n->n && n->kid[0] ? n->kid[0] : &as;
		bool dotted = name == &as && n->text && strchr(n->text->s, '.');
		if (n->kind == NODE_ALIAS && (dotted || (name_load(ev, name, &v) && is_module(v))))
			break; /* `import a.b`, of which bind_modules takes care */
		if (n->kind == NODE_ALIAS && n->n && n->kid[0])
			bind_unknown(ev, n->kid[0], why, false);
		else if (star)
			ev->globals->open = true;
		else if (n->text)
			bind_unknown(ev, &as, why, false);
		break;
	}
	default:
		break;
	}
}

/* `global x` in a function that may run */
static void poison_global_names(struct eval *ev, const struct node *n, const struct cause *why)
{
	for (uint32_t i = 0; i < n->n; i++) {
		struct span at = eval_span(ev, n->kid[i]);
		struct value key = value_str(n->kid[i]->text, at);
		const struct entry *e = dict_find(ev->globals, key);
		uint32_t flags = e && !is_module(e->val) && e->val.kind != VALUE_FUNC ? e->flags & EF_MAYBE : EF_MAYBE;
		dict_put(ev->arena, ev->globals, key, unknown_because(why, at), at)->flags |= flags;
	}
}

static void enter_body(struct worklist *w)
{
	if (w->floor == SIZE_MAX)
		w->floor = w->n;
}

static void poison_walk(struct eval *ev, struct worklist *w, const struct cause *why)
{
	const struct func *inside = NULL; /* one call level: a function of the config that the code calls */
	size_t before = count_may_be(ev); /* what the code itself binds is another thing */
	while (w->n) {
		const struct node *n = w->at[--w->n];
		if (w->n < w->floor)
			w->floor = SIZE_MAX;
		if (w->floor == SIZE_MAX)
			poison_binding(ev, n, why);
		else if (n->kind == NODE_GLOBAL)
			poison_global_names(ev, n, why);
		struct value v;
		if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA)
			enter_body(w);
		if (n->kind == NODE_NAME && name_load(ev, n, &v)) {
			eval_poison(ev, v, why);
			if (v.kind == VALUE_UNKNOWN) {
				poison_may_be(ev, before, why);
				before = 0;
			}
			if (v.kind == VALUE_FUNC && v.as.func != inside && !inside) {
				inside = v.as.func;
				enter_body(w);
				push_kids(w, inside->def);
			}
		}
		push_kids(w, n);
	}
	free(w->at);
}

void poison_code(struct eval *ev, const struct node *code, const struct cause *why)
{
	struct worklist w = { .floor = SIZE_MAX };
	push(&w, code);
	poison_walk(ev, &w, why);
}

void poison_body(struct eval *ev, const struct node *def, const struct cause *why)
{
	struct worklist w = { 0 };
	push_kids(&w, def);
	poison_walk(ev, &w, why);
}

/* ---- settling ---- */

struct settle {
	struct eval *ev;
	const void **seen; /* unfrozen containers already done; open addressing */
	uint32_t n, cap;
};

static bool settle_mark(struct settle *s, const void *p)
{
	if (s->n * 2 >= s->cap) {
		uint32_t cap = s->cap ? s->cap * 2 : 64;
		const void **bigger = xcalloc(cap, sizeof *bigger);
		for (uint32_t i = 0; i < s->cap; i++)
			for (uint32_t h = (uint32_t)((uintptr_t)s->seen[i] >> 4); s->seen[i]; h++)
				if (!bigger[h & (cap - 1)]) {
					bigger[h & (cap - 1)] = s->seen[i];
					break;
				}
		free(s->seen);
		s->seen = bigger;
		s->cap = cap;
	}
	for (uint32_t h = (uint32_t)((uintptr_t)p >> 4);; h++) {
		const void **slot = &s->seen[h & (s->cap - 1)];
		if (*slot == p)
			return false;
		if (!*slot) {
			*slot = p;
			s->n++;
			return true;
		}
	}
}

static struct value settle(struct settle *s, struct value v, uint32_t depth);

static struct value settle_dict(struct settle *s, struct value v, uint32_t depth)
{
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		if (!container(e->val))
			continue;
		struct value now = settle(s, e->val, depth + 1);
		if (container(now) == container(e->val))
			continue;
		struct entry old =
			*e; /* putting over an existing key keeps the order but may move entries: start again */
		dict_put(s->ev->arena, eval_thaw_dict(s->ev, &v), old.key, now, old.use)->flags |= old.flags & EF_MAYBE;
		dict_begin(&it, v.as.dict);
	}
	return v;
}

static struct value settle_list(struct settle *s, struct value v, uint32_t depth)
{
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		struct value old = v.as.list->at[i].val;
		if (!container(old))
			continue;
		struct value now = settle(s, old, depth + 1);
		if (container(now) != container(old))
			eval_thaw_list(s->ev, &v)->at[i].val = now;
	}
	return v;
}

static struct value settle(struct settle *s, struct value v, uint32_t depth)
{
	v = eval_seen(s->ev, v);
	if (!container(v) || depth > VALUE_DEPTH_MAX || !settle_mark(s, container(v)))
		return v;
	return v.kind == VALUE_DICT ? settle_dict(s, v, depth) : settle_list(s, v, depth);
}

struct value eval_settle(struct eval *ev, struct value v)
{
	if (!ev->thaw || !ev->thaw->n)
		return v;
	struct settle s = { .ev = ev };
	v = settle(&s, v, 0);
	free(s.seen);
	return v;
}
