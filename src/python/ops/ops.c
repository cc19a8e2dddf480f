// SPDX-License-Identifier: MIT
/* Dispatch of operators: first Unknown operands, then by kind (op_num.c, seq.c, op_set.c, op_compare.c, percent.c),
 * else Python's TypeError. A TypeError is raised only between kinds whose operators are all modelled (see op_opaque).
 *
 * Example: 1 + unknown     Unknown, with the operand's cause
 *          [1] + [2]       seq.c: [1, 2]
 *          1 + 'a'         TypeError: unsupported operand type(s) for +: 'int' and 'str' */
#include "python/ops/ops.h"
#include "python/ops/op_call.h"
#include "python/ops/op_compare.h"
#include "python/ops/op_configdict.h"
#include "python/ops/op_num.h"
#include "python/ops/percent.h"
#include "python/ops/seq.h"
#include "python/ops/op_set.h"
#include "python/state/doubt.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include "python/value/unicode.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool op_opaque(struct value v)
{
	switch (v.kind) {
	case VALUE_UNKNOWN:
	case VALUE_BIGINT:
	case VALUE_COMPLEX:
	case VALUE_ITER:
	case VALUE_DATE:
	case VALUE_REF:
		return true;
	case VALUE_OBJECT:
		return strcmp(v.as.obj->type->s, "builtin_function_or_method") && strcmp(v.as.obj->type->s, "module") &&
		       strcmp(v.as.obj->type->s, "ellipsis");
	case VALUE_DICT:
		return v.as.dict->type && !v.as.dict->config && strcmp(v.as.dict->type->s, "OrderedDict");
	default:
		return false;
	}
}

/* A snapshot of a dict's view. */
static struct value view_now(struct eval *ev, struct value v)
{
	bool ordered;
	struct value why, now = v;
	const struct list *l = op_items(ev, v, v.at, &why, &ordered);
	if (!l)
		return why;
	now.as.list = arena_new(ev->arena, struct list);
	*now.as.list = *l;
	now.as.list->type = v.as.list->type;
	return ev->thaw ? eval_settle(ev, now) : now;
}

struct value op_deep(struct eval *ev, struct value v)
{
	if (v.kind != VALUE_DICT && !value_is_listlike(v))
		return v;
	v = eval_seen(ev, v);
	if (v.kind == VALUE_ITER && v.as.list->view)
		return view_now(ev, v);
	return ev->thaw ? eval_settle(ev, v) : v;
}

const char *op_symbol(enum node_op op)
{
	static const char *const text[] = {
		[OP_ADD] = "+",	      [OP_SUB] = "-",	  [OP_MUL] = "*",	    [OP_DIV] = "/",
		[OP_FLOORDIV] = "//", [OP_MOD] = "%",	  [OP_POW] = "** or pow()", [OP_MATMUL] = "@",
		[OP_LSHIFT] = "<<",   [OP_RSHIFT] = ">>", [OP_AND_BIT] = "&",	    [OP_OR_BIT] = "|",
		[OP_XOR] = "^",	      [OP_LT] = "<",	  [OP_LE] = "<=",	    [OP_GT] = ">",
		[OP_GE] = ">=",
	};
	return text[op];
}

static const char *augmented_symbol(enum node_op op)
{
	static const char *const text[] = {
		[OP_ADD] = "+=",     [OP_SUB] = "-=",	 [OP_MUL] = "*=",    [OP_DIV] = "/=",	  [OP_FLOORDIV] = "//=",
		[OP_MOD] = "%=",     [OP_POW] = "**=",	 [OP_MATMUL] = "@=", [OP_LSHIFT] = "<<=", [OP_RSHIFT] = ">>=",
		[OP_AND_BIT] = "&=", [OP_OR_BIT] = "|=", [OP_XOR] = "^=",
	};
	return text[op];
}

struct value op_no_operator(struct eval *ev, const char *symbol, struct value x, struct value y, struct span at)
{
	return eval_raise(ev, "TypeError", at, "unsupported operand type(s) for %s: '%s' and '%s'", symbol,
			  value_type_name(x), value_type_name(y));
}

