// SPDX-License-Identifier: MIT
/* Sequences and iteration: concatenation, repetition, slices, the items of any iterable, and merging of plain dicts.
 *
 * Example: [0] * 3            [0, 0, 0]
 *          'abc'[::-1]        'cba'
 *          {**a, **unknown}   open: any key may be added or replaced */
#include "python/ops/seq.h"
#include "python/ops/op_iter.h"
#include "python/ops/op_num.h"
#include "python/ops/ops.h"
#include "python/state/doubt.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include "python/value/unicode.h"
#include <stdlib.h>
#include <string.h>

static void push_items(struct eval *ev, struct list *to, const struct list *from)
{
	for (uint32_t i = 0; i < from->n; i++) {
		list_push(ev->arena, to, eval_seen(ev, from->at[i].val), from->at[i].use);
		to->at[to->n - 1].flags = from->at[i].flags & EF_MAYBE;
	}
	to->open |= from->open;
}

struct value list_of(struct eval *ev, enum value_kind kind, const struct list *items, struct span at)
{
	struct value why;
	if (!op_may_hold(ev, items->n, at, &why))
		return why;
	struct value v = value_list(ev->arena, kind, items->n, at);
	for (uint32_t i = 0; i < items->n; i++) {
		list_push(ev->arena, v.as.list, eval_seen(ev, items->at[i].val), items->at[i].use);
		v.as.list->at[i].flags = items->at[i].flags;
	}
	v.as.list->open = items->open;
	return v;
}

struct value tuple_of2(struct eval *ev, struct value a, struct value b, struct span at)
{
	struct value v = value_list(ev->arena, VALUE_TUPLE, 2, at);
	list_push(ev->arena, v.as.list, a, a.at);
	list_push(ev->arena, v.as.list, b, b.at);
	return v;
}

struct value seq_concat(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value why;
	if (x.kind != y.kind && x.kind == VALUE_BYTES)
		return eval_raise(ev, "TypeError", at, "can't concat %s to bytes", value_type_name(y));
	if (x.kind != y.kind)
		return eval_raise(ev, "TypeError", at, "can only concatenate %s (not \"%s\") to %s", value_type_name(x),
				  value_type_name(y), value_type_name(x));
	if (x.kind == VALUE_STR || x.kind == VALUE_BYTES) {
		struct buf b = { 0 };
		buf_add(&b, x.as.s->s, x.as.s->len);
		buf_add(&b, y.as.s->s, y.as.s->len);
		struct value v = op_buf(ev, &b, at);
		if (value_is_known(v))
			v.kind = x.kind;
		return v;
	}
	uint64_t n = (uint64_t)x.as.list->n + y.as.list->n;
	if (!op_may_hold(ev, n, at, &why))
		return why;
	struct value v = value_list(ev->arena, x.kind, (uint32_t)n, at);
	push_items(ev, v.as.list, x.as.list);
	push_items(ev, v.as.list, y.as.list);
	return v;
}

static struct value repeat_text(struct eval *ev, struct value x, uint64_t n, struct span at)
{
	struct buf b = { 0 };
	if (x.as.s->len > 1 && n > INT64_MAX / x.as.s->len)
		return eval_raise(ev, "OverflowError", at,
				  x.kind == VALUE_STR ? "repeated string is too long" : "repeated bytes are too long");
	if (x.as.s->len && n > TEXT_MAX / x.as.s->len)
		return op_unknown(ev, WHY_FUEL, at);
	for (uint64_t i = 0; i < n && x.as.s->len; i++)
		buf_add(&b, x.as.s->s, x.as.s->len);
	struct value v = op_buf(ev, &b, at);
	if (value_is_known(v))
		v.kind = x.kind;
	return v;
}

