// SPDX-License-Identifier: MIT
/* Methods of list, tuple and range. Writers change the list of eval_thaw_list; if the effect is unknown, they poison
 * it.
 *
 * Example: l = [1, 2]; l.append(3)     [1, 2, 3]
 *          l.remove(unknown)           every item may be gone */
#include "python/builtin/priv.h"
#include "python/ops/op_compare.h"
#include "python/ops/op_num.h"
#include "python/ops/seq.h"
#include "python/state/doubt.h"
#include "python/value/repr.h"
#include <string.h>

static struct value fn_list_append(struct eval *ev, const struct call *c)
{
	struct value self = c->self, why;
	struct list *l = eval_thaw_list(ev, &self);
	if (!op_may_hold(ev, 1, c->at, &why) || l->n >= EVAL_ITEMS) {
		l->open = true;
		return value_none(c->at);
	}
	list_push(ev->arena, l, c->arg[0], c->use[0]);
	return value_none(c->at);
}

static struct value fn_list_clear(struct eval *ev, const struct call *c)
{
	struct value self = c->self;
	struct list *l = eval_thaw_list(ev, &self);
	l->n = 0;
	l->open = false;
	return value_none(c->at);
}

struct value fn_list_copy(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self);
	struct value v = list_of(ev, VALUE_LIST, self.as.list, c->at);
	if (value_is_known(v))
		v.as.list->config = self.as.list->config;
	return v;
}

static struct value fn_list_extend(struct eval *ev, const struct call *c)
{
	struct value why, self = c->self;
	const struct list *more = op_iterate(ev, c->arg[0], c->at, &why);
	if (!more) {
		if (!ev->exc)
			poison_self(ev, c, why);
		return ev->exc ? why : value_none(c->at);
	}
	struct list *l = eval_thaw_list(ev, &self);
	uint32_t n = more->n; /* l.extend(l) */
	if (!op_may_hold(ev, (uint64_t)l->n + n, c->at, &why)) {
		l->open = true;
		return why;
	}
	for (uint32_t i = 0; i < n; i++)
		list_push(ev->arena, l, eval_seen(ev, more->at[i].val), more->at[i].use);
	return value_none(c->at);
}

static struct value fn_list_insert(struct eval *ev, const struct call *c)
{
	struct value self = c->self, why;
	int64_t i;
	if (c->arg[0].kind == VALUE_UNKNOWN || !list_is_sure(eval_seen(ev, self).as.list)) {
		poison_self(ev, c, c->arg[0].kind == VALUE_UNKNOWN ? c->arg[0] : op_unknown(ev, WHY_BRANCH, c->at));
		return value_none(c->at);
	}
	if (!call_int(ev, c, c->arg[0], &i, &why) || !op_may_hold(ev, 1, c->at, &why))
		return why;
	struct list *l = eval_thaw_list(ev, &self);
	if (i < 0)
		i = i + l->n < 0 ? 0 : i + l->n;
	if (i > l->n)
		i = l->n;
	list_push(ev->arena, l, c->arg[1], c->use[1]);
	struct item last = l->at[l->n - 1];
	op_spend_items(ev, l->n - (uint64_t)i);
	memmove(&l->at[i + 1], &l->at[i], (l->n - 1 - (size_t)i) * sizeof *l->at);
	l->at[i] = last;
	return value_none(c->at);
}

/* The result of a write to a list of unknown length: nothing certain. */
static struct value doubtful(struct eval *ev, const struct call *c)
{
	struct value why = op_unknown(ev, WHY_BRANCH, c->at);
	poison_self(ev, c, why);
	return why;
}

static void remove_at(struct list *l, uint32_t i)
{
	memmove(&l->at[i], &l->at[i + 1], (l->n - 1 - i) * sizeof *l->at);
	l->n--;
}

static struct value fn_list_pop(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self), why;
	int64_t i = -1;
	if (c->n && !call_int(ev, c, c->arg[0], &i, &why))
		return why;
	op_spend(ev, self.as.list->n / 64);
	if (!list_is_sure(self.as.list))
		return doubtful(ev, c);
	uint32_t n = self.as.list->n;
	if (!n)
		return eval_raise(ev, "IndexError", c->at, "pop from empty list");
	if (i < 0)
		i += n;
	if (i < 0 || i >= n)
		return eval_raise(ev, "IndexError", c->at, "pop index out of range");
	struct list *l = eval_thaw_list(ev, &self);
	struct value v = eval_seen(ev, l->at[i].val);
	op_spend_items(ev, l->n - (uint64_t)i);
	remove_at(l, (uint32_t)i);
	return v;
}

/* The first item equal to v from lo to hi; -1: none, -2: unknown. */
static int64_t find_item(struct eval *ev, const struct list *l, struct value v, int64_t lo, int64_t hi)
{
	v = op_deep(ev, v);
	for (int64_t i = lo; i < hi && i < l->n; i++) {
		enum truth t = op_equal(ev, op_deep(ev, l->at[i].val), v);
		if (t != FALSE3)
			return t == TRUE3 ? i : -2;
	}
	return -1;
}

static struct value fn_list_remove(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self);
	int64_t i = list_is_sure(self.as.list) ? find_item(ev, self.as.list, c->arg[0], 0, INT64_MAX) : -2;
	if (i == -2)
		return doubtful(ev, c), value_none(c->at);
	if (i == -1)
		return eval_raise(ev, "ValueError", c->at, "list.remove(x): x not in list");
	remove_at(eval_thaw_list(ev, &self), (uint32_t)i);
	return value_none(c->at);
}

