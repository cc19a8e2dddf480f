// SPDX-License-Identifier: MIT
/* ==, <, in, is. */
#ifndef PYTHON_OPS_OP_COMPARE_H
#define PYTHON_OPS_OP_COMPARE_H
#include "python/state/state.h"
#include "python/value/truth.h"

/* < ... in, is: every comparison. */
enum truth op_compare(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
enum truth op_equal(struct eval *ev, struct value x, struct value y); /* Python's ==, deep */
/* As a value; UNKNOWN3 takes why's cause. */
struct value truth_value(struct eval *ev, enum truth t, struct value why, struct span at);
#endif
