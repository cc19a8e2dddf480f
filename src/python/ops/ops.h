// SPDX-License-Identifier: MIT
/* Python's operators on values. An Unknown operand gives Unknown, unless the result is certain anyway (Kleene logic,
 * `x in [1, ?]` when found). int/float/bool/str semantics are CPython 3.11's; int64 overflow is Unknown(OVERFLOW). */
#ifndef PYTHON_OPS_OPS_H
#define PYTHON_OPS_OPS_H
#include "python/state/state.h"

struct value op_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
/* x op= y: mutates lists, dicts (|=) and sets in place like Python (thawing them), else op_binary. */
struct value op_augmented(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
struct value op_unary(struct eval *ev, enum node_op op, struct value x, struct span at);
/* x[sub], without slices; handles ConfigDict and rule expressions. */
struct value op_index(struct eval *ev, struct value x, struct value sub, struct span at);
/* Whether v is hashable. false: *why is Unknown, or a TypeError is raised if that is certain ((1, ?) may be
 * hashable). */
bool op_key(struct eval *ev, struct value v, struct span at, struct value *why);
bool op_opaque(struct value v); /* its operators are not modelled: reference, object, date, complex, big integer ... */
struct value op_deep(struct eval *ev, struct value v); /* v with all writes applied, for deep reads */
const char *op_symbol(enum node_op op);
/* The TypeError for an operator that these kinds lack. */
struct value op_no_operator(struct eval *ev, const char *symbol, struct value x, struct value y, struct span at);
#endif
