// SPDX-License-Identifier: MIT
/* Hash-consing of frozen containers. A container is written as words: its own flags, then a few words per item,
 * where a nested container is the address of its contents. Equal word sequences are found by hash. Each container
 * notes the index of its contents in a list.
 *
 * Example: {'lr': 1} in a.py and {'lr': 1} in b.py   one struct contents
 *          [{'lr': 1}]                               its word for the item is that address */
#include "python/value/contents.h"
#include "base/hash.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
	BUCKET_BITS = 15,
	BUCKETS = 1 << BUCKET_BITS,
	WORDS_MAX = 1 << 21,
	CHUNK = 1024,
	CONTAINERS_MAX = 256 * CHUNK,
	DEPTH_MAX = 64
};

struct contents {
	uint64_t hash;
	struct contents *next;
	_Atomic(const void *) *note; /* separate, because contents are const to all readers */
	uint32_t n;
	uint64_t word[];
};
struct holder { /* a container that was looked up */
	_Atomic(const void *) container;
	const struct contents *contents;
};
struct contents_table {
	pthread_mutex_t lock; /* taken by writers */
	struct arena arena;
	size_t nwords;
	atomic_uint nholders;
	_Atomic(struct contents *) contents[BUCKETS]; /* lists that grow at the front */
	_Atomic(struct holder *) chunk[CONTAINERS_MAX / CHUNK];
};
struct words {
	uint64_t *at;
	size_t n, cap;
};

struct contents_table *contents_new(void)
{
	struct contents_table *t = xcalloc(1, sizeof *t);
	pthread_mutex_init(&t->lock, NULL);
	return t;
}

