// SPDX-License-Identifier: MIT
/* What a program may make: all growing goes through these, and so does all looking at what may be long, so that a
 * program can't do more than its steps buy. */
#ifndef PYTHON_STATE_EVAL_LIMITS_H
#define PYTHON_STATE_EVAL_LIMITS_H
#include "python/state/state.h"

static inline bool op_spend(struct eval *ev, uint64_t steps)
{
	return budget_steps(ev->budget, steps);
}
bool op_spend_items(struct eval *ev, uint64_t items); /* so many are looked at or moved */
bool op_spend_on(struct eval *ev, struct value v);    /* all of v is looked at, but not what it holds */
bool op_spend_deep(struct eval *ev, struct value v);  /* what tuples and frozensets in it hold, too */
bool op_may_hold(struct eval *ev, uint64_t items, struct span at, struct value *why); /* a container of that size */
struct value op_text(struct eval *ev, const char *s, size_t n, struct span at);	      /* a str, or Unknown(FUEL) */
struct value op_buf(struct eval *ev, struct buf *b, struct span at);		      /* likewise; releases b */
#endif
