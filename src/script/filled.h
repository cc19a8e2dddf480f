// SPDX-License-Identifier: MIT
/* Dicts and lists that a function fills and then does not use. */
#ifndef SCRIPT_FILLED_H
#define SCRIPT_FILLED_H
#include "script/treebuilder.h"

/* Adds to w->filled the variable of `target = value`, value being a dict or a list as it is written, if the function
 * puts something into it and does nothing else with it before it gets its next value, or ends. Not for variables of
 * loops, of a file's top level, or that an inner function names. */
void tree_add_filled(struct tree_builder *w, const struct node *target, const struct node *value);
#endif
