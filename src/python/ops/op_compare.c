// SPDX-License-Identifier: MIT
/* Equality, order, membership and identity in three-valued logic (Kleene): the result is UNKNOWN3 if an Unknown part
 * decides.
 *
 * Example: [1, unknown] == [2, unknown]   False: the first items differ
 *          1 in [unknown, 1]              True
 *          unknown < 3                    UNKNOWN3 */
#include "python/ops/op_compare.h"
#include "python/ops/op_iter.h"
#include "python/ops/op_num.h"
#include "python/ops/ops.h"
#include "python/ops/seq.h"
#include "python/ops/op_set.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include <math.h>
#include <string.h>

enum { NODES_MAX = 1000000 };

struct value truth_value(struct eval *ev, enum truth t, struct value why, struct span at)
{
	if (t != UNKNOWN3)
		return value_bool(t == TRUE3, at);
	return why.kind == VALUE_UNKNOWN && why.as.cause ? op_blame(why, at) : op_blame_in(ev, why, at);
}

/* Equality. Steps and nodes limit the walk, since shared parts can be met many times. */
struct walk {
	struct eval *ev;
	unsigned depth, nodes;
};
static enum truth equal_walk(struct walk *w, struct value x, struct value y);

static enum truth both(enum truth a, enum truth b)
{
	if (a == FALSE3 || b == FALSE3)
		return FALSE3;
	return a == UNKNOWN3 || b == UNKNOWN3 ? UNKNOWN3 : TRUE3;
}

/* Equality of items in containers: an object equals itself, but for nan its identity is unknown. */
static enum truth item_equal(struct walk *w, struct value x, struct value y)
{
	if (x.kind == VALUE_STR && y.kind == VALUE_STR)
		return x.as.s == y.as.s; /* the items of most compared lists are names */
	if (x.kind == VALUE_FLOAT && y.kind == VALUE_FLOAT && isnan(x.as.f) && isnan(y.as.f))
		return UNKNOWN3;
	return equal_walk(w, x, y);
}

static enum truth lists_equal(struct walk *w, const struct list *x, const struct list *y)
{
	enum truth t = TRUE3;
	if (!list_is_sure(x) || !list_is_sure(y))
		return UNKNOWN3;
	if (x->n != y->n)
		return FALSE3;
	for (uint32_t i = 0; i < x->n && t != FALSE3; i++)
		t = both(t, item_equal(w, x->at[i].val, y->at[i].val));
	return t;
}

static bool is_ordered(const struct dict *d)
{
	return d->type && !d->config && !strcmp(d->type->s, "OrderedDict");
}

static enum truth dicts_equal(struct walk *w, const struct dict *x, const struct dict *y)
{
	struct dict_iter i, j;
	enum truth t = TRUE3;
	bool ordered = is_ordered(x) && is_ordered(y);
	if (!dict_is_sure(x) || !dict_is_sure(y))
		return UNKNOWN3;
	if (x->count != y->count)
		return FALSE3;
	dict_begin(&i, x);
	dict_begin(&j, y);
	for (const struct entry *e, *f; (e = dict_next(&i)) && t != FALSE3;) {
		if (!(f = dict_find(y, e->key)) || (ordered && !key_same(dict_next(&j)->key, e->key)))
			return FALSE3;
		t = both(t, item_equal(w, e->val, f->val));
	}
	return t;
}

static enum truth subset(struct value x, struct value y)
{
	enum truth t = TRUE3;
	if (x.as.list->open)
		return UNKNOWN3;
	for (uint32_t i = 0; i < x.as.list->n && t != FALSE3; i++) {
		int has = value_is_known(x.as.list->at[i].val) ? set_has(y, x.as.list->at[i].val) : -1;
		t = both(t, has < 0 ? UNKNOWN3 : (enum truth)has);
	}
	return t;
}

