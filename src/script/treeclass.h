// SPDX-License-Identifier: MIT
/* Facts of a class of the project in a script's tree. */
#ifndef SCRIPT_TREECLASS_H
#define SCRIPT_TREECLASS_H
#include "script/treebuilder.h"

/* Puts `bases`, and outside of a dict that is printed `words`, `loads`, `indexed`, `samples` and `forward`, into d. */
void tree_put_class(struct tree_builder *w, struct cls *k, struct dict *d, struct span at);
/* The fields that the called class of the project declares, with its bases there: a list of names; None: the callee is
 * no class of the project. */
struct value tree_own_fields(struct tree_builder *w, const struct node *call, struct span at);
/* Of `C.method(...)`, C being a class of the project: `name`, `bases`, `words` (of its text and that of its bases in
 * the project) and `needs`, the parameters of its constructor that have no default; None: C is no such class. */
struct value tree_built(struct tree_builder *w, const struct node *call, struct span at);
/* {name: default value} of these fields; Unknown where it is not known, or there is none. */
struct value tree_own_defaults(struct tree_builder *w, const struct node *call, struct span at);
#endif
