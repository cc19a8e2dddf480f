// SPDX-License-Identifier: MIT
/* The ends of passes over the data that no line tells, in loops of iterations: the loader starts anew after each `pass`
 * batches. Windows' excess is what they took beyond their iterations. */
#ifndef RUN_PASSES_H
#define RUN_PASSES_H
#include "run/windows.h"

/* A framework may tell of the first end only, though as many batches come to the next: the length of a pass with which
 * windows, and the timers of the last iterations before a line, fit best. 0: not told, or nothing fits. */
uint32_t passes_told(struct arena *a, const struct windows *w, const struct ledger *l);
/* Stalls at equal distances in which the loader was waited for. noise: of windows' excess. 0: there are none. */
uint32_t passes_inferred(const struct windows *w, const struct ledger *l, double noise);
#endif