static enum truth sets_equal(struct value x, struct value y)
{
	if (!list_is_sure(x.as.list) || !list_is_sure(y.as.list))
		return UNKNOWN3;
	return x.as.list->n == y.as.list->n ? subset(x, y) : FALSE3;
}

static bool is_set(struct value v)
{
	return v.kind == VALUE_SET || v.kind == VALUE_FROZENSET;
}

static enum truth equal_containers(struct walk *w, struct value x, struct value y)
{
	if (!op_spend(w->ev, 1) || !op_spend_on(w->ev, x))
		return UNKNOWN3;
	if (x.as.list == y.as.list)
		return value_is_deep_known(x) ? TRUE3 : UNKNOWN3;
	if (++w->nodes > NODES_MAX || w->depth >= VALUE_DEPTH_MAX)
		return UNKNOWN3;
	w->depth++;
	enum truth t = is_set(x)	      ? sets_equal(x, y)
		       : x.kind == VALUE_DICT ? dicts_equal(w, x.as.dict, y.as.dict)
					      : lists_equal(w, x.as.list, y.as.list);
	w->depth--;
	return t;
}

static bool is_odd(struct value v) /* its __eq__ is unknown */
{
	return v.kind == VALUE_REF || (v.kind == VALUE_OBJECT && !object_is_plain(v.as.obj));
}

/* Kinds that equal only themselves. */
static enum truth equal_objects(struct value x, struct value y)
{
	if (x.kind == y.kind && x.as.ref == y.as.ref)
		return TRUE3;
	if (is_odd(x) || is_odd(y))
		return UNKNOWN3;
	if (x.kind != y.kind)
		return FALSE3;
	if (x.kind == VALUE_FUNC)
		return FALSE3;
	if (x.kind == VALUE_OBJECT &&
	    (x.as.obj->names || y.as.obj->names || x.as.obj->fields || y.as.obj->fields || x.as.obj->cls))
		return FALSE3; /* classes of this config: equal only to themselves */
	if (x.kind == VALUE_OBJECT && x.as.obj->name && y.as.obj->name)
		return x.as.obj->name == y.as.obj->name;
	return UNKNOWN3;
}

static bool is_numeric(struct value v)
{
	return value_is_number(v) || v.kind == VALUE_BIGINT || v.kind == VALUE_COMPLEX;
}

static enum truth equal_numbers(struct value x, struct value y)
{
	if (value_is_number(x) && value_is_number(y))
		return num_compare(x, y) == 0;
	if (x.kind == VALUE_BIGINT && y.kind == VALUE_BIGINT)
		return x.as.s == y.as.s;
	if (x.kind == VALUE_BIGINT || y.kind == VALUE_BIGINT)
		return x.kind == VALUE_INT || x.kind == VALUE_BOOL || y.kind == VALUE_INT || y.kind == VALUE_BOOL
			       ? FALSE3
			       : UNKNOWN3;
	return key_same(x, y);
}

static enum truth equal_walk(struct walk *w, struct value x, struct value y)
{
	if (x.kind == VALUE_UNKNOWN || y.kind == VALUE_UNKNOWN)
		return UNKNOWN3;
	if (is_numeric(x) && is_numeric(y))
		return equal_numbers(x, y);
	if ((is_set(x) && is_set(y)) ||
	    (x.kind == y.kind && (x.kind == VALUE_LIST || x.kind == VALUE_TUPLE || x.kind == VALUE_DICT)))
		return equal_containers(w, x, y);
	switch (x.kind == y.kind ? x.kind : VALUE_UNKNOWN) {
	case VALUE_NONE:
		return TRUE3;
	case VALUE_STR:
	case VALUE_BYTES:
		return x.as.s == y.as.s;
	case VALUE_DATE:
		return x.as.s == y.as.s ? TRUE3 : UNKNOWN3;
	case VALUE_RANGE:
		return key_same(x, y);
	default:
		return equal_objects(x, y);
	}
}

