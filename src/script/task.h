// SPDX-License-Identifier: MIT
/* Functions of the project that a library gets and runs: the code of a loader's workers. */
#ifndef SCRIPT_TASK_H
#define SCRIPT_TASK_H
#include "script/treebuilder.h"

/* List of those in the file, each with the calls in it and in its callees in the project. */
struct value script_tasks(struct tree_builder *w, const struct cfile *f);
#endif
