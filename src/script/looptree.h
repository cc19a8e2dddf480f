// SPDX-License-Identifier: MIT
/* Loops as values, for the tree of their file (`script.loops`; docs/writing-rules.md lists it). */
#ifndef SCRIPT_LOOPTREE_H
#define SCRIPT_LOOPTREE_H
#include "script/paths/loops.h"

/* Allocated in a; not frozen. Each loop once, as the first program that reaches it sees it. */
struct value loops_value(struct arena *a, struct script_project *p, const struct courses *c, const struct cfile *f);
#endif
