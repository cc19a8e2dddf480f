// SPDX-License-Identifier: MIT
/* The call graph of a project: who calls which function, and whether unseen code may call it. */
#ifndef SCRIPT_VALUES_CALLERS_H
#define SCRIPT_VALUES_CALLERS_H
#include "script/values/script_project.h"

/* Fills p's callee, known_calls and some_calls. */
void callers_find(struct script_project *p);
/* Adds the names of the calls that rules/script.yaml lists in a file and that may run (never.h). Each file and each
 * name is added once, according to `seen`. */
void script_names_called(struct arena *a, const struct script_project *p, const struct cfile *f, struct map *seen,
			 struct span at, struct list *out);
#endif
