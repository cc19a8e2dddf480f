// SPDX-License-Identifier: MIT
/* The learning rates that a log prints beside those that the config makes of its schedule, line by line. A printed rate
 * is right where it is the expected one to half a unit of its last digit; lines whose digits say too little (one digit
 * of 6e-5 is left in some logs) are not compared. What isn't known is no comparison, and `why` says so. */
#ifndef RUN_RATES_H
#define RUN_RATES_H
#include "facts/facts.h"
#include "run/run.h"

struct rates {
	const char *why;	/* nothing is compared: why, a clause without a full stop; then nothing else holds */
	uint32_t lines;		/* compared */
	uint32_t off;		/* of them */
	const double *expected; /* of each train record; NaN: it isn't compared */
	const struct train_record *first; /* that is off; NULL: none is */
	double first_expected;
	double factor;	/* all would be right if the schedule began with so many times its rate; NaN: no one number does
			   it */
	bool constant;	/* all printed ones are one number */
	bool moves;	/* the expected ones aren't, and the lines show enough digits to see it */
	bool never;	/* the config has a schedule, which leaves the rate as it is to the end of the run */
	double ends[2]; /* what is expected at the first and at the last line compared */
};
/* cfg, f: the config that the run was started with, and its facts; f NULL: there is none. out lives in a. */
void rates_of(struct arena *a, const struct run *r, struct value cfg, struct facts *f, struct rates *out);
double rates_printed(const struct train_record *t); /* as it is compared; NaN: none */
#endif
