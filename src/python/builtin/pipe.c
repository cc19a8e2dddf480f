// SPDX-License-Identifier: MIT
/* Lazy builtins and itertools: enumerate, zip, map, filter, reversed, iter and others. Each is an iterator that
 * computes its next item from cursors over its arguments.
 *
 * Example: z = zip([1, 2], 'ab')    pull: (1, 'a'), (2, 'b'), end
 *          map(f, l) after l.append(3) yields f(3) too */
#include "python/builtin/priv.h"
#include "python/ops/op_iter.h"
#include "python/ops/op_num.h"
#include "python/ops/seq.h"
#include <string.h>

/* One struct serves all of them: some cursors, a function, a few numbers. */
struct pipe {
	struct iter z;
	struct cursor *cur;
	uint32_t n, at;
	struct value fn, state;
	int64_t count, stop, step;
	bool started, flag;
	struct list *saved;
};

typedef enum pulled pull_fn(struct eval *ev, struct iter *z, struct item *out, struct value *why);

/* A pipe over the positional arguments from `from` on. NULL: *why. */
static struct pipe *pipe_new(struct eval *ev, const struct call *c, uint32_t from, pull_fn *pull, struct value *why)
{
	struct pipe *p = arena_new(ev->arena, struct pipe);
	p->z.pull = pull;
	p->n = c->n > from ? c->n - from : 0;
	p->cur = arena_array(ev->arena, struct cursor, p->n + 1);
	for (uint32_t i = 0; i < p->n; i++)
		if (!cursor_open(ev, &p->cur[i], c->arg[from + i], c->at, why))
			return NULL;
	return p;
}

static enum pulled next_in(struct eval *ev, struct pipe *p, uint32_t i, struct item *out, struct value *why)
{
	return cursor_next(ev, &p->cur[i], out, p->z.at, why);
}

static enum pulled give(struct item *out, struct value v, struct span use)
{
	*out = (struct item){ .val = v, .use = use };
	return PULL_ITEM;
}

static struct value call_fn(struct eval *ev, struct value fn, const struct value *arg, uint32_t n, struct span at)
{
	return eval_seen(ev, eval_call(ev, fn, arg, n, at));
}

/* ---- reversed, iter, enumerate ---- */

static enum pulled pull_iter(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	return next_in(ev, (struct pipe *)(void *)z, 0, out, why);
}

struct value pipe_iter(struct eval *ev, struct value v, const char *type, struct span at)
{
	struct value why;
	struct call c = { .arg = &v, .n = 1, .at = at };
	struct pipe *p = pipe_new(ev, &c, 0, pull_iter, &why);
	return p ? iter_value(ev, &p->z, type, at) : why;
}

static enum pulled pull_reversed(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	const struct list *l = eval_seen(ev, p->state).as.list;
	if (!list_is_sure(l))
		return *why = op_unknown(ev, WHY_BRANCH, z->at), PULL_UNKNOWN;
	if (p->count < 0 || p->count >= l->n)
		return PULL_END;
	*out = l->at[p->count--];
	return PULL_ITEM;
}

struct value pipe_reversed(struct eval *ev, struct value list, struct span at)
{
	if (!list_is_sure(list.as.list))
		return op_unknown(ev, WHY_BRANCH, at);
	struct pipe *p = arena_new(ev->arena, struct pipe);
	*p = (struct pipe){ .z = { .pull = pull_reversed }, .state = list, .count = (int64_t)list.as.list->n - 1 };
	return iter_value(ev, &p->z, "list_reverseiterator", at);
}

static enum pulled pull_enumerate(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	enum pulled r = next_in(ev, p, 0, out, why);
	if (r != PULL_ITEM)
		return r;
	return give(out, tuple_of2(ev, value_int(p->count++, z->at), out->val, z->at), out->use);
}

static struct value fn_enumerate(struct eval *ev, const struct call *c)
{
	struct value why;
	int64_t start = 0;
	if (call_has(c, 1, "start") && !call_int(ev, c, call_arg(c, 1, "start", c->arg[0]), &start, &why))
		return why;
	if (start > INT64_MAX - 2 * EVAL_ITEMS)
		return op_unknown(ev, WHY_OVERFLOW, c->at);
	struct call one = *c;
	one.n = 1;
	struct pipe *p = pipe_new(ev, &one, 0, pull_enumerate, &why);
	if (!p)
		return why;
	p->count = start;
	return iter_value(ev, &p->z, "enumerate", c->at);
}

