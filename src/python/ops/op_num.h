// SPDX-License-Identifier: MIT
/* Arithmetic. */
#ifndef PYTHON_OPS_OP_NUM_H
#define PYTHON_OPS_OP_NUM_H
#include "python/state/state.h"

bool op_int(struct value v, int64_t *out); /* INT or BOOL */
/* An integer argument; false: *why, a TypeError if that is certain. */
bool op_int_arg(struct eval *ev, struct value v, struct span at, int64_t *out, struct value *why);
struct value num_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
int num_compare(struct value x, struct value y); /* -1 0 1; 2: unordered (nan) */
struct value num_pow_mod(struct eval *ev, int64_t x, int64_t y, int64_t m, struct span at);
struct value num_round(struct eval *ev, struct value x, struct value ndigits, struct span at);
struct value num_truncate(struct eval *ev, double f, struct span at); /* int(f) */
#endif
