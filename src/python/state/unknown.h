// SPDX-License-Identifier: MIT
/* Unknown as the result of an operation. */
#ifndef PYTHON_STATE_UNKNOWN_H
#define PYTHON_STATE_UNKNOWN_H
#include "python/state/state.h"

struct value op_unknown(struct eval *ev, enum why why, struct span at);
struct value op_blame(struct value unknown, struct span at);		   /* the same cause at another place */
struct value op_blame_in(struct eval *ev, struct value v, struct span at); /* cause of the first Unknown inside v */
struct value unknown_because(const struct cause *why, struct span at);
/* The first argument that is Unknown, as the operation's result. */
bool op_any_unknown(struct value x, struct value y, struct span at, struct value *out);
#endif
