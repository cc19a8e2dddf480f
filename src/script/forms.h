// SPDX-License-Identifier: MIT
/* All expressions that an argument may be, `DistributedSampler(data)` and `None` of `a if distributed else b`; and what
 * a function returns that is one. */
#ifndef SCRIPT_FORMS_H
#define SCRIPT_FORMS_H
#include "script/treebuilder.h"

/* Texts of all values of the variables in n and of both arms of conditional expressions; open: there may be more. */
struct value tree_forms(const struct tree_builder *w, const struct node *n);
/* Of a function of the project: the keys of the dicts that it returns; open: there may be more, or n is none. */
struct value tree_returned(const struct tree_builder *w, const struct node *n);
#endif
