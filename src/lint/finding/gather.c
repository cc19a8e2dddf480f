// SPDX-License-Identifier: MIT
/* The first of the findings becomes all of them: its message counts, places of others are related ones. */
#include "lint/finding/gather.h"
#include "base/path.h"
#include <stdlib.h>
#include <string.h>

struct gathering {
	struct arena *a;
	struct diags *d;
	size_t *about; /* per finding: how many miss the same; 0: it misses nothing, or is gathered already */
	bool *gone;
};

static const char *root_of(const struct diag *d)
{
	return d->seen_in[0]->root;
}

static bool same_project(const struct diag *x, const struct diag *y)
{
	return x->rule == y->rule && root_of(x) && root_of(y) && strcmp(root_of(x), root_of(y)) == 0;
}

static int by_missing(const void *x, const void *y)
{
	const struct diag *const *a = x, *const *b = y;

	return strcmp((*a)->missing, (*b)->missing);
}

/* Fills about[]: findings sorted by what is missing have equal ones side by side. */
static void count_missing(struct gathering *g)
{
	const struct diag **all = (const struct diag **)xcalloc(g->d->n + 1, sizeof(struct diag *));
	size_t n = 0;

	for (size_t i = 0; i < g->d->n; i++)
		if (g->d->at[i].missing && g->d->at[i].nseen)
			all[n++] = &g->d->at[i];
	if (n > 1)
		qsort(all, n, sizeof(*all), by_missing);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i; j < n && strcmp(all[i]->missing, all[j]->missing) == 0;)
			j++;
		for (size_t k = i; k < j; k++)
			g->about[all[k] - g->d->at] = j - i;
	}
	free(all);
}

static bool same_text(const char *x, const char *y)
{
	return x && y ? strcmp(x, y) == 0 : x == y;
}

/* A file, or a folder at another depth. */
static bool by_itself(const struct diag *d)
{
	return d->missing_as == MISSING_FILE || d->missing_as == MISSING_DEPTH;
}

/* Such a one is one finding, and so are all folders with one remedy. */
static bool belongs(const struct gathering *g, size_t first, size_t i)
{
	const struct diag *x = &g->d->at[first], *y = &g->d->at[i];

	return g->about[i] >= GATHER_SAME && same_project(x, y) && x->missing_as == y->missing_as &&
	       (by_itself(x) ? strcmp(x->missing, y->missing) == 0 : same_text(x->hint, y->hint));
}

/* "folders that aren't here: configs/_base_, configs/mask_rcnn and 2 more"; sorts them. several,
 * one: what they are */
static const char *folders_of(struct arena *a, const struct diag **of, size_t n, const char *several, const char *one)
{
	const char *text = "";
	size_t folders = 0;

	qsort(of, n, sizeof(*of), by_missing);
	for (size_t i = 0; i < n; i++) {
		if (i && strcmp(of[i - 1]->missing, of[i]->missing) == 0)
			continue;
		if (folders++ < GATHER_SHOWN)
			text = arena_printf(a, "%s%s%s", text, *text ? ", " : "",
					    path_shown(a, root_of(of[i]), of[i]->missing));
	}
	if (folders > GATHER_SHOWN)
		text = arena_printf(a, "%s and %zu more", text, folders - GATHER_SHOWN);
	return arena_printf(a, "%s: %s", folders > 1 ? several : one, text);
}

static const char *message(struct arena *a, const struct diag **of, size_t n)
{
	switch (of[0]->missing_as) {
	case MISSING_FILE:
		return arena_printf(a, "%zu files name the base %s, which does not exist: none of them loads", n,
				    path_relative(a, root_of(of[0]), of[0]->missing));
	case MISSING_OUTSIDE:
		return arena_printf(a, "%zu bases lie outside the project and are not read, in %s", n,
				    folders_of(a, of, n, "the folders", "the folder"));
	case MISSING_FOLDER:
	case MISSING_DEPTH:
		break;
	}
	return arena_printf(a, "%zu bases lie in %s", n,
			    folders_of(a, of, n, "folders that aren't here", "a folder that isn't here"));
}

/* What the first of them becomes. */
static struct diag joined(struct arena *a, const struct diag **of, size_t n)
{
	struct diag to = *of[0];
	struct related *rel = arena_array(a, struct related, GATHER_SHOWN);

