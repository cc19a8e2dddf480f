// SPDX-License-Identifier: MIT
#include "python/state/eval_limits.h"
#include "python/state/unknown.h"
#include "python/value/unicode.h"

enum { ITEMS_A_STEP = 8, BYTES_A_STEP = 128 };

bool op_spend_items(struct eval *ev, uint64_t items)
{
	return op_spend(ev, items / ITEMS_A_STEP);
}

bool op_spend_on(struct eval *ev, struct value v)
{
	switch (v.kind) {
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_BIGINT:
		return op_spend(ev, v.as.s->len / BYTES_A_STEP);
	case VALUE_DICT:
		return op_spend_items(ev, v.as.dict->count);
	default:
		return !value_is_listlike(v) || op_spend_items(ev, v.as.list->n);
	}
}

bool op_spend_deep(struct eval *ev, struct value v)
{
	if (v.kind != VALUE_TUPLE && v.kind != VALUE_FROZENSET)
		return true;
	if (!op_spend(ev, 1) || !op_spend_on(ev, v))
		return false;
	for (uint32_t i = 0; i < v.as.list->n; i++)
		if (!op_spend_deep(ev, v.as.list->at[i].val))
			return false;
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
