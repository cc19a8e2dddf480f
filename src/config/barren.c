// SPDX-License-Identifier: MIT
#include "config/barren.h"
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKETS = 1 << 16, NODES_MAX = 1 << 18 };

struct node {
	const void *container;
	const struct str *word;
	uint32_t dicts;
	bool near;
	struct node *next;
};
struct barren {
	atomic_uint n;
	_Atomic(struct node *) bucket[BUCKETS]; /* lists that grow at the front */
};

struct barren *barren_new(void)
{
	return xcalloc(1, sizeof(struct barren));
}

void barren_free(struct barren *b)
{
	for (uint32_t i = 0; b && i < BUCKETS; i++)
		for (struct node *x = atomic_load(&b->bucket[i]), *next; x; x = next) {
			next = x->next;
			free(x);
		}
	free(b);
}

static uint32_t bucket_of(const void *container, const struct str *word)
{
	uint64_t h = ((uintptr_t)container >> 4 ^ word->hash) * 0x9E3779B97F4A7C15ull;
	return (uint32_t)(h >> 48);
}

uint32_t barren_dicts(const struct barren *b, const void *container, const struct str *word, bool near)
{
	const struct node *x = atomic_load_explicit(&b->bucket[bucket_of(container, word)], memory_order_acquire);
	while (x && (x->container != container || x->word != word || x->near != near))
		x = x->next;
	return x ? x->dicts + 1 : 0;
}

void barren_add(struct barren *b, const void *container, const struct str *word, bool near, uint32_t dicts)
{
	_Atomic(struct node *) *bucket = &b->bucket[bucket_of(container, word)];
	if (atomic_fetch_add_explicit(&b->n, 1, memory_order_relaxed) >= NODES_MAX)
		return;
	struct node *x = xcalloc(1, sizeof *x);
	*x = (struct node){ container, word, dicts, near, atomic_load(bucket) };
	while (!atomic_compare_exchange_weak_explicit(bucket, &x->next, x, memory_order_release, memory_order_relaxed))
		;
}