/* ---- zip, map, filter ---- */

static enum pulled zip_differs(struct eval *ev, struct pipe *p, uint32_t i, const char *how, struct value *why)
{
	const char *to = i > 1 ? "s 1-" : " ";
	*why = eval_raise(ev, "ValueError", p->z.at, "zip() argument %u is %s than argument%s%u", i + 1, how, to,
			  i > 1 ? i : 1);
	return PULL_UNKNOWN;
}

/* The first argument is exhausted: with strict the others must be too. */
static enum pulled zip_end(struct eval *ev, struct pipe *p, struct value *why)
{
	struct item it;
	for (uint32_t i = 1; i < p->n; i++) {
		enum pulled r = next_in(ev, p, i, &it, why);
		if (r != PULL_END)
			return r == PULL_ITEM ? zip_differs(ev, p, i, "longer", why) : r;
	}
	return PULL_END;
}

static enum pulled pull_zip(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	struct value t = value_list(ev->arena, VALUE_TUPLE, p->n, z->at);
	for (uint32_t i = 0; i < p->n; i++) {
		enum pulled r = next_in(ev, p, i, out, why);
		if (r == PULL_END && p->flag)
			return i ? zip_differs(ev, p, i, "shorter", why) : zip_end(ev, p, why);
		if (r != PULL_ITEM)
			return r;
		list_push(ev->arena, t.as.list, out->val, out->use);
	}
	return p->n ? give(out, t, z->at) : PULL_END;
}

static struct value fn_zip(struct eval *ev, const struct call *c)
{
	struct value why, none = value_none(c->at);
	enum truth strict = value_truth(call_arg(c, UINT32_MAX, "strict", none));
	struct pipe *p = strict == UNKNOWN3 ? NULL : pipe_new(ev, c, 0, pull_zip, &why);
	if (!p)
		return strict == UNKNOWN3 ? op_unknown(ev, WHY_BRANCH, c->at) : why;
	p->flag = strict == TRUE3;
	return iter_value(ev, &p->z, "zip", c->at);
}

static enum pulled pull_longest(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	struct value t = value_list(ev->arena, VALUE_TUPLE, p->n, z->at);
	bool any = false;
	for (uint32_t i = 0; i < p->n; i++) {
		enum pulled r = next_in(ev, p, i, out, why);
		if (r == PULL_UNKNOWN)
			return r;
		any |= r == PULL_ITEM;
		list_push(ev->arena, t.as.list, r == PULL_ITEM ? out->val : p->state,
			  r == PULL_ITEM ? out->use : z->at);
	}
	return any ? give(out, t, z->at) : PULL_END;
}

static struct value fn_itertools_zip_longest(struct eval *ev, const struct call *c)
{
	struct value why;
	struct pipe *p = pipe_new(ev, c, 0, pull_longest, &why);
	if (!p)
		return why;
	p->state = call_arg(c, UINT32_MAX, "fillvalue", value_none(c->at));
	return iter_value(ev, &p->z, "zip_longest", c->at);
}

static enum pulled pull_map(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	struct value *arg = arena_array(ev->arena, struct value, p->n);
	for (uint32_t i = 0; i < p->n; i++) {
		enum pulled r = next_in(ev, p, i, out, why);
		if (r != PULL_ITEM)
			return r;
		arg[i] = out->val;
	}
	return give(out, *why = call_fn(ev, p->fn, arg, p->n, z->at), z->at);
}

static struct value fn_map(struct eval *ev, const struct call *c)
{
	struct value why;
	struct pipe *p = pipe_new(ev, c, 1, pull_map, &why);
	if (!p)
		return why;
	p->fn = c->arg[0];
	return iter_value(ev, &p->z, "map", c->at);
}

