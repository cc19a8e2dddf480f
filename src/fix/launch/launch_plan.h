// SPDX-License-Identifier: MIT
/* Promises of one fix about a launch script's tree -> edits of the script. Nothing is tried yet.
 *
 * Possible promises: the name, the value or the removal of an environment variable; the value or the removal of an
 * option of a launcher; the launcher; pipefail; an additional flag, its name, its values as other words; the name, the
 * value or the removal of an argument (`arguments[i].args.k`). Text in another script that is called, or built from
 * variables, is refused. */
#ifndef FIX_LAUNCH_LAUNCH_PLAN_H
#define FIX_LAUNCH_LAUNCH_PLAN_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"

/* Fills edits and expect of t. false: refused, with the reason. */
bool launch_plan(struct arena *a, struct attempt *t, enum fix_scope scope);
#endif
