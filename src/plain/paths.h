// SPDX-License-Identifier: MIT
/* Which file a call reads: constants, defaults of command line arguments and their values in launch lines, through
 * variables, `with open(path) as f` and parameters. */
#ifndef PLAIN_PATHS_H
#define PLAIN_PATHS_H
#include "launch/starts.h"
#include "plain/plain_project.h"

/* Fills r->path and r->open; from: the call's argument, in the scripts' trees. */
void plain_paths(struct plain_project *p, struct plain_reader *r, struct fn *in, const struct node *from,
		 const struct starts *launched);
#endif
