// SPDX-License-Identifier: MIT
/* What the project's own context managers do to the body of a `with`. */
#ifndef SCRIPT_PATHS_MANAGER_H
#define SCRIPT_PATHS_MANAGER_H
#include "script/values/cell.h"

/* The event that the call is as a region, or the reference to one without a call. NULL: none. */
const struct script_event *region_event(struct script_project *p, struct fn *fn, const struct node *x, bool wide);
/* Events of rules/script.yaml, as bits, in whose region the body of `with call:` runs because the project's function or
 * class that is called enters them, or switches a model to evaluation. 0: none, or the callee is unknown. */
uint64_t manager_regions(struct script_project *p, const struct call_frame *f, const struct node *call);
/* The event that switches to evaluation; NULL: rules/script.yaml has none. */
const struct script_event *evaluation_event(const struct script_know *k);
#endif
