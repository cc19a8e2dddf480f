// SPDX-License-Identifier: MIT
/* Comprehensions and generator expressions.
 *
 * Example: [x * 2 for x in l if x > 1]    an item for each x; with an unknown condition the item may be absent
 *          (f(x) for x in l)              items are computed when they are pulled
 *          [g() for x in unknown]         Unknown; what g may change is poisoned
 *
 * With ev->known_of an unknown part of its list does not make the whole list Unknown: the known items stand in it, an
 * item that may be absent stands for the unknown ones, and the list is open. */
#include "python/eval/priv.h"
#include "python/ops/op_iter.h"
#include "python/ops/ops.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include <string.h>

/* ---- comprehensions ---- */

struct comp {
	struct eval *ev;
	const struct node *n;
	struct value out;
	struct value unknown; /* kind UNKNOWN: the result as a whole */
};

static void comp_emit(struct comp *c)
{
	struct eval *ev = c->ev;
	const struct node *e = c->n->kid[0];
	if (c->n->kind != NODE_DICTCOMP) {
		struct value v = eval_expr(ev, e);
		if (c->out.as.list->n >= EVAL_ITEMS)
			c->unknown = value_unknown(ev->arena, WHY_FUEL, eval_span(ev, c->n), NULL);
		else if (!stopped(ev))
			list_push(ev->arena, c->out.as.list, v, eval_span(ev, e));
		return;
	}
	struct value key = eval_expr(ev, e->kid[0]), v = eval_expr(ev, e->kid[1]);
	if (stopped(ev))
		return;
	struct value why;
	if (!op_key(ev, key, key.at, &why))
		c->unknown = first_unknown(ev, why, key.at);
	else
		dict_put(ev->arena, c->out.as.dict, key, v, eval_span(ev, e->kid[1]));
}

/* An unknown number of items would stand here. */
static void comp_unknown(struct comp *c, struct value why, const struct node *clause)
{
	struct eval *ev = c->ev;
	struct value v = first_unknown(ev, why, eval_span(ev, clause));
	if (c->n != ev->known_of || stopped(ev)) {
		c->unknown = v;
		return;
	}
	list_push(ev->arena, c->out.as.list, v, v.at);
	c->out.as.list->at[c->out.as.list->n - 1].flags |= EF_MAYBE;
	c->out.as.list->open = true;
}

static void comp_clause(struct comp *c, uint32_t i);

/* Over a list of which not all items are known. */
static void comp_for_known(struct comp *c, uint32_t i, struct value over)
{
	struct eval *ev = c->ev;
	const struct node *clause = c->n->kid[i];
	const struct list *l = over.as.list;
	for (uint32_t k = 0; k < l->n && !stopped(ev) && c->unknown.kind != VALUE_UNKNOWN; k++) {
		if (l->at[k].flags & EF_MAYBE) {
			comp_unknown(c, l->at[k].val, clause);
			continue;
		}
		assign(ev, clause->kid[0], l->at[k].val, l->at[k].use);
		comp_clause(c, i + 1);
	}
	if (l->open)
		comp_unknown(c, op_unknown(ev, WHY_BRANCH, eval_span(ev, clause->kid[1])), clause);
}

static bool goes_over_known(const struct comp *c, struct value over)
{
	return c->n == c->ev->known_of && value_is_listlike(over) && !list_is_sure(over.as.list);
}

static void comp_for(struct comp *c, uint32_t i, struct cursor *cur)
{
	struct eval *ev = c->ev;
	const struct node *clause = c->n->kid[i];
	struct span at = eval_span(ev, clause->kid[1]);
	struct value why = { 0 };
	struct item it;
	enum pulled p = PULL_ITEM;
	while (!stopped(ev) && c->unknown.kind != VALUE_UNKNOWN &&
	       (p = cursor_next(ev, cur, &it, at, &why)) == PULL_ITEM) {
		assign(ev, clause->kid[0], it.val, it.use);
		comp_clause(c, i + 1);
	}
	if (p == PULL_UNKNOWN)
		comp_unknown(c, why, clause);
}

static void comp_clause(struct comp *c, uint32_t i)
{
	struct eval *ev = c->ev;
	if (i == c->n->n) {
		comp_emit(c);
		return;
	}
	const struct node *clause = c->n->kid[i];
	if (clause->kind == NODE_CIF) {
		struct value test = eval_expr(ev, clause->kid[0]);
		enum truth t = value_truth(test);
		if (t == UNKNOWN3)
			comp_unknown(c, test, clause);
		else if (t == TRUE3 && !stopped(ev))
			comp_clause(c, i + 1);
		return;
	}
	struct value why = { 0 }, v = eval_expr(ev, clause->kid[1]);
	struct cursor cur;
	if (goes_over_known(c, v))
		comp_for_known(c, i, v);
	else if (!stopped(ev) && cursor_open(ev, &cur, v, eval_span(ev, clause->kid[1]), &why))
		comp_for(c, i, &cur);
	else
		comp_unknown(c, why, clause);
}

/* The scope of a comprehension: a frame of its own, which does not see names of class bodies. */
static struct frame *comp_frame(struct eval *ev, struct span at)
{
	struct frame *f = arena_new(ev->arena, struct frame), *outer = ev->frame;
	while (outer && outer->is_class)
		outer = outer->outer;
	*f = (struct frame){ .outer = outer, .names = value_dict(ev->arena, at).as.dict };
	return f;
}