	to.rel = rel;
	to.nrel = 0;
	for (size_t i = 1; i < n && to.nrel < GATHER_SHOWN; i++)
		rel[to.nrel++] = (struct related){ of[i]->at, "another one" };
	to.seen_in = diags_seen_in(a, of, n, &to.nseen);
	to.msg = message(a, of, n);
	if (to.hint && to.missing_as == MISSING_DEPTH)
		to.hint = arena_printf(a, "%s The others are there, too", to.hint);
	if (!to.hint && to.missing_as == MISSING_FOLDER)
		to.hint = "are these configs written for another repository's folder? Lay them over a checkout of it, "
			  "or copy those folders here";
	return to;
}

/* All that belong to the first one's project. */
static void gather(struct gathering *g, size_t first)
{
	const struct diag **of = (const struct diag **)xcalloc(g->d->n + 1, sizeof(struct diag *));
	size_t n = 0;

	for (size_t i = first; i < g->d->n; i++)
		if (belongs(g, first, i))
			of[n++] = &g->d->at[i];
	if (n >= (by_itself(&g->d->at[first]) ? GATHER_SAME : GATHER_FOLDERS)) {
		for (size_t i = 0; i < n; i++) {
			size_t at = (size_t)(of[i] - g->d->at);

			g->gone[at] = at != first;
			g->about[at] = 0;
		}
		g->d->at[first] = joined(g->a, of, n);
	}
	free(of);
}

void diags_gather(struct arena *a, struct diags *d)
{
	struct gathering g = {
		.a = a, .d = d, .about = xcalloc(d->n + 1, sizeof(size_t)), .gone = xcalloc(d->n + 1, sizeof(bool))
	};

	count_missing(&g);
	for (size_t i = 0; i < d->n; i++)
		if (g.about[i] >= GATHER_SAME)
			gather(&g, i);
	diags_drop(d, g.gone);
	free(g.about);
	free(g.gone);
}

/* ---- of one cause ---- */

static const char *cause_of(const struct diag *d)
{
	return d->cause ? d->cause : d->msg;
}

static const char *fix_of(const struct diag *d)
{
	return d->nfixes ? d->fix[0].title : d->patch ? d->patch->title : "";
}

static bool may_go(const struct diag *d)
{
	return !d->missing && !d->evidence && !(d->cost > 0) && d->nseen && root_of(d);
}

static int by_cause(const void *x, const void *y)
{
	const struct diag *a = *(const struct diag *const *)x, *b = *(const struct diag *const *)y;
	int c = strcmp(a->rule->id, b->rule->id);

	c = c ? c : (int)a->severity - (int)b->severity;
	c = c ? c : strcmp(root_of(a), root_of(b));
	c = c ? c : strcmp(fix_of(a), fix_of(b));
	return c ? c : strcmp(cause_of(a), cause_of(b));
}

static int by_place(const void *x, const void *y)
{
	const struct diag *a = *(const struct diag *const *)x, *b = *(const struct diag *const *)y;

	return (a > b) - (a < b);
}

/* The first's own related places, which say why, and a few of the others. */
static void relate(struct arena *a, struct diag *to, const struct diag **of, size_t n)
{
	struct related *rel = arena_array(a, struct related, to->nrel + GATHER_SHOWN);

	for (uint32_t i = 0; i < to->nrel; i++)
		rel[i] = to->rel[i];
	for (size_t i = 1; i < n && i <= GATHER_SHOWN; i++)
		rel[to->nrel++] = (struct related){ of[i]->at, "another one" };
	to->rel = rel;
}

/* of: findings of one cause; the first in the report becomes all of them. */
static void make_one(struct gathering *g, const struct diag **of, size_t n)
{
	struct diag to;

	qsort(of, n, sizeof(*of), by_place);
	to = *of[0];
	to.seen_in = diags_seen_in(g->a, of, n, &to.nseen);
	to.more = (uint32_t)n - 1;
	relate(g->a, &to, of, n);
	for (size_t i = 1; i < n; i++)
		g->gone[of[i] - g->d->at] = true;
	g->d->at[of[0] - g->d->at] = to;
}

void diags_gather_many(struct arena *a, struct diags *d)
{
	struct gathering g = { .a = a, .d = d, .gone = xcalloc(d->n + 1, sizeof(bool)) };
	const struct diag **all = (const struct diag **)xcalloc(d->n + 1, sizeof(struct diag *));
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (may_go(&d->at[i]))
			all[n++] = &d->at[i];
	if (n > 1)
		qsort(all, n, sizeof(*all), by_cause);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && by_cause(&all[i], &all[j]) == 0;)
			j++;
		if (j - i > GATHER_MANY)
			make_one(&g, &all[i], j - i);
	}
	diags_drop(d, g.gone);
	free(all);
	free(g.gone);
}
