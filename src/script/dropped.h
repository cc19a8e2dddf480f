// SPDX-License-Identifier: MIT
/* Statements `x.f()` whose result is not used, of methods that change nothing in place for what x may be. */
#ifndef SCRIPT_DROPPED_H
#define SCRIPT_DROPPED_H
#include "script/treebuilder.h"

/* Puts into d what x is: `of` (its name), `made` (by which call), `source` (the call that made what a loop takes it
 * from, as a part of each element). false: n, an EXPR, is no such statement. */
bool script_dropped(struct tree_builder *w, const struct node *n, struct dict *d);
#endif
