// SPDX-License-Identifier: MIT
/* The one simulator of learning rates and momenta. A config's schedule is built once, then queried for the value in
 * iteration i, counted from 0: what the framework's optimizer has when iteration i steps. It is computed in the
 * framework's own order of operations, so that rounding is the same. If a framework computes each value from the
 * optimizer's initial one, a query is answered directly; if its schedulers compute the next value from the last one,
 * they are simulated from iteration 0.
 *
 * Never a guess: a class that rules/schedules.yaml doesn't have, an argument that is unknown or that the class
 * refuses, or a loop of unknown length where that counts, makes the quantity unknown, and schedule_why says why.
 * rules/schedules.yaml maps classes to curves. Values are those of the optimizer's first settings: options per
 * parameter multiply them. */
#ifndef SCHEDULE_SCHEDULE_H
#define SCHEDULE_SCHEDULE_H
#include "python/value/keypath.h"

enum quantity { LEARNING_RATE, MOMENTUM, QUANTITIES };
enum { SCHEDULE_STEPS_MAX = 20000000 }; /* of schedulers, for one query */
struct training {
	enum { COUNTS_UNKNOWN, COUNTS_ITERATIONS, COUNTS_EPOCHS } counts;
	int64_t length;		  /* of the run, in its own unit; 0: unknown */
	int64_t epoch;		  /* iterations of an epoch, or of a pass over the data; 0: unknown */
	double start[QUANTITIES]; /* the optimizer's initial values; NaN: unknown */
};
struct curves; /* rules/schedules.yaml: schedule/curves.h */

struct schedule;
/* Of an effective config; all memory is a's. family: of its dialect (mmcv1, mmengine). */
struct schedule *schedule_new(struct arena *a, const struct curves *known, const char *family, struct value cfg,
			      const struct training *t);
/* Why it is unknown, a clause without a full stop; NULL: it is known. */
const char *schedule_why(const struct schedule *s, enum quantity q);
bool schedule_changes(const struct schedule *s, enum quantity q); /* the config has a schedule for it */
/* Everything counts in epochs: the run does, the length of an epoch is unknown, and nothing needs it. */
bool schedule_in_epochs(const struct schedule *s);
int64_t schedule_length(const struct schedule *s); /* of the run, iterations or such epochs; 0: unknown */
/* out[k]: the value at at[k], which must be ascending; NaN from where the training code would raise. false: q is
 * unknown, or at[n-1] is more than SCHEDULE_STEPS_MAX steps away (schedule_why then says so). */
bool schedule_values(struct schedule *s, enum quantity q, const int64_t *at, uint32_t n, double *out);
/* The first iteration of the run without a value, where training raises; its length: what follows the last iteration
 * raises. -1: none, or unknown. */
int64_t schedule_raises_at(struct schedule *s, enum quantity q);
double schedule_at(struct schedule *s, enum quantity q, int64_t i); /* NaN: unknown */
/* The initial momentum of an optimizer, and the numbers that it stores per weight; NaN: unknown. */
double schedule_momentum(const struct curves *known, struct value optimizer);
double schedule_state(const struct curves *known, struct value optimizer);
#endif
