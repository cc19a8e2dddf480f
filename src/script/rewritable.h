// SPDX-License-Identifier: MIT
/* The parts of a script's tree that only fixes read: copies of batches, steps of training, places for new
 * statements. docs/writing-rules.md lists them. */
#ifndef SCRIPT_REWRITABLE_H
#define SCRIPT_REWRITABLE_H
#include "script/values/script_project.h"

/* The functions of one file, including its top level, and maybe some of others. */
struct fn *const *script_functions(struct script_project *p, const struct cfile *f, size_t *n);
/* Adds to the file's tree, whose parts are allocated in a. */
void script_rewritable(struct arena *a, struct script_project *p, const struct cfile *f, struct dict *top);
#endif
