// SPDX-License-Identifier: MIT
/* What is done with a value where code reads it: the call that it is given to, or an operator. */
#ifndef PLAIN_USED_H
#define PLAIN_USED_H
#include "code/cnode.h"
#include "python/value/value.h"

/* Adds {within, keyword, place} for each place that reads the key, and for each use of the variable that one gives it
 * to: `within` is the dotted name of the call whose argument it is, or an operator; None: neither is known. n NULL:
 * nothing. */
void used_at(struct arena *a, const struct cnode *n, struct list *out);
#endif
