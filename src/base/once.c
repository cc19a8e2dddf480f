// SPDX-License-Identifier: MIT
#include "base/once.h"
#include "base/map.h"
#include "base/str.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct how { /* one of them */
	once_make *make;
	once_work *work;
};
struct made {
	struct arena arena;
	struct how how;
	const void *it;
	const char *text;
	uint32_t len, age;
	struct made *next; /* of the same file: by another, or as it was before */
};
struct once {
	pthread_mutex_t lock;
	struct arena arena; /* of the map */
	struct map by_path; /* interned path -> struct made */
	uint32_t age;	    /* goes up where what was made is forgotten */
	size_t large;	    /* bytes of once_room() */
};

struct once *once_new(void)
{
	struct once *m = xcalloc(1, sizeof *m);

	pthread_mutex_init(&m->lock, NULL);
	return m;
}

static void made_free(struct made *x)
{
	arena_release(&x->arena);
	free(x);
}

void once_free(struct once *m)
{
	if (!m)
		return;
	for (uint32_t i = 0; i < m->by_path.cap; i++)
		for (struct made *x = m->by_path.at[i].key ? m->by_path.at[i].val : NULL, *next; x; x = next) {
			next = x->next;
			made_free(x);
		}
	pthread_mutex_destroy(&m->lock);
	arena_release(&m->arena);
	free(m);
}

static struct made *find(struct once *m, struct how how, const struct str *path, const char *text, uint32_t len)
{
	struct made *x = map_get(&m->by_path, path);

	while (x && (x->how.make != how.make || x->how.work != how.work || x->age != m->age || x->len != len ||
		     memcmp(x->text, text, len) != 0))
		x = x->next;
	return x;
}

/* *age: as of when what isn't found is to be made. */
static struct made *find_locked(struct once *m, struct how how, const struct str *path, const char *text, uint32_t len,
				uint32_t *age)
{
	struct made *x;

	pthread_mutex_lock(&m->lock);
	x = find(m, how, path, text, len);
	*age = m->age;
	pthread_mutex_unlock(&m->lock);
	return x;
}

static struct made *made_new(struct how how, const char *text, uint32_t len, uint32_t age)
{
	struct made *x = xcalloc(1, sizeof *x);

	x->how = how;
	x->age = age;
	x->text = arena_strndup(&x->arena, text, len);
	x->len = len;
	return x;
}

/* Unless another thread was faster. */
static const void *keep(struct once *m, const struct str *path, struct made *new)
{
	struct made *beside;

	pthread_mutex_lock(&m->lock);
	beside = find(m, new->how, path, new->text, new->len);
	if (!beside) {
		new->next = map_get(&m->by_path, path);
		map_put(&m->arena, &m->by_path, path, new);
	}
	pthread_mutex_unlock(&m->lock);
	if (beside)
		made_free(new);
	return beside ? beside->it : new->it;
}

const void *once_get(struct once *m, once_make *make, const char *path, const char *text, uint32_t len)
{
	const struct how how = { .make = make };
	const struct str *of = str_lit(path);
	uint32_t age;
	struct made *x = find_locked(m, how, of, text, len, &age);

	if (x)
		return x->it;
	x = made_new(how, text, len, age);
	x->it = make(&x->arena, m, x->text, len); /* unlocked: that takes the time */
	return keep(m, of, x);
}

const void *once_worked_out(struct once *m, once_work *work, const void *by, const char *path, const char *key)
{
	const struct how how = { .work = work };
	const struct str *of = str_lit(path);
	uint32_t len = (uint32_t)strlen(key), age;
	struct made *x = find_locked(m, how, of, key, len, &age);

	if (x)
		return x->it;
	x = made_new(how, key, len, age);
	x->it = work(&x->arena, by, of->s, x->text);
	return keep(m, of, x);
}

bool once_room(struct once *m, size_t bytes, size_t most)
{
	bool fits;

	pthread_mutex_lock(&m->lock);
	fits = bytes <= most && m->large <= most - bytes;
	m->large += fits ? bytes : 0;
	pthread_mutex_unlock(&m->lock);
	return fits;
}

void once_forget(struct once *m)
{
	pthread_mutex_lock(&m->lock);
	m->age++;
	pthread_mutex_unlock(&m->lock);
}
