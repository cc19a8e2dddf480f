// SPDX-License-Identifier: MIT
/* Places are sorted once, so that many findings in many places stay cheap. */
#include "lint/judge/told.h"
#include <stdlib.h>

struct place {
	struct span at;
	const struct rule *rule;
};

static int by_place(const void *x, const void *y)
{
	const struct place *a = x, *b = y;

	if (a->at.file != b->at.file)
		return a->at.file < b->at.file ? -1 : 1;
	return a->at.lo < b->at.lo ? -1 : a->at.lo > b->at.lo;
}

static bool told_better(const struct diag *d, const struct place *sorted, size_t n)
{
	struct place key = { .at = d->at };
	const struct place *hit = d->rule->unless_told.n ? bsearch(&key, sorted, n, sizeof(*sorted), by_place) : NULL;

	if (!hit)
		return false;
	while (hit > sorted && by_place(hit - 1, &key) == 0)
		hit--;
	for (; hit < sorted + n && by_place(hit, &key) == 0; hit++)
		if (ids_hold(&d->rule->unless_told, hit->rule->id))
			return true;
	return false;
}

void told_once(struct diags *d, size_t from)
{
	size_t n = d->n - from, kept = from;
	struct place *sorted = xcalloc(n + 1, sizeof(*sorted));

	for (size_t i = 0; i < n; i++)
		sorted[i] = (struct place){ d->at[from + i].at, d->at[from + i].rule };
	qsort(sorted, n, sizeof(*sorted), by_place);
	for (size_t i = from; i < d->n; i++)
		if (!told_better(&d->at[i], sorted, n))
			d->at[kept++] = d->at[i];
	d->n = kept;
	free(sorted);
}
