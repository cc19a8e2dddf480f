// SPDX-License-Identifier: MIT
/* The launch line that starts a script, and what it makes of the script's own arguments. */
#ifndef SCRIPT_STARTED_H
#define SCRIPT_STARTED_H
#include "arguments/schema.h"
#include "script/values/script_project.h"

/* The launch (docs/writing-rules.md) that starts f, if the project's launch scripts have exactly one; else Unknown. It
 * has two more facts: `place` ("run.sh:3"), and `sbatch` of its script. In p's arena. */
struct value script_launch(struct script_project *p, const struct cfile *f);
/* A copy of args, on a, in which the flags of the launch take the place of what the script takes from its
 * command line. taken: {argument: its flag}. Where the launch may give more flags than are seen, these are Unknown. */
struct value script_started_args(struct arena *a, const struct schemas *s, const struct schema_class *class,
				 struct value args, struct value taken, struct value launch);
#endif
