// SPDX-License-Identifier: MIT
/* Calls that never run, since the attribute that decides it is set to False wherever it is set. */
#ifndef SCRIPT_NEVER_H
#define SCRIPT_NEVER_H
#include "script/script_project.h"

/* Whether a call stands in the arm of an `if args.x:` of its function whose attribute, of anything but `self`, the
 * project sets to False (None, 0) and to nothing else: no argument of the command line has its name, nor any key,
 * keyword or variable that gets another value. */
bool script_never_runs(struct script_project *p, const struct fn *in, const struct node *call);
#endif