struct value seq_repeat(struct eval *ev, struct value x, int64_t n, struct span at)
{
	struct value why;
	uint64_t times = n < 0 ? 0 : (uint64_t)n;
	if (x.kind == VALUE_STR || x.kind == VALUE_BYTES)
		return repeat_text(ev, x, times, at);
	uint32_t len = x.as.list->n;
	if (x.as.list->open && n > 0)
		times = 1; /* it is open anyway */
	if (len && times > EVAL_ITEMS / len)
		return op_unknown(ev, WHY_FUEL, at);
	if (!op_may_hold(ev, len * times, at, &why))
		return why;
	struct value v = value_list(ev->arena, x.kind, (uint32_t)(len * times), at);
	for (uint64_t i = 0; i < times && len; i++)
		push_items(ev, v.as.list, x.as.list);
	v.as.list->open = x.as.list->open && n > 0;
	return v;
}

/* Slices. */
struct bounds {
	int64_t start, stop, step, n;
};

/* One end of a slice; 1: given, 0: absent, -1: *why. */
static int slice_part(struct eval *ev, struct value v, struct span at, int64_t *out, struct value *why)
{
	if (v.kind == VALUE_NONE)
		return 0;
	if (op_int(v, out))
		return 1;
	if (v.kind == VALUE_UNKNOWN || op_opaque(v))
		*why = v.kind == VALUE_UNKNOWN ? op_blame(v, at) : op_unknown(ev, WHY_TYPE, at);
	else
		*why = eval_raise(ev, "TypeError", at,
				  "slice indices must be integers or None or have an __index__ method");
	return -1;
}

static int64_t clamp(int64_t i, int64_t n, bool down)
{
	if (i < 0)
		i = i < -n ? -1 : i + n;
	else
		return i >= n ? (down ? n - 1 : n) : i;
	return i < 0 ? (down ? -1 : 0) : i;
}

static bool slice_bounds(struct eval *ev, struct value part[3], int64_t len, struct span at, struct bounds *b,
			 struct value *why)
{
	int64_t v[3];
	int has[3];
	for (int i = 0; i < 3; i++) {
		int k = (i + 2) % 3; /* CPython evaluates the step first */
		if ((has[k] = slice_part(ev, part[k], at, &v[k], why)) < 0)
			return false;
		if (k == 2 && has[2] && v[2] == 0)
			return *why = eval_raise(ev, "ValueError", at, "slice step cannot be zero"), false;
	}
	b->step = has[2] ? (v[2] < -INT64_MAX ? -INT64_MAX : v[2]) : 1;
	bool down = b->step < 0;
	b->start = has[0] ? clamp(v[0], len, down) : down ? len - 1 : 0;
	b->stop = has[1] ? clamp(v[1], len, down) : down ? -1 : len;
	struct range r = { b->start, b->stop, b->step };
	b->n = range_count(&r);
	return true;
}

static struct value slice_list(struct eval *ev, struct value x, const struct bounds *b, struct span at)
{
	struct value why;
	if (!op_may_hold(ev, (uint64_t)b->n, at, &why))
		return why;
	struct value v = value_list(ev->arena, x.kind, (uint32_t)b->n, at);
	for (int64_t k = 0; k < b->n; k++) {
		const struct item *item = &x.as.list->at[b->start + k * b->step];
		list_push(ev->arena, v.as.list, eval_seen(ev, item->val), item->use);
	}
	return v;
}

static struct value slice_bytes(struct eval *ev, struct value x, const struct bounds *b, struct span at)
{
	struct buf text = { 0 };
	for (int64_t k = 0; k < b->n; k++)
		buf_putc(&text, x.as.s->s[b->start + k * b->step]);
	struct value v = op_buf(ev, &text, at);
	if (value_is_known(v))
		v.kind = x.kind;
	return v;
}

/* Non-ASCII text: needs the offsets of its code points. */
static struct value slice_wide(struct eval *ev, const struct str *s, const struct bounds *b, struct span at)
{
	size_t n = text_count(s->s, s->len), k = 0;
	uint32_t *offset = xcalloc(n + 1, sizeof *offset);
	struct buf text = { 0 };
	for (uint32_t i = 0; i < s->len; i++)
		if (((unsigned char)s->s[i] & 0xc0) != 0x80)
			offset[k++] = i;
	offset[n] = s->len;
	for (int64_t j = 0; j < b->n; j++) {
		int64_t c = b->start + j * b->step;
		buf_add(&text, s->s + offset[c], offset[c + 1] - offset[c]);
	}
	free(offset);
	return op_buf(ev, &text, at);
}

