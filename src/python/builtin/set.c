// SPDX-License-Identifier: MIT
/* Methods of set and frozenset. A set with an unknown item has an unknown size, so most results require that all
 * items are known.
 *
 * Example: {1, 2}.union([3])       {1, 2, 3}
 *          {1, unknown}.pop()      Unknown */
#include "python/builtin/priv.h"
#include "python/ops/op_compare.h"
#include "python/ops/seq.h"
#include "python/ops/op_set.h"
#include "python/value/repr.h"

static struct value other_set(struct eval *ev, const struct call *c, uint32_t i)
{
	struct call with = { .arg = &c->arg[i], .use = &c->use[i], .n = 1, .at = c->at };
	return fn_set(ev, &with);
}

static struct value self_of(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self);
	return self;
}

/* self op other, for all others in turn. */
static struct value fold(struct eval *ev, const struct call *c, enum node_op op)
{
	struct value r = self_of(ev, c);
	r = list_of(ev, (enum value_kind)r.kind, r.as.list, c->at);
	for (uint32_t i = 0; i < c->n && r.kind != VALUE_UNKNOWN; i++) {
		struct value other = other_set(ev, c, i);
		bool walk_other = op == OP_AND_BIT && c->arg[i].kind != VALUE_SET && c->arg[i].kind != VALUE_FROZENSET;
		if (value_is_known(other) && walk_other) { /* among 1, 1.0 and True: the iterable's item is stored */
			other = set_meet(ev, other, r, c->at);
			other.kind = value_is_known(other) ? r.kind : other.kind;
			r = other;
		} else {
			r = value_is_known(other) ? set_binary(ev, op, r, other, c->at) : other;
		}
	}
	return r;
}

static struct value fold_in_place(struct eval *ev, const struct call *c, enum node_op op)
{
	struct value self = self_of(ev, c), r = fold(ev, c, op);
	if (ev->exc)
		return r;
	if (r.kind == VALUE_UNKNOWN) {
		poison_self(ev, c, r);
		return value_none(c->at);
	}
	struct list *l = eval_thaw_list(ev, &self);
	l->n = 0;
	for (uint32_t i = 0; i < r.as.list->n; i++)
		list_push(ev->arena, l, r.as.list->at[i].val, r.as.list->at[i].use);
	return value_none(c->at);
}

struct value fn_set_copy(struct eval *ev, const struct call *c)
{
	struct value self = self_of(ev, c);
	return list_of(ev, (enum value_kind)self.kind, self.as.list, c->at);
}

static struct value fn_set_union(struct eval *ev, const struct call *c)
{
	return fold(ev, c, OP_OR_BIT);
}

static struct value fn_set_intersection(struct eval *ev, const struct call *c)
{
	return fold(ev, c, OP_AND_BIT);
}

static struct value fn_set_difference(struct eval *ev, const struct call *c)
{
	return fold(ev, c, OP_SUB);
}

static struct value fn_set_symmetric_difference(struct eval *ev, const struct call *c)
{
	return fold(ev, c, OP_XOR);
}

static struct value fn_set_update(struct eval *ev, const struct call *c)
{
	return fold_in_place(ev, c, OP_OR_BIT);
}

static struct value fn_set_intersection_update(struct eval *ev, const struct call *c)
{
	return fold_in_place(ev, c, OP_AND_BIT);
}

static struct value fn_set_difference_update(struct eval *ev, const struct call *c)
{
	return fold_in_place(ev, c, OP_SUB);
}

static struct value fn_set_symmetric_difference_update(struct eval *ev, const struct call *c)
{
	return fold_in_place(ev, c, OP_XOR);
}

static struct value related(struct eval *ev, const struct call *c, enum node_op op)
{
	struct value other = other_set(ev, c, 0);
	if (!value_is_known(other))
		return other;
	return truth_value(ev, op_compare(ev, op, self_of(ev, c), other, c->at), other, c->at);
}

static struct value fn_set_issubset(struct eval *ev, const struct call *c)
{
	return related(ev, c, OP_LE);
}

static struct value fn_set_issuperset(struct eval *ev, const struct call *c)
{
	return related(ev, c, OP_GE);
}

static struct value fn_set_isdisjoint(struct eval *ev, const struct call *c)
{
	struct value common = fold(ev, c, OP_AND_BIT);
	return value_is_known(common) ? value_bool(!common.as.list->n, c->at) : common;
}

static struct value fn_set_add(struct eval *ev, const struct call *c)
{
	struct value self = c->self, why;
	if (!op_key(ev, c->arg[0], c->at, &why)) {
		if (!ev->exc)
			poison_self(ev, c, why);
		return ev->exc ? why : value_none(c->at);
	}
	if (!op_may_hold(ev, 1, c->at, &why))
		return why;
	set_add(ev, eval_thaw_list(ev, &self), c->arg[0], c->use[0]);
	return value_none(c->at);
}

