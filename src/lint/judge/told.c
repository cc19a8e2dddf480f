// SPDX-License-Identifier: MIT
/* Places and keys are sorted once each, so that many findings stay cheap. A rule may point to a key, another to its
 * value. */
#include "lint/judge/told.h"
#include <stdlib.h>
#include <string.h>

struct place {
	struct span at;
	const char *path;
	const struct rule *rule;
};
typedef int order_fn(const void *x, const void *y);

static int by_place(const void *x, const void *y)
{
	const struct place *a = x, *b = y;

	if (a->at.file != b->at.file)
		return a->at.file < b->at.file ? -1 : 1;
	return a->at.lo < b->at.lo ? -1 : a->at.lo > b->at.lo;
}

static int by_path(const void *x, const void *y)
{
	const struct place *a = x, *b = y;

	return strcmp(a->path ? a->path : "", b->path ? b->path : "");
}

static bool told_better(const struct diag *d, const struct place *sorted, size_t n, order_fn *by)
{
	struct place key = { .at = d->at, .path = d->path };
	const struct place *hit = d->rule->unless_told.n ? bsearch(&key, sorted, n, sizeof(*sorted), by) : NULL;

	if (!hit || (by == by_path && !d->path))
		return false;
	while (hit > sorted && by(hit - 1, &key) == 0)
		hit--;
	for (; hit < sorted + n && by(hit, &key) == 0; hit++)
		if (ids_hold(&d->rule->unless_told, hit->rule->id))
			return true;
	return false;
}

static void told_once_by(struct diags *d, size_t from, order_fn *by)
{
	size_t n = d->n - from, kept = from;
	struct place *sorted = xcalloc(n + 1, sizeof(*sorted));

	for (size_t i = 0; i < n; i++)
		sorted[i] = (struct place){ d->at[from + i].at, d->at[from + i].path, d->at[from + i].rule };
	qsort(sorted, n, sizeof(*sorted), by);
	for (size_t i = from; i < d->n; i++)
		if (!told_better(&d->at[i], sorted, n, by))
			d->at[kept++] = d->at[i];
	d->n = kept;
	free(sorted);
}

void told_once(struct diags *d, size_t from)
{
	told_once_by(d, from, by_place);
	told_once_by(d, from, by_path);
}