static struct value slice_range(struct eval *ev, const struct range *r, const struct bounds *b, struct span at)
{
	struct range *out = arena_new(ev->arena, struct range);
	out->start = r->start + b->start * r->step;
	out->stop = r->start + b->stop * r->step;
	out->step = r->step * b->step;
	return (struct value){ .kind = VALUE_RANGE, .at = at, .as.range = out };
}

/* Computes the bounds from x's length, the same for all kinds; then applies them by kind. */
struct value op_slice(struct eval *ev, struct value x, struct value start, struct value stop, struct value step,
		      struct span at)
{
	struct value why, part[3] = { start, stop, step };
	struct bounds b;
	int64_t len;
	x = eval_seen(ev, x);
	if (!op_spend_on(ev, x))
		return op_unknown(ev, WHY_FUEL, at);
	switch (x.kind) {
	case VALUE_UNKNOWN:
		return op_blame(x, at);
	case VALUE_LIST:
	case VALUE_TUPLE:
		if (!list_is_sure(x.as.list))
			return op_unknown(ev, WHY_BRANCH, at);
		len = x.as.list->n;
		break;
	case VALUE_STR:
		len = (int64_t)text_count(x.as.s->s, x.as.s->len);
		break;
	case VALUE_BYTES:
		len = x.as.s->len;
		break;
	case VALUE_RANGE:
		len = range_count(x.as.range);
		break;
	case VALUE_DICT:
		if (!op_opaque(x))
			return eval_raise(ev, "TypeError", at, "unhashable type: 'slice'");
		return op_unknown(ev, WHY_TYPE, at);
	default:
		if (op_opaque(x) && x.kind != VALUE_BIGINT && x.kind != VALUE_ITER)
			return op_unknown(ev, WHY_TYPE, at);
		return eval_raise(ev, "TypeError", at, "'%s' object is not subscriptable", value_type_name(x));
	}
	if (!slice_bounds(ev, part, len, at, &b, &why))
		return why;
	if (x.kind == VALUE_RANGE)
		return slice_range(ev, x.as.range, &b, at);
	if (x.kind == VALUE_LIST || x.kind == VALUE_TUPLE)
		return slice_list(ev, x, &b, at);
	return x.kind == VALUE_BYTES || text_is_ascii(x.as.s) ? slice_bytes(ev, x, &b, at)
							      : slice_wide(ev, x.as.s, &b, at);
}

/* Iteration. */
static const struct list *characters(struct eval *ev, struct value v, struct span at, struct value *why)
{
	const struct str *s = v.as.s;
	struct value l = value_list(ev->arena, VALUE_LIST, 0, at);
	if (!op_spend_on(ev, v))
		return *why = op_unknown(ev, WHY_FUEL, at), NULL;
	if (!op_may_hold(ev, text_count(s->s, s->len), at, why))
		return NULL;
	for (uint32_t i = 0; i < s->len;) {
		unsigned len = 1;
		struct value c;
		if (v.kind == VALUE_BYTES) {
			c = value_int((unsigned char)s->s[i], v.at);
		} else {
			text_decode(s->s + i, s->len - i, &len);
			c = value_str(str_of(s->s + i, len), v.at);
		}
		list_push(ev->arena, l.as.list, c, v.at);
		i += len;
	}
	return l.as.list;
}

static const struct list *range_items(struct eval *ev, const struct range *r, struct span at, struct value *why)
{
	int64_t n = range_count(r);
	if (!op_may_hold(ev, (uint64_t)n, at, why))
		return NULL;
	struct value l = value_list(ev->arena, VALUE_LIST, (uint32_t)n, at);
	for (int64_t i = 0; i < n; i++)
		list_push(ev->arena, l.as.list, value_int(r->start + i * r->step, at), at);
	return l.as.list;
}

