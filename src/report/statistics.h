// SPDX-License-Identifier: MIT
/* Findings counted by rule, the most frequent first, for --statistics. */
#ifndef REPORT_STATISTICS_H
#define REPORT_STATISTICS_H
#include "report/report.h"

struct statistic {
	const struct rule *rule;
	enum severity severity; /* the highest */
	uint32_t n, fixable;	/* fixable: by what the options allow */
};
VEC(statistics, struct statistic);
struct statistics statistics_of(const struct report *r); /* the caller releases it */
void statistics_put(struct buf *b, const struct report *r);
#endif