enum truth op_equal(struct eval *ev, struct value x, struct value y)
{
	return equal_walk(&(struct walk){ .ev = ev }, x, y);
}

static enum truth not3(enum truth t)
{
	return t == UNKNOWN3 ? UNKNOWN3 : (enum truth) !t;
}

static enum truth by_order(enum node_op op, int c)
{
	if (c == 2)
		return FALSE3;
	return op == OP_LT ? c < 0 : op == OP_LE ? c <= 0 : op == OP_GT ? c > 0 : c >= 0;
}

static int text_compare(const struct str *a, const struct str *b)
{
	int c = memcmp(a->s, b->s, a->len < b->len ? a->len : b->len);
	return c ? (c > 0) - (c < 0) : (a->len > b->len) - (a->len < b->len);
}

static int bigint_compare(struct value x, struct value y)
{
	bool xn = x.kind == VALUE_BIGINT && x.as.s->s[0] == '-', yn = y.kind == VALUE_BIGINT && y.as.s->s[0] == '-';
	if (x.kind != VALUE_BIGINT)
		return yn ? 1 : -1;
	if (y.kind != VALUE_BIGINT || xn != yn)
		return xn ? -1 : 1;
	int c = x.as.s->len != y.as.s->len ? (x.as.s->len > y.as.s->len ? 1 : -1) : text_compare(x.as.s, y.as.s);
	return xn ? -c : c;
}

static enum truth order(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at,
			unsigned depth);

static enum truth order_lists(struct eval *ev, enum node_op op, const struct list *x, const struct list *y,
			      struct span at, unsigned depth)
{
	if (!list_is_sure(x) || !list_is_sure(y))
		return UNKNOWN3; /* an unknown item may equal any other */
	for (uint32_t i = 0;; i++) {
		if (i >= x->n || i >= y->n)
			return by_order(op, (x->n > y->n) - (x->n < y->n));
		enum truth same = item_equal(&(struct walk){ .ev = ev }, x->at[i].val, y->at[i].val);
		if (same == UNKNOWN3)
			return UNKNOWN3;
		if (same == FALSE3)
			return order(ev, op, x->at[i].val, y->at[i].val, at, depth + 1);
	}
}

static enum truth order_sets(enum node_op op, struct value x, struct value y)
{
	if (op == OP_GT || op == OP_GE)
		return order_sets(op == OP_GT ? OP_LT : OP_LE, y, x);
	return op == OP_LE ? subset(x, y) : both(subset(x, y), not3(sets_equal(x, y)));
}

static bool is_integral(struct value v)
{
	return v.kind == VALUE_INT || v.kind == VALUE_BOOL || v.kind == VALUE_BIGINT;
}

static enum truth order(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at,
			unsigned depth)
{
	if (x.kind == VALUE_UNKNOWN || y.kind == VALUE_UNKNOWN || depth > VALUE_DEPTH_MAX)
		return UNKNOWN3;
	if (value_is_number(x) && value_is_number(y))
		return by_order(op, num_compare(x, y));
	if (is_integral(x) && is_integral(y))
		return by_order(op, bigint_compare(x, y));
	if (!op_spend_on(ev, x) || !op_spend_on(ev, y))
		return UNKNOWN3;
	if (x.kind == y.kind && (x.kind == VALUE_STR || x.kind == VALUE_BYTES))
		return by_order(op, text_compare(x.as.s, y.as.s));
	if (x.kind == y.kind && (x.kind == VALUE_LIST || x.kind == VALUE_TUPLE))
		return order_lists(ev, op, x.as.list, y.as.list, at, depth);
	if (is_set(x) && is_set(y))
		return order_sets(op, x, y);
	if (is_odd(x) || is_odd(y) || x.kind == VALUE_ITER || y.kind == VALUE_ITER || x.kind == VALUE_DATE ||
	    y.kind == VALUE_DATE ||
	    (is_numeric(x) && is_numeric(y) && x.kind != VALUE_COMPLEX && y.kind != VALUE_COMPLEX))
		return UNKNOWN3;
	eval_raise(ev, "TypeError", at, "'%s' not supported between instances of '%s' and '%s'", op_symbol(op),
		   value_type_name(x), value_type_name(y));
	return UNKNOWN3;
}

