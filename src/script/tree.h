// SPDX-License-Identifier: MIT
/* A script as a tree of values, for rules (`on: script`; docs/writing-rules.md lists it). */
#ifndef SCRIPT_TREE_H
#define SCRIPT_TREE_H
#include "script/orders.h"

/* On a; not frozen. */
struct value script_tree(struct arena *a, struct script_project *p, const struct cfile *f, const struct orders *orders);
/* What a call is given, by name, as the tree shows it. */
struct value script_given(struct arena *a, struct script_project *p, struct fn *fn, const struct node *call);
#endif
