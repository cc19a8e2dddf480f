// SPDX-License-Identifier: MIT
/* A run in numbers, from the concepts of a config: the frame of the schedule, and what is computed from it. */
#ifndef FACTS_TRAINING_H
#define FACTS_TRAINING_H
#include "facts/facts.h"
#include "schedule/schedule.h"

struct figure {
	double value;	 /* NaN: unknown */
	const char *why; /* unknown: why, a clause without a full stop; else NULL */
};
/* A concept that is a number, or True or False; its reason is allocated in a. */
struct figure figure_of(struct arena *a, struct facts *f, const char *concept);
struct figure figure_known(double value); /* unknown if infinite or NaN */
struct figure figure_unknown(const char *why);
/* Both known: their product; else unknown for the reason of the first unknown one. */
struct figure figure_times(struct figure x, struct figure y);
struct figure figure_over(struct figure x, struct figure y); /* by 0: unknown */

struct run_size {
	struct figure iterations;	/* of the whole run */
	struct figure epochs;		/* as the config says; unknown if it counts iterations */
	struct figure epoch_iterations; /* of an epoch, or of a pass over the data */
	struct figure batch, world;	/* samples per GPU and forward pass; GPUs */
	struct figure pass_samples;	/* samples of one forward pass on all GPUs */
	struct figure accumulate;	/* forward passes per optimizer step */
};
/* samples: of the training set; NaN: unknown. */
struct run_size run_size_of(struct arena *a, struct facts *f, double samples);
struct training training_of(struct facts *f, const struct curves *known, const struct run_size *size);
/* How often something happens that runs every `interval` iterations, or epochs, from `first` on. last: also once at
 * the end of the run, whatever the interval. An interval below 1: only then. */
struct figure times_in(const struct run_size *s, struct figure interval, struct figure by_epoch, struct figure first,
		       bool last);
/* Host memory of that many samples in batches that workers hold ready, and of the pinned copy of one; without the
 * workers' copies of the data set. sample: bytes of one; NaN: as the config says. */
struct figure ahead_bytes(struct arena *a, struct facts *f, struct figure samples, double sample);
#endif
