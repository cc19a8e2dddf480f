// SPDX-License-Identifier: MIT
/* eval() of a text. */
#ifndef PYTHON_BUILTIN_BUILTIN_EVAL_H
#define PYTHON_BUILTIN_BUILTIN_EVAL_H
#include "python/state/state.h"

/* Evaluates the expression of a text with the names visible at the call. Its values can't be edited. */
struct value eval_text(struct eval *ev, const struct str *s, struct span at);
#endif
