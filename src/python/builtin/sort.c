// SPDX-License-Identifier: MIT
/* sorted() and list.sort(): stable, with CPython's comparisons.
 *
 *	sorted([3, 1, 2], key=lambda x: -x)	[3, 2, 1] */
#include "python/builtin/priv.h"
#include "python/ops/op_compare.h"
#include "python/ops/seq.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Below SHORT items this follows CPython's order of comparisons (a run, then binary insertion), so that items
 * without a total order give the same result, and the same pair raises. Above, merge sort: the same result for every
 * total order. */
enum { SHORT = 64 };
struct keyed {
	struct value key;
	struct item item;
};
struct sorter {
	struct eval *ev;
	struct keyed *at, *spare;
	bool failed;
	struct span span;
};

static bool before(struct sorter *s, const struct keyed *a, const struct keyed *b)
{
	enum truth t = s->failed ? UNKNOWN3 : op_compare(s->ev, OP_LT, a->key, b->key, s->span);
	s->failed |= t == UNKNOWN3;
	return t == TRUE3;
}

static void turn(struct keyed *at, uint32_t n)
{
	for (uint32_t i = 0; i < n / 2; i++) {
		struct keyed t = at[i];
		at[i] = at[n - 1 - i];
		at[n - 1 - i] = t;
	}
}

/* The length of the run at the start; a descending run is reversed. */
static uint32_t first_run(struct sorter *s, uint32_t n)
{
	uint32_t i = 2;
	if (n < 2)
		return n;
	bool down = before(s, &s->at[1], &s->at[0]);
	while (i < n && before(s, &s->at[i], &s->at[i - 1]) == down && !s->failed)
		i++;
	if (down)
		turn(s->at, i);
	return i;
}

static void insertion_sort(struct sorter *s, uint32_t n)
{
	for (uint32_t i = first_run(s, n); i < n && !s->failed; i++) {
		uint32_t lo = 0, hi = i;
		struct keyed pivot = s->at[i];
		while (lo < hi) {
			uint32_t mid = lo + (hi - lo) / 2;
			if (before(s, &pivot, &s->at[mid]))
				hi = mid;
			else
				lo = mid + 1;
		}
		memmove(&s->at[lo + 1], &s->at[lo], (i - lo) * sizeof *s->at);
		s->at[lo] = pivot;
	}
}

static void merge_sort(struct sorter *s, uint32_t lo, uint32_t hi)
{
	if (hi - lo < 2 || s->failed)
		return;
	uint32_t mid = lo + (hi - lo) / 2, i = lo, j = mid;
	merge_sort(s, lo, mid);
	merge_sort(s, mid, hi);
	for (uint32_t k = lo; k < hi; k++) {
		bool right = i >= mid || (j < hi && before(s, &s->at[j], &s->at[i]));
		s->spare[k] = right && j < hi ? s->at[j++] : s->at[i++];
	}
	memcpy(s->at + lo, s->spare + lo, (hi - lo) * sizeof *s->at);
}

/* Whether its kind has a total order. */
bool value_orderable(struct value v, unsigned depth)
{
	if (v.kind == VALUE_SET || v.kind == VALUE_FROZENSET || (v.kind == VALUE_FLOAT && isnan(v.as.f)) || depth > 20)
		return false;
	for (uint32_t i = 0; (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE) && i < v.as.list->n; i++)
		if (!value_orderable(v.as.list->at[i].val, depth + 1))
			return false;
	return true;
}

static struct value sort_failure(const struct sorter *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (s->at[i].key.kind == VALUE_UNKNOWN && s->at[i].key.as.cause)
			return op_blame(s->at[i].key, s->span);
	return op_unknown(s->ev, s->ev->exc ? WHY_RAISED : WHY_TYPE, s->span);
}

bool sort_items(struct eval *ev, struct list *l, struct value key, bool reverse, struct span at, struct value *why)
{
	struct sorter s = { .ev = ev, .span = at };
	uint32_t n = l->n;
	s.at = xcalloc(n + 1, sizeof *s.at);
	s.spare = xcalloc(n + 1, sizeof *s.spare);
	for (uint32_t i = 0; i < n && i < l->n && !ev->exc && !ev->dead; i++) {
		struct value v = eval_seen(ev, l->at[i].val);
		s.at[i].item = l->at[i];
		s.at[i].key = key.kind == VALUE_NONE ? op_deep(ev, v) : eval_call(ev, key, &v, 1, at);
		s.failed |= n >= SHORT && !value_orderable(s.at[i].key, 0);
	}
	s.failed |= ev->exc || ev->dead || n != l->n || !op_spend(ev, n);
	if (reverse)
		turn(s.at, n);
	if (n < SHORT)
		insertion_sort(&s, n);
	else
		merge_sort(&s, 0, n);
	if (reverse)
		turn(s.at, n);
	for (uint32_t i = 0; i < n && !s.failed; i++)
		l->at[i] = s.at[i].item;
	if (s.failed)
		*why = sort_failure(&s, n);
	free(s.at);
	free(s.spare);
	return !s.failed;
}

static struct value fn_sorted(struct eval *ev, const struct call *c)
{
	struct value why, none = value_none(c->at), key = call_arg(c, UINT32_MAX, "key", none);
	enum truth reverse = value_truth(call_arg(c, UINT32_MAX, "reverse", none));
	bool ordered = true;
	const struct list *l = used_items(ev, eval_seen(ev, c->arg[0]), c->at, &why, &ordered);
	if (!l)
		return why;
	if (reverse == UNKNOWN3 || (!ordered && key.kind != VALUE_NONE)) /* ties keep the set's order */
		return op_unknown(ev, WHY_TYPE, c->at);
	struct value out = list_of(ev, VALUE_LIST, l, c->at);
	if (!value_is_known(out) || !sort_items(ev, out.as.list, key, reverse == TRUE3, c->at, &why))
		return value_is_known(out) ? why : out;
	return out;
}

const struct builtin rows_sort[] = {
	{ "sorted", 1, 1, BF_CALLS, "key reverse", fn_sorted, "a sorted list" },
	{ 0 },
};
