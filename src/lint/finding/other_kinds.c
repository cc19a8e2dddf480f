// SPDX-License-Identifier: MIT
#include "lint/finding/other_kinds.h"
#include <stdlib.h>
#include <string.h>

struct placed {
	const struct diag *d;
	const char *path;
	bool own; /* one of its subjects is that file */
};

static struct placed placed_of(const struct diag *d)
{
	const struct source *src = diag_source(d, d->at);
	struct placed p = { d, src ? src->path : "", false };

	for (uint32_t i = 0; src && i < d->nseen; i++)
		p.own |= !strcmp(d->seen_in[i]->path, p.path);
	return p;
}

/* Those that are own come first. */
static int by_place(const void *x, const void *y)
{
	const struct placed *a = x, *b = y;
	int c = strcmp(a->path, b->path);

	c = c ? c : strcmp(a->d->rule->id, b->d->rule->id);
	c = c ? c : (a->d->at.lo > b->d->at.lo) - (a->d->at.lo < b->d->at.lo);
	return c ? c : b->own - a->own;
}

static bool same_place(const struct placed *a, const struct placed *b)
{
	return a->d->rule == b->d->rule && a->d->at.lo == b->d->at.lo && !strcmp(a->path, b->path);
}

void diags_drop_of_other_kinds(struct diags *d)
{
	struct placed *all = xcalloc(d->n + 1, sizeof *all);
	bool *gone = xcalloc(d->n + 1, sizeof *gone), any = false;

	for (size_t i = 0; i < d->n; i++) {
		all[i] = placed_of(&d->at[i]);
		any |= !all[i].own;
	}
	if (any && d->n > 1)
		qsort(all, d->n, sizeof *all, by_place);
	for (size_t i = 1, first = 0; any && i < d->n; i++) {
		if (!same_place(&all[first], &all[i]))
			first = i;
		else if (all[first].own && !all[i].own)
			gone[all[i].d - d->at] = true;
	}
	diags_drop(d, gone);
	free(gone);
	free(all);
}
