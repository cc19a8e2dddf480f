// SPDX-License-Identifier: MIT
/* Builtins over iterables: constructors, sum, min, max, any, all and others. Results that are lazy in Python are
 * computed at once and stored as VALUE_ITER. The order of a set is unknown: only results that don't depend on it are
 * given.
 *
 * Example: sum([1, 2, unknown])    Unknown
 *          any([0, unknown, 1])    True
 *          list({1, 2})            Unknown */
#include "python/builtin/priv.h"
#include "python/ops/op_compare.h"
#include "python/ops/op_iter.h"
#include "python/ops/seq.h"
#include "python/ops/op_set.h"
#include "python/value/unicode.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct list *used_items(struct eval *ev, struct value v, struct span at, struct value *why, bool *ordered)
{
	return v.kind == VALUE_ITER ? op_iterate(ev, v, at, why) : op_items(ev, v, at, why, ordered);
}

struct value iter_new(struct eval *ev, const char *type, uint32_t cap, struct span at)
{
	struct value v = value_list(ev->arena, VALUE_ITER, cap, at);
	v.as.list->type = str_lit(type);
	return v;
}

static struct value build(struct eval *ev, const struct call *c, enum value_kind kind)
{
	struct value why;
	if (!c->n)
		return value_list(ev->arena, kind, 0, c->at);
	struct value v = eval_seen(ev, c->arg[0]);
	if (v.kind == kind && kind == VALUE_TUPLE && !v.as.list->named)
		return v;
	if ((v.kind == VALUE_LIST || v.kind == VALUE_TUPLE) && !list_is_sure(v.as.list))
		return list_of(ev, kind, v.as.list, c->at); /* as certain as the argument */
	const struct list *l = op_iterate(ev, v, c->at, &why);
	return l ? list_of(ev, kind, l, c->at) : why;
}

static struct value fn_list(struct eval *ev, const struct call *c)
{
	return build(ev, c, VALUE_LIST);
}

static struct value fn_tuple(struct eval *ev, const struct call *c)
{
	return build(ev, c, VALUE_TUPLE);
}

static struct value build_set(struct eval *ev, const struct call *c, enum value_kind kind)
{
	struct value why;
	bool ordered;
	if (!c->n)
		return value_list(ev->arena, kind, 0, c->at);
	if (kind == VALUE_FROZENSET && c->arg[0].kind == VALUE_FROZENSET)
		return c->arg[0];
	const struct list *l = used_items(ev, c->arg[0], c->at, &why, &ordered);
	return l ? set_of(ev, kind, l, c->at) : why;
}

struct value fn_set(struct eval *ev, const struct call *c)
{
	return build_set(ev, c, VALUE_SET);
}

static struct value fn_frozenset(struct eval *ev, const struct call *c)
{
	return build_set(ev, c, VALUE_FROZENSET);
}

static struct value fn_range(struct eval *ev, const struct call *c)
{
	int64_t part[3] = { 0, 0, 1 };
	struct value why;
	for (uint32_t i = 0; i < c->n; i++)
		if (!call_int(ev, c, c->arg[i], &part[c->n == 1 ? 1 : i], &why))
			return why;
	if (part[2] == 0)
		return eval_raise(ev, "ValueError", c->at, "range() arg 3 must not be zero");
	struct range *r = arena_new(ev->arena, struct range);
	*r = (struct range){ part[0], part[1], part[2] };
	return (struct value){ .kind = VALUE_RANGE, .at = c->at, .as.range = r };
}

static struct value length(struct eval *ev, bool sure, uint64_t n, struct span at)
{
	return sure ? value_int((int64_t)n, at) : op_unknown(ev, WHY_BRANCH, at);
}

