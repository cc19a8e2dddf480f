// SPDX-License-Identifier: MIT
/* All growing goes through these, so that a program can't make more than its fuel buys. */
#ifndef PYTHON_STATE_LIMITS_H
#define PYTHON_STATE_LIMITS_H
#include "python/state/state.h"

bool op_spend(struct eval *ev, uint64_t items);
bool op_may_hold(struct eval *ev, uint64_t items, struct span at, struct value *why); /* a container of that size */
struct value op_text(struct eval *ev, const char *s, size_t n, struct span at);	      /* a str, or Unknown(FUEL) */
struct value op_buf(struct eval *ev, struct buf *b, struct span at);		      /* likewise; releases b */
#endif
