// SPDX-License-Identifier: MIT
/* Under which conditions something runs: by the tests around it, and around all calls that lead there. */
#ifndef SCRIPT_AROUND_H
#define SCRIPT_AROUND_H
#include "script/treebuilder.h"

/* `tests`: texts of conditions, of what the variables in them were given, of conditions that end a function earlier,
 * and of decorators, on any path there; `open`: a function on the way may be called by code that isn't seen, or by
 * none; `calls`: names of the calls that rules/script.yaml lists in the files on the way. */
struct value script_around(struct tree_builder *w, const struct node *n);
/* Names of the calls that have been made for sure where n runs, by statements before it in the function: of functions
 * outside the project "torch.cuda.set_device", of methods ".to(cuda)", with a first argument that is a text. */
struct value script_before(struct tree_builder *w, const struct node *n);
#endif