/* filter, takewhile, dropwhile: pulls until an item passes. */
static enum pulled test_item(struct eval *ev, struct pipe *p, struct item *out, struct value *why, enum truth *t)
{
	enum pulled r = next_in(ev, p, 0, out, why);
	if (r != PULL_ITEM)
		return r;
	struct value v = p->fn.kind == VALUE_NONE ? out->val : call_fn(ev, p->fn, &out->val, 1, p->z.at);
	*t = value_truth(v);
	if (*t != UNKNOWN3 && !ev->exc)
		return PULL_ITEM;
	*why = v.kind == VALUE_UNKNOWN ? v : op_unknown(ev, WHY_BRANCH, p->z.at);
	return PULL_UNKNOWN;
}

static enum pulled pull_filter(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	enum truth t = FALSE3;
	for (;;) {
		enum pulled r = test_item(ev, (struct pipe *)(void *)z, out, why, &t);
		if (r != PULL_ITEM || t == TRUE3)
			return r;
		if (!op_spend(ev, 1))
			return *why = op_unknown(ev, WHY_FUEL, z->at), PULL_UNKNOWN;
	}
}

static enum pulled pull_takewhile(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	enum truth t = FALSE3;
	enum pulled r = test_item(ev, (struct pipe *)(void *)z, out, why, &t);
	return r == PULL_ITEM && t != TRUE3 ? PULL_END : r;
}

static enum pulled pull_dropwhile(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	enum truth t = TRUE3;
	if (p->started)
		return next_in(ev, p, 0, out, why);
	for (;;) {
		enum pulled r = test_item(ev, p, out, why, &t);
		if (r == PULL_ITEM && t == TRUE3 && op_spend(ev, 1))
			continue;
		p->started = r == PULL_ITEM;
		return r;
	}
}

static struct value with_function(struct eval *ev, const struct call *c, const char *type, pull_fn *pull)
{
	struct value why;
	struct pipe *p = pipe_new(ev, c, 1, pull, &why);
	if (!p)
		return why;
	p->fn = c->arg[0];
	return iter_value(ev, &p->z, type, c->at);
}

static struct value fn_filter(struct eval *ev, const struct call *c)
{
	return with_function(ev, c, "filter", pull_filter);
}

static struct value fn_itertools_takewhile(struct eval *ev, const struct call *c)
{
	return with_function(ev, c, "takewhile", pull_takewhile);
}

static struct value fn_itertools_dropwhile(struct eval *ev, const struct call *c)
{
	return with_function(ev, c, "dropwhile", pull_dropwhile);
}

static enum pulled pull_starmap(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	enum pulled r = next_in(ev, p, 0, out, why);
	if (r != PULL_ITEM)
		return r;
	const struct list *l = op_iterate(ev, out->val, z->at, why);
	if (!l)
		return PULL_UNKNOWN;
	struct value *arg = arena_array(ev->arena, struct value, l->n + 1);
	for (uint32_t i = 0; i < l->n; i++)
		arg[i] = eval_seen(ev, l->at[i].val);
	return give(out, *why = call_fn(ev, p->fn, arg, l->n, z->at), z->at);
}

static struct value fn_itertools_starmap(struct eval *ev, const struct call *c)
{
	return with_function(ev, c, "starmap", pull_starmap);
}

/* ---- itertools ---- */

static enum pulled pull_chain(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	for (;;) { /* cur[0] gives the iterables, cur[1] is the one being read */
		enum pulled r = p->started ? next_in(ev, p, 1, out, why) : PULL_END;
		if (r != PULL_END)
			return r;
		p->started = false;
		if ((r = next_in(ev, p, 0, out, why)) != PULL_ITEM)
			return r;
		if (!cursor_open(ev, &p->cur[1], out->val, z->at, why) || !op_spend(ev, 1))
			return PULL_UNKNOWN;
		p->started = true;
	}
}

static struct value chain(struct eval *ev, struct value iterables, struct span at)
{
	struct value why, two[2] = { iterables, value_list(ev->arena, VALUE_TUPLE, 0, at) };
	struct call c = { .arg = two, .n = 2, .at = at };
	struct pipe *p = pipe_new(ev, &c, 0, pull_chain, &why);
	return p ? iter_value(ev, &p->z, "chain", at) : why;
}

static struct value fn_itertools_chain(struct eval *ev, const struct call *c)
{
	struct value all = value_list(ev->arena, VALUE_TUPLE, c->n, c->at);
	for (uint32_t i = 0; i < c->n; i++)
		list_push(ev->arena, all.as.list, c->arg[i], c->use[i]);
	return chain(ev, all, c->at);
}

