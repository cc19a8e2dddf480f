// SPDX-License-Identifier: MIT
/* Evaluates Python configs and rule expressions: a tree walker that executes nothing, reads only its arguments and
 * always ends (steps, depth). Operations on Unknown give Unknown; an exception is raised only if Python certainly
 * raises it. */
#ifndef PYTHON_EVAL_EVAL_H
#define PYTHON_EVAL_EVAL_H
#include "python/state/state.h"

void eval_init(struct eval *ev, struct arena *a, uint32_t file); /* empty globals; eval_release when done */
void eval_init_in(struct eval *ev, struct arena *a, uint32_t file, struct dict *globals);
struct value eval_expr(struct eval *ev, const struct node *n);
#endif