static struct value fn_len(struct eval *ev, const struct call *c)
{
	struct value v = eval_seen(ev, c->arg[0]);
	if (iter_is_view(v) && v.as.list->view) {
		struct value d = { .kind = VALUE_DICT, .as.dict = v.as.list->view };
		v = eval_seen(ev, d);
	}
	if (!op_spend_on(ev, v)) /* bytes of a str, items that may be absent */
		return op_unknown(ev, WHY_FUEL, c->at);
	switch (v.kind) {
	case VALUE_STR:
		return value_int((int64_t)text_count(v.as.s->s, v.as.s->len), c->at);
	case VALUE_BYTES:
		return value_int(v.as.s->len, c->at);
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
		return length(ev, list_is_sure(v.as.list), v.as.list->n, c->at);
	case VALUE_DICT:
		return length(ev, dict_is_sure(v.as.dict), v.as.dict->count, c->at);
	case VALUE_RANGE:
		return value_int(range_count(v.as.range), c->at);
	case VALUE_ITER:
		if (iter_is_view(v))
			return length(ev, list_is_sure(v.as.list), v.as.list->n, c->at);
		break;
	default:
		if (op_opaque(v) && v.kind != VALUE_BIGINT && v.kind != VALUE_COMPLEX)
			return op_unknown(ev, WHY_TYPE, c->at);
	}
	return eval_raise(ev, "TypeError", c->at, "object of type '%s' has no len()", value_type_name(v));
}

/* Takes items of an iterator until one decides. */
static struct value quantify_iterator(struct eval *ev, struct value v, struct span at, enum truth decisive)
{
	struct cursor cur;
	struct value why = { 0 };
	struct item it;
	if (!cursor_open(ev, &cur, v, at, &why))
		return why;
	for (;;) {
		enum pulled p = cursor_next(ev, &cur, &it, at, &why);
		if (p == PULL_UNKNOWN)
			return why;
		if (p == PULL_END)
			return value_bool(decisive == FALSE3, at);
		enum truth t = value_truth(it.val);
		if (t == decisive)
			return value_bool(decisive == TRUE3, at);
		if (t == UNKNOWN3) {
			v.as.list->open = true; /* how far it is consumed is unknown */
			return truth_value(ev, UNKNOWN3, it.val, at);
		}
	}
}

/* any: the first true item decides; all: the first false one. */
static struct value quantify(struct eval *ev, const struct call *c, enum truth decisive)
{
	struct value why = { 0 }, doubt = { 0 };
	bool ordered, unsure = false;
	struct value v = eval_seen(ev, c->arg[0]);
	if (v.kind == VALUE_ITER && !iter_is_view(v))
		return quantify_iterator(ev, v, c->at, decisive);
	const struct list *l = op_items(ev, v, c->at, &why, &ordered);
	if (!l)
		return why;
	for (uint32_t i = 0; i < l->n; i++) {
		enum truth t = value_truth(eval_seen(ev, l->at[i].val));
		if (t == decisive)
			return value_bool(decisive == TRUE3, c->at);
		if (t == UNKNOWN3 && !unsure) {
			unsure = true;
			doubt = l->at[i].val;
		}
	}
	return unsure ? truth_value(ev, UNKNOWN3, doubt, c->at) : value_bool(decisive == FALSE3, c->at);
}

static struct value fn_any(struct eval *ev, const struct call *c)
{
	return quantify(ev, c, TRUE3);
}

static struct value fn_all(struct eval *ev, const struct call *c)
{
	return quantify(ev, c, FALSE3);
}

static struct value fn_reversed(struct eval *ev, const struct call *c)
{
	struct value v = eval_seen(ev, c->arg[0]), why;
	const char *type = v.kind == VALUE_LIST	   ? "list_reverseiterator"
			   : v.kind == VALUE_RANGE ? "range_iterator"
			   : v.kind == VALUE_DICT  ? "dict_reversekeyiterator"
						   : "reversed";
	bool can = v.kind == VALUE_LIST || v.kind == VALUE_TUPLE || v.kind == VALUE_STR || v.kind == VALUE_RANGE ||
		   v.kind == VALUE_DICT || v.kind == VALUE_BYTES || iter_is_view(v);
	if (!can && op_opaque(v) && v.kind != VALUE_ITER && v.kind != VALUE_BIGINT && v.kind != VALUE_COMPLEX)
		return op_unknown(ev, WHY_TYPE, c->at);
	if (!can)
		return eval_raise(ev, "TypeError", c->at, "'%s' object is not reversible", value_type_name(v));
	if (v.kind == VALUE_LIST)
		return pipe_reversed(ev, v, c->at);
	const struct list *l = op_iterate(ev, v, c->at, &why);
	if (!l)
		return why;
	struct value out = iter_new(ev, type, l->n, c->at);
	for (uint32_t i = l->n; i--;)
		list_push(ev->arena, out.as.list, l->at[i].val, l->at[i].use);
	return out;
}

