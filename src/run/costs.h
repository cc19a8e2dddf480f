// SPDX-License-Identifier: MIT
/* The cost of one checkpoint, one evaluation and one end of a pass, estimated from the windows of a run: first from
 * windows with one kind alone, then from windows with known kinds beside it. */
#ifndef RUN_COSTS_H
#define RUN_COSTS_H
#include "base/vec.h"
#include "run/windows.h"

VEC(doubles, double);

struct costs {
	/* seconds of one; NaN: unknown, it only happened together with others of unknown cost */
	double of[WINDOW_KINDS];
	struct interval range[WINDOW_KINDS]; /* its 90 % range */
	/* Whether windows with two of these can't be split: the sum of a kind would be less precise than 10 %, 0.3 s
	 * or two steps of the clock. */
	bool vague[WINDOW_KINDS];
};
bool costs_learnt_of(int kind); /* checkpoints, evaluations, ends of passes */
uint32_t costs_bit(int kind);	/* its bit */
/* The error of the sum of n windows, 90 %, in seconds. */
double costs_clock_error(const struct run *r, uint32_t n);
/* From its measured seconds, each of one event. */
void costs_learn(struct arena *a, struct costs *c, int kind, const struct doubles *seconds);
/* one: seconds of single events, by kind. Each window has its excess. */
void costs_of(struct arena *a, const struct windows *w, const struct doubles one[WINDOW_KINDS], struct costs *c);
/* The part of a window's excess beyond the kinds of known cost; the other kinds as bits. */
double costs_rest(const struct costs *c, const struct window *w, uint32_t *unknown);

/* Divides the excess of a window among its events: each gets its usual cost; vague ones get more or less, so that
 * the sum is the excess. */
struct split {
	double seconds[WINDOW_KINDS]; /* of all events of a kind of known cost */
	struct interval range[WINDOW_KINDS];
	uint32_t unknown; /* kinds of unknown cost, bits */
	/* kinds that can't be separated from each other, or from the unknown ones: their seconds are a guess */
	uint32_t joint;
	double rest; /* the rest: of the unknown ones, if there are any */
};
/* usual: something else may have happened too, so they take at most their usual cost. */
struct split costs_split(const struct costs *c, const struct window *w, bool usual);
#endif
