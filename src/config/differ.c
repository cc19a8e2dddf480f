// SPDX-License-Identifier: MIT
/* Structural difference of two effective configs. The two may come from different graphs, so places are ignored: two
 * Unknowns are equal if they have the same reason. Identical frozen containers are not walked. Lists are compared by
 * index after their common beginning and end, so that one inserted element is one change. Stops at VALUE_DEPTH_MAX
 * levels.
 *
 * Example: before {'lr': 1, 'steps': [8, 11]}, after {'lr': 2, 'steps': [8, 9, 11]}
 *          changed lr: 1 -> 2
 *          added steps.1: 9 */
#include "config/differ.h"
#include "python/value/dict.h"
#include <string.h>

struct diff_ctx {
	struct arena *a;
	struct changes *out; /* NULL: only tests whether there is a difference */
	bool differs;
	uint32_t depth;
	struct value part[VALUE_DEPTH_MAX];
};

static void diff_value(struct diff_ctx *d, struct value x, struct value y);

static struct keypath path_here(struct diff_ctx *d)
{
	struct value *part = arena_array(d->a, struct value, d->depth ? d->depth : 1);

	if (d->depth)
		memcpy(part, d->part, d->depth * sizeof *part);
	return (struct keypath){ .part = part, .n = d->depth };
}

static void report(struct diff_ctx *d, enum change_kind kind, struct value before, struct value after)
{
	d->differs = true;
	if (!d->out)
		return;
	vec_push(d->out, ((struct change){ .kind = kind, .path = path_here(d), .before = before, .after = after }));
}

static void report_at(struct diff_ctx *d, enum change_kind kind, struct value part, struct value before,
		      struct value after)
{
	if (d->depth >= VALUE_DEPTH_MAX)
		return;
	d->part[d->depth++] = part;
	report(d, kind, before, after);
	d->depth--;
}

static void diff_at(struct diff_ctx *d, struct value part, struct value x, struct value y)
{
	if (d->depth >= VALUE_DEPTH_MAX)
		return;
	d->part[d->depth++] = part;
	diff_value(d, x, y);
	d->depth--;
}

static bool same_unknown(const struct cause *x, const struct cause *y)
{
	if (!x || !y)
		return x == y;
	return x->why == y->why && x->detail == y->detail;
}

/* Functions and objects of two loads never have the same address, so their names are compared. */
static bool same_leaf(struct value x, struct value y)
{
	switch (x.kind) {
	case VALUE_UNKNOWN:
		return same_unknown(x.as.cause, y.as.cause);
	case VALUE_FUNC:
		return x.as.func->name == y.as.func->name;
	case VALUE_OBJECT:
		return x.as.obj->type == y.as.obj->type && x.as.obj->name == y.as.obj->name;
	case VALUE_METHOD:
		return true;
	default:
		return value_same(x, y);
	}
}

static bool differ(struct diff_ctx *d, struct value x, struct value y)
{
	struct changes *out = d->out;
	bool before = d->differs, found;

	d->out = NULL;
	d->differs = false;
	diff_value(d, x, y);
	found = d->differs;
	d->out = out;
	d->differs = before;
	return found;
}

static void diff_list(struct diff_ctx *d, struct value x, struct value y)
{
	const struct list *p = x.as.list, *q = y.as.list;
	uint32_t head = 0, tail = 0, least = p->n < q->n ? p->n : q->n;

	if (p == q && p->frozen)
		return;
	if (p->open != q->open) {
		report(d, CHANGE_VALUE, x, y);
		return;
	}
	if (p->n != q->n) {
		while (head < least && !differ(d, p->at[head].val, q->at[head].val))
			head++;
		while (tail < least - head && !differ(d, p->at[p->n - 1 - tail].val, q->at[q->n - 1 - tail].val))
			tail++;
	}
	for (uint32_t i = head; i < least - tail; i++)
		diff_at(d, value_int(i, (struct span){ 0 }), p->at[i].val, q->at[i].val);
	for (uint32_t i = least - tail; i < p->n - tail; i++)
		report_at(d, CHANGE_REMOVED, value_int(i, (struct span){ 0 }), p->at[i].val, (struct value){ 0 });
	for (uint32_t i = least - tail; i < q->n - tail; i++)
		report_at(d, CHANGE_ADDED, value_int(i, (struct span){ 0 }), (struct value){ 0 }, q->at[i].val);
}

/* Are the common keys in the same order in both? */
static bool same_order(const struct dict *p, const struct dict *q)
{
	struct dict_iter x, y;
	const struct entry *e, *f;

	dict_begin(&x, p);
	dict_begin(&y, q);
	for (;;) {
		while ((e = dict_next(&x)) && !dict_find(q, e->key))
			;
		while ((f = dict_next(&y)) && !dict_find(p, f->key))
			;
		if (!e || !f)
			return e == NULL && f == NULL;
		if (!key_same(e->key, f->key))
			return false;
	}
}

static void diff_entry(struct diff_ctx *d, const struct entry *e, const struct entry *f)
{
	if ((e->flags & EF_MAYBE) != (f->flags & EF_MAYBE))
		report_at(d, CHANGE_VALUE, e->key, e->val, f->val);
	else
		diff_at(d, e->key, e->val, f->val);
}

static void diff_dict(struct diff_ctx *d, struct value x, struct value y)
{
	const struct dict *p = x.as.dict, *q = y.as.dict;
	const struct entry *e, *f;
	struct dict_iter it;

	if (p == q && p->frozen)
		return;
	if (p->open != q->open) {
		report(d, CHANGE_VALUE, x, y);
		return;
	}
	dict_begin(&it, p);
	while ((e = dict_next(&it))) {
		f = dict_find(q, e->key);
		if (f)
			diff_entry(d, e, f);
		else
			report_at(d, CHANGE_REMOVED, e->key, e->val, (struct value){ 0 });
	}
	dict_begin(&it, q);
	while ((f = dict_next(&it)))
		if (!dict_find(p, f->key))
			report_at(d, CHANGE_ADDED, f->key, (struct value){ 0 }, f->val);
	if (!same_order(p, q))
		report(d, CHANGE_ORDER, x, y);
}

static void diff_value(struct diff_ctx *d, struct value x, struct value y)
{
	if (!d->out && d->differs)
		return;
	if (x.kind != y.kind)
		report(d, CHANGE_VALUE, x, y);
	else if (x.kind == VALUE_DICT)
		diff_dict(d, x, y);
	else if (x.kind == VALUE_LIST || x.kind == VALUE_TUPLE)
		diff_list(d, x, y);
	else if (!same_leaf(x, y))
		report(d, CHANGE_VALUE, x, y);
}

void config_diff(struct arena *a, struct value before, struct value after, struct changes *out)
{
	struct diff_ctx *d = xcalloc(1, sizeof *d);

	d->a = a;
	d->out = out;
	diff_value(d, before, after);
	free(d);
}

static bool holds(struct value v)
{
	return v.kind == VALUE_DICT || v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
}

bool config_same(struct value x, struct value y)
{
	if (x.kind != y.kind || !holds(x))
		return x.kind == y.kind && same_leaf(x, y);

	struct diff_ctx *d = xcalloc(1, sizeof *d);
	bool same;

	diff_value(d, x, y);
	same = !d->differs;
	free(d);
	return same;
}
