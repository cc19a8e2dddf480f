// SPDX-License-Identifier: MIT
/* All expressions that an argument may be: `DistributedSampler(data)` and `None` of `a if distributed else b`. */
#ifndef SCRIPT_FORMS_H
#define SCRIPT_FORMS_H
#include "script/treebuilder.h"

/* Texts of all values of the variables in n and of both arms of conditional expressions; open: there may be more. */
struct value tree_forms(const struct tree_builder *w, const struct node *n);
#endif
