// SPDX-License-Identifier: MIT
/* The calls in a script that take arguments of known trainers, as sets of arguments. */
#ifndef SCRIPT_SCRIPT_ARGUMENTS_H
#define SCRIPT_SCRIPT_ARGUMENTS_H
#include "script/treebuilder.h"

/* List of elements (arguments/element.h) of the calls in `top`, the file's tree, whose class has a table. Tables and
 * launch scripts are read only for scripts that call something of their packages. The launch of an element has two
 * facts more than in a launch script: `place` ("run.sh:3"), and `sbatch` of its script. */
struct value script_arguments(struct tree_builder *w, struct value top);
#endif