/* The number of its elements is unknown. */
static struct value elements_unknown(struct eval *ev, const struct node *n, struct value v)
{
	if (!ev->exc && v.kind == VALUE_UNKNOWN)
		poison_elements(ev, n, v.as.cause);
	return v;
}

struct value eval_comprehension(struct eval *ev, const struct node *n)
{
	struct span at = eval_span(ev, n), first_at = eval_span(ev, n->kid[1]->kid[1]);
	struct comp c = { .ev = ev, .n = n, .unknown = value_none(at) };
	c.out = n->kind == NODE_DICTCOMP ? value_dict(ev->arena, at) : value_list(ev->arena, VALUE_LIST, 0, at);
	/* the first iterable belongs to the enclosing scope */
	struct value why = { 0 }, first = eval_expr(ev, n->kid[1]->kid[1]);
	struct cursor cur;
	bool some = goes_over_known(&c, first);
	if (stopped(ev) || (!some && !cursor_open(ev, &cur, first, first_at, &why)))
		return elements_unknown(ev, n, first_unknown(ev, why, at));
	struct frame *saved = ev->frame;
	ev->frame = comp_frame(ev, at);
	ev->many++;
	if (some)
		comp_for_known(&c, 1, first);
	else
		comp_for(&c, 1, &cur);
	ev->many--;
	ev->frame = saved;
	return c.unknown.kind == VALUE_UNKNOWN ? elements_unknown(ev, n, c.unknown) : made(ev, c.out);
}

/* ---- generator expressions ---- */

struct genexp {
	struct iter z;
	const struct node *n;
	struct frame *frame;
	struct cursor *cur; /* one per clause, used for its CFORs */
	uint32_t at;	    /* the clause to continue with */
};

/* The CFOR before clause i, or 0. */
static uint32_t for_before(const struct node *n, uint32_t i)
{
	while (--i && n->kid[i]->kind != NODE_CFOR)
		;
	return i;
}

/* Advances from the CFOR g->at to the next element (backtracking): inwards (the next clause) while elements pass,
 * outwards (for_before) when a cursor ends or a condition fails. Every CFOR up to i has an open cursor. */
static enum pulled genexp_step(struct eval *ev, struct genexp *g, struct item *out, struct value *why)
{
	const struct node *n = g->n;
	for (uint32_t i = g->at; i;) {
		const struct node *clause = n->kid[i];
		enum pulled p = cursor_next(ev, &g->cur[i], out, eval_span(ev, clause->kid[1]), why);
		if (p == PULL_UNKNOWN)
			return p;
		if (p == PULL_END) {
			i = for_before(n, i);
			continue;
		}
		assign(ev, clause->kid[0], out->val, out->use);
		bool passes = true;
		for (i++; i < n->n && n->kid[i]->kind == NODE_CIF && passes; i++) {
			struct value test = eval_expr(ev, n->kid[i]->kid[0]);
			enum truth t = value_truth(test);
			if (stopped(ev) || t == UNKNOWN3)
				return *why = first_unknown(ev, test, g->z.at), PULL_UNKNOWN;
			passes = t == TRUE3;
		}
		if (!passes) {
			i = for_before(n, i);
			continue;
		}
		if (i == n->n) {
			g->at = for_before(n, i);
			*out = (struct item){ .val = eval_expr(ev, n->kid[0]), .use = eval_span(ev, n->kid[0]) };
			*why = out->val;
			return stopped(ev) ? PULL_UNKNOWN : PULL_ITEM;
		}
		struct value over = eval_expr(ev, n->kid[i]->kid[1]);
		if (stopped(ev) || !cursor_open(ev, &g->cur[i], over, eval_span(ev, n->kid[i]->kid[1]), why))
			return PULL_UNKNOWN;
	}
	return PULL_END;
}

static enum pulled pull_genexp(struct eval *ev, struct iter *z, struct item *out, struct value *why)
{
	struct genexp *g = (struct genexp *)(void *)z;
	struct frame *saved = ev->frame;
	ev->frame = g->frame;
	ev->many++;
	enum pulled p = genexp_step(ev, g, out, why);
	ev->many--;
	ev->frame = saved;
	if (p == PULL_UNKNOWN)
		elements_unknown(ev, g->n, *why);
	z->done |= ev->exc != NULL;
	if (ev->exc && !strcmp(ev->exc->type, "StopIteration")) {
		ev->exc = NULL;
		*why = eval_raise(ev, "RuntimeError", z->at, "generator raised StopIteration");
	}
	return p;
}

struct value eval_genexp(struct eval *ev, const struct node *n)
{
	struct span at = eval_span(ev, n);
	struct value why = { 0 }, first = eval_expr(ev, n->kid[1]->kid[1]);
	struct genexp *g = arena_new(ev->arena, struct genexp);
	*g = (struct genexp){
		.z = { .pull = pull_genexp }, .n = n, .cur = arena_array(ev->arena, struct cursor, n->n), .at = 1
	};
	if (stopped(ev) || !cursor_open(ev, &g->cur[1], first, eval_span(ev, n->kid[1]->kid[1]), &why))
		return elements_unknown(ev, n, first_unknown(ev, why, at));
	g->frame = comp_frame(ev, at);
	return made(ev, iter_value(ev, &g->z, "generator", at));
}
