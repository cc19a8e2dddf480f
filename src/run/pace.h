// SPDX-License-Identifier: MIT
/* How fast a run trains, how sure that is, and whether another one is faster.
 *
 * What counts is the mean of all iterations that lie between log lines with nothing else in between, stalls included,
 * behind the first two lines and the first 200 iterations (of short runs, a quarter). The clock tells it; where that
 * has too few of its own steps in a run, or there is none, the printed `time` does. */
#ifndef RUN_PACE_H
#define RUN_PACE_H
#include "run/ledger.h"

struct pace {
	const char *silent; /* why it can't be told, a clause; NULL. Then nothing else holds */
	double seconds;	    /* of an iteration */
	double error;	    /* standard deviation of its logarithm */
	unsigned free;	    /* degrees of freedom of that; 0: of a figure that somebody gave, the error isn't known */
	double rounding;    /* by which part of it the steps of the clock may be off; of `time` its digits, and what it
			       isn't of what the clock says */
	double iterations;  /* that it is the mean of */
	bool timers;	    /* by the printed `time` */
};
/* l: its ledger, which may be silent. Texts are a's. */
void pace_of(struct arena *a, const struct run *r, const struct ledger *l, struct pace *out);

/* Equal runs on one machine differ by so much from day to day, and by so much where something of the machine differs
 * that the logs tell, or where they tell nothing. */
#define PACE_FLOOR 0.01
#define PACE_FLOOR_OTHER 0.03
struct speedup {
	double ratio;	  /* samples a second of the other run, to one of the baseline */
	double low, high; /* where it lies with 95 %, `floor` taken into account; NaN: not known */
	double more;	  /* iterations that would decide whether there is a difference; NaN: no number would */
};
/* Neither is silent. work: samples of an iteration of other, to one of the baseline's. */
struct speedup pace_compare(const struct pace *base, const struct pace *other, double work, double floor);

/* What stops the iterations now and then: checkpoints, evaluations, restarts of the loader. */
struct beside {
	double part;  /* of the wall time without start, end and pauses; NaN: not known */
	double error; /* within so much it lies with 95 %; of what happened once, all of it is error */
};
void pace_beside(const struct ledger *l, struct beside *out);
/* As pace_compare, of samples a second of that time. `more` is NaN; all is where a part isn't known. */
struct speedup pace_compare_whole(const struct pace *base, const struct beside *with, const struct pace *other,
				  const struct beside *other_with, double work, double floor);
/* Windows of iterations, of either run, by which a difference of logarithms `d` is found in 4 of 5 cases (95 %), when a
 * window's time scatters by `scatter` and neighbours correlate by rho. */
double pace_windows(double d, double scatter, double rho);
#endif
