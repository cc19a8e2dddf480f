// SPDX-License-Identifier: MIT
/* What one checkpoint, one evaluation and one end of a pass takes, learnt from the windows of a run: first of those
 * that are alone somewhere, then of those that stand beside known ones. */
#ifndef RUN_COSTS_H
#define RUN_COSTS_H
#include "base/vec.h"
#include "run/windows.h"

VEC(doubles, double);

struct costs {
	double of[WINDOW_KINDS]; /* seconds of one; NaN: not known, it never happened but with others of which
				  * that holds */
	struct interval range[WINDOW_KINDS]; /* where it lies, 90 % */
	/* Whether windows in which two of these meet can't be split: all of a kind together would be told less closely
	 * than within 10 %, 0.3 s or two steps of the clock. */
	bool vague[WINDOW_KINDS];
};
bool costs_learnt_of(int kind); /* checkpoints, evaluations, ends of passes */
uint32_t costs_bit(int kind);	/* of such a one */
/* Of the sum of n windows, 90 %, in seconds. */
double costs_clock_error(const struct run *r, uint32_t n);
/* By what it took, in seconds of one. */
void costs_learn(struct arena *a, struct costs *c, int kind, const struct doubles *seconds);
/* one: seconds of single events, by kind. Each window has its excess. */
void costs_of(struct arena *a, const struct windows *w, const struct doubles one[WINDOW_KINDS], struct costs *c);
/* What is left of a window's excess without the kinds whose cost is known; the others as bits. */
double costs_rest(const struct costs *c, const struct window *w, uint32_t *unknown);

/* How what a window took beyond its iterations goes to what happened in it: each takes what it usually takes, those of
 * which that is vague more or less, for all of them together took what there is. */
struct split {
	double seconds[WINDOW_KINDS]; /* of all events of a kind of known cost */
	struct interval range[WINDOW_KINDS];
	uint32_t unknown; /* kinds of no known cost, bits */
	uint32_t joint;	  /* kinds that can't be told from each other, or from the unknown ones: their seconds are a
			   * guess */
	double rest;	  /* what is left: of the unknown ones, where there are any */
};
/* usual: something else may have happened as well, so they don't take more than usually. */
struct split costs_split(const struct costs *c, const struct window *w, bool usual);
#endif
