// SPDX-License-Identifier: MIT
/* What a function of the project gives a parameter that a config leaves out: the signature's default, and what callers
 * put in its place. */
#ifndef CODE_DEFAULTS_H
#define CODE_DEFAULTS_H
#include "code/code.h"

struct index;
/* As code_default; the text is in a. */
struct code_default defaults_of(const struct index *c, struct arena *a, const struct str *function,
				const struct str *parameter);
#endif
