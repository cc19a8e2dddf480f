// SPDX-License-Identifier: MIT
/* eval() of a text. */
#ifndef PYTHON_BUILTIN_BUILTIN_EVAL_H
#define PYTHON_BUILTIN_BUILTIN_EVAL_H
#include "python/state/state.h"

/* The expression of a text, with the names that are seen where it is called. Values of it can't be edited. */
struct value eval_text(struct eval *ev, const struct str *s, struct span at);
#endif
