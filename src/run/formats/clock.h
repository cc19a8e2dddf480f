// SPDX-License-Identifier: MIT
/* Times of log lines: converts printed times to seconds that may be subtracted. Logs print local times, so the clock
 * jumps by an hour twice a year; terminals print no year. */
#ifndef RUN_FORMATS_CLOCK_H
#define RUN_FORMATS_CLOCK_H
#include "run/formats/template.h"

struct clock {	     /* zeroed: nothing has been read */
	bool dated;  /* the last time had a year */
	double step; /* its resolution: 1, or 0.001 if fractions of a second are printed */
	/* times without a year */
	bool leap;	/* a 29th of February has been seen */
	uint32_t month; /* of the last one; 0: none */
	int64_t days;	/* from 1970-01-01 to this year's */
	/* the day of the last call */
	uint32_t y, m, d;
	int64_t day;
	/* following */
	bool follows;
	double last, shift; /* raw; the offset that is added to raw times */
};
int64_t clock_days(int64_t y, uint32_t m, uint32_t d);	    /* from 1970-01-01 */
double clock_read(struct clock *c, const struct fields *f); /* raw, as printed */
void clock_restart(struct clock *c);			    /* what follows is unrelated to what was before */
/* Corrects the raw time. *set: by how many seconds the clock was set before it; 0: it wasn't. Only for steps back by
 * more than a minute: the lines of two processes may be out of order. */
double clock_follow(struct clock *c, double raw, double *set);
/* If the clock was put forward by an hour in the `took` seconds of n iterations of `time` seconds: corrects the
 * following times and returns the seconds; else 0. */
double clock_forward(struct clock *c, double took, uint32_t n, float time);
#endif
