// SPDX-License-Identifier: MIT
/* Values as text, as in Python. false: unknown (it contains Unknown, a set's order, an object's address). */
#ifndef PYTHON_VALUE_REPR_H
#define PYTHON_VALUE_REPR_H
#include "base/buf.h"
#include "python/value/value.h"

bool op_str(struct buf *out, struct value v);  /* str(v) */
bool op_repr(struct buf *out, struct value v); /* repr(v) */
/* repr(v) of at most that many bytes; false: it is longer, or unknown. The cost is bounded by the limit. */
bool op_repr_within(struct buf *out, struct value v, size_t most);
bool op_ascii(struct buf *out, struct value v); /* ascii(v) */
void float_repr(struct buf *out, double f);	/* shortest round-trip, Python's spelling: 1e-05, 2.0, inf */
void value_dump(struct buf *b, struct value v); /* debugging: one line */
#endif
