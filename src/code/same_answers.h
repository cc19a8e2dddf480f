// SPDX-License-Identifier: MIT
/* Compares two states of a project's code. Contract: see code_differs in code.h. */
#ifndef CODE_SAME_ANSWERS_H
#define CODE_SAME_ANSWERS_H
#include "code/index.h"

const char *index_differs(const struct index *was, const struct index *is, struct arena *a, const struct code_apart *q);
#endif
