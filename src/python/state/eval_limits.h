// SPDX-License-Identifier: MIT
/* Limits on what an evaluated program may create or read: all growth and all long walks are charged here, so that a
 * program can't do more than its steps allow. */
#ifndef PYTHON_STATE_EVAL_LIMITS_H
#define PYTHON_STATE_EVAL_LIMITS_H
#include "python/state/state.h"

static inline bool op_spend(struct eval *ev, uint64_t steps)
{
	return budget_steps(ev->budget, steps);
}
bool op_spend_items(struct eval *ev, uint64_t items); /* charges items that are read or moved */
bool op_spend_on(struct eval *ev, struct value v);    /* charges all of v, but not nested containers */
bool op_spend_deep(struct eval *ev, struct value v);  /* charges nested tuples and frozensets too */
bool op_may_hold(struct eval *ev, uint64_t items, struct span at, struct value *why); /* a container of that size is
										       * allowed */
struct value op_text(struct eval *ev, const char *s, size_t n, struct span at);	      /* a str, or Unknown(FUEL) */
struct value op_buf(struct eval *ev, struct buf *b, struct span at);		      /* the same; releases b */
#endif
