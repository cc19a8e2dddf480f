// SPDX-License-Identifier: MIT
/* Insertion-ordered dicts that may lie over a frozen base. Own entries:
 *
 *	live		a key of its own, at the position where it stands in at[]
 *	EF_OVER		a new value for a key of the base; the base's position counts
 *	EF_TOMBSTONE	a deleted key; hides the base's one if there is one
 *	dead		EF_TOMBSTONE without a key: the key came back later and stands further down
 *
 * A key has at most one entry that is not dead. Deleting never moves entries, so growing drops what is dead. */
#include "python/value/dict.h"
#include <string.h>

enum { INDEX_MIN = 8, OVERLAY_MAX = 8, NONE = UINT32_MAX };

/* Most keys are texts: they are compared by address, without building a value. */
static uint32_t own_find_str(const struct dict *d, const struct str *key)
{
	uint32_t mask = d->nindex - 1, k;
	if (!d->nindex) {
		for (uint32_t i = 0; i < d->n; i++)
			if (d->at[i].key.as.s == key && d->at[i].key.kind == VALUE_STR)
				return i;
		return NONE;
	}
	for (uint32_t h = key->hash & mask; (k = d->index[h]); h = (h + 1) & mask)
		if (d->at[k - 1].key.as.s == key && d->at[k - 1].key.kind == VALUE_STR)
			return k - 1;
	return NONE;
}

static uint32_t own_find(const struct dict *d, struct value key)
{
	uint32_t mask = d->nindex - 1, k;
	if (key.kind == VALUE_STR)
		return own_find_str(d, key.as.s);
	if (!d->nindex) {
		for (uint32_t i = 0; i < d->n; i++)
			if (key_same(d->at[i].key, key))
				return i;
		return NONE;
	}
	for (uint32_t h = key_hash(key) & mask; (k = d->index[h]); h = (h + 1) & mask)
		if (key_same(d->at[k - 1].key, key))
			return k - 1;
	return NONE;
}

const struct entry *dict_find_str(const struct dict *d, const struct str *key)
{
	CHECK(d && key);
	for (; d; d = d->base) {
		uint32_t i = own_find_str(d, key);
		if (i != NONE)
			return d->at[i].flags & EF_TOMBSTONE ? NULL : &d->at[i];
	}
	return NULL;
}

const struct entry *dict_find(const struct dict *d, struct value key)
{
	CHECK(d && value_hashable(key));
	if (key.kind == VALUE_STR)
		return dict_find_str(d, key.as.s);
	for (; d; d = d->base) {
		uint32_t i = own_find(d, key);
		if (i != NONE)
			return d->at[i].flags & EF_TOMBSTONE ? NULL : &d->at[i];
	}
	return NULL;
}

const struct entry *dict_find_lit(const struct dict *d, const char *key)
{
	return dict_find_str(d, str_lit(key));
}

struct value dict_get(struct value d, const char *key)
{
	const struct entry *e = d.kind == VALUE_DICT ? dict_find_lit(d.as.dict, key) : NULL;

	return e ? e->val : (struct value){ 0 };
}

const char *dict_get_text(struct value d, const char *key)
{
	struct value v = dict_get(d, key);

	return v.kind == VALUE_STR ? v.as.s->s : NULL;
}

bool dict_get_true(struct value d, const char *key)
{
	struct value v = dict_get(d, key);

	return v.kind == VALUE_BOOL && v.as.b;
}

static void index_add(struct dict *d, uint32_t i)
{
	uint32_t mask = d->nindex - 1, h = key_hash(d->at[i].key) & mask;
	while (d->index[h])
		h = (h + 1) & mask;
	d->index[h] = i + 1;
}

static void index_build(struct arena *a, struct dict *d)
{
	uint32_t want = 16;
	if (d->n <= INDEX_MIN) {
		d->nindex = 0;
		return;
	}
	while (want < d->cap * 2)
		want *= 2;
	d->index = arena_array(a, uint32_t, want);
	d->nindex = want;
	for (uint32_t i = 0; i < d->n; i++)
		if (d->at[i].key.kind != VALUE_UNKNOWN)
			index_add(d, i);
}

/* Whether an entry is still needed: a tombstone only while it hides a key. */
static bool entry_counts(const struct dict *d, const struct entry *e)
{
	if (!(e->flags & EF_TOMBSTONE))
		return true;
	return e->key.kind != VALUE_UNKNOWN && d->base && dict_find(d->base, e->key);
}

/* Always into a new array: a holder of an entry pointer still reads the old one. */
static void dict_grow(struct arena *a, struct dict *d)
{
	uint32_t n = 0, needed = 0;
	for (uint32_t i = 0; i < d->n; i++)
		needed += entry_counts(d, &d->at[i]);
	uint32_t cap = d->cap ? d->cap : 4;
	while (cap < needed + needed / 4 + 1)
		cap *= 2;
	struct entry *at = arena_array(a, struct entry, cap);
	for (uint32_t i = 0; i < d->n; i++)
		if (entry_counts(d, &d->at[i]))
			at[n++] = d->at[i];
	d->at = at;
	d->n = n;
	d->cap = cap;
	index_build(a, d);
}

