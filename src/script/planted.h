// SPDX-License-Identifier: MIT
/* What a script's tree has of things that are no calls: what is set, imported, stated for nothing, made and never read.
 * Each puts what a node is into its list, if it is that. */
#ifndef SCRIPT_PLANTED_H
#define SCRIPT_PLANTED_H
#include "script/planting.h"

void planted_setting(struct planting *w, const struct node *target, const struct node *value);
void planted_import(struct planting *w, const struct node *n);
void planted_statement(struct planting *w, const struct node *n); /* an EXPR */
void planted_part(struct planting *w, const struct node *target, const struct node *value);
void planted_unused(struct planting *w, const struct node *target, const struct node *value);
void planted_element(struct planting *w, const struct node *n);	  /* an INDEX */
void planted_remainder(struct planting *w, const struct node *n); /* a COMPARE */
#endif
