// SPDX-License-Identifier: MIT
/* Times of log lines: from what is printed to seconds that may be subtracted. Local times are printed, so that the
 * clock jumps by an hour twice a year; terminals get no year. */
#ifndef RUN_CLOCK_H
#define RUN_CLOCK_H
#include "run/template.h"

struct clock {	     /* zeroed: nothing has been read */
	bool dated;  /* the last time had a year */
	double step; /* its resolution: 1, or 0.001 where parts of a second are printed */
	/* times without a year */
	bool leap;	/* a 29th of February has been seen */
	uint32_t month; /* of the last one; 0: none */
	int64_t days;	/* from 1970-01-01 to this year's */
	/* the day that was asked for last */
	uint32_t y, m, d;
	int64_t day;
	/* following */
	bool follows;
	double last, shift; /* raw; what is added to raw times */
};
int64_t clock_days(int64_t y, uint32_t m, uint32_t d);	    /* from 1970-01-01 */
double clock_read(struct clock *c, const struct fields *f); /* raw, as printed */
void clock_restart(struct clock *c);			    /* what comes has nothing to do with what was before */
/* The raw time put right; *set: by how many seconds the clock was set before it, 0: it wasn't. Steps back by more than
 * a minute only: the lines of two processes may be in disorder. */
double clock_follow(struct clock *c, double raw, double *set);
/* Was the clock put forward by an hour in the `took` seconds in which n iterations of `time` seconds were trained? Then
 * times that follow are put right, and it returns the seconds; else 0. */
double clock_forward(struct clock *c, double took, uint32_t n, float time);
#endif