static struct value fn_itertools_chain_from_iterable(struct eval *ev, const struct call *c)
{
	return chain(ev, c->arg[0], c->at);
}

static enum pulled pull_repeat(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	(void)ev;
	(void)why;
	if (p->flag && p->count-- <= 0)
		return PULL_END;
	return give(out, p->state, p->state.at);
}

static struct value fn_itertools_repeat(struct eval *ev, const struct call *c)
{
	struct value why;
	struct pipe *p = arena_new(ev->arena, struct pipe);
	*p = (struct pipe){ .z = { .pull = pull_repeat }, .state = c->arg[0], .flag = call_has(c, 1, "times") };
	if (p->flag && !call_int(ev, c, call_arg(c, 1, "times", c->arg[0]), &p->count, &why))
		return why;
	return iter_value(ev, &p->z, "repeat", c->at);
}

static enum pulled pull_count(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	struct value now = p->state;
	p->state = op_binary(ev, OP_ADD, now, p->fn, z->at);
	*why = now;
	return give(out, now, z->at);
}

/* With floats CPython multiplies; repeated addition is for other types only. */
static struct value fn_itertools_count(struct eval *ev, const struct call *c)
{
	struct pipe *p = arena_new(ev->arena, struct pipe);
	*p = (struct pipe){ .z = { .pull = pull_count } };
	p->state = call_arg(c, 0, "start", value_int(0, c->at));
	p->fn = call_arg(c, 1, "step", value_int(1, c->at));
	if (p->state.kind != VALUE_INT || p->fn.kind != VALUE_INT)
		return op_unknown(ev, WHY_TYPE, c->at);
	return iter_value(ev, &p->z, "count", c->at);
}

static enum pulled pull_cycle(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	enum pulled r = p->started ? PULL_END : next_in(ev, p, 0, out, why);
	if (r == PULL_ITEM)
		list_push(ev->arena, p->saved, out->val, out->use);
	if (r != PULL_END)
		return r;
	p->started = true;
	if (!p->saved->n)
		return PULL_END;
	*out = p->saved->at[p->at++ % p->saved->n];
	return PULL_ITEM;
}

static struct value fn_itertools_cycle(struct eval *ev, const struct call *c)
{
	struct value why;
	struct pipe *p = pipe_new(ev, c, 0, pull_cycle, &why);
	if (!p)
		return why;
	p->saved = value_list(ev->arena, VALUE_LIST, 4, c->at).as.list;
	return iter_value(ev, &p->z, "cycle", c->at);
}

static enum pulled pull_islice(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	for (;; p->at++) { /* at: number of items pulled; count: the next index that is selected */
		if (p->flag && (int64_t)p->at >= p->stop)
			return PULL_END;
		enum pulled r = p->flag && p->count >= p->stop && (int64_t)p->at >= p->stop
					? PULL_END
					: next_in(ev, p, 0, out, why);
		if (r != PULL_ITEM)
			return r;
		if ((int64_t)p->at != p->count)
			continue;
		p->at++;
		p->count += p->step;
		return PULL_ITEM;
	}
}

static struct value fn_itertools_islice(struct eval *ev, const struct call *c)
{
	struct value why;
	int64_t part[3] = { 0, 0, 1 };
	bool given[3] = { false, false, false };
	for (uint32_t i = 1; i < c->n; i++) {
		uint32_t to = c->n == 2 ? 1 : i - 1;
		if (c->arg[i].kind == VALUE_NONE)
			continue;
		if (!op_int(c->arg[i], &part[to]) || part[to] < (to == 2) || part[to] > INT32_MAX)
			return op_unknown(ev, WHY_TYPE, c->at); /* a ValueError whose text varies */
		given[to] = true;
	}
	struct call one = *c;
	one.n = 1;
	struct pipe *p = pipe_new(ev, &one, 0, pull_islice, &why);
	if (!p)
		return why;
	p->count = part[0];
	p->stop = part[1];
	p->flag = given[1];
	p->step = part[2];
	return iter_value(ev, &p->z, "islice", c->at);
}