static bool is_sequence(struct value v)
{
	return v.kind == VALUE_STR || v.kind == VALUE_BYTES || v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
}

static bool is_set(struct value v)
{
	return v.kind == VALUE_SET || v.kind == VALUE_FROZENSET;
}

static struct value complex_of(struct eval *ev, double re, double im, struct span at)
{
	struct cplx *c = arena_new(ev->arena, struct cplx);
	*c = (struct cplx){ re, im };
	return (struct value){ .kind = VALUE_COMPLEX, .at = at, .as.c = c };
}

static struct value complex_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at)
{
	struct cplx a = x.kind == VALUE_COMPLEX ? *x.as.c : (struct cplx){ value_number(x), 0 };
	struct cplx b = y.kind == VALUE_COMPLEX ? *y.as.c : (struct cplx){ value_number(y), 0 };
	switch (op) {
	case OP_ADD:
		return complex_of(ev, a.re + b.re, a.im + b.im, at);
	case OP_SUB:
		return complex_of(ev, a.re - b.re, a.im - b.im, at);
	case OP_MUL:
		return complex_of(ev, a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, at);
	default:
		return op_unknown(ev, WHY_TYPE, at);
	}
}

/* Applies the kind's own operators; false: none applies. */
static bool binary_of_kind(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at,
			   struct value *out)
{
	bool xn = value_is_number(x), yn = value_is_number(y);
	int64_t n;
	if (xn && yn)
		*out = num_binary(ev, op, x, y, at);
	else if ((x.kind == VALUE_COMPLEX && (yn || y.kind == VALUE_COMPLEX)) || (xn && y.kind == VALUE_COMPLEX))
		*out = complex_binary(ev, op, x, y, at);
	else if (op == OP_MOD && x.kind == VALUE_STR)
		*out = text_percent(ev, x, y, at);
	else if (op == OP_ADD && is_sequence(x) && !op_opaque(y))
		*out = seq_concat(ev, x, y, at);
	else if (op == OP_MUL && is_sequence(x) && op_int(y, &n))
		*out = seq_repeat(ev, x, n, at);
	else if (op == OP_MUL && is_sequence(y) && op_int(x, &n))
		*out = seq_repeat(ev, y, n, at);
	else if (op == OP_OR_BIT && x.kind == VALUE_DICT && y.kind == VALUE_DICT)
		*out = x.as.dict->config || y.as.dict->config ? configdict_or(ev, x, y, at) : dict_or(ev, x, y, at);
	else if (is_set(x) && is_set(y) && (op == OP_OR_BIT || op == OP_AND_BIT || op == OP_SUB || op == OP_XOR))
		*out = set_binary(ev, op, x, y, at);
	else if (op == OP_ADD && x.kind == VALUE_DICT && x.as.dict->config && !x.as.dict->count && !x.as.dict->open)
		*out = y; /* addict: an empty dict acts like zero in + */
	else
		return false;
	return true;
}

static struct value binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at,
			   const char *symbol)
{
	struct value out;
	if (!op_spend_on(ev, x) || !op_spend_on(ev, y))
		return op_unknown(ev, WHY_FUEL, at);
	if (op_any_unknown(x, y, at, &out) || binary_of_kind(ev, op, x, y, at, &out))
		return out;
	bool big = (x.kind == VALUE_BIGINT || y.kind == VALUE_BIGINT) &&
		   (x.kind == VALUE_BIGINT || value_is_number(x)) && (y.kind == VALUE_BIGINT || value_is_number(y));
	if (op_opaque(x) || op_opaque(y))
		return op_unknown(ev, big ? WHY_OVERFLOW : WHY_TYPE, at);
	if (op == OP_MUL && (is_sequence(x) || is_sequence(y)))
		return eval_raise(ev, "TypeError", at, "can't multiply sequence by non-int of type '%s'",
				  value_type_name(is_sequence(x) ? y : x));
	return op_no_operator(ev, symbol, x, y, at);
}

