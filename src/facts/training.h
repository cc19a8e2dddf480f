// SPDX-License-Identifier: MIT
/* What a run does, as numbers, from the concepts of a config: what the schedule runs in, and what is counted from it.
 */
#ifndef FACTS_TRAINING_H
#define FACTS_TRAINING_H
#include "facts/facts.h"
#include "schedule/schedule.h"

struct figure {
	double value;	 /* NaN: not known */
	const char *why; /* not known: why, a clause without a full stop; else NULL */
};
/* A concept that is a number, or True or False; its reason is on a. */
struct figure figure_of(struct arena *a, struct facts *f, const char *concept);
struct figure figure_known(double value); /* not of what is infinite or no number */
struct figure figure_unknown(const char *why);
/* Both known: op of them; else unknown as the first that isn't known. */
struct figure figure_times(struct figure x, struct figure y);
struct figure figure_over(struct figure x, struct figure y); /* by 0: unknown */

struct run_size {
	struct figure iterations;	/* of the whole run */
	struct figure epochs;		/* that it says it has; unknown where it counts iterations */
	struct figure epoch_iterations; /* of an epoch, or of a pass over the data */
	struct figure batch, world;	/* samples a GPU and forward pass; GPUs */
	struct figure pass_samples;	/* samples of one forward pass on all GPUs */
	struct figure accumulate;	/* forward passes an optimizer step */
};
/* samples: of the training set; NaN: not known. */
struct run_size run_size_of(struct arena *a, struct facts *f, double samples);
struct training training_of(struct facts *f, const struct curves *known, const struct run_size *size);
/* How often something happens that does every `interval` iterations, or epochs, from `first` on. last: and once at the
 * end of the run, whatever the interval. An interval below 1: never but then. */
struct figure times_in(const struct run_size *s, struct figure interval, struct figure by_epoch, struct figure first,
		       bool last);
/* Host memory of batches of so many samples that workers hold finished, and of the pinned copy of one; the workers'
 * copies of the data set are not in it. sample: bytes of one; NaN: as the config says. */
struct figure ahead_bytes(struct arena *a, struct facts *f, struct figure samples, double sample);
#endif