struct value dict_view_item(struct eval *ev, const struct entry *e, char what)
{
	if (what == 'k')
		return e->key;
	if (what == 'v')
		return eval_seen(ev, e->val);
	struct value pair = value_list(ev->arena, VALUE_TUPLE, 2, e->key.at);
	list_push(ev->arena, pair.as.list, e->key, e->key.at);
	list_push(ev->arena, pair.as.list, eval_seen(ev, e->val), e->use);
	return pair;
}

/* what: k, v or i, the first letter after "dict_" */
static const struct list *dict_items(struct eval *ev, const struct dict *d, char what, struct span at,
				     struct value *why)
{
	struct dict_iter it;
	if (!op_may_hold(ev, d->count, at, why))
		return NULL;
	if (!dict_is_sure(d)) {
		*why = op_unknown(ev, WHY_BRANCH, at);
		return NULL;
	}
	struct value l = value_list(ev->arena, VALUE_LIST, d->count, at);
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it));)
		list_push(ev->arena, l.as.list, dict_view_item(ev, e, what), what == 'k' ? e->key.at : e->use);
	return l.as.list;
}

static const struct list *iter_items(struct eval *ev, struct value v, struct span at, struct value *why)
{
	const struct list *l = v.as.list;
	if (l->iter && !l->open && !l->frozen)
		return iter_drain(ev, v.as.list, at, why);
	if (l->iter) {
		*why = op_unknown(ev, WHY_TYPE, at);
		return NULL;
	}
	if (l->view) {
		struct value d = { .kind = VALUE_DICT, .as.dict = l->view };
		return dict_items(ev, eval_seen(ev, d).as.dict, l->type->s[5], at, why);
	}
	if (!list_is_sure(l)) {
		*why = op_blame_in(ev, v, at);
		return NULL;
	}
	return l;
}

/* The list itself if nothing below it was written. A list of this module is updated in place. */
static const struct list *list_items(struct eval *ev, struct value v, struct span at, struct value *why)
{
	struct list *l = v.as.list;
	if (!list_is_sure(l)) {
		*why = l->n && l->at[0].val.kind == VALUE_UNKNOWN ? op_blame_in(ev, v, at)
								  : op_unknown(ev, WHY_BRANCH, at);
		return NULL;
	}
	if (!ev->thaw)
		return l;
	if (!l->frozen) {
		for (uint32_t i = 0; i < l->n; i++)
			l->at[i].val = eval_seen(ev, l->at[i].val);
		return l;
	}
	struct value fresh = value_list(ev->arena, v.kind, l->n, v.at);
	push_items(ev, fresh.as.list, l);
	return fresh.as.list;
}

const struct list *op_items(struct eval *ev, struct value v, struct span at, struct value *why, bool *ordered)
{
	v = eval_seen(ev, v);
	*ordered = true;
	switch (v.kind) {
	case VALUE_UNKNOWN:
		*why = op_blame(v, at);
		return NULL;
	case VALUE_LIST:
	case VALUE_TUPLE:
		return list_items(ev, v, at, why);
	case VALUE_SET:
	case VALUE_FROZENSET:
		*ordered = v.as.list->n < 2;
		return list_items(ev, v, at, why);
	case VALUE_STR:
	case VALUE_BYTES:
		return characters(ev, v, at, why);
	case VALUE_RANGE:
		return range_items(ev, v.as.range, at, why);
	case VALUE_DICT:
		return dict_items(ev, v.as.dict, 'k', at, why);
	case VALUE_ITER:
		return iter_items(ev, v, at, why);
	default:
		break;
	}
	if (op_opaque(v) && v.kind != VALUE_BIGINT && v.kind != VALUE_COMPLEX)
		*why = op_unknown(ev, WHY_TYPE, at);
	else
		*why = eval_raise(ev, "TypeError", at, "'%s' object is not iterable", value_type_name(v));
	return NULL;
}

