// SPDX-License-Identifier: MIT
#include "base/once.h"
#include "base/map.h"
#include "base/str.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct made {
	struct arena arena;
	once_make *make;
	const void *it;
	const char *text;
	uint32_t len;
	struct made *next; /* of the same file: by another, or as it was before */
};
struct once {
	pthread_mutex_t lock;
	struct arena arena; /* of the map */
	struct map by_path; /* interned path -> struct made */
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

static struct made *find(struct once *m, once_make *make, const struct str *path, const char *text, uint32_t len)
{
	struct made *x = map_get(&m->by_path, path);

	while (x && (x->make != make || x->len != len || memcmp(x->text, text, len) != 0))
		x = x->next;
	return x;
}

static struct made *made_new(once_make *make, const char *text, uint32_t len)
{
	struct made *x = xcalloc(1, sizeof *x);

	x->make = make;
	x->text = arena_strndup(&x->arena, text, len);
	x->len = len;
	x->it = make(&x->arena, x->text, len);
	return x;
}

const void *once_get(struct once *m, once_make *make, const char *path, const char *text, uint32_t len)
{
	const struct str *key = str_lit(path);
	struct made *x, *new, *beside;

	pthread_mutex_lock(&m->lock);
	x = find(m, make, key, text, len);
	pthread_mutex_unlock(&m->lock);
	if (x)
		return x->it;
	new = made_new(make, text, len); /* unlocked: that takes the time */
	pthread_mutex_lock(&m->lock);
	beside = find(m, make, key, text, len);
	if (!beside) {
		new->next = map_get(&m->by_path, key);
		map_put(&m->arena, &m->by_path, key, new);
	}
	pthread_mutex_unlock(&m->lock);
	if (beside)
		made_free(new);
	return beside ? beside->it : new->it;
}
