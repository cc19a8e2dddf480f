// SPDX-License-Identifier: MIT
/* Attributes. */
#ifndef PYTHON_EVAL_ATTR_H
#define PYTHON_EVAL_ATTR_H
#include "python/state/state.h"

/* obj.name of a rule expression. */
struct value eval_key(struct eval *ev, struct value obj, const struct str *name, struct span at);
#endif