struct value op_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at)
{
	return binary(ev, op, eval_seen(ev, x), eval_seen(ev, y), at, op_symbol(op));
}

static struct value extend_list(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value why;
	const struct list *more = op_iterate(ev, y, at, &why);
	if (!more) {
		if (!ev->exc)
			eval_poison(ev, x, why.as.cause);
		return ev->exc ? why : x;
	}
	struct list *l = eval_thaw_list(ev, &x);
	uint32_t n = more->n; /* l += l */
	if (!op_may_hold(ev, (uint64_t)l->n + n, at, &why))
		return why;
	for (uint32_t i = 0; i < n; i++)
		list_push(ev->arena, l, more->at[i].val, more->at[i].use);
	return x;
}

static struct value replace_items(struct eval *ev, struct value x, struct value with)
{
	if (with.kind == VALUE_UNKNOWN || ev->exc) {
		if (!ev->exc)
			eval_poison(ev, x, with.as.cause);
		return ev->exc ? with : x;
	}
	struct list *l = eval_thaw_list(ev, &x);
	l->n = 0;
	for (uint32_t i = 0; i < with.as.list->n; i++)
		list_push(ev->arena, l, with.as.list->at[i].val, with.as.list->at[i].use);
	l->open = with.as.list->open;
	return x;
}

static struct value update_dict(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value why;
	if (x.as.dict->config) {
		configdict_update(ev, x, y, at);
		return eval_seen(ev, x);
	}
	return dict_update(ev, x, y, at, &why) ? x : why;
}

struct value op_augmented(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at)
{
	int64_t n;
	x = eval_seen(ev, x);
	y = eval_seen(ev, y);
	if (x.kind == VALUE_LIST && op == OP_ADD)
		return extend_list(ev, x, y, at);
	if (x.kind == VALUE_LIST && op == OP_MUL && (y.kind == VALUE_UNKNOWN || op_int(y, &n)))
		return replace_items(ev, x, op_binary(ev, op, x, y, at));
	if (x.kind == VALUE_DICT && op == OP_OR_BIT && !op_opaque(x) && y.kind != VALUE_UNKNOWN && !op_opaque(y))
		return update_dict(ev, x, y, at);
	bool sets = op == OP_OR_BIT || op == OP_AND_BIT || op == OP_SUB || op == OP_XOR;
	if (x.kind == VALUE_SET && sets && (y.kind == VALUE_UNKNOWN || is_set(y)))
		return replace_items(ev, x, op_binary(ev, op, x, y, at));
	if (y.kind == VALUE_UNKNOWN && (x.kind == VALUE_DICT || x.kind == VALUE_SET))
		eval_poison(ev, x, y.as.cause);
	return binary(ev, op, x, y, at, augmented_symbol(op));
}

static struct value negate_bigint(const struct str *s, struct span at)
{
	struct buf b = { 0 };
	if (!strcmp(s->s, "9223372036854775808"))
		return value_int(INT64_MIN, at);
	if (s->s[0] != '-')
		buf_putc(&b, '-');
	buf_puts(&b, s->s[0] == '-' ? s->s + 1 : s->s);
	struct value v = { .kind = VALUE_BIGINT, .at = at, .as.s = str_of(b.s, b.n) };
	buf_release(&b);
	return v;
}

static struct value unary_int(struct eval *ev, enum node_op op, int64_t i, struct span at)
{
	if (op == OP_POS)
		return value_int(i, at);
	if (op == OP_INVERT)
		return value_int(~i, at);
	return i == INT64_MIN ? op_unknown(ev, WHY_OVERFLOW, at) : value_int(-i, at);
}

