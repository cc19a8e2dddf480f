// SPDX-License-Identifier: MIT
/* The projects of a run, each analysed once, and whether they contain code. */
#include "code/projects.h"
#include "code/answer.h"
#include "code/gather.h"
#include "code/index.h"
#include "code/code_know.h"
#include "code/priv.h"
#include "code/store.h"
#include <stdlib.h>
#include <string.h>

struct project {
	const char *key, *why;
	struct code *code;
};
struct code_cache {
	pthread_mutex_t lock;
	const struct vfs *fs;
	const struct classes *classes;
	const char *dir;
	struct arena arena;
	struct knowledge know;
	VEC(, struct project) project;
};

struct code_cache *code_cache_new(const struct vfs *fs, const struct classes *known, const char *dir)
{
	struct code_cache *c = xcalloc(1, sizeof *c);
	pthread_mutex_init(&c->lock, NULL);
	c->fs = fs;
	c->classes = known;
	c->dir = dir ? arena_strdup(&c->arena, dir) : NULL;
	return c;
}

static void code_free(struct code *c)
{
	store_close(c->store);
	if (c->known->tables && c->known->tables != c->index)
		index_free(c->known->tables);
	index_free(c->index);
	parser_free(c->known->parser);
	arena_release(&c->known->arena);
	pthread_mutex_destroy(&c->known->lock);
	free(c->known);
	free(c);
}

void code_cache_free(struct code_cache *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->project.n; i++)
		if (c->project.at[i].code)
			code_free(c->project.at[i].code);
	vec_release(&c->project);
	pthread_mutex_destroy(&c->lock);
	arena_release(&c->arena);
	free(c);
}

/* NULL and p->why: no code, or too much. */
static struct code *code_new(struct code_cache *cache, const char *root, const char *const *more, struct project *p)
{
	struct index *x = index_new(
		(struct index_of){ .root = root, .fs = cache->fs, .know = &cache->know, .classes = cache->classes });
	char stamp[64], program[PROGRAM_ROOM];
	if (!index_gather(x, more, &p->why)) {
		index_free(x);
		return NULL;
	}
	struct code *c = xcalloc(1, sizeof *c);
	c->known = xcalloc(1, sizeof *c->known);
	pthread_mutex_init(&c->known->lock, NULL);
	c->know = &cache->know;
	c->index = x;
	bool cached = cache->dir && files_program(program, sizeof program) &&
		      files_stamp(&x->m, x->types_open, stamp, sizeof stamp);
	const char *name = cached ? arena_printf(&cache->arena, "%s\n%s", p->key, program) : "";
	c->store = store_open(cached ? cache->dir : NULL, name, cached ? stamp : "");
	return c;
}

static const struct project *project_of(struct code_cache *cache, const char *root, const char *const *more)
{
	struct buf key = { 0 };
	size_t k = 0;
	buf_puts(&key, root);
	for (uint32_t i = 0; more && more[i]; i++)
		buf_printf(&key, "\n%s", more[i]);
	while (k < cache->project.n && strcmp(cache->project.at[k].key, buf_str(&key)) != 0)
		k++;
	if (k == cache->project.n) {
		struct project p = { .key = arena_strdup(&cache->arena, buf_str(&key)) };
		p.code = code_new(cache, root, more, &p);
		vec_push(&cache->project, p);
	}
	buf_release(&key);
	return &cache->project.at[k];
}

const struct code *code_get(struct code_cache *cache, const char *home, const char *const *more, const char **why)
{
	pthread_mutex_lock(&cache->lock);
	if (!cache->know.ncalls)
		knowledge_load(&cache->arena, &cache->know);
	const struct project *p = project_of(cache, home, more);
	const struct code *c = p->code;
	if (why)
		*why = p->why;
	pthread_mutex_unlock(&cache->lock);
	return c;
}
