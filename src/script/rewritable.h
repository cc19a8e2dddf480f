// SPDX-License-Identifier: MIT
/* What only fixes ask of a script's tree: copies of batches, steps of training, where statements may
 * come. docs/writing-rules.md lists it. */
#ifndef SCRIPT_REWRITABLE_H
#define SCRIPT_REWRITABLE_H
#include "script/script_project.h"

/* The functions of one file, its top among them, and maybe some of others. */
struct fn *const *script_functions(struct script_project *p, const struct cfile *f, size_t *n);
/* Adds to the file's tree, whose parts live on a. */
void script_rewritable(struct arena *a, struct script_project *p, const struct cfile *f, struct dict *top);
#endif
