// SPDX-License-Identifier: MIT
/* The value of a parameter of a project function if a config leaves it out: the signature's default, and what
 * callers pass instead. */
#ifndef CODE_DEFAULTS_H
#define CODE_DEFAULTS_H
#include "code/code.h"

struct index;
/* As code_default; the text is in a. */
struct code_default defaults_of(const struct index *c, struct arena *a, const struct str *function,
				const struct str *parameter);
#endif
