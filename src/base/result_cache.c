// SPDX-License-Identifier: MIT
/*
 * A cache of results computed from texts: one list of entries per path, under one lock. Results are computed without
 * the lock; if two threads compute the same one, the first is stored and the second is freed. result_cache_forget
 * increments the generation (age), so older entries are not found but stay valid.
 *
 * Example: result_cache_get(m, parse, "a.py", "x = 1", 5)  computes and stores
 *          result_cache_get(m, parse, "a.py", "x = 1", 5)  returns the same address
 *          result_cache_get(m, parse, "b.py", "x = 1", 5)  computes again: another file
 */
#include "base/result_cache.h"
#include "base/map.h"
#include "base/str.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct builder { /* what computes an entry: one of the two */
	result_make *make;
	result_compute *work;
};
struct entry {
	struct arena arena;
	struct builder builder;
	const void *it;
	const char *text;
	uint32_t len, age;
	struct entry *next; /* for the same path: another builder, text or generation */
};
struct result_cache {
	pthread_mutex_t lock;
	struct arena arena; /* of the map */
	struct map by_path; /* interned path -> struct entry */
	uint32_t age;	    /* incremented by result_cache_forget */
	size_t large;	    /* bytes of result_cache_reserve() */
};

struct result_cache *result_cache_new(void)
{
	struct result_cache *m = xcalloc(1, sizeof *m);

	pthread_mutex_init(&m->lock, NULL);
	return m;
}

static void entry_free(struct entry *x)
{
	arena_release(&x->arena);
	free(x);
}

void result_cache_free(struct result_cache *m)
{
	if (!m)
		return;
	for (uint32_t i = 0; i < m->by_path.cap; i++)
		for (struct entry *x = m->by_path.at[i].key ? m->by_path.at[i].val : NULL, *next; x; x = next) {
			next = x->next;
			entry_free(x);
		}
	pthread_mutex_destroy(&m->lock);
	arena_release(&m->arena);
	free(m);
}

static struct entry *find(struct result_cache *m, struct builder builder, const struct str *path, const char *text,
			  uint32_t len)
{
	struct entry *x = map_get(&m->by_path, path);

	while (x && (x->builder.make != builder.make || x->builder.work != builder.work || x->age != m->age ||
		     x->len != len || memcmp(x->text, text, len) != 0))
		x = x->next;
	return x;
}

/* NULL: not stored. *age: the generation for the new entry. */
static struct entry *find_locked(struct result_cache *m, struct builder builder, const struct str *path,
				 const char *text, uint32_t len, uint32_t *age)
{
	struct entry *x;

	pthread_mutex_lock(&m->lock);
	x = find(m, builder, path, text, len);
	*age = m->age;
	pthread_mutex_unlock(&m->lock);
	return x;
}

static struct entry *entry_new(struct builder builder, const char *text, uint32_t len, uint32_t age)
{
	struct entry *x = xcalloc(1, sizeof *x);

	x->builder = builder;
	x->age = age;
	x->text = arena_strndup(&x->arena, text, len);
	x->len = len;
	return x;
}

/* Stores the entry and returns its result. If another thread stored it first, frees `new` and returns that result. */
static const void *store(struct result_cache *m, const struct str *path, struct entry *new)
{
	struct entry *beside;

	pthread_mutex_lock(&m->lock);
	beside = find(m, new->builder, path, new->text, new->len);
	if (!beside) {
		new->next = map_get(&m->by_path, path);
		map_put(&m->arena, &m->by_path, path, new);
	}
	pthread_mutex_unlock(&m->lock);
	if (beside)
		entry_free(new);
	return beside ? beside->it : new->it;
}

const void *result_cache_get(struct result_cache *m, result_make *make, const char *path, const char *text,
			     uint32_t len)
{
	const struct builder builder = { .make = make };
	const struct str *of = str_lit(path);
	uint32_t age;
	struct entry *x = find_locked(m, builder, of, text, len, &age);

	if (x)
		return x->it;
	x = entry_new(builder, text, len, age);
	x->it = make(&x->arena, m, x->text, len); /* without the lock: this takes the time */
	return store(m, of, x);
}

const void *result_cache_compute(struct result_cache *m, result_compute *work, const void *by, const char *path,
				 const char *key)
{
	const struct builder builder = { .work = work };
	const struct str *of = str_lit(path);
	uint32_t len = (uint32_t)strlen(key), age;
	struct entry *x = find_locked(m, builder, of, key, len, &age);

	if (x)
		return x->it;
	x = entry_new(builder, key, len, age);
	x->it = work(&x->arena, by, of->s, x->text);
	return store(m, of, x);
}

bool result_cache_reserve(struct result_cache *m, size_t bytes, size_t most)
{
	bool fits;

	pthread_mutex_lock(&m->lock);
	fits = bytes <= most && m->large <= most - bytes;
	m->large += fits ? bytes : 0;
	pthread_mutex_unlock(&m->lock);
	return fits;
}

void result_cache_forget(struct result_cache *m)
{
	pthread_mutex_lock(&m->lock);
	m->age++;
	pthread_mutex_unlock(&m->lock);
}