static enum pulled pull_accumulate(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	if (!p->started && p->flag) {
		p->started = true;
		return give(out, p->state, z->at);
	}
	enum pulled r = next_in(ev, p, 0, out, why);
	if (r != PULL_ITEM)
		return r;
	struct value pair[2] = { p->state, out->val };
	if (!p->started)
		p->state = out->val;
	else
		p->state = p->fn.kind == VALUE_NONE ? op_binary(ev, OP_ADD, pair[0], pair[1], z->at)
						    : call_fn(ev, p->fn, pair, 2, z->at);
	p->started = true;
	return give(out, *why = p->state, out->use);
}

static struct value fn_itertools_accumulate(struct eval *ev, const struct call *c)
{
	struct value why, none = value_none(c->at);
	struct call one = *c;
	one.n = 1;
	struct pipe *p = pipe_new(ev, &one, 0, pull_accumulate, &why);
	if (!p)
		return why;
	p->fn = call_arg(c, 1, "func", none);
	p->state = call_arg(c, UINT32_MAX, "initial", none);
	p->flag = p->state.kind != VALUE_NONE;
	return iter_value(ev, &p->z, "accumulate", c->at);
}

static enum pulled pull_pairwise(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct pipe *p = (struct pipe *)(void *)z;
	enum pulled r;
	if (!p->started) {
		if ((r = next_in(ev, p, 0, out, why)) != PULL_ITEM)
			return r;
		p->state = out->val;
		p->started = true;
	}
	if ((r = next_in(ev, p, 0, out, why)) != PULL_ITEM)
		return r;
	struct value pair = tuple_of2(ev, p->state, out->val, z->at);
	p->state = out->val;
	return give(out, pair, z->at);
}

static struct value fn_itertools_pairwise(struct eval *ev, const struct call *c)
{
	struct value why;
	struct pipe *p = pipe_new(ev, c, 0, pull_pairwise, &why);
	return p ? iter_value(ev, &p->z, "pairwise", c->at) : why;
}

const struct builtin rows_pipe[] = {
	{ "enumerate", 1, 2, BF_CLASS | BF_QUICK, "iterable start", fn_enumerate, "(number, item) pairs" },
	{ "filter", 2, 2, BF_CALLS | BF_CLASS | BF_QUICK, NULL, fn_filter, "items that satisfy a function" },
	{ "itertools.accumulate", 1, 2, BF_CALLS | BF_CLASS, "func initial", fn_itertools_accumulate,
	  "running totals" },
	{ "itertools.chain", 0, 255, BF_CLASS, NULL, fn_itertools_chain, "the items of all" },
	{ "itertools.chain.from_iterable", 1, 1, 0, NULL, fn_itertools_chain_from_iterable, "the items' items" },
	{ "itertools.count", 0, 2, BF_CLASS, "start step", fn_itertools_count, "numbers without end" },
	{ "itertools.cycle", 1, 1, BF_CLASS, NULL, fn_itertools_cycle, "the items again and again" },
	{ "itertools.dropwhile", 2, 2, BF_CALLS | BF_CLASS, NULL, fn_itertools_dropwhile,
	  "from the first that fails a test on" },
	{ "itertools.islice", 2, 4, BF_CLASS, NULL, fn_itertools_islice, "a slice of an iterator" },
	{ "itertools.pairwise", 1, 1, BF_CLASS, NULL, fn_itertools_pairwise, "each item with the next" },
	{ "itertools.repeat", 1, 2, BF_CLASS, "object times", fn_itertools_repeat, "one item many times" },
	{ "itertools.starmap", 2, 2, BF_CALLS | BF_CLASS, NULL, fn_itertools_starmap,
	  "a function's results on argument tuples" },
	{ "itertools.takewhile", 2, 2, BF_CALLS | BF_CLASS, NULL, fn_itertools_takewhile,
	  "up to the first that fails a test" },
	{ "itertools.zip_longest", 0, 255, BF_TAKES_UNKNOWN | BF_CLASS, "fillvalue", fn_itertools_zip_longest,
	  "tuples of the items, as many as the longest has" },
	{ "map", 2, 255, BF_CALLS | BF_CLASS | BF_QUICK, NULL, fn_map, "a function's results on the items" },
	{ "zip", 0, 255, BF_CLASS | BF_QUICK, "strict", fn_zip, "tuples of the n-th items" },
	{ 0 },
};
