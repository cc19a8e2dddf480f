// SPDX-License-Identifier: MIT
/* Which tests of a program an assignment decides: after `first = False`, `if first` is not taken until something else
 * is assigned. Each OP_FORGET of a constant gets these tests as bits.
 *
 *	first = True                after it `first` is true
 *	for x in loader:
 *	    if first: ...           once
 *	    first = False
 *
 * An unknown value, or a test of more than the one variable, decides nothing. */
#ifndef SCRIPT_PATHS_ASSIGNED_H
#define SCRIPT_PATHS_ASSIGNED_H
#include "script/paths/program.h"

void program_decide(struct script_project *p, struct program *prog);
#endif
