// SPDX-License-Identifier: MIT
/* The last lines of a report for people: "Found 7 findings (...)", and what could not be linted. */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H
#include "report/report.h"

struct summary_counts {
	uint32_t severity[4], safe, unsafe; /* by enum severity; fixable without and only with --unsafe-fixes */
};
struct summary_counts summary_count(const struct diags *all);
void summary_print(struct report *r); /* the end of a report; nothing with -q */
/* "170 configs checked through schedule_80k.py; 3 findings of their own left out", of one kind. */
void summary_say_through(struct buf *b, const struct report *r, const struct lint_count *of);
/* Of at least one: "12 old findings in FILE"; "94 findings in unmodified lines of 41 configs of mmdetection". */
void summary_say_old(struct buf *b, const struct report *r);
void summary_say_carried(struct buf *b, const struct carried *c);
#endif
