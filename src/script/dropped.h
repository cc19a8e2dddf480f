// SPDX-License-Identifier: MIT
/* Statements `x.f()` whose result is unused, if f changes nothing in place for any type that x may have. */
#ifndef SCRIPT_DROPPED_H
#define SCRIPT_DROPPED_H
#include "script/treebuilder.h"

/* Stores in d what x is: `of` (its name), `made` (the call that creates it), `source` (the call that creates the
 * iterable of a loop, if x is a part of each element). false: n, an EXPR, is no such statement. */
bool script_dropped(struct tree_builder *w, const struct node *n, struct dict *d);
#endif
