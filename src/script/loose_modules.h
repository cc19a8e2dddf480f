// SPDX-License-Identifier: MIT
/* Modules that a module keeps in a plain list, tuple or dict, where the framework does not see them. */
#ifndef SCRIPT_LOOSE_MODULES_H
#define SCRIPT_LOOSE_MODULES_H
#include "script/treebuilder.h"

/* Adds to w->loose, for the CLASS n if it is a module: each attribute of `self` that is a plain container of modules
 * with weights, once, at the expression that makes its first element. None for a class that registers modules by
 * itself, and none for a container that is handed on to a call: the callee may register its elements. */
void tree_add_loose_modules(struct tree_builder *w, const struct node *n);
/* Adds to w->modules a variable that gets a module of one of the project's classes, if it has weights of its own. */
void tree_add_module(struct tree_builder *w, const struct node *target, const struct node *value);
/* The name of the module with weights that an expression of the class's method makes; NULL: none, or unknown. */
const struct str *tree_module_made(struct tree_builder *w, struct cls *k, struct fn *in, const struct node *value);
#endif
