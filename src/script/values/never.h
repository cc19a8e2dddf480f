// SPDX-License-Identifier: MIT
/* Calls that never run, because every assignment to the attribute that guards them is False. */
#ifndef SCRIPT_VALUES_NEVER_H
#define SCRIPT_VALUES_NEVER_H
#include "script/values/script_project.h"

/* Whether the call is in the arm of an `if args.x:` of its function, and the project assigns only False (None, 0) to
 * the attribute, of any object except `self`: no command line argument has its name, nor any key, keyword or
 * variable that gets another value. */
bool script_never_runs(struct script_project *p, const struct fn *in, const struct node *call);
#endif
