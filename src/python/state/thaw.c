// SPDX-License-Identifier: MIT
/* Frozen containers and their private copies (copy on write).
 *
 * The content of a base is frozen: other configs and threads read it too. In Python a config can still change it,
 * and every holder of the same object sees the change:
 *
 * 	model = dict(backbone=dict(depth=50), neck=dict(out=256))	# base.py
 *
 * 	_base_ = './base.py'
 * 	a = _base_.model.backbone
 * 	a.depth = 101				# the first write: backbone thaws, a copy of it gets 101
 * 	b = _base_.model.backbone.depth		# 101: reading the frozen backbone gives the copy
 *
 * So frozen data is never written. The first write creates a copy (of a dict an overlay, whose cost is that of the
 * write) and a row in a table, frozen container -> copy; later writes find it there. Names and containers still hold
 * the frozen one, and every read goes through eval_seen, which looks it up in the table. This is correct because
 * frozen data is a tree: one address is one object of Python. When the module has ended, eval_settle replaces the
 * frozen containers by their copies, top down: above, model becomes a copy too, since its backbone is another one
 * now. */
#include "python/state/thaw.h"
#include "base/vec.h"
#include "python/state/eval_limits.h"
#include "python/value/dict.h"
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

struct value eval_seen(struct eval *ev, struct value v)
{
	if (!ev->thaw)
		return v;
	const struct value *copy = is_frozen(v) ? thaw_find(ev, value_container(v)) : NULL;
	if (copy)
		v.as = copy->as;
	return v;
}

struct dict *eval_thaw_dict(struct eval *ev, struct value *v)
{
	CHECK(v->kind == VALUE_DICT);
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
	CHECK(value_is_listlike(*v));
	*v = eval_seen(ev, *v);
	struct list *old = v->as.list;
	if (old->frozen) {
		op_spend_items(ev, old->n);
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

struct settle {
	struct eval *ev;
	const void **seen; /* unfrozen containers already done; open addressing */
	uint32_t n, cap;
};

/* true: p is met for the first time. It prevents endless walks of cycles and repeated walks of shared data. */
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
	VEC(moved, struct entry) moved = { 0 }; /* with their new values; insertion moves entries */
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		if (!value_container(e->val))
			continue;
		struct entry now = *e;
		now.val = settle(s, e->val, depth + 1);
		if (value_container(now.val) != value_container(e->val))
			vec_push(&moved, now);
	}
	for (size_t i = 0; i < moved.n; i++) {
		struct entry *m = &moved.at[i];
		dict_put(s->ev->arena, eval_thaw_dict(s->ev, &v), m->key, m->val, m->use)->flags |= m->flags & EF_MAYBE;
	}
	vec_release(&moved);
	return v;
}

static struct value settle_list(struct settle *s, struct value v, uint32_t depth)
{
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		struct value old = v.as.list->at[i].val;
		if (!value_container(old))
			continue;
		struct value now = settle(s, old, depth + 1);
		if (value_container(now) != value_container(old))
			eval_thaw_list(s->ev, &v)->at[i].val = now;
	}
	return v;
}

static struct value settle(struct settle *s, struct value v, uint32_t depth)
{
	v = eval_seen(s->ev, v);
	if (!value_container(v) || depth > VALUE_DEPTH_MAX || !settle_mark(s, value_container(v)) ||
	    !op_spend_on(s->ev, v))
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

void thaw_free(struct thaw *t)
{
	if (t)
		free(t->at);
	free(t);
}