void dict_reserve(struct arena *a, struct dict *d, uint32_t n)
{
	if (d->cap || !n)
		return;
	d->at = arena_array(a, struct entry, n);
	d->cap = n;
}

static struct entry *dict_append(struct arena *a, struct dict *d, struct value key, struct value val, struct span use)
{
	if (d->n == d->cap)
		dict_grow(a, d);
	struct entry *e = &d->at[d->n++];
	*e = (struct entry){ .key = key, .val = val, .use = use };
	if (d->nindex)
		index_add(d, d->n - 1);
	else if (d->n > INDEX_MIN)
		index_build(a, d);
	return e;
}

struct entry *dict_put(struct arena *a, struct dict *d, struct value key, struct value val, struct span use)
{
	CHECK(d && value_hashable(key));
	if (d->frozen)
		BUG("write to a frozen dict");
	uint32_t i = own_find(d, key);
	if (i != NONE && !(d->at[i].flags & EF_TOMBSTONE)) {
		struct entry *e = &d->at[i];
		e->key.at = key.at;
		e->val = val;
		e->use = use;
		e->flags &= EF_OVER;
		return e;
	}
	const struct entry *old = NULL;
	if (i != NONE)
		d->at[i].key = (struct value){ 0 }; /* it is added again at the end */
	else if (d->base)
		old = dict_find(d->base, key);
	if (!old) {
		d->count++;
		return dict_append(a, d, key, val, use);
	}
	struct value old_key = old->key;
	old_key.at = key.at;
	struct entry *e = dict_append(a, d, old_key, val, use);
	e->flags = EF_OVER;
	e->over = old;
	return e;
}

bool dict_delete(struct arena *a, struct dict *d, struct value key)
{
	CHECK(d && value_hashable(key));
	if (d->frozen)
		BUG("write to a frozen dict");
	uint32_t i = own_find(d, key);
	struct entry *e;
	if (i != NONE && d->at[i].flags & EF_TOMBSTONE)
		return false;
	if (i != NONE)
		e = &d->at[i];
	else if (d->base && dict_find(d->base, key))
		e = dict_append(a, d, key, (struct value){ 0 }, (struct span){ 0 });
	else
		return false;
	e->flags = EF_TOMBSTONE;
	e->val = (struct value){ 0 };
	e->over = NULL;
	d->count--;
	return true;
}

void dict_clear(struct arena *a, struct dict *d)
{
	(void)a;
	if (d->frozen)
		BUG("write to a frozen dict");
	d->at = NULL;
	d->index = NULL;
	d->base = NULL;
	d->n = d->cap = d->nindex = d->count = 0;
	d->depth = 0;
	d->open = false;
}

/* The same dict without a base. Places, EF_MAYBE flags and replaced entries stay. */
static struct dict *dict_flat(struct arena *a, const struct dict *d)
{
	struct dict *flat = arena_new(a, struct dict);
	struct dict_iter it;
	flat->open = d->open;
	flat->config = d->config;
	flat->type = d->type;
	flat->factory = d->factory;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct entry *f = dict_put(a, flat, e->key, e->val, e->use);
		f->flags = e->flags & EF_MAYBE;
		f->over = e->over;
	}
	flat->frozen = true;
	return flat;
}

struct value dict_overlay(struct arena *a, const struct value *frozen_dict)
{
	struct dict *base = frozen_dict->as.dict;
	if (frozen_dict->kind != VALUE_DICT || !base->frozen)
		BUG("overlay over something that may change");
	if (base->depth >= OVERLAY_MAX)
		base = dict_flat(a, base);
	struct value v = *frozen_dict;
	struct dict *d = v.as.dict = arena_new(a, struct dict);
	d->base = base;
	d->count = base->count;
	d->depth = (uint8_t)(base->depth + 1);
	d->open = base->open;
	d->config = base->config;
	d->type = base->type;
	d->factory = base->factory;
	return v;
}

void dict_begin(struct dict_iter *it, const struct dict *d)
{
	CHECK(d);
	uint32_t n = 0;
	for (const struct dict *p = d; p; p = p->base)
		n++;
	if (n > ARRAY_SIZE(it->level))
		BUG("overlay of %u levels", (unsigned)n);
	*it = (struct dict_iter){ .nlevels = n };
	for (const struct dict *p = d; p; p = p->base)
		it->level[--n] = p;
}

/* The entry that the levels above give to a key with its position at level i; NULL: deleted, or its position is
 * higher. */
static const struct entry *seen_from_above(const struct dict_iter *it, const struct entry *e)
{
	for (uint32_t j = it->i + 1; j < it->nlevels; j++) {
		uint32_t k = own_find(it->level[j], e->key);
		if (k == NONE)
			continue;
		if (!(it->level[j]->at[k].flags & EF_OVER))
			return NULL;
		e = &it->level[j]->at[k];
	}
	return e;
}

const struct entry *dict_next(struct dict_iter *it)
{
	for (; it->i < it->nlevels; it->i++, it->at = 0) {
		const struct dict *d = it->level[it->i];
		while (it->at < d->n) {
			const struct entry *e = &d->at[it->at++];
			if (e->flags & (EF_TOMBSTONE | EF_OVER))
				continue;
			if (it->i + 1 == it->nlevels || (e = seen_from_above(it, e)))
				return e;
		}
	}
	return NULL;
}
