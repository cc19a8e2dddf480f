// SPDX-License-Identifier: MIT
/* Methods that no code of a project can call on objects of a kind: a scheduler that is created and never stepped. */
#ifndef SCRIPT_IDLE_H
#define SCRIPT_IDLE_H
#include "script/paths/program.h"

/* True only if it is certain: no call of the method in the project may be on an object of the kind, by what the
 * receiver holds or by its name, and no such object goes to code that isn't followed. */
bool script_idle(struct script_project *p, const struct script_kind_of *kind, const struct str *method);
/* List of "KIND.METHOD" of all such, of the kinds of which the project creates objects. */
struct value script_idle_all(struct arena *a, struct script_project *p, struct span at);
#endif
