// SPDX-License-Identifier: MIT
/*
 * Intern table: 64 shards chosen by the hash's top bits. Each is an open-addressing table with its own lock and
 * arena, so threads rarely contend.  Strings of the compiled rules are in a static table, which is searched first.
 * Strings are never freed: equal text has one address for the process's life.
 *
 * Example: str_of("model", 5) == str_lit("model")  the same address
 *          str_of("a\0b", 3)                       NUL is allowed inside
 */
#include "base/str.h"
#include "base/arena.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SHARD_BITS = 6, SHARDS = 1 << SHARD_BITS, FIRST_SLOTS = 64 };

struct shard {
	pthread_mutex_t lock;
	const struct str **slot; /* cap (a power of two) slots, NULL when free */
	size_t n, cap;
	struct arena arena;
};

static struct shard shards[SHARDS] = { [0 ... SHARDS - 1] = { .lock = PTHREAD_MUTEX_INITIALIZER } };

static uint64_t bytes8(const char *s)
{
	uint64_t w;

	memcpy(&w, s, sizeof w);
	return w;
}

/* Hash input of a text with fewer than eight bytes. */
static uint64_t bytes_below_8(const char *s, size_t n)
{
	uint64_t w = 0;

	for (size_t i = 0; i < n; i++)
		w = w << 8 | (unsigned char)s[i];
	return w;
}

/* Multiplies in eight bytes at a time, the last eight may overlap; then folds the well-mixed top bits down. */
static uint32_t hash_text(const char *s, size_t n)
{
	const uint64_t odd = 0x9E3779B97F4A7C15u;
	uint64_t h = n * odd;

	for (const char *at = s; at + 8 < s + n; at += 8) {
		h = (h ^ bytes8(at)) * odd;
		h ^= h >> 32;
	}
	h = (h ^ (n < 8 ? bytes_below_8(s, n) : bytes8(s + n - 8))) * odd;
	h = (h ^ h >> 32) * odd;
	return (uint32_t)(h >> 32);
}

static bool is_text(const struct str *at, uint32_t hash, const char *s, size_t n)
{
	return at->hash == hash && at->len == n && !memcmp(at->s, s, n);
}

/* NULL if it is not in the static table. It needs no lock: the table is constant. */
static const struct str *find_static(uint32_t hash, const char *s, size_t n)
{
	if (!str_static.slots)
		return NULL;
	for (uint32_t i = hash & (str_static.slots - 1); str_static.slot[i]; i = (i + 1) & (str_static.slots - 1)) {
		const struct str *at = (const struct str *)(str_static.words + (str_static.slot[i] - 1));

		if (is_text(at, hash, s, n))
			return at;
	}
	return NULL;
}

/* The slot that holds the text, or the free slot for it. */
static const struct str **slot_of(const struct shard *sh, uint32_t hash, const char *s, size_t n)
{
	size_t mask = sh->cap - 1;

	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		const struct str *at = sh->slot[i];

		if (!at || is_text(at, hash, s, n))
			return &sh->slot[i];
	}
}

static void shard_grow(struct shard *sh)
{
	const struct str **old = sh->slot;
	size_t oldcap = sh->cap;

	sh->cap = oldcap ? oldcap * 2 : FIRST_SLOTS;
	sh->slot = xcalloc(sh->cap, sizeof *sh->slot);
	for (size_t i = 0; i < oldcap; i++)
		if (old[i])
			*slot_of(sh, old[i]->hash, old[i]->s, old[i]->len) = old[i];
	free(old);
}

static const struct str *str_make(struct arena *a, uint32_t hash, const char *s, size_t n)
{
	struct str *str = arena_alloc(a, 1, sizeof *str + n + 1, alignof(struct str));

	str->hash = hash;
	str->len = (uint32_t)n;
	memcpy(str->s, s, n);
	return str;
}

const struct str *str_of(const char *s, size_t n)
{
	CHECK(s || !n);

	if (n >= UINT32_MAX)
		die("a string of 4 GiB");
	if (!n)
		s = "";

	uint32_t hash = hash_text(s, n);
	const struct str *found = find_static(hash, s, n);

	if (found)
		return found;

	struct shard *sh = &shards[hash >> (32 - SHARD_BITS)];

	pthread_mutex_lock(&sh->lock);
	if (sh->n * 4 >= sh->cap * 3)
		shard_grow(sh);

	const struct str **slot = slot_of(sh, hash, s, n);

	if (!*slot) {
		*slot = str_make(&sh->arena, hash, s, n);
		sh->n++;
	}

	found = *slot;

	pthread_mutex_unlock(&sh->lock);
	return found;
}

const struct str *str_lit(const char *s)
{
	return str_of(s, strlen(s));
}

int str_order(const void *a, const void *b)
{
	const struct str *x = *(const struct str *const *)a, *y = *(const struct str *const *)b;

	if (x->hash != y->hash || x->len != y->len)
		return x->hash != y->hash ? (x->hash < y->hash ? -1 : 1) : (x->len < y->len ? -1 : 1);
	return x == y ? 0 : memcmp(x->s, y->s, x->len);
}

bool str_among(const struct str *s, const struct str *const *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] == s)
			return true;
	return false;
}
