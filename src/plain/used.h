// SPDX-License-Identifier: MIT
/* How a value is used where code reads it: the call that gets it as an argument, or an operator. */
#ifndef PLAIN_USED_H
#define PLAIN_USED_H
#include "code/cnode.h"
#include "python/value/value.h"

/* Adds {within, keyword, place} for each place that reads the key, and for each use of the variable that gets it
 * there. `within` is the dotted name of the call whose argument it is, "torch.optim.*" if that is one of several, or an
 * operator; None: unknown. Functions of the project that pass it on are followed. n NULL: adds nothing. */
void used_at(struct arena *a, const struct cnode *n, struct list *out);
/* The same for a key of the dict up that no code reads by its name: where `f(**up)` passes it. */
void used_below(struct arena *a, const struct cnode *up, const struct str *key, struct list *out);
#endif
