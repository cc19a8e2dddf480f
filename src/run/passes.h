// SPDX-License-Identifier: MIT
/* The ends of passes over the data that no line reports, in loops of iterations: the loader starts again after each
 * `pass` batches. Windows' excess is their time beyond their iterations. */
#ifndef RUN_PASSES_H
#define RUN_PASSES_H
#include "run/windows.h"

/* A framework may report only the first end, though as many batches come before the next: returns the length of a
 * pass that best fits the windows, and the timers of the last iterations before a line. 0: not reported, or nothing
 * fits. */
uint32_t passes_fitted(struct arena *a, const struct windows *w, const struct ledger *l);
/* Stalls at equal distances that wait for the loader. noise: of windows' excess. 0: there are none. */
uint32_t passes_inferred(const struct windows *w, const struct ledger *l, double noise);
#endif
