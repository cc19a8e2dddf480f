// SPDX-License-Identifier: MIT
/* What values are divided by. */
#ifndef SCRIPT_DIVISORS_H
#define SCRIPT_DIVISORS_H
#include "script/values/derive.h"

/* Adds the meanings (derive_meaning) of what a function that is an argument divides by, the horizon of a schedule: that
 * of n of `lambda i: 1 - i / max(1, n - warmup)`. made: the call that gets it. Adds nothing if given is no function of
 * the project. */
void script_divisors(struct script_project *p, struct arena *a, struct placed made, const struct node *given,
		     struct value to);
/* The same of x / n and x /= n in the function, for an x of its text. The number of nodes that were visited. */
uint32_t script_divided(struct script_project *p, struct arena *a, struct placed x, struct fn *in, struct value *to);
#endif
