// SPDX-License-Identifier: MIT
/* Running a module. */
#ifndef PYTHON_EVAL_EVAL_STMT_H
#define PYTHON_EVAL_EVAL_STMT_H
#include "python/state/state.h"

/* Fills ev->globals in source order; ev->exc is set if it raised. */
void eval_module(struct eval *ev, const struct node *root);
#endif