void contents_free(struct contents_table *t)
{
	if (!t)
		return;
	arena_release(&t->arena);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

/* ---- containers already seen ---- */

static _Atomic uint32_t *note_of(struct value v)
{
	return v.kind == VALUE_DICT ? &v.as.dict->noted : &v.as.list->noted;
}

static const void *address_of(struct value v)
{
	return v.kind == VALUE_DICT ? (const void *)v.as.dict : v.as.list;
}

/* The note may be another table's: then another container, or none, is at that index. */
static const struct contents *seen(struct contents_table *t, struct value v)
{
	uint32_t i = atomic_load_explicit(note_of(v), memory_order_acquire) - 1;
	struct holder *chunk =
		i < CONTAINERS_MAX ? atomic_load_explicit(&t->chunk[i / CHUNK], memory_order_acquire) : NULL;
	if (!chunk || atomic_load_explicit(&chunk[i % CHUNK].container, memory_order_acquire) != address_of(v))
		return NULL;
	return chunk[i % CHUNK].contents;
}

/* The slot of holder i; NULL: there are too many. */
static struct holder *room(struct contents_table *t, uint32_t i)
{
	if (i >= CONTAINERS_MAX)
		return NULL;
	struct holder *chunk = atomic_load_explicit(&t->chunk[i / CHUNK], memory_order_acquire);
	if (!chunk) {
		pthread_mutex_lock(&t->lock);
		chunk = atomic_load(&t->chunk[i / CHUNK]);
		if (!chunk)
			atomic_store(&t->chunk[i / CHUNK], chunk = arena_array(&t->arena, struct holder, CHUNK));
		pthread_mutex_unlock(&t->lock);
	}
	return &chunk[i % CHUNK];
}

/* Two threads may do so at once, with two equal holders. */
static void remember(struct contents_table *t, struct value v, const struct contents *c)
{
	uint32_t i = atomic_load(&t->nholders) < CONTAINERS_MAX ? atomic_fetch_add(&t->nholders, 1) : CONTAINERS_MAX;
	struct holder *x = room(t, i);
	if (!x)
		return;
	x->contents = c;
	atomic_store_explicit(&x->container, address_of(v), memory_order_release);
	atomic_store_explicit(note_of(v), i + 1, memory_order_release);
}

/* ---- by words ---- */

static uint64_t hash_of(const uint64_t *word, size_t n)
{
	uint64_t h = n;
	for (size_t i = 0; i < n; i++) {
		h = hash_word(h, word[i]);
		h ^= h >> 32;
	}
	return h;
}

static const struct contents *find(const struct contents *c, const uint64_t *word, size_t n, uint64_t hash)
{
	while (c && (c->hash != hash || c->n != n || memcmp(c->word, word, n * sizeof *word)))
		c = c->next;
	return c;
}

static const struct contents *add(struct contents_table *t, const uint64_t *word, size_t n, uint64_t hash)
{
	_Atomic(struct contents *) *bucket = &t->contents[hash >> (64 - BUCKET_BITS)];
	struct contents *first = atomic_load(bucket);
	const struct contents *found = find(first, word, n, hash); /* another thread was faster */
	if (found || t->nwords + n > WORDS_MAX)
		return found;
	struct contents *c = arena_alloc(&t->arena, 1, sizeof *c + n * sizeof *word, alignof(struct contents));
	*c = (struct contents){ .hash = hash, .next = first, .n = (uint32_t)n };
	c->note = arena_new(&t->arena, _Atomic(const void *));
	memcpy(c->word, word, n * sizeof *word);
	t->nwords += n;
	atomic_store_explicit(bucket, c, memory_order_release);
	return c;
}

/* The contents with these words; stores them for v. */
static const struct contents *intern(struct contents_table *t, struct value v, const uint64_t *word, size_t n)
{
	uint64_t hash = hash_of(word, n);
	const struct contents *c =
		find(atomic_load_explicit(&t->contents[hash >> (64 - BUCKET_BITS)], memory_order_acquire), word, n,
		     hash);
	if (!c) {
		pthread_mutex_lock(&t->lock);
		c = add(t, word, n, hash);
		pthread_mutex_unlock(&t->lock);
	}
	if (c)
		remember(t, v, c);
	return c;
}

/* ---- a container as words ---- */

static const struct contents *contents_at(struct contents_table *t, struct value v, struct words *w, uint32_t depth);

static int64_t ref_bits(const struct ref *r)
{
	const struct {
		const struct str *module, *name;
		uintptr_t how;
	} says = { r->module, r->name, r->how };
	return (intptr_t)str_of((const char *)&says, sizeof says);
}

static bool scalar_bits(struct value v, int64_t *bits)
{
	switch (v.kind) {
	case VALUE_UNKNOWN:
		*bits = v.as.cause ? (int64_t)v.as.cause->why : -1;
		return true;
	case VALUE_NONE:
		*bits = 0;
		return true;
	case VALUE_BOOL:
		*bits = v.as.b;
		return true;
	case VALUE_INT:
	case VALUE_FLOAT:
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_BIGINT:
		*bits = v.as.i;
		return true;
	case VALUE_REF:
		*bits = ref_bits(v.as.ref);
		return true;
	default:
		return false;
	}
}

bool contents_bits(struct contents_table *t, struct value v, int64_t *bits)
{
	if (scalar_bits(v, bits))
		return true;
	*bits = (intptr_t)(t ? contents_of(t, v) : NULL);
	return *bits;
}

/* true: *out distinguishes v, an item of a container, from all other values of its kind. */
static bool word_of(struct contents_table *t, struct value v, struct words *w, uint32_t depth, uint64_t *out)
{
	int64_t bits;
	if (scalar_bits(v, &bits))
		*out = (uint64_t)bits;
	else if (v.kind == VALUE_DICT || v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		return (*out = (uintptr_t)contents_at(t, v, w, depth + 1));
	else
		*out = (uint64_t)v.as.i; /* the same object */
	return true;
}

static bool add_dict(struct contents_table *t, const struct dict *d, struct words *w, uint32_t depth)
{
	const struct contents *base = NULL;
	if (d->base) {
		base = contents_at(t, (struct value){ .kind = VALUE_DICT, .as.dict = d->base }, w, depth + 1);
		if (!base)
			return false;
	}
	vec_push(w, (uint64_t)VALUE_DICT | (uint64_t)d->open << 8 | (uint64_t)d->config << 9 | (uint64_t)d->n << 32);
	vec_push(w, (uintptr_t)base);
	vec_push(w, (uintptr_t)d->type);
	vec_push(w, (uintptr_t)d->factory);
	for (uint32_t i = 0; i < d->n; i++) {
		const struct entry *e = &d->at[i];
		uint64_t key, val;
		if (!word_of(t, e->key, w, depth, &key) || !word_of(t, e->val, w, depth, &val))
			return false;
		vec_push(w, (uint64_t)e->key.kind | (uint64_t)e->val.kind << 8 | (uint64_t)e->flags << 16);
		vec_push(w, key);
		vec_push(w, val);
	}
	return true;
}

static bool add_list(struct contents_table *t, struct value v, struct words *w, uint32_t depth)
{
	const struct list *l = v.as.list;
	if (l->iter)
		return false;
	vec_push(w, (uint64_t)v.kind | (uint64_t)l->open << 8 | (uint64_t)l->config << 9 | (uint64_t)l->n << 32);
	vec_push(w, (uintptr_t)l->type);
	vec_push(w, (uintptr_t)l->named);
	for (uint32_t i = 0; i < l->n; i++) {
		uint64_t word;
		if (!word_of(t, l->at[i].val, w, depth, &word))
			return false;
		vec_push(w, (uint64_t)l->at[i].val.kind | (uint64_t)l->at[i].flags << 16);
		vec_push(w, word);
	}
	return true;
}

/* w is a stack: the words of v are pushed while it is processed. */
static const struct contents *contents_at(struct contents_table *t, struct value v, struct words *w, uint32_t depth)
{
	if (!value_is_frozen(v) || depth > DEPTH_MAX)
		return NULL;
	const struct contents *c = seen(t, v);
	if (c)
		return c;
	size_t from = w->n;
	if (v.kind == VALUE_DICT ? add_dict(t, v.as.dict, w, depth) : add_list(t, v, w, depth))
		c = intern(t, v, w->at + from, w->n - from);
	w->n = from;
	return c;
}

_Atomic(const void *) *contents_note(const struct contents *c)
{
	return c->note;
}

const struct contents *contents_of(struct contents_table *t, struct value v)
{
	struct words w = { 0 };
	const struct contents *c = contents_at(t, v, &w, 0);
	free(w.at);
	return c;
}
