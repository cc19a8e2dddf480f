// SPDX-License-Identifier: MIT
/* The one simulator of learning rates and momenta. A config's schedule is built once, then asked for the value that is
 * in force in iteration i, counted from 0: what the optimizer of the frameworks holds when iteration i steps, computed
 * in their own order of operations, so that rounding is theirs too. Frameworks that compute each value from the
 * optimizer's own are answered at once; those whose schedulers make the next value of the last one are followed from
 * iteration 0.
 *
 * Never a guess: a class that rules/schedules.yaml doesn't know, an argument that isn't known or that the class
 * refuses, a loop of unknown length where that counts, all make the quantity unknown, and schedule_why says why. Which
 * classes mean what: rules/schedules.yaml. Values are those of the optimizer's first settings: options per parameter
 * multiply them. */
#ifndef SCHEDULE_SCHEDULE_H
#define SCHEDULE_SCHEDULE_H
#include "python/value/keypath.h"

enum quantity { LEARNING_RATE, MOMENTUM, QUANTITIES };
enum { SCHEDULE_STEPS_MAX = 20000000 }; /* of schedulers, for one answer */
struct training {
	enum { COUNTS_UNKNOWN, COUNTS_ITERATIONS, COUNTS_EPOCHS } counts;
	int64_t length;		  /* of the run, in what it counts; 0: not known */
	int64_t epoch;		  /* iterations of an epoch, or of a pass over the data; 0: not known */
	double start[QUANTITIES]; /* what the optimizer begins with; NaN: not known */
};
struct curves; /* rules/schedules.yaml: schedule/curves.h */

struct schedule;
/* Of an effective config; everything is a's. family: of its dialect (mmcv1, mmengine). */
struct schedule *schedule_new(struct arena *a, const struct curves *known, const char *family, struct value cfg,
			      const struct training *t);
/* Why nothing is known of it, a clause without a full stop; NULL: it is known. */
const char *schedule_why(const struct schedule *s, enum quantity q);
bool schedule_changes(const struct schedule *s, enum quantity q); /* the config asks for a schedule of it */
/* All that is asked of it counts in epochs: the run does, an epoch's length isn't known, and nothing needs it. */
bool schedule_in_epochs(const struct schedule *s);
int64_t schedule_length(const struct schedule *s); /* of the run, iterations or such epochs; 0: not known */
/* out[k]: the value at at[k], which rise; NaN from where the training code would raise. false: q isn't known, or
 * at[n-1] is more than SCHEDULE_STEPS_MAX steps away (schedule_why then says so). */
bool schedule_values(struct schedule *s, enum quantity q, const int64_t *at, uint32_t n, double *out);
/* The first iteration of the run without a value, where training raises; its length: what comes after the last one
 * raises. -1: none, or not known. */
int64_t schedule_raises_at(struct schedule *s, enum quantity q);
double schedule_at(struct schedule *s, enum quantity q, int64_t i); /* NaN: not known */
/* The momentum that an optimizer begins with, and the numbers that it keeps for each weight; NaN: not known. */
double schedule_momentum(const struct curves *known, struct value optimizer);
double schedule_state(const struct curves *known, struct value optimizer);
#endif
