// SPDX-License-Identifier: MIT
/* Promises of one fix about a file of arguments (YAML, JSON) -> edits of that file. Nothing is tried yet.
 *
 * Possible promises: an argument, or a key in one of its sections, gets another name or value, comes or goes; a key
 * of a file that the arguments name gets another value. */
#ifndef FIX_DATA_DATA_PLAN_H
#define FIX_DATA_DATA_PLAN_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"

/* Fills edits and expect of t. false: refused, with the reason. */
bool data_plan(struct arena *a, struct attempt *t, enum fix_scope scope);
#endif
