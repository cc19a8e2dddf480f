// SPDX-License-Identifier: MIT
/* Shared by the files of src/schedule. A part is one policy or scheduler of a config, with its arguments as numbers. */
#ifndef SCHEDULE_PRIV_H
#define SCHEDULE_PRIV_H
#include "base/arena.h"
#include "schedule/curves.h"
#include <math.h>

struct numbers {
	const double *at;
	uint32_t n;
};
struct part {
	enum curve curve;
	double arg[ARGS]; /* NaN: not given; flags 0 or 1; words as enum curve_word */
	bool given[ARGS]; /* by the config */
	struct numbers list[ARGS];
	bool divides; /* its warm-up divides */
	/* of a chain, during the simulation */
	double begin, end, total; /* total: the steps over which it is spread */
	/* steps: the first in its range, the next that may change something, its own number of the last one */
	int64_t first, next, last;
	double base, floor;   /* the optimizer's initial value, as the scheduler saw it */
	double wave, wave_at; /* the last cosine, and its step: the next step needs it again */
};
struct parts {
	struct part *at;
	uint32_t n;
	const char *why; /* unknown; NULL: known */
	bool given;	 /* the config has a schedule */
};
struct schedule {
	struct training t;
	struct arena *a;
	bool chained, in_epochs;
	struct parts of[QUANTITIES];
};

/* The parts of a config, with the reason if they are unknown. */
void parts_build(struct arena *a, const struct curve_family *f, enum quantity q, struct value cfg,
		 const struct training *t, struct parts *out);
/* Its value in iteration i, computed from the start. */
double part_anew(const struct part *p, const struct training *t, double start, int64_t i);
/* Why it can't be computed in such a run; NULL: it can. */
const char *part_anew_why(const struct part *p, const struct training *t);
/* Before a chain is simulated: ranges, in steps. NULL, or why it can't be simulated. */
const char *chain_prepare(struct arena *a, struct parts *all, const struct training *t);
/* out[k] is the value at at[k]. */
void chain_follow(struct arena *a, const struct parts *all, const struct training *t, double start, const int64_t *at,
		  uint32_t n, double *out);
/* As in Python, a division by zero or a non-finite result raises: NaN. */
double quotient(double x, double y);
double power_of(double x, double y);
double annealed(double shape, double from, double to, double share);
#endif
