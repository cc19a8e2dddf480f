// SPDX-License-Identifier: MIT
/* Functions of the project that are passed to a library, which runs them: what a loader's workers do. */
#ifndef SCRIPT_TASK_H
#define SCRIPT_TASK_H
#include "script/treebuilder.h"

/* List of those that stand in the file, each with the calls in it and in the functions of the project that it calls. */
struct value script_tasks(struct tree_builder *w, const struct cfile *f);
#endif
