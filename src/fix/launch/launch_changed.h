// SPDX-License-Identifier: MIT
/* Whether a launch script's launches differ in the promised parts, and in nothing else. */
#ifndef FIX_LAUNCH_LAUNCH_CHANGED_H
#define FIX_LAUNCH_LAUNCH_CHANGED_H
#include "fix/proof/attempt.h"

/* Every statement and word outside of the edits stands in the result as it did, and no more statements are left out.
 * What follows from a promise may change along: the number of GPUs with that of processes. */
judge_changed launch_changed;
#endif
