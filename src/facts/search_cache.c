// SPDX-License-Identifier: MIT
/* A hash table that many threads read without locks. Buckets are lists that only grow at the front: a writer fills a
 * node under the lock and then publishes it with a release store; readers load with acquire.
 *
 * Invariant: a published node never changes and is never removed. At NODES_MAX nodes the table stops growing.
 *
 *   search_cache_put_key(b, key, &k)          add(key): a new head of the bucket
 *   search_cache_key(b, key, known, &k)   finds the latest node of the key, which knows the most words
 *   search_cache_word(b, "classes", false)     its number; SEARCH_WORDS if there is no room */
#include "facts/search_cache.h"
#include "base/arena.h"
#include "base/hash.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_BITS = 14, BUCKETS = 1 << BUCKET_BITS, NODES_MAX = 1 << 18 };

struct node {
	const void *of, *kind; /* kind NULL: keys is set, else keys.dicts alone */
	struct search_keys keys;
	const void *data;
	bool part;
	struct node *next;
};
struct search_cache {
	pthread_mutex_t lock; /* for writers */
	struct search_word word[SEARCH_WORDS];
	atomic_uint nwords;
	uint32_t n;
	struct arena arena;
	_Atomic(struct node *) bucket[BUCKETS]; /* lists that grow at the front */
	struct contents_table *contents;
};

struct search_cache *search_cache_new(void)
{
	struct search_cache *b = xcalloc(1, sizeof *b);
	b->contents = contents_new();
	pthread_mutex_init(&b->lock, NULL);
	return b;
}

void search_cache_free(struct search_cache *b)
{
	if (!b)
		return;
	arena_release(&b->arena);
	pthread_mutex_destroy(&b->lock);
	contents_free(b->contents);
	free(b);
}

struct contents_table *search_cache_contents(struct search_cache *b)
{
	return b->contents;
}

/* ---- the table ---- */

static uint32_t bucket_of(const void *of, const void *kind)
{
	uint64_t h = hash_word((uintptr_t)of >> 4, (uintptr_t)kind << 8);
	return (uint32_t)(h >> (64 - BUCKET_BITS));
}

static const struct node *find(const struct search_cache *b, const void *of, const void *kind, bool part)
{
	const struct node *x = atomic_load_explicit(&b->bucket[bucket_of(of, kind)], memory_order_acquire);
	while (x && (x->of != of || x->kind != kind || x->part != part))
		x = x->next;
	return x;
}

static void add(struct search_cache *b, struct node node)
{
	_Atomic(struct node *) *bucket = &b->bucket[bucket_of(node.of, node.kind)];
	pthread_mutex_lock(&b->lock);
	if (b->n++ < NODES_MAX) {
		struct node *x = arena_new(&b->arena, struct node);
		*x = node;
		x->next = atomic_load(bucket);
		atomic_store_explicit(bucket, x, memory_order_release);
	}
	pthread_mutex_unlock(&b->lock);
}

uint32_t search_cache_number(const struct search_cache *b, const void *of, const void *kind, bool part)
{
	const struct node *x = find(b, of, kind, part);
	return x ? x->keys.dicts + 1 : 0;
}

void search_cache_put_number(struct search_cache *b, const void *of, const void *kind, bool part, uint32_t number)
{
	add(b, (struct node){ .of = of, .kind = kind, .keys = { .dicts = number }, .part = part });
}

static bool enough(const struct search_keys *k, uint32_t known, struct search_keys *out)
{
	if (!k || k->known < known)
		return false;
	*out = *k;
	return true;
}

bool search_cache_key(const struct search_cache *b, const struct str *key, uint32_t known, struct search_keys *out)
{
	const struct node *x = find(b, key, NULL, false); /* the latest, which has the most */
	return enough(x ? &x->keys : NULL, known, out);
}

void search_cache_put_key(struct search_cache *b, const struct str *key, const struct search_keys *k)
{
	add(b, (struct node){ .of = key, .keys = *k });
}

bool search_cache_below(const struct contents *c, uint32_t known, struct search_keys *out)
{
	return enough(atomic_load_explicit(contents_note(c), memory_order_acquire), known, out);
}

void search_cache_put_below(struct search_cache *b, const struct contents *c, const struct search_keys *k)
{
	pthread_mutex_lock(&b->lock);
	if (b->n++ < NODES_MAX) {
		struct search_keys *copy = arena_new(&b->arena, struct search_keys);
		*copy = *k;
		atomic_store_explicit(contents_note(c), copy, memory_order_release);
	}
	pthread_mutex_unlock(&b->lock);
}

const void *search_cache_data(const struct search_cache *b, const struct str *of, const struct str *kind)
{
	const struct node *x = find(b, of, kind, false);
	return x ? x->data : NULL;
}

void search_cache_put_data(struct search_cache *b, const struct str *of, const struct str *kind, const void *what,
			   size_t size)
{
	pthread_mutex_lock(&b->lock);
	void *copy = b->n < NODES_MAX ? arena_alloc(&b->arena, 1, size, alignof(max_align_t)) : NULL;
	pthread_mutex_unlock(&b->lock);
	if (!copy)
		return;
	memcpy(copy, what, size);
	add(b, (struct node){ .of = of, .kind = kind, .data = copy });
}

/* ---- words ---- */

static uint32_t find_word(const struct search_cache *b, const struct str *word, bool near)
{
	uint32_t n = atomic_load_explicit(&b->nwords, memory_order_acquire);
	for (uint32_t i = 0; i < n; i++)
		if (b->word[i].word == word && b->word[i].near == near)
			return i;
	return SEARCH_WORDS;
}

uint32_t search_cache_word(struct search_cache *b, const struct str *word, bool near)
{
	uint32_t at = find_word(b, word, near);
	if (at < SEARCH_WORDS)
		return at;
	pthread_mutex_lock(&b->lock);
	at = find_word(b, word, near);
	uint32_t n = atomic_load(&b->nwords);
	if (at == SEARCH_WORDS && n < SEARCH_WORDS) {
		at = n;
		b->word[n] = (struct search_word){ word, near };
		atomic_store_explicit(&b->nwords, n + 1, memory_order_release);
	}
	pthread_mutex_unlock(&b->lock);
	return at;
}

uint32_t search_cache_words(const struct search_cache *b, const struct search_word **out)
{
	*out = b->word;
	return atomic_load_explicit(&b->nwords, memory_order_acquire);
}
