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
/* List of the divisions by a number as it is written, `x / 255`, `x /= 255.`, `x.div(255)`, of a variable or a call:
 * `text`, `by` (the number's text), and `calls`, the calls that made x, the last one first, as far as that is certain:
 * `name` (dotted), `called` (the last name of the callee), `object` (what is called, where it is an object). */
struct value script_divisions(struct arena *a, struct script_project *p, const struct cfile *f);
#endif
