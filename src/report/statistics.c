// SPDX-License-Identifier: MIT
/* One line per rule, in ruff's format: count, id, whether all, some or none have fixes, name. */
#include "report/statistics.h"
#include <stdlib.h>
#include <string.h>

static int most_first(const void *x, const void *y)
{
	const struct statistic *a = x, *b = y;

	return a->n != b->n ? (a->n < b->n ? 1 : -1) : strcmp(a->rule->id, b->rule->id);
}

struct statistics statistics_of(const struct report *r)
{
	struct by_rule rules = diags_by_rule(r->found);
	struct statistics all = { 0 };

	for (size_t i = 0; i < rules.n; i++) {
		const struct of_rule *x = &rules.at[i];
		struct statistic s = { .rule = x->rule, .n = (uint32_t)x->found.n };

		for (size_t k = 0; k < x->found.n; k++) {
			const struct diag *d = x->found.at[k];

			s.fixable += !r->o.tried && report_fixable(d, r->o.unsafe);
			s.severity = d->severity > s.severity ? d->severity : s.severity;
		}
		vec_push(&all, s);
	}
	by_rule_release(&rules);
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, most_first);
	return all;
}

void statistics_put(struct buf *b, const struct report *r)
{
	struct statistics all = statistics_of(r);
	unsigned width = all.n ? decimal_digits(all.at[0].n) : 0;

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
