// SPDX-License-Identifier: MIT
/* Ends of passes over the data that no line shows because each stretch between two lines holds one or more of them. */
#ifndef RUN_HIDDEN_PASSES_H
#define RUN_HIDDEN_PASSES_H
#include "run/formats/run.h"

struct hidden_passes {
	uint32_t pass; /* iterations of one; 0: none are hidden */
	uint32_t n;    /* ends between the first line and the last */
	double each;   /* seconds that one takes */
};
struct hidden_passes hidden_passes_of(const struct run *r);
/* The run as if these ends took no time: its records and clocks are copies in a. */
struct run hidden_passes_without(struct arena *a, const struct run *r, const struct hidden_passes *h);
#endif