struct value op_unary(struct eval *ev, enum node_op op, struct value x, struct span at)
{
	int64_t i;
	if (op == OP_NOT) {
		enum truth t = value_truth(eval_seen(ev, x));
		return truth_value(ev, t == UNKNOWN3 ? t : (enum truth) !t, x, at);
	}
	if (x.kind == VALUE_UNKNOWN)
		return op_blame(x, at);
	if (op_int(x, &i))
		return unary_int(ev, op, i, at);
	if (x.kind == VALUE_FLOAT && op != OP_INVERT)
		return value_float(op == OP_NEG ? -x.as.f : x.as.f, at);
	if (x.kind == VALUE_COMPLEX && op != OP_INVERT)
		return op == OP_NEG ? complex_of(ev, -x.as.c->re, -x.as.c->im, at) : x;
	if (x.kind == VALUE_BIGINT && op != OP_INVERT)
		return op == OP_NEG ? negate_bigint(x.as.s, at) : x;
	if (op_opaque(x))
		return op_unknown(ev, x.kind == VALUE_BIGINT ? WHY_OVERFLOW : WHY_TYPE, at);
	return eval_raise(ev, "TypeError", at, "bad operand type for unary %s: '%s'",
			  op == OP_NEG	 ? "-"
			  : op == OP_POS ? "+"
					 : "~",
			  value_type_name(x));
}

bool op_key(struct eval *ev, struct value v, struct span at, struct value *why)
{
	if (!op_spend_deep(ev, v))
		return *why = op_unknown(ev, WHY_FUEL, at), false;
	if (value_hashable(v))
		return true;
	struct value bad = v;
	if (v.kind == VALUE_TUPLE) { /* certain only if the first unhashable item is known */
		for (uint32_t i = 0; i < v.as.list->n; i++)
			if (!value_hashable(bad = v.as.list->at[i].val))
				return op_key(ev, bad, at, why);
	}
	if (bad.kind == VALUE_UNKNOWN)
		*why = op_blame(bad, at);
	else
		*why = eval_raise(ev, "TypeError", at, "unhashable type: '%s'", value_type_name(bad));
	return false;
}

static struct value absent(struct eval *ev, struct value key, struct span at)
{
	if (ev->rule && key.kind == VALUE_STR)
		return value_unknown(ev->arena, WHY_ABSENT, at, key.as.s->s);
	struct buf text = { 0 };
	if (!op_repr(&text, key))
		return op_unknown(ev, ev->rule ? WHY_ABSENT : WHY_TYPE, at);
	struct value v;
	if (ev->rule)
		v = value_unknown(ev->arena, WHY_ABSENT, at, buf_str(&text));
	else
		v = eval_raise(ev, "KeyError", at, "%s", buf_str(&text));
	buf_release(&text);
	return v;
}

/* The factory of a defaultdict computes the value of a missing key. */
static struct value make_missing(struct eval *ev, struct value x, struct value key, struct span at)
{
	struct call c = { .at = at };
	struct value v = builtin_call(ev, x.as.dict->factory, &c);
	dict_put(ev->arena, eval_thaw_dict(ev, &x), key, v, at);
	return v;
}

static struct value index_dict(struct eval *ev, struct value x, struct value key, struct span at)
{
	const struct dict *d = x.as.dict;
	struct value why;
	if (!op_key(ev, key, at, &why))
		return why;
	const struct entry *e = dict_find(d, key);
	if (!e && d->open)
		return op_unknown(ev, WHY_BRANCH, at);
	if (!e && d->factory && !ev->rule)
		return make_missing(ev, x, key, at);
	if (!e && d->type && !d->config && !ev->rule && strcmp(d->type->s, "OrderedDict"))
		return op_unknown(ev, WHY_TYPE, at); /* defaultdict and similar types handle it */
	if (!e)
		return absent(ev, key, at);
	if (e->flags & EF_MAYBE)
		return e->val.kind == VALUE_UNKNOWN && e->val.as.cause ? op_blame(e->val, at)
								       : op_unknown(ev, WHY_BRANCH, at);
	return eval_seen(ev, e->val);
}

