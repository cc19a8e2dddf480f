// SPDX-License-Identifier: MIT
/* Removes findings that another rule reports better. Places and keys are sorted once each, so that many findings stay
 * cheap. A rule may point to a key, another to its value. */
#include "lint/judge/covered.h"
#include "lint/finding/alike.h"
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

static bool reported_better(const struct diag *d, const struct place *sorted, size_t n, order_fn *by)
{
	struct place key = { .at = d->at, .path = d->path };
	const struct place *hit = d->rule->unless_reported.n ? bsearch(&key, sorted, n, sizeof(*sorted), by) : NULL;

	if (!hit || (by == by_path && !d->path))
		return false;
	while (hit > sorted && by(hit - 1, &key) == 0)
		hit--;
	for (; hit < sorted + n && by(hit, &key) == 0; hit++)
		if (ids_hold(&d->rule->unless_reported, hit->rule->id))
			return true;
	return false;
}

static void reported_once_by(struct diags *d, size_t from, order_fn *by)
{
	size_t n = d->n - from, remaining = from;
	struct place *sorted = xcalloc(n + 1, sizeof(*sorted));

	for (size_t i = 0; i < n; i++)
		sorted[i] = (struct place){ d->at[from + i].at, d->at[from + i].path, d->at[from + i].rule };
	qsort(sorted, n, sizeof(*sorted), by);
	for (size_t i = from; i < d->n; i++)
		if (!reported_better(&d->at[i], sorted, n, by))
			d->at[remaining++] = d->at[i];
	d->n = remaining;
	free(sorted);
}

struct origin {
	const struct diag *d;
	struct span at; /* where the value is written that the finding is about */
	bool alias;	/* the finding stands where it is used under another name */
};

/* `test_dataloader = val_dataloader` is the dict that is written for val_dataloader. An equal number at two keys is not
 * shared. */
static struct origin origin_of(struct arena *a, const struct subject *s, const struct diag *d)
{
	struct origin o = { d, d->at, false };
	struct keypath p;

	if (!d->path || !keypath_parse(a, d->path, &p, NULL))
		return o;
	struct slot slot = keypath_get(a, s->tree, p);
	bool container = slot.val.kind == VALUE_DICT || slot.val.kind == VALUE_LIST;
	if (slot.found == p.n && container && slot.val.at.file && span_same(slot.use, d->at)) {
		o.alias = !span_same(slot.val.at, d->at);
		o.at = slot.val.at;
	}
	return o;
}

static int by_origin(const void *x, const void *y)
{
	const struct origin *a = x, *b = y;
	int c = strcmp(a->d->rule->id, b->d->rule->id);

	c = c ? c : (a->at.file > b->at.file) - (a->at.file < b->at.file);
	c = c ? c : (a->at.lo > b->at.lo) - (a->at.lo < b->at.lo);
	c = c ? c : (a->at.hi > b->at.hi) - (a->at.hi < b->at.hi);
	c = c ? c : (int)a->d->severity - (int)b->d->severity;
	return c;
}

static int by_origin_first(const void *x, const void *y)
{
	const struct origin *a = x, *b = y;
	int c = by_origin(x, y);

	c = c ? c : a->alias - b->alias;
	return c ? c : (a->d > b->d) - (a->d < b->d);
}

/* The same finding on one value under several names is reported once, where it is written. */
static void drop_aliases(struct arena *a, const struct subject *s, struct diags *d, size_t from)
{
	size_t n = d->n - from, first = 0;
	struct origin *all = xcalloc(n + 1, sizeof(*all));
	bool *gone = xcalloc(d->n + 1, sizeof(*gone));

	for (size_t i = 0; i < n; i++)
		all[i] = origin_of(a, s, &d->at[from + i]);
	if (n > 1)
		qsort(all, n, sizeof(*all), by_origin_first);
	for (size_t i = 1; i < n; i++) {
		if (by_origin(&all[first], &all[i]))
			first = i;
		else if (all[i].d->path && all[first].d->path &&
			 !strcmp(alike_message(a, all[first].d), alike_message(a, all[i].d)))
			gone[all[i].d - d->at] = true;
	}
	diags_drop(d, gone);
	free(gone);
	free(all);
}

void report_once(struct arena *a, const struct subject *s, struct diags *d, size_t from)
{
	reported_once_by(d, from, by_place);
	reported_once_by(d, from, by_path);
	if (d->n - from > 1)
		drop_aliases(a, s, d, from);
}
