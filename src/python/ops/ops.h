// SPDX-License-Identifier: MIT
/* Python's operators on values. Unknown in, Unknown out, except where the answer is certain all the same (Kleene logic,
 * `x in [1, ?]` when found). int/float/bool/str semantics are CPython 3.11's; int64 overflow is Unknown(OVERFLOW). */
#ifndef PYTHON_OPS_OPS_H
#define PYTHON_OPS_OPS_H
#include "python/state/state.h"

struct value op_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
/* x op= y: mutates lists, dicts (|=) and sets in place like Python (thawing them), else op_binary. */
struct value op_augmented(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
struct value op_unary(struct eval *ev, enum node_op op, struct value x, struct span at);
/* x[sub], no slices; ConfigDict and rule mode included. */
struct value op_index(struct eval *ev, struct value x, struct value sub, struct span at);
/* Whether v can be a dict's key or a set's item. false: *why is Unknown, and TypeError is raised where that is certain
 * ((1, ?) is a maybe). */
bool op_key(struct eval *ev, struct value v, struct span at, struct value *why);
bool op_opaque(struct value v); /* its operators are not modelled: reference, object, date, complex, big integer ... */
struct value op_deep(struct eval *ev, struct value v); /* v with all writes seen, for deep reads */
const char *op_symbol(enum node_op op);
/* The TypeError of an operator that these kinds don't have. */
struct value op_no_operator(struct eval *ev, const char *symbol, struct value x, struct value y, struct span at);
#endif
