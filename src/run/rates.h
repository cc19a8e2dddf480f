// SPDX-License-Identifier: MIT
/* Compares the learning rates that a log prints with those of the config's schedule, line by line. A printed rate is
 * right if it equals the expected one within half a unit of its last digit. Lines with too few digits (some logs
 * print one digit of 6e-5) are not compared. Unknown rates are not compared, and `why` says so. */
#ifndef RUN_RATES_H
#define RUN_RATES_H
#include "facts/facts.h"
#include "run/formats/run.h"

struct rates {
	/* nothing is compared: why, a clause without a full stop; then no other member is valid */
	const char *why;
	uint32_t lines;			  /* compared */
	uint32_t off;			  /* of these, the wrong ones */
	const double *expected;		  /* of each train record; NaN: it isn't compared */
	const struct train_record *first; /* the first wrong one; NULL: none */
	double first_expected;
	/* all would be right if the schedule's initial rate were multiplied by it; NaN: no number achieves that */
	double factor;
	bool constant;	/* all printed ones are equal */
	bool moves;	/* the expected ones aren't, and the lines have enough digits to show it */
	bool never;	/* the config has a schedule that doesn't change the rate to the end of the run */
	double ends[2]; /* the expected rates at the first and at the last compared line */
};
/* cfg, f: the config with which the run was started, and its facts; f NULL: there is none. All memory of out is a's. */
void rates_of(struct arena *a, const struct run *r, struct value cfg, struct facts *f, struct rates *out);
double rates_printed(const struct train_record *t); /* as it is compared; NaN: none */
#endif
