// SPDX-License-Identifier: MIT
/* The pending exception, and the release of an evaluation. */
#include "python/state/state.h"
#include "python/state/doubt.h"
#include "python/state/thaw.h"
#include <stdlib.h>

struct span eval_span(const struct eval *ev, const struct node *n)
{
	return (struct span){ ev->file, n->lo, n->hi };
}

struct value eval_raise(struct eval *ev, const char *type, struct span at, const char *fmt, ...)
{
	CHECK(type && fmt);
	if (!ev->rule && !ev->exc && !ev->dead) {
		va_list ap;
		va_start(ap, fmt);
		struct exc *x = arena_new(ev->arena, struct exc);
		*x = (struct exc){ .type = type, .msg = arena_vprintf(ev->arena, fmt, ap), .at = at };
		va_end(ap);
		ev->exc = x;
	}
	return value_unknown(ev->arena, WHY_RAISED, at, type);
}

void eval_release(struct eval *ev)
{
	doubt_free(ev->may_be);
	thaw_free(ev->thaw);
	ev->may_be = NULL;
	ev->thaw = NULL;
	if (ev->arena->budget == &ev->own)
		ev->arena->budget = NULL;
}