enum absent { ABSENT_RAISES, ABSENT_IS_FINE };

static struct value take_out(struct eval *ev, const struct call *c, enum absent absent)
{
	struct value self = self_of(ev, c), why, v = c->arg[0];
	if (v.kind != VALUE_SET && !op_key(ev, v, c->at, &why))
		return why;
	int has = set_has(self, v);
	if (has < 0) {
		poison_self(ev, c, op_unknown(ev, WHY_BRANCH, c->at));
		return value_none(c->at);
	}
	if (!has && absent == ABSENT_RAISES) {
		struct buf b = { 0 };
		why = op_repr(&b, v) ? eval_raise(ev, "KeyError", c->at, "%s", buf_str(&b))
				     : op_unknown(ev, WHY_TYPE, c->at);
		buf_release(&b);
		return why;
	}
	struct list *l = has ? eval_thaw_list(ev, &self) : NULL;
	for (uint32_t i = 0; has && i < l->n; i++)
		if (key_same(l->at[i].val, v)) {
			for (l->n--; i < l->n; i++)
				l->at[i] = l->at[i + 1];
			break;
		}
	return value_none(c->at);
}

static struct value fn_set_discard(struct eval *ev, const struct call *c)
{
	return take_out(ev, c, ABSENT_IS_FINE);
}

static struct value fn_set_remove(struct eval *ev, const struct call *c)
{
	return take_out(ev, c, ABSENT_RAISES);
}

/* The popped item depends on hashes. */
static struct value fn_set_pop(struct eval *ev, const struct call *c)
{
	struct value self = self_of(ev, c);
	if (list_is_sure(self.as.list) && !self.as.list->n)
		return eval_raise(ev, "KeyError", c->at, "'pop from an empty set'");
	if (list_is_sure(self.as.list) && self.as.list->n == 1) {
		struct list *l = eval_thaw_list(ev, &self);
		l->n = 0;
		return l->at[0].val;
	}
	struct value why = op_unknown(ev, WHY_TYPE, c->at);
	poison_self(ev, c, why);
	return why;
}

const struct builtin rows_set[] = {
	{ "frozenset.copy", 0, 0, 0, NULL, fn_set_copy, "a new set of the items" },
	{ "frozenset.difference", 0, 255, 0, NULL, fn_set_difference, "items that the others lack" },
	{ "frozenset.intersection", 0, 255, 0, NULL, fn_set_intersection, "items that all have" },
	{ "frozenset.isdisjoint", 1, 1, 0, NULL, fn_set_isdisjoint, "no common item" },
	{ "frozenset.issubset", 1, 1, 0, NULL, fn_set_issubset, "all items in the other" },
	{ "frozenset.issuperset", 1, 1, 0, NULL, fn_set_issuperset, "all the other's items here" },
	{ "frozenset.symmetric_difference", 1, 1, 0, NULL, fn_set_symmetric_difference, "items in one of both only" },
	{ "frozenset.union", 0, 255, 0, NULL, fn_set_union, "items of any" },
	{ "set.add", 1, 1, BF_MUTATES, NULL, fn_set_add, "adds an item" },
	{ "set.copy", 0, 0, 0, NULL, fn_set_copy, "a new set of the items" },
	{ "set.difference", 0, 255, 0, NULL, fn_set_difference, "items that the others lack" },
	{ "set.difference_update", 0, 255, BF_MUTATES, NULL, fn_set_difference_update, "removes the others' items" },
	{ "set.discard", 1, 1, BF_MUTATES, NULL, fn_set_discard, "removes an item if there" },
	{ "set.intersection", 0, 255, 0, NULL, fn_set_intersection, "items that all have" },
	{ "set.intersection_update", 0, 255, BF_MUTATES, NULL, fn_set_intersection_update, "keeps common items" },
	{ "set.isdisjoint", 1, 1, 0, NULL, fn_set_isdisjoint, "no common item" },
	{ "set.issubset", 1, 1, 0, NULL, fn_set_issubset, "all items in the other" },
	{ "set.issuperset", 1, 1, 0, NULL, fn_set_issuperset, "all the other's items here" },
	{ "set.pop", 0, 0, BF_MUTATES, NULL, fn_set_pop, "removes and gives some item" },
	{ "set.remove", 1, 1, BF_MUTATES, NULL, fn_set_remove, "removes an item" },
	{ "set.symmetric_difference", 1, 1, 0, NULL, fn_set_symmetric_difference, "items in one of both only" },
	{ "set.symmetric_difference_update", 1, 1, BF_MUTATES, NULL, fn_set_symmetric_difference_update,
	  "keeps what one of both has" },
	{ "set.union", 0, 255, 0, NULL, fn_set_union, "items of any" },
	{ "set.update", 0, 255, BF_MUTATES, NULL, fn_set_update, "adds all items" },
	{ 0 },
};
