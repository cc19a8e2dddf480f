// SPDX-License-Identifier: MIT
/* Python's operators on values. Unknown in, Unknown out, except where the answer is certain all the same (Kleene logic,
 * `x in [1, ?]` when found). int/float/bool/str semantics are CPython 3.11's; int64 overflow is Unknown(OVERFLOW). */
#ifndef PYTHON_VALUE_OPS_H
#define PYTHON_VALUE_OPS_H
#include "python/eval/eval.h"

enum truth { FALSE3, TRUE3, UNKNOWN3 };
enum truth value_truth(struct value v); /* of an open container: Unknown unless it has a sure item */
struct value truth_value(struct eval *ev, enum truth t, struct value why,
			 struct span at); /* UNKNOWN3 takes why's cause */
struct value op_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
/* x op= y: mutates lists, dicts (|=) and sets in place like Python (thawing them), else op_binary. */
struct value op_augmented(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
struct value op_unary(struct eval *ev, enum node_op op, struct value x, struct span at);
enum truth op_compare(struct eval *ev, enum node_op op, struct value x, struct value y,
		      struct span at);							  /* < ... in, is */
enum truth op_equal(struct value x, struct value y);					  /* Python's ==, deep */
struct value op_index(struct eval *ev, struct value x, struct value sub, struct span at); /* x[sub], no slices;
	ConfigDict and rule mode included */
struct value op_slice(struct eval *ev, struct value x, struct value start, struct value stop, struct value step,
		      struct span at);
/* Whether v can be a dict's key or a set's item. false: *why is Unknown, and TypeError is raised where that is certain
 * ((1, ?) is a maybe). */
bool op_key(struct eval *ev, struct value v, struct span at, struct value *why);
/* What iterating over v yields, in order, as a fresh or shared list; NULL when unknown (*why set to an Unknown) or when
 * it raised. A str gives its characters, a dict its keys. */
const struct list *op_iterate(struct eval *ev, struct value v, struct span at, struct value *why);

/* Text as Python gives it. false: not known (contains Unknown, a set's order, an object's address). */
bool op_str(struct buf *out, struct value v);  /* str(v) */
bool op_repr(struct buf *out, struct value v); /* repr(v) */
void float_repr(struct buf *out, double f);    /* shortest round-trip, Python's spelling: 1e-05, 2.0, inf */
struct value op_format(struct eval *ev, struct value v, const struct str *spec, struct span at); /* format(v, spec) */
#endif
