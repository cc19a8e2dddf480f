// SPDX-License-Identifier: MIT
/* Deep copies, and freezing.
 *
 * A module that has been evaluated is frozen: nothing in it changes any more, threads and configs share it. Freezing
 *also makes it a tree:
 *
 *	norm = dict(type='BN')
 *	neck = dict(norm_cfg=norm)
 *	head = dict(norm_cfg=norm, in_=neck)	# norm is reached three times, neck twice
 *	head['self'] = head			# and head contains itself
 *
 * Python shows one norm at three key paths. Here the second and third way to it get clones, so that a container's
 *address says where it stands: thawing (python/state/thaw.c) takes the address for the object, containers.c finds a
 *dict's path by it, and a fix that changes head.norm_cfg changes that one only. What is met again while it is still on
 *the way (head in head: the loaders refuse such a config, but nothing here may loop) is cut off with Unknown(DEPTH).
 *Parts that were frozen before, a base's, are shared as they are and not walked: a child costs what it names. Recursion
 *is bounded by VALUE_DEPTH_MAX; NODES_MAX bounds what twenty lines of `x = [x, x]` would make of it. */
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 100000 };

/* Containers met so far, with their copies. */
struct memo {
	struct pair {
		const void *from;
		void *to;
	} * at;
	size_t n, size;
	struct arena *a;
	unsigned depth, nodes;
};

static struct pair *memo_slot(struct memo *m, const void *from)
{
	size_t h = ((uintptr_t)from >> 4) * 0x9e3779b97f4a7c15ULL >> 20 & (m->size - 1);
	while (m->at[h].from && m->at[h].from != from)
		h = (h + 1) & (m->size - 1);
	return &m->at[h];
}

static void *memo_get(struct memo *m, const void *from)
{
	return m->size ? memo_slot(m, from)->to : NULL;
}

static void memo_put(struct memo *m, const void *from, void *to)
{
	if (m->n * 2 >= m->size) {
		struct memo old = *m;
		m->size = old.size ? old.size * 2 : 64;
		m->at = xcalloc(m->size, sizeof *m->at);
		for (size_t i = 0; i < old.size; i++)
			if (old.at[i].from)
				*memo_slot(m, old.at[i].from) = old.at[i];
		free(old.at);
	}
	*memo_slot(m, from) = (struct pair){ from, to };
	m->n++;
}

static bool is_container(struct value v)
{
	return v.kind == VALUE_DICT || value_is_listlike(v);
}

static bool memo_full(struct memo *m)
{
	return m->depth >= VALUE_DEPTH_MAX || m->nodes++ >= NODES_MAX;
}

/* Charges each copied container; freezing only those it clones. The outermost container is always copied. */
static bool memo_stops(struct memo *m)
{
	return memo_full(m) || (m->depth && m->a->budget && !budget_steps(m->a->budget, 1));
}

static struct value cut(struct memo *m, struct value v)
{
	return value_unknown(m->a, m->depth >= VALUE_DEPTH_MAX ? WHY_DEPTH : WHY_FUEL, v.at, NULL);
}

static struct value copy_walk(struct memo *m, struct value v);

static void copy_list(struct memo *m, struct value *v)
{
	const struct list *from = v->as.list;
	struct list *to = v->as.list = arena_new(m->a, struct list);
	*to = *from;
	to->frozen = false;
	to->open |= to->iter != NULL; /* only the original knows how far it was consumed */
	to->iter = NULL;
	to->at = arena_array(m->a, struct item, from->n ? from->n : 1);
	to->cap = from->n ? from->n : 1;
	to->n = 0; /* grows with the copy: a cycle sees the items so far */
	memo_put(m, from, to);
	for (uint32_t i = 0; i < from->n; i++) {
		to->at[i] = from->at[i];
		to->at[i].val = copy_walk(m, from->at[i].val);
		to->n = i + 1;
	}
}

