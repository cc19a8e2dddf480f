// SPDX-License-Identifier: MIT
/* The sets of arguments that a script makes by calls, such as TrainingArguments(...): `arguments` of its tree. */
#ifndef SCRIPT_ARGUMENTTREE_H
#define SCRIPT_ARGUMENTTREE_H
#include "script/treebuilder.h"

/* The fields that the called class of the project declares, with its bases there: a list of names; None: the callee is
 * no class of the project. */
struct value script_own_fields(struct tree_builder *w, const struct node *call, struct span at);
/* List of elements (arguments/element.h) of the calls in `top`, the file's tree, whose class has a table. */
struct value script_arguments(struct tree_builder *w, struct value top);
#endif
