// SPDX-License-Identifier: MIT
#include "python/syntax/trees.h"
#include "base/map.h"
#include "base/str.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct tree {
	struct arena arena;
	struct parsed parsed;
	const char *text;
	uint32_t len;
	struct tree *next; /* of the same file as it was before */
};
struct trees {
	pthread_mutex_t lock;
	struct arena arena; /* of the map */
	struct map by_path; /* interned path -> struct tree */
};

struct trees *trees_new(void)
{
	struct trees *t = xcalloc(1, sizeof *t);

	pthread_mutex_init(&t->lock, NULL);
	return t;
}

static void tree_free(struct tree *x)
{
	arena_release(&x->arena);
	free(x);
}

void trees_free(struct trees *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; i < t->by_path.cap; i++)
		for (struct tree *x = t->by_path.at[i].key ? t->by_path.at[i].val : NULL, *next; x; x = next) {
			next = x->next;
			tree_free(x);
		}
	pthread_mutex_destroy(&t->lock);
	arena_release(&t->arena);
	free(t);
}

static struct tree *find(struct trees *t, const struct str *path, const char *text, uint32_t len)
{
	struct tree *x = map_get(&t->by_path, path);

	while (x && (x->len != len || memcmp(x->text, text, len) != 0))
		x = x->next;
	return x;
}

static struct tree *tree_new(const char *text, uint32_t len)
{
	struct tree *x = xcalloc(1, sizeof *x);
	struct parser *p = parser_new();

	x->text = arena_strndup(&x->arena, text, len);
	x->len = len;
	parse_module(p, &x->arena, text, len, NULL, &x->parsed);
	parser_free(p);
	return x;
}

const struct parsed *trees_get(struct trees *t, const char *path, const char *text, uint32_t len)
{
	const struct str *key = str_lit(path);
	struct tree *x, *made, *beside;

	pthread_mutex_lock(&t->lock);
	x = find(t, key, text, len);
	pthread_mutex_unlock(&t->lock);
	if (x)
		return &x->parsed;
	made = tree_new(text, len); /* unlocked: that takes the time */
	pthread_mutex_lock(&t->lock);
	beside = find(t, key, text, len);
	if (!beside) {
		made->next = map_get(&t->by_path, key);
		map_put(&t->arena, &t->by_path, key, made);
	}
	pthread_mutex_unlock(&t->lock);
	if (beside)
		tree_free(made);
	return beside ? &beside->parsed : &made->parsed;
}
