// SPDX-License-Identifier: MIT
/* A line a rule, as ruff prints them: count, id, whether fixes are there for all, some or none, name. */
#include "report/statistics.h"
#include <stdlib.h>
#include <string.h>

bool statistics_fixable(const struct report *r, const struct diag *d)
{
	for (uint32_t i = 0; i < d->nfixes && !r->o.tried; i++)
		if (d->fix[i].safety == SAFETY_SAFE || r->o.unsafe)
			return true;
	return false;
}

static struct statistic *of_rule(struct statistics *all, const struct rule *r)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].rule == r)
			return &all->at[i];
	vec_push(all, (struct statistic){ .rule = r });
	return &all->at[all->n - 1];
}

static int most_first(const void *x, const void *y)
{
	const struct statistic *a = x, *b = y;

	return a->n != b->n ? (a->n < b->n ? 1 : -1) : strcmp(a->rule->id, b->rule->id);
}

struct statistics statistics_of(const struct report *r)
{
	struct statistics all = { 0 };

	for (size_t i = 0; i < r->found->n; i++) {
		const struct diag *d = &r->found->at[i];
		struct statistic *s = of_rule(&all, d->rule);

		s->n++;
		s->fixable += statistics_fixable(r, d);
		if (d->severity > s->severity)
			s->severity = d->severity;
	}
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, most_first);
	return all;
}

static unsigned digits_of(uint32_t n)
{
	unsigned d = 1;

	while (n >= 10)
		n /= 10, d++;
	return d;
}

void statistics_put(struct buf *b, const struct report *r)
{
	struct statistics all = statistics_of(r);
	unsigned width = all.n ? digits_of(all.at[0].n) : 0;

	for (size_t i = 0; i < all.n; i++) {
		const struct statistic *s = &all.at[i];

		buf_printf(b, "%*u  %-7s %s %s\n", (int)width, s->n, s->rule->id,
			   s->fixable == s->n ? "[*]"
			   : s->fixable	      ? "[-]"
					      : "[ ]",
			   s->rule->name);
	}
	vec_release(&all);
}
