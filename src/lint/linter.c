// SPDX-License-Identifier: MIT
/* The caches of a run, the files that were named, and the training code that settings add to. */
#include "lint/linter.h"
#include <string.h>

void linter_open(struct linter *l, const struct overrides *o, const char *cache)
{
	l->settings = settings_cache_new(l->rules, l->vfs, o);
	l->cache = cache;
	l->codes = code_cache_new(l->vfs, &l->rules->dialects.vocab->classes, cache);
}

void linter_forget_code(struct linter *l)
{
	vec_push(&l->forgotten, l->codes);
	l->codes = code_cache_new(l->vfs, &l->rules->dialects.vocab->classes, l->cache);
}

void linter_close(struct linter *l)
{
	settings_cache_free(l->settings);
	code_cache_free(l->codes);
	for (size_t i = 0; i < l->forgotten.n; i++)
		code_cache_free(l->forgotten.at[i]);
	vec_release(&l->forgotten);
	vec_release(&l->named);
	l->settings = NULL;
	l->codes = NULL;
}

void linter_begin(const struct linter *l, const char *doing, const char *many, size_t of)
{
	if (!l->progress)
		return;
	l->progress->of = 0;
	l->progress->doing = doing;
	l->progress->many = many;
	l->progress->done = 0;
	l->progress->of = of;
}

void linter_step(const struct linter *l)
{
	if (l->progress)
		l->progress->done++;
}

struct graph *linter_load(const struct linter *l, const char *const *paths, size_t n)
{
	return graph_load(l->vfs, paths, n, &l->graph, l->pool);
}

const struct subject_set *linter_subjects(const struct linter *l, const struct subject_kind *kind,
					  const char *const *paths, size_t n, const struct subject *const *beside)
{
	struct arena a = { 0 };
	struct subject_order *order = arena_array(&a, struct subject_order, l->rules->n + 1);
	const struct subject_set *set;
	uint32_t norders = 0;

	for (uint32_t i = 0; i < l->rules->n; i++)
		if (l->rules->at[i]->on == kind && l->rules->at[i]->order)
			order[norders++] = (struct subject_order){ l->rules->at[i]->id, l->rules->at[i]->order };
	set = kind->load(&(struct subject_load){ .fs = l->vfs,
						 .order = order,
						 .norders = norders,
						 .pool = l->pool,
						 .path = paths,
						 .n = n,
						 .opts = &l->graph,
						 .beside = beside,
						 .dialects = &l->rules->dialects });
	arena_release(&a);
	return set;
}

void linter_name_file(struct linter *l, const char *path)
{
	if (!linter_names_file(l, path))
		vec_push(&l->named, str_lit(path));
}

bool linter_names_file(const struct linter *l, const char *path)
{
	for (size_t i = 0; i < l->named.n; i++)
		if (!strcmp(l->named.at[i]->s, path))
			return true;
	return false;
}

const struct code *linter_code(const struct linter *l, const struct settings *st, const char *home,
			       const char *const *lent, const char **why)
{
	const char *unused;
	if (!why)
		why = &unused;
	*why = st->code_off ? "the settings turn it off (code: off)" : "no folder above it holds training code";
	if (st->code_off || !home)
		return NULL;
	VEC(, const char *) more = { 0 };
	for (uint32_t i = 0; st->code && st->code[i]; i++)
		vec_push(&more, st->code[i]);
	for (; lent && *lent; lent++)
		vec_push(&more, *lent);
	vec_push(&more, NULL);
	const struct code *c = code_get(l->codes, home, more.at, why);
	vec_release(&more);
	return c;
}
