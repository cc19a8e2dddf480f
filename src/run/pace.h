// SPDX-License-Identifier: MIT
/* The speed of a run, its precision, and whether another run is faster.
 *
 * The speed is the mean of all iterations between log lines with nothing else in between, including stalls, after
 * the first two lines and the first 200 iterations (of short runs, a quarter). The clock gives it; if a run has too
 * few of the clock's steps, or no clock, the printed `time` does. */
#ifndef RUN_PACE_H
#define RUN_PACE_H
#include "run/ledger.h"

struct pace {
	const char *silent; /* why it is unknown, a clause; NULL. Then no other member is valid */
	double seconds;	    /* of an iteration */
	double error;	    /* standard deviation of its logarithm */
	unsigned free;	    /* its degrees of freedom; 0: a given figure, whose error is unknown */
	/* the relative error by the steps of the clock; for `time` by its digits, and by its difference from the
	 * clock */
	double rounding;
	double iterations; /* the number of iterations in the mean */
	bool timers;	   /* by the printed `time` */
};
/* l: its ledger, which may be silent. Texts are a's. */
void pace_of(struct arena *a, const struct run *r, const struct ledger *l, struct pace *out);

/* Equal runs on one machine differ by this much from day to day, and by more if something of the machine differs
 * according to the logs, or if the logs don't say. */
#define PACE_FLOOR 0.01
#define PACE_FLOOR_OTHER 0.03
struct speedup {
	double ratio;	  /* samples per second of the other run, relative to the baseline */
	double low, high; /* its 95 % range, including `floor`; NaN: unknown */
	double more;	  /* iterations that would decide whether there is a difference; NaN: no number would */
};
/* Neither is silent. work: samples per iteration of other, relative to the baseline's. */
struct speedup pace_compare(const struct pace *base, const struct pace *other, double work, double floor);

/* What interrupts the iterations: checkpoints, evaluations, restarts of the loader. */
struct beside {
	double part;  /* of the wall time without start, end and pauses; NaN: unknown */
	double error; /* its 95 % error; for what happened once, all of it is error */
};
void pace_beside(const struct ledger *l, struct beside *out);
/* Like pace_compare, for samples per second of that time. `more` is NaN; all members are if a part is unknown. */
struct speedup pace_compare_whole(const struct pace *base, const struct beside *with, const struct pace *other,
				  const struct beside *other_with, double work, double floor);
/* The number of windows of iterations, of either run, with which a difference of logarithms `d` is detected in 4 of
 * 5 cases (95 %), if a window's time varies by `scatter` and neighbours correlate by rho. */
double pace_windows(double d, double scatter, double rho);
#endif
