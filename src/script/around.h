// SPDX-License-Identifier: MIT
/* Under which conditions code runs: the tests around it and around all calls that lead to it. */
#ifndef SCRIPT_AROUND_H
#define SCRIPT_AROUND_H
#include "script/treebuilder.h"

/* `tests`: on any path, texts of conditions, of the values of the variables in them, of conditions that leave a
 * function earlier, and of decorators. `open`: a function on the way may be called by unseen code, or by none.
 * `calls`: names of the calls that rules/script.yaml lists in the files on the way. */
struct value script_around(struct tree_builder *w, const struct node *n);
/* Names of the calls that certainly run before n, by statements before it in the function: functions outside the
 * project "torch.cuda.set_device", methods ".to(cuda)" with a first argument that is a text. */
struct value script_before(struct tree_builder *w, const struct node *n);
#endif