const struct list *op_iterate(struct eval *ev, struct value v, struct span at, struct value *why)
{
	bool ordered;
	const struct list *l = op_items(ev, v, at, why, &ordered);
	if (l && !ordered) {
		*why = op_unknown(ev, WHY_TYPE, at); /* a set's order */
		return NULL;
	}
	if (!l || v.kind != VALUE_ITER || iter_is_view(v) || v.as.list->iter)
		return l;
	/* Iterators are consumed. */
	struct list *whole = arena_new(ev->arena, struct list);
	*whole = *l;
	if (!v.as.list->frozen) {
		v.as.list->n = 0;
		v.as.list->cap = 0;
		v.as.list->at = NULL;
	}
	return whole;
}

/* Dicts. */
static bool pair_of(struct eval *ev, struct value v, uint32_t i, struct span at, struct value pair[2],
		    struct value *why)
{
	if (v.kind == VALUE_UNKNOWN || (op_opaque(v) && v.kind != VALUE_ITER)) {
		*why = v.kind == VALUE_UNKNOWN ? op_blame(v, at) : op_unknown(ev, WHY_TYPE, at);
		return false;
	}
	if (v.kind != VALUE_STR && v.kind != VALUE_DICT && v.kind != VALUE_RANGE && !value_is_listlike(v) &&
	    v.kind != VALUE_BYTES) {
		*why = eval_raise(ev, "TypeError", at,
				  "cannot convert dictionary update sequence element #%u to a sequence", i);
		return false;
	}
	const struct list *l = op_iterate(ev, v, at, why);
	if (!l)
		return false;
	if (l->n != 2) {
		*why = eval_raise(ev, "ValueError", at,
				  "dictionary update sequence element #%u has length %u; 2 is required", i, l->n);
		return false;
	}
	pair[0] = l->at[0].val;
	pair[1] = l->at[1].val;
	return op_key(ev, pair[0], at, why);
}

static bool merge_pairs(struct eval *ev, struct dict *d, struct value other, struct span at, struct value *why)
{
	const struct list *l = op_iterate(ev, other, at, why);
	if (!l)
		return false;
	for (uint32_t i = 0; i < l->n; i++) {
		struct value pair[2];
		if (!pair_of(ev, eval_seen(ev, l->at[i].val), i, at, pair, why))
			return false;
		dict_put(ev->arena, d, pair[0], pair[1], l->at[i].use);
	}
	return true;
}

bool dict_merge(struct eval *ev, struct dict *d, struct value other, struct span at, struct value *why)
{
	struct dict_iter it;
	other = eval_seen(ev, other);
	if (other.kind != VALUE_DICT)
		return merge_pairs(ev, d, other, at, why);
	if (!op_may_hold(ev, (uint64_t)d->count + other.as.dict->count, at, why))
		return false;
	if (other.as.dict == d)
		return true;
	dict_begin(&it, other.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		bool was = dict_find(d, e->key) != NULL;
		struct value val = eval_seen(ev, e->val);
		if (e->flags & EF_MAYBE && was)
			val = op_unknown(ev, WHY_BRANCH, at); /* the old or the new one */
		struct entry *f = dict_put(ev->arena, d, e->key, val, e->use);
		if (e->flags & EF_MAYBE && !was)
			f->flags |= EF_MAYBE;
	}
	if (other.as.dict->open) { /* any key may have been added, any value replaced */
		*why = op_unknown(ev, WHY_BRANCH, at);
		return false;
	}
	return true;
}

bool dict_update(struct eval *ev, struct value x, struct value other, struct span at, struct value *why)
{
	if (dict_merge(ev, eval_thaw_dict(ev, &x), other, at, why))
		return true;
	if (!ev->exc)
		eval_poison(ev, x, why->as.cause);
	return !ev->exc;
}

struct value dict_or(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value v = value_dict(ev->arena, at), why;
	v.as.dict->type = x.as.dict->type;
	v.as.dict->open = x.as.dict->open;
	if (!dict_merge(ev, v.as.dict, x, at, &why) && !x.as.dict->open)
		return why;
	if (!dict_merge(ev, v.as.dict, y, at, &why))
		return why;
	return v;
}
