// SPDX-License-Identifier: MIT
/* Promises of one fix about a script's tree -> edits of the script. Nothing is tried yet.
 *
 * Possible promises: an argument of a call (set, removed, renamed), a call's name, the value or the attribute of a
 * setting, the module of an import, the text of a statement. An argument is changed in the call, never at the variable
 * that is passed. */
#ifndef FIX_SCRIPT_SCRIPT_PLAN_H
#define FIX_SCRIPT_SCRIPT_PLAN_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"

/* Fills edits, swap and expect of t. SCOPE_OWNER: an import may change for all calls that use it. false: refused, with
 * the reason. */
bool script_plan(struct arena *a, struct attempt *t, enum fix_scope scope);
#endif