static enum truth is_same_tuple(struct eval *ev, struct value x, struct value y)
{
	if (x.as.list == y.as.list)
		return TRUE3;
	return op_equal(ev, x, y) == FALSE3 ? FALSE3 : UNKNOWN3;
}

static enum truth identity(struct eval *ev, struct value x, struct value y)
{
	if (x.kind == VALUE_UNKNOWN || y.kind == VALUE_UNKNOWN)
		return UNKNOWN3;
	if (x.kind == VALUE_NONE || y.kind == VALUE_NONE || x.kind == VALUE_BOOL || y.kind == VALUE_BOOL)
		return x.kind == y.kind && (x.kind == VALUE_NONE || x.as.b == y.as.b);
	if (is_odd(x) || is_odd(y))
		return x.kind == y.kind && x.as.ref == y.as.ref ? TRUE3 : UNKNOWN3;
	if (strcmp(value_type_name(x), value_type_name(y)))
		return FALSE3;
	switch (x.kind) {
	case VALUE_LIST:
	case VALUE_DICT:
	case VALUE_SET:
	case VALUE_ITER:
		return x.as.list == y.as.list;
	case VALUE_TUPLE:
	case VALUE_FROZENSET:
		return is_same_tuple(ev, x, y);
	case VALUE_FUNC:
	case VALUE_OBJECT:
		return equal_objects(x, y);
	default:
		return op_equal(ev, x, y) == FALSE3 ? FALSE3 : UNKNOWN3;
	}
}

static enum truth in_text(struct eval *ev, struct value x, struct value text, struct span at)
{
	if (x.kind == VALUE_UNKNOWN)
		return UNKNOWN3;
	if (x.kind != text.kind) {
		if (text.kind == VALUE_STR)
			eval_raise(ev, "TypeError", at, "'in <string>' requires string as left operand, not %s",
				   value_type_name(x));
		return UNKNOWN3;
	}
	if (!op_spend_on(ev, text) || !op_spend_on(ev, x))
		return UNKNOWN3;
	return memmem(text.as.s->s, text.as.s->len, x.as.s->s, x.as.s->len) != NULL;
}

static enum truth in_items(struct eval *ev, struct value x, const struct list *l)
{
	enum truth t = l->open ? UNKNOWN3 : FALSE3;
	if (!op_spend_items(ev, l->n))
		return UNKNOWN3;
	for (uint32_t i = 0; i < l->n; i++) {
		const struct value *v = &l->at[i].val;
		enum truth same;
		if (x.kind == VALUE_STR && v->kind == VALUE_STR) /* interned */
			same = x.as.s == v->as.s ? TRUE3 : FALSE3;
		else
			same = item_equal(&(struct walk){ .ev = ev }, op_deep(ev, *v), x);
		if (same == TRUE3 && !(l->at[i].flags & EF_MAYBE))
			return TRUE3;
		if (same != FALSE3)
			t = UNKNOWN3;
	}
	return t;
}

static enum truth in_dict(struct eval *ev, struct value x, const struct dict *d, struct span at)
{
	struct value why;
	if (!op_key(ev, x, at, &why))
		return UNKNOWN3;
	const struct entry *e = dict_find(d, x);
	if (e)
		return e->flags & EF_MAYBE ? UNKNOWN3 : TRUE3;
	return d->open ? UNKNOWN3 : FALSE3;
}