static struct value out_of_range(struct eval *ev, struct value x, int64_t i, struct span at)
{
	if (ev->rule)
		return absent(ev, value_int(i, at), at);
	return eval_raise(ev, "IndexError", at, "%s index out of range",
			  x.kind == VALUE_STR	  ? "string"
			  : x.kind == VALUE_RANGE ? "range object"
			  : x.kind == VALUE_BYTES ? "index"
						  : value_type_name(x));
}

static bool normal_index(int64_t *i, int64_t n)
{
	if (*i < 0)
		*i += n;
	return *i >= 0 && *i < n;
}

static struct value index_list(struct eval *ev, struct value x, int64_t i, struct span at)
{
	const struct list *l = x.as.list;
	int64_t wanted = i;
	op_spend(ev, l->n / 64); /* a lookup is cheap */
	if (!list_is_sure(l)) {
		bool sure = !l->open && i >= 0 && i < l->n;
		for (int64_t k = 0; sure && k <= i; k++)
			sure = !(l->at[k].flags & EF_MAYBE);
		if (!sure)
			return op_unknown(ev, WHY_BRANCH, at);
	}
	if (!normal_index(&i, l->n))
		return out_of_range(ev, x, wanted, at);
	return eval_seen(ev, l->at[i].val);
}

static struct value index_text(struct eval *ev, struct value x, int64_t i, struct span at)
{
	const struct str *s = x.as.s;
	if (!op_spend_on(ev, x))
		return op_unknown(ev, WHY_FUEL, at);
	bool bytes = x.kind == VALUE_BYTES || text_is_ascii(s);
	int64_t wanted = i;
	if (!normal_index(&i, bytes ? s->len : (int64_t)text_count(s->s, s->len)))
		return out_of_range(ev, x, wanted, at);
	if (x.kind == VALUE_BYTES)
		return value_int((unsigned char)s->s[i], at);
	size_t lo = bytes ? (size_t)i : text_offset(s->s, s->len, (size_t)i);
	unsigned len;
	text_decode(s->s + lo, s->len - lo, &len);
	return value_str(str_of(s->s + lo, len), at);
}

static struct value index_bad(struct eval *ev, struct value x, struct value sub, struct span at)
{
	if (op_opaque(sub) && sub.kind != VALUE_ITER)
		return op_unknown(ev, WHY_TYPE, at);
	if (x.kind == VALUE_STR)
		return eval_raise(ev, "TypeError", at, "string indices must be integers, not '%s'",
				  value_type_name(sub));
	return eval_raise(ev, "TypeError", at, "%s indices must be integers or slices, not %s",
			  x.kind == VALUE_BYTES ? "byte" : value_type_name(x), value_type_name(sub));
}

struct value op_index(struct eval *ev, struct value x, struct value sub, struct span at)
{
	struct value out;
	int64_t i;
	x = eval_seen(ev, x);
	if (op_any_unknown(x, sub, at, &out)) {
		eval_may_be_held(ev, x);
		return out;
	}
	switch (x.kind) {
	case VALUE_DICT:
		return index_dict(ev, x, sub, at);
	case VALUE_LIST:
	case VALUE_TUPLE:
		return op_int(sub, &i) ? index_list(ev, x, i, at) : index_bad(ev, x, sub, at);
	case VALUE_STR:
	case VALUE_BYTES:
		return op_int(sub, &i) ? index_text(ev, x, i, at) : index_bad(ev, x, sub, at);
	case VALUE_RANGE:
		if (!op_int(sub, &i))
			return index_bad(ev, x, sub, at);
		if (!normal_index(&i, range_count(x.as.range)))
			return out_of_range(ev, x, i, at);
		return value_int(x.as.range->start + i * x.as.range->step, at);
	default:
		break;
	}
	if (x.kind == VALUE_REF || x.kind == VALUE_OBJECT || x.kind == VALUE_DATE || ev->rule)
		return op_unknown(ev, WHY_TYPE, at); /* list[int] and similar are valid Python */
	return eval_raise(ev, "TypeError", at, "'%s' object is not subscriptable", value_type_name(x));
}
