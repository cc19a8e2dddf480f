// SPDX-License-Identifier: MIT
/* Parts of a script's tree other than calls: settings, imports, statements without effect, unused variables. Each
 * function adds a node to its list, if it is of that kind. */
#ifndef SCRIPT_TREEPARTS_H
#define SCRIPT_TREEPARTS_H
#include "script/treebuilder.h"

void tree_add_setting(struct tree_builder *w, const struct node *target, const struct node *value);
void tree_add_import(struct tree_builder *w, const struct node *n);
void tree_add_statement(struct tree_builder *w, const struct node *n); /* an EXPR */
void tree_add_part(struct tree_builder *w, const struct node *target, const struct node *value);
void tree_add_unused(struct tree_builder *w, const struct node *target, const struct node *value);
void tree_add_element(struct tree_builder *w, const struct node *n);   /* an INDEX */
void tree_add_remainder(struct tree_builder *w, const struct node *n); /* a COMPARE */
void tree_add_reference(struct tree_builder *w, const struct node *n); /* an ATTR */
#endif