static enum truth in_range(struct value x, const struct range *r)
{
	int64_t i;
	if (x.kind == VALUE_UNKNOWN || is_odd(x) || x.kind == VALUE_COMPLEX)
		return UNKNOWN3;
	if (x.kind == VALUE_FLOAT && x.as.f == floor(x.as.f) && fabs(x.as.f) < 9e18)
		i = (int64_t)x.as.f;
	else if (!op_int(x, &i))
		return FALSE3;
	if (r->step > 0 ? i < r->start || i >= r->stop : i > r->start || i <= r->stop)
		return FALSE3;
	return ((__int128)i - r->start) % r->step == 0;
}

/* Pulls until the item is found. */
static enum truth in_iterator(struct eval *ev, struct value x, struct value iter, struct span at)
{
	struct cursor cur;
	struct value why;
	struct item it;
	if (!cursor_open(ev, &cur, iter, at, &why))
		return UNKNOWN3;
	enum pulled p;
	while ((p = cursor_next(ev, &cur, &it, at, &why)) == PULL_ITEM) {
		enum truth same = item_equal(&(struct walk){ .ev = ev }, op_deep(ev, it.val), x);
		if (same == TRUE3)
			return TRUE3;
		if (same == UNKNOWN3) {
			iter.as.list->open = !iter.as.list->frozen; /* how far it is consumed is unknown */
			return UNKNOWN3;
		}
	}
	return p == PULL_END ? FALSE3 : UNKNOWN3;
}

static enum truth contains(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value why;
	switch (y.kind) {
	case VALUE_UNKNOWN:
		return UNKNOWN3;
	case VALUE_STR:
	case VALUE_BYTES:
		return in_text(ev, x, y, at);
	case VALUE_LIST:
	case VALUE_TUPLE:
		return in_items(ev, x, y.as.list);
	case VALUE_SET:
	case VALUE_FROZENSET:
		if (!op_spend_items(ev, y.as.list->n))
			return UNKNOWN3;
		if (x.kind != VALUE_SET && !op_key(ev, x, at, &why))
			return UNKNOWN3;
		return in_items(ev, x, y.as.list);
	case VALUE_DICT:
		return in_dict(ev, x, y.as.dict, at);
	case VALUE_RANGE:
		return in_range(x, y.as.range);
	case VALUE_ITER: {
		if (!iter_is_view(y))
			return in_iterator(ev, x, y, at);
		const struct list *l = op_iterate(ev, y, at, &why);
		return l ? in_items(ev, x, l) : UNKNOWN3;
	}
	default:
		if (!op_opaque(y) || y.kind == VALUE_BIGINT)
			eval_raise(ev, "TypeError", at, "argument of type '%s' is not iterable", value_type_name(y));
		return UNKNOWN3;
	}
}

/* Rules compare a class with its name as text, since their types are texts; the module path does not count. */
static struct value class_as_text(struct value v)
{
	const struct str *name = v.kind == VALUE_REF ? v.as.ref->name : v.kind == VALUE_OBJECT ? v.as.obj->name : NULL;
	if (!name)
		return v;
	const char *dot = strrchr(name->s, '.');
	return value_str(dot ? str_lit(dot + 1) : name, v.at);
}

enum truth op_compare(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at)
{
	if (op == OP_IS || op == OP_IS_NOT) {
		enum truth t = identity(ev, eval_seen(ev, x), eval_seen(ev, y));
		return op == OP_IS ? t : not3(t);
	}
	if (op == OP_IN || op == OP_NOT_IN) {
		x = op_deep(ev, x);
		enum truth t = contains(ev, ev->rule ? class_as_text(x) : x, eval_seen(ev, y), at);
		return op == OP_IN ? t : not3(t);
	}
	x = op_deep(ev, x);
	y = op_deep(ev, y);
	if (op == OP_EQ || op == OP_NE) {
		if (ev->rule && (x.kind == VALUE_STR) != (y.kind == VALUE_STR)) {
			x = class_as_text(x);
			y = class_as_text(y);
		}
		enum truth t = op_equal(ev, x, y);
		return op == OP_EQ ? t : not3(t);
	}
	return order(ev, op, x, y, at, 0);
}
