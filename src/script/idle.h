// SPDX-License-Identifier: MIT
/* Methods that no code can call on objects of a kind: a scheduler that is created and never stepped. */
#ifndef SCRIPT_IDLE_H
#define SCRIPT_IDLE_H
#include "script/paths/program.h"

/* List of the kind's methods (`idle` of rules/script.yaml) that no code in the file's reach can call on an object of
 * the kind. Only what is certain: no call of the method may be on such an object, by what the receiver holds or by its
 * name, and no such object goes to code that isn't followed. */
struct value script_idle(struct arena *a, struct script_project *p, const struct cfile *f,
			 const struct script_kind_of *kind, struct span at);
/* The same as "KIND.METHOD", of all kinds of which code in the file's reach creates objects. */
struct value script_idle_all(struct arena *a, struct script_project *p, const struct cfile *f);
#endif
