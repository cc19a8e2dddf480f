// SPDX-License-Identifier: MIT
/* Finds subjects, and answers what follows from a kind's row alone. */
#include "subject/subject.h"
#include <stdlib.h>
#include <string.h>

enum { TAKES_MAX = 4096 }; /* bases visited: a diamond would otherwise be walked once per path */

static int by_path(const void *x, const void *y)
{
	return strcmp((*(const struct subject *const *)x)->path, (*(const struct subject *const *)y)->path);
}

void subject_set_close(struct subject_set *set, struct arena *a, const struct subject **at, size_t n)
{
	const struct subject **owner;

	if (n)
		qsort(at, n, sizeof *at, by_path);
	for (size_t i = 0; i < n; i++)
		if (at[i]->src && at[i]->src->id >= set->nowners)
			set->nowners = at[i]->src->id + 1;
	owner = (const struct subject **)arena_array(a, void *, set->nowners + 1);
	for (size_t i = 0; i < n; i++)
		if (at[i]->src)
			owner[at[i]->src->id] = at[i];
	set->at = at;
	set->n = n;
	set->owner = owner;
	set->self = set;
}

void subject_set_add(struct subject_set *set, struct arena *a, const struct subject *const *more, size_t n)
{
	const struct subject **at = (const struct subject **)arena_array(a, void *, set->n + n + 1);

	if (set->n)
		memcpy(at, set->at, set->n * sizeof(*at));
	if (n)
		memcpy(at + set->n, more, n * sizeof(*at));
	set->at = at;
	set->n += n;
	if (set->n)
		qsort(at, set->n, sizeof(*at), by_path);
}

void subject_set_own(struct subject_set *set, struct arena *a, const struct subject *const *s, size_t n)
{
	uint32_t nowners = set->nowners;
	const struct subject **owner;

	for (size_t i = 0; i < n; i++)
		if (s[i]->src->id >= nowners)
			nowners = s[i]->src->id + 1;
	owner = (const struct subject **)arena_array(a, void *, nowners + 1);
	if (set->nowners)
		memcpy(owner, set->owner, set->nowners * sizeof(*owner));
	for (size_t i = 0; i < n; i++)
		if (!owner[s[i]->src->id])
			owner[s[i]->src->id] = s[i];
	set->owner = owner;
	set->nowners = nowners;
}

const struct subject *subject_owner(const struct subject_set *set, uint32_t file)
{
	return file && file < set->nowners ? set->owner[file] : NULL;
}

const struct subject *subject_find(const struct subject_set *set, const char *path)
{
	const struct subject *found = NULL;
	size_t lo = 0, hi = set->n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (strcmp(set->at[mid]->path, path) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < set->n && !strcmp(set->at[lo]->path, path); lo++)
		if (!found || (set->at[lo]->requested && !found->requested))
			found = set->at[lo];
	return found;
}

/* The same file read by another loader is another subject. */
static bool is_named(const struct subject *s, const struct subject *x)
{
	for (const struct subject *o = s->same; o && o != s; o = o->same)
		if (o == x)
			return strcmp(s->path, x->path) != 0;
	return s == x;
}

static bool takes(const struct subject *s, const struct subject *from, unsigned *budget)
{
	if (is_named(s, from))
		return true;
	for (uint32_t i = 0; i < s->nbases && *budget; i++) {
		--*budget;
		if (s->base[i].from && takes(s->base[i].from, from, budget))
			return true;
	}
	return false;
}

bool subject_takes_from(const struct subject *s, const struct subject *from)
{
	unsigned budget = TAKES_MAX;
	return takes(s, from, &budget);
}

struct value subject_level(const struct subject *s, enum level level)
{
	return level == LEVEL_OWN ? s->own : level == LEVEL_INHERITED ? s->inherited : s->tree;
}

const struct subject_kind *subject_kind_find(const struct subject_kind *const *list, const char *name)
{
	while (*list && strcmp((*list)->name, name))
		list++;
	return *list;
}
