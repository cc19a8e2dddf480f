// SPDX-License-Identifier: MIT
/* Promises of one fix about a launch script's tree -> edits of the script. Nothing is tried yet.
 *
 * What can be promised: the name or the value of an environment variable, and that it is gone; what an option of a
 * launcher says, and that it is gone; the launcher; pipefail; a flag more, its name, its values as other words. What
 * stands in another script that is called, or is made of variables, is refused. */
#ifndef FIX_LAUNCH_LAUNCH_PLAN_H
#define FIX_LAUNCH_LAUNCH_PLAN_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"

/* Fills edits and expect of t. false: refused, with the reason. */
bool launch_plan(struct arena *a, struct attempt *t, enum fix_scope scope);
#endif
