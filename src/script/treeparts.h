// SPDX-License-Identifier: MIT
/* What a script's tree has of things that are no calls: what is set, imported, stated for nothing, made and never read.
 * Each puts what a node is into its list, if it is that. */
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
#endif