static struct value fn_list_index(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self), why;
	const struct list *l = self.as.list;
	int64_t lo = 0, hi = INT64_MAX;
	if ((c->n > 1 && !call_int(ev, c, c->arg[1], &lo, &why)) ||
	    (c->n > 2 && !call_int(ev, c, c->arg[2], &hi, &why)))
		return why;
	if (!list_is_sure(l))
		return op_unknown(ev, WHY_BRANCH, c->at);
	lo = lo < 0 ? (lo + l->n < 0 ? 0 : lo + l->n) : lo;
	hi = hi < 0 ? hi + l->n : hi;
	int64_t i = find_item(ev, l, c->arg[0], lo, hi);
	if (i == -2)
		return op_blame_in(ev, self, c->at);
	if (i >= 0)
		return value_int(i, c->at);
	struct buf b = { 0 };
	if (self.kind == VALUE_LIST && op_repr(&b, c->arg[0]))
		buf_puts(&b, " is not in list");
	else
		buf_puts(&b, "tuple.index(x): x not in tuple");
	why = eval_raise(ev, "ValueError", c->at, "%s", buf_str(&b));
	buf_release(&b);
	return why;
}

static struct value fn_list_count(struct eval *ev, const struct call *c)
{
	struct value self = op_deep(ev, c->self), v = op_deep(ev, c->arg[0]);
	int64_t n = 0;
	if (!list_is_sure(self.as.list))
		return op_unknown(ev, WHY_BRANCH, c->at);
	for (uint32_t i = 0; i < self.as.list->n; i++) {
		enum truth t = op_equal(ev, self.as.list->at[i].val, v);
		if (t == UNKNOWN3)
			return op_blame_in(ev, self.as.list->at[i].val, c->at);
		n += t == TRUE3;
	}
	return value_int(n, c->at);
}

static struct value fn_list_reverse(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self);
	if (!list_is_sure(self.as.list))
		return doubtful(ev, c), value_none(c->at);
	struct list *l = eval_thaw_list(ev, &self);
	for (uint32_t i = 0; i < l->n / 2; i++) {
		struct item t = l->at[i];
		l->at[i] = l->at[l->n - 1 - i];
		l->at[l->n - 1 - i] = t;
	}
	return value_none(c->at);
}

static struct value fn_list_sort(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self), none = value_none(c->at), why;
	enum truth reverse = value_truth(call_arg(c, UINT32_MAX, "reverse", none));
	if (!list_is_sure(self.as.list) || reverse == UNKNOWN3)
		return doubtful(ev, c), value_none(c->at);
	struct list *l = eval_thaw_list(ev, &self);
	if (sort_items(ev, l, call_arg(c, UINT32_MAX, "key", none), reverse == TRUE3, c->at, &why))
		return value_none(c->at);
	if (!ev->exc)
		eval_poison(ev, self, why.as.cause);
	return ev->exc ? why : value_none(c->at);
}

static enum truth range_has(struct eval *ev, const struct call *c)
{
	return op_compare(ev, OP_IN, c->arg[0], c->self, c->at);
}

static struct value fn_range_count(struct eval *ev, const struct call *c)
{
	enum truth t = range_has(ev, c);
	return t == UNKNOWN3 ? op_unknown(ev, WHY_TYPE, c->at) : value_int(t == TRUE3, c->at);
}

static struct value fn_range_index(struct eval *ev, const struct call *c)
{
	int64_t i;
	enum truth t = range_has(ev, c);
	if (t == UNKNOWN3 || (t == TRUE3 && !op_int(c->arg[0], &i)))
		return op_unknown(ev, WHY_TYPE, c->at);
	if (t == FALSE3)
		return eval_raise(ev, "ValueError", c->at, "value is not in range");
	return value_int((i - c->self.as.range->start) / c->self.as.range->step, c->at);
}

const struct builtin rows_list[] = {
	{ "list.append", 1, 1, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, NULL, fn_list_append, "adds at the end" },
	{ "list.clear", 0, 0, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, NULL, fn_list_clear, "removes all" },
	{ "list.copy", 0, 0, 0, NULL, fn_list_copy, "a new list of the items" },
	{ "list.count", 1, 1, 0, NULL, fn_list_count, "how often an item occurs" },
	{ "list.extend", 1, 1, BF_MUTATES, NULL, fn_list_extend, "adds all items" },
	{ "list.index", 1, 3, 0, NULL, fn_list_index, "first position of an item" },
	{ "list.insert", 2, 2, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, NULL, fn_list_insert,
	  "adds before a position" },
	{ "list.pop", 0, 1, BF_MUTATES | BF_QUICK, NULL, fn_list_pop, "removes and gives an item" },
	{ "list.remove", 1, 1, BF_MUTATES, NULL, fn_list_remove, "removes the first equal item" },
	{ "list.reverse", 0, 0, BF_MUTATES, NULL, fn_list_reverse, "turns around in place" },
	{ "list.sort", 0, 0, BF_MUTATES | BF_CALLS, "key reverse", fn_list_sort, "sorts in place" },
	{ "range.count", 1, 1, 0, NULL, fn_range_count, "how often a number occurs" },
	{ "range.index", 1, 1, 0, NULL, fn_range_index, "position of a number" },
	{ "set.clear", 0, 0, BF_TAKES_UNKNOWN | BF_MUTATES, NULL, fn_list_clear, "removes all" },
	{ "tuple.count", 1, 1, 0, NULL, fn_list_count, "how often an item occurs" },
	{ "tuple.index", 1, 3, 0, NULL, fn_list_index, "first position of an item" },
	{ 0 },
};