static struct value fn_iter(struct eval *ev, const struct call *c)
{
	struct value v = eval_seen(ev, c->arg[0]);
	char type[40];
	if (c->n > 1)
		return op_unknown(ev, WHY_TYPE, c->at);
	if (v.kind == VALUE_ITER && !iter_is_view(v))
		return v;
	snprintf(type, sizeof type, "%s", v.kind == VALUE_DICT ? "dict_key" : value_type_name(v));
	if (iter_is_view(v))
		type[strlen(type) - 1] = 0; /* dict_keys -> dict_keyiterator */
	strcat(type, v.kind == VALUE_DICT || iter_is_view(v) ? "iterator" : "_iterator");
	return pipe_iter(ev, v, type, c->at);
}

static struct value fn_next(struct eval *ev, const struct call *c)
{
	struct value v = eval_seen(ev, c->arg[0]);
	if (v.kind == VALUE_UNKNOWN || (op_opaque(v) && v.kind != VALUE_ITER))
		return op_unknown(ev, WHY_TYPE, c->at);
	if (v.kind != VALUE_ITER || iter_is_view(v))
		return eval_raise(ev, "TypeError", c->at, "'%s' object is not an iterator", value_type_name(v));
	struct cursor cur;
	struct item it;
	struct value why = { 0 };
	if (!cursor_open(ev, &cur, v, c->at, &why))
		return why;
	switch (cursor_next(ev, &cur, &it, c->at, &why)) {
	case PULL_ITEM:
		return it.val;
	case PULL_END:
		return c->n > 1 ? c->arg[1] : eval_raise(ev, "StopIteration", c->at, "%s", "");
	default:
		return why;
	}
}

static struct value fn_sum(struct eval *ev, const struct call *c)
{
	struct value why, sum = call_arg(c, 1, "start", value_int(0, c->at));
	bool ordered = true;
	const struct list *l = used_items(ev, eval_seen(ev, c->arg[0]), c->at, &why, &ordered);
	if (!l)
		return why;
	if (sum.kind == VALUE_STR)
		return eval_raise(ev, "TypeError", c->at, "sum() can't sum strings [use ''.join(seq) instead]");
	for (uint32_t i = 0; i < l->n && !ev->exc; i++) {
		if (!ordered && l->at[i].val.kind != VALUE_INT && l->at[i].val.kind != VALUE_BOOL)
			return op_unknown(ev, WHY_TYPE, c->at);
		sum = op_binary(ev, OP_ADD, sum, l->at[i].val, c->at);
	}
	return sum;
}

static struct value extreme(struct eval *ev, const struct call *c, enum node_op better, const char *name)
{
	struct value why, none = value_none(c->at), key = call_arg(c, UINT32_MAX, "key", none);
	struct list args = { 0 };
	const struct list *l = &args;
	bool ordered = true;
	const struct kwarg *otherwise = call_kw(c, "default");
	if (c->n > 1)
		for (uint32_t i = 0; i < c->n; i++)
			list_push(ev->arena, &args, c->arg[i], c->use[i]);
	else
		l = used_items(ev, c->arg[0], c->at, &why, &ordered);
	if (!l)
		return why;
	if (c->n > 1 && otherwise)
		return eval_raise(ev, "TypeError", c->at,
				  "Cannot specify a default for %s() with multiple positional arguments", name);
	if (!l->n)
		return otherwise ? otherwise->val
				 : eval_raise(ev, "ValueError", c->at, "%s() arg is an empty sequence", name);
	struct value best = l->at[0].val, best_key = best;
	for (uint32_t i = 0; i < l->n && !ev->exc; i++) {
		struct value v = eval_seen(ev, l->at[i].val);
		struct value k = key.kind == VALUE_NONE ? v : eval_call(ev, key, &v, 1, c->at);
		enum truth t = i ? op_compare(ev, better, k, best_key, c->at) : TRUE3;
		if (t == UNKNOWN3 || (!ordered && (key.kind != VALUE_NONE || !value_orderable(k, 0))))
			return k.kind == VALUE_UNKNOWN ? op_blame(k, c->at) : op_blame_in(ev, best_key, c->at);
		if (t == TRUE3) {
			best = v;
			best_key = k;
		}
	}
	return best;
}

