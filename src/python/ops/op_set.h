// SPDX-License-Identifier: MIT
/* Sets: no duplicates, insertion order. */
#ifndef PYTHON_OPS_OP_SET_H
#define PYTHON_OPS_OP_SET_H
#include "python/state/state.h"

int set_has(struct value set, struct value key); /* 1, 0, -1: unknown */
/* A set of the items, without duplicates. */
struct value set_of(struct eval *ev, enum value_kind kind, const struct list *items, struct span at);
void set_add(struct eval *ev, struct list *set, struct value v, struct span use);
struct value set_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
struct value set_meet(struct eval *ev, struct value x, struct value y, struct span at); /* the items of x that are
											 * also in y */
#endif
