// SPDX-License-Identifier: MIT
/* Objects that a loop calls in training mode: nothing switched them to evaluation since they were trained. */
#ifndef SCRIPT_LOOPMODE_H
#define SCRIPT_LOOPMODE_H
#include "script/paths/loops.h"

/* List of what the loop's own statements call, of names and attributes whose objects are in training mode on some way
 * to the loop, on which something has been trained: `object`, as events have it, `text` (of the call), `callee` and
 * `number`. Each object once. */
struct value loop_in_training(struct arena *a, struct script_project *p, const struct courses *all,
			      const struct loop *l);
#endif