static struct value fn_max(struct eval *ev, const struct call *c)
{
	return extreme(ev, c, OP_GT, "max");
}

static struct value fn_min(struct eval *ev, const struct call *c)
{
	return extreme(ev, c, OP_LT, "min");
}

/* All arguments from the given one on, as lists. */
static const struct list **all_lists(struct eval *ev, const struct call *c, uint32_t from, struct value *why,
				     uint32_t *shortest)
{
	const struct list **l = arena_array(ev->arena, const struct list *, c->n + 1);
	*shortest = UINT32_MAX;
	for (uint32_t i = from; i < c->n; i++) {
		if (!(l[i] = op_iterate(ev, c->arg[i], c->at, why)))
			return NULL;
		if (l[i]->n < *shortest)
			*shortest = l[i]->n;
	}
	if (c->n <= from)
		*shortest = 0;
	return l;
}

static struct value fn_itertools_product(struct eval *ev, const struct call *c)
{
	struct value why;
	uint32_t shortest;
	uint64_t total = 1;
	const struct list **l = all_lists(ev, c, 0, &why, &shortest);
	if (!l)
		return why;
	if (c->nkw)
		return op_unknown(ev, WHY_TYPE, c->at);
	for (uint32_t i = 0; i < c->n; i++)
		if ((total *= l[i]->n) > EVAL_ITEMS)
			return op_unknown(ev, WHY_FUEL, c->at);
	if (!op_may_hold(ev, total * (c->n + 1), c->at, &why))
		return why;
	struct value out = iter_new(ev, "product", (uint32_t)total, c->at);
	for (uint64_t k = 0; k < total; k++) {
		struct value t = value_list(ev->arena, VALUE_TUPLE, c->n, c->at);
		uint64_t rest = total, at = k;
		for (uint32_t i = 0; i < c->n; i++) {
			rest /= l[i]->n;
			list_push(ev->arena, t.as.list, eval_seen(ev, l[i]->at[at / rest].val),
				  l[i]->at[at / rest].use);
			at %= rest;
		}
		list_push(ev->arena, out.as.list, t, c->at);
	}
	return out;
}

const struct builtin rows_iter[] = {
	{ "all", 1, 1, 0, NULL, fn_all, "whether every item is true" },
	{ "any", 1, 1, 0, NULL, fn_any, "whether an item is true" },
	{ "frozenset", 0, 1, BF_CLASS, NULL, fn_frozenset, "an immutable set" },
	{ "iter", 1, 2, BF_QUICK, NULL, fn_iter, "an iterator" },
	{ "itertools.product", 0, 255, BF_CLASS, "repeat", fn_itertools_product, "all combinations" },
	{ "len", 1, 1, BF_QUICK, NULL, fn_len, "number of items" },
	{ "list", 0, 1, BF_CLASS, NULL, fn_list, "a list of the items" },
	{ "max", 1, 255, BF_CALLS, "key default", fn_max, "the largest" },
	{ "min", 1, 255, BF_CALLS, "key default", fn_min, "the smallest" },
	{ "next", 1, 2, BF_TAKES_UNKNOWN | BF_QUICK, NULL, fn_next, "an iterator's next item" },
	{ "range", 1, 3, BF_CLASS | BF_QUICK, NULL, fn_range, "a range" },
	{ "reversed", 1, 1, BF_CLASS, NULL, fn_reversed, "the items from the end" },
	{ "set", 0, 1, BF_CLASS, NULL, fn_set, "a set of the items" },
	{ "sum", 1, 2, 0, "start", fn_sum, "the items' sum" },
	{ "tuple", 0, 1, BF_CLASS, NULL, fn_tuple, "a tuple of the items" },
	{ 0 },
};
