// SPDX-License-Identifier: MIT
/* Names and where they are bound. */
#ifndef PYTHON_EVAL_ASSIGN_H
#define PYTHON_EVAL_ASSIGN_H
#include "python/state/state.h"

/* A local name of the functions and comprehensions that are running. */
bool eval_has_local(const struct eval *ev, const struct str *name);
#endif
