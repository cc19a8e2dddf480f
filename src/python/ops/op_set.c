// SPDX-License-Identifier: MIT
/* Sets: membership with Unknown items, union, difference and others. */
#include "python/ops/op_set.h"
#include "python/ops/ops.h"
#include "python/state/eval_limits.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include <string.h>

int set_has(struct value set, struct value key)
{
	const struct list *l = set.as.list;
	bool doubt = l->open;
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->at[i].flags & EF_MAYBE || !value_is_deep_known(l->at[i].val))
			doubt = true;
		else if (key_same(l->at[i].val, key))
			return 1;
	}
	return doubt ? -1 : 0;
}

/* Sets. */
void set_add(struct eval *ev, struct list *set, struct value v, struct span use)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (key_same(set->at[i].val, v))
			return;
	list_push(ev->arena, set, v, use);
}

struct value set_of(struct eval *ev, enum value_kind kind, const struct list *items, struct span at)
{
	struct value set = value_list(ev->arena, kind, 0, at), why;
	struct dict *seen = arena_new(ev->arena, struct dict);
	for (uint32_t i = 0; i < items->n; i++) {
		struct value v = items->at[i].val;
		if (!op_key(ev, v, at, &why)) {
			if (ev->exc || ev->rule)
				return why;
			set.as.list->open = true; /* the number of items is unknown */
			continue;
		}
		if (dict_find(seen, v))
			continue;
		dict_put(ev->arena, seen, v, (struct value){ 0 }, items->at[i].use);
		list_push(ev->arena, set.as.list, v, items->at[i].use);
	}
	return set;
}

struct value set_meet(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value out = value_list(ev->arena, x.kind, 0, at);
	if (!value_is_deep_known(x) || !value_is_deep_known(y))
		return op_blame_in(ev, value_is_deep_known(x) ? y : x, at);
	if (!op_spend(ev, (uint64_t)x.as.list->n * y.as.list->n / 64))
		return op_unknown(ev, WHY_FUEL, at);
	for (uint32_t i = 0; i < x.as.list->n; i++)
		if (set_has(y, x.as.list->at[i].val) == 1)
			list_push(ev->arena, out.as.list, x.as.list->at[i].val, x.as.list->at[i].use);
	return out;
}

struct value set_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at)
{
	if (op == OP_AND_BIT) { /* CPython walks the smaller set: of 1 and True its item is stored */
		bool swap = y.as.list->n > x.as.list->n;
		struct value both = set_meet(ev, swap ? x : y, swap ? y : x, at);
		both.kind = value_is_known(both) ? x.kind : both.kind;
		return both;
	}
	struct list all = { 0 };
	const struct list *a = x.as.list, *b = y.as.list;
	struct value why;
	if (!value_is_deep_known(x) || !value_is_deep_known(y))
		return op_blame_in(ev, value_is_deep_known(x) ? y : x, at);
	if (!op_may_hold(ev, (uint64_t)a->n + b->n, at, &why) || !op_spend(ev, (uint64_t)a->n * b->n / 64))
		return op_unknown(ev, WHY_FUEL, at);
	for (uint32_t i = 0; i < a->n; i++) {
		if (op == OP_OR_BIT || set_has(y, a->at[i].val) == 0)
			list_push(ev->arena, &all, a->at[i].val, a->at[i].use);
	}
	for (uint32_t i = 0; i < b->n && (op == OP_OR_BIT || op == OP_XOR); i++)
		if (op == OP_OR_BIT || set_has(x, b->at[i].val) == 0)
			list_push(ev->arena, &all, b->at[i].val, b->at[i].use);
	return set_of(ev, x.kind, &all, at);
}
