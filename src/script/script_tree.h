// SPDX-License-Identifier: MIT
/* A script as a tree of values, for rules (`on: script`; docs/writing-rules.md lists it). */
#ifndef SCRIPT_SCRIPT_TREE_H
#define SCRIPT_SCRIPT_TREE_H
#include "script/paths/loops.h"

/* Allocated in a; not frozen. */
struct value script_tree(struct arena *a, struct script_project *p, const struct cfile *f, const struct orders *orders,
			 const struct courses *courses);
/* The arguments of a call that rules/script.yaml knows by that name; the form of an expression that rules see. */
struct value script_given(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call,
			  const struct str *name);
struct value script_shown(struct arena *a, struct script_project *p, struct fn *scope, const struct node *n);
/* "net.py:9": where n stands in the file; in a. */
const char *script_line(struct arena *a, const struct cfile *f, const struct node *n);
#endif