static void copy_dict(struct memo *m, struct value *v)
{
	const struct dict *from = v->as.dict;
	struct dict *to = v->as.dict = arena_new(m->a, struct dict);
	struct dict_iter it;
	to->open = from->open;
	to->config = from->config;
	to->type = from->type;
	to->factory = from->factory;
	memo_put(m, from, to);
	dict_begin(&it, from);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct value val = copy_walk(m, e->val);
		struct entry *f = dict_put(m->a, to, e->key, val, e->use);
		f->flags = e->flags & EF_MAYBE;
		f->over = e->over;
	}
}

static struct value copy_walk(struct memo *m, struct value v)
{
	if (!is_container(v))
		return v;
	void *known = memo_get(m, v.as.list);
	if (known) {
		v.as.list = known;
		return v;
	}
	if (memo_stops(m))
		return cut(m, v);
	m->depth++;
	if (v.kind == VALUE_DICT)
		copy_dict(m, &v);
	else
		copy_list(m, &v);
	m->depth--;
	return v;
}

struct value value_copy(struct arena *a, struct value v)
{
	CHECK(a);
	struct memo m = { .a = a };
	v = copy_walk(&m, v);
	free(m.at);
	return v;
}

/* A second copy of a container that this freezing has frozen; older frozen parts stay shared. */
static struct value clone_walk(struct memo *m, struct value v)
{
	if (!is_container(v) || !memo_get(m, v.as.list))
		return v;
	if (memo_stops(m))
		return cut(m, v);
	m->depth++;
	if (v.kind == VALUE_DICT) {
		struct dict *d = arena_new(m->a, struct dict);
		*d = *v.as.dict;
		memo_put(m, d, d); /* reached once more, it is cloned too */
		d->at = arena_array(m->a, struct entry, d->n ? d->n : 1);
		for (uint32_t i = 0; i < d->n; i++) {
			d->at[i] = v.as.dict->at[i];
			d->at[i].key = clone_walk(m, d->at[i].key);
			d->at[i].val = clone_walk(m, d->at[i].val);
		}
		v.as.dict = d;
	} else {
		struct list *l = arena_new(m->a, struct list);
		*l = *v.as.list;
		memo_put(m, l, l);
		l->at = arena_array(m->a, struct item, l->n ? l->n : 1);
		for (uint32_t i = 0; i < l->n; i++) {
			l->at[i] = v.as.list->at[i];
			l->at[i].val = clone_walk(m, l->at[i].val);
		}
		v.as.list = l;
	}
	m->depth--;
	return v;
}

static bool is_frozen(struct value v)
{
	return v.kind == VALUE_DICT ? v.as.dict->frozen : v.as.list->frozen;
}

static struct value freeze_walk(struct memo *m, struct value v)
{
	if (!is_container(v))
		return v;
	if (memo_get(m, v.as.list))
		return is_frozen(v) ? clone_walk(m, v) : cut(m, v); /* not frozen yet: it contains itself */
	if (is_frozen(v))
		return v;
	if (memo_full(m))
		return cut(m, v);
	m->depth++;
	memo_put(m, v.as.list, v.as.list);
	if (v.kind == VALUE_DICT) {
		struct dict *d = v.as.dict;
		for (uint32_t i = 0; i < d->n; i++) {
			d->at[i].key = freeze_walk(m, d->at[i].key);
			d->at[i].val = freeze_walk(m, d->at[i].val);
		}
		d->frozen = true;
	} else {
		struct list *l = v.as.list;
		for (uint32_t i = 0; i < l->n; i++)
			l->at[i].val = freeze_walk(m, l->at[i].val);
		l->open |= l->view != NULL; /* its dict may change without it from here on */
		l->view = NULL;
		l->open |= l->iter != NULL; /* several children must not share one iterator */
		l->iter = NULL;
		l->frozen = true;
	}
	m->depth--;
	return v;
}

struct value value_freeze(struct arena *a, struct value v)
{
	CHECK(a);
	struct memo m = { .a = a };
	v = freeze_walk(&m, v);
	free(m.at);
	return v;
}
