// SPDX-License-Identifier: MIT
/* What a program may make: fuel pays for items and text, and nothing grows past a bound. */
#include "python/state/limits.h"
#include "python/state/unknown.h"
#include "python/value/unicode.h"

bool op_spend(struct eval *ev, uint64_t items)
{
	if (ev->fuel < items) {
		ev->fuel = 0;
		return false;
	}
	ev->fuel -= (uint32_t)items;
	return true;
}

bool op_may_hold(struct eval *ev, uint64_t items, struct span at, struct value *why)
{
	if (items <= EVAL_ITEMS && op_spend(ev, items))
		return true;
	*why = op_unknown(ev, WHY_FUEL, at);
	return false;
}

struct value op_text(struct eval *ev, const char *s, size_t n, struct span at)
{
	if (n > TEXT_MAX || !op_spend(ev, n / 64))
		return op_unknown(ev, WHY_FUEL, at);
	return value_str(str_of(s, n), at);
}

struct value op_buf(struct eval *ev, struct buf *b, struct span at)
{
	struct value v = op_text(ev, b->n ? b->s : "", b->n, at);
	buf_release(b);
	return v;
}
