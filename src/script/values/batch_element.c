// SPDX-License-Identifier: MIT
/* Whether an expression is an element of what a loop goes through: through assignments, parameters of calls that are
 * walked into, items, attributes, methods, and tuples of such.
 *
 *	for x, y in loader:
 *		x, y = x.cuda(), y.cuda()	both are parts of an element */
#include "script/values/batch_element.h"

enum { HOPS = 10, ASK_MAX = 1000 /* of one question */ };

struct element { /* is it an element of an iterable? */
	struct script_project *p;
	const struct node *of;
	bool part; /* ... or a part of one */
	unsigned steps;
};

static bool is_element(struct element *e, struct placed x, unsigned depth);

static bool binds_element(struct element *e, struct placed x, const struct variable *v, const struct binding *b,
			  unsigned depth)
{
	struct placed from = { x.frame, b->value };
	const struct node *given;
	bool is;

	if (b->how == BIND_LOOP) {
		is = is_element(e, from, depth + 1);
		e->part |= is;
		return is || b->value == e->of;
	}
	if (b->how == BIND_PARAM && x.frame->up && (given = script_given_to(x.frame, v)))
		return is_element(e, (struct placed){ x.frame->up, given }, depth + 1);
	if ((b->how != BIND_VALUE && b->how != BIND_ITEM) || b->in != x.frame->fn)
		return false;
	is = is_element(e, from, depth + 1);
	e->part |= is && b->how == BIND_ITEM;
	return is;
}

/* The last binding that certainly precedes x; NULL: unknown. */
static const struct binding *given_last(const struct variable *v, struct placed x)
{
	const struct binding *last = NULL;

	for (const struct binding *b = v->binding; b; b = b->next)
		if (b->in == x.frame->fn && b->block && b->block->lo <= x.node->lo && x.node->hi <= b->block->hi &&
		    b->statement->lo < x.node->lo && (b->how == BIND_LOOP || b->statement->hi <= x.node->lo) &&
		    (!last || last->statement->lo < b->statement->lo))
			last = b;
	return last && last->how != BIND_CHANGE && last->how != BIND_OTHER ? last : NULL;
}

/* `x.cuda(), y.cuda()` */
static bool is_element_each(struct element *e, struct placed x, unsigned depth)
{
	bool all = x.node->n > 0;

	for (uint32_t i = 0; all && i < x.node->n; i++)
		all = is_element(e, (struct placed){ x.frame, x.node->kid[i] }, depth + 1);
	return all;
}

static bool is_element(struct element *e, struct placed x, unsigned depth)
{
	struct found f = x.node->kind == NODE_NAME ? names_find(x.frame->fn, x.node->text) : (struct found){ 0 };
	struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	const struct binding *last;
	bool is = false;

	if (depth > HOPS || e->steps++ > ASK_MAX)
		return false;
	if (x.node->kind == NODE_ATTR && str_among(x.node->text, e->p->know->plain, e->p->know->nplain))
		return false;
	if (x.node->kind == NODE_ATTR || x.node->kind == NODE_INDEX ||
	    (x.node->kind == NODE_CALL && x.node->kid[0]->kind == NODE_ATTR)) {
		is = is_element(e, (struct placed){ x.frame, x.node->kid[0] }, depth + 1);
		e->part |= is && x.node->kind == NODE_INDEX;
		return is;
	}
	if (x.node->kind == NODE_TUPLE || x.node->kind == NODE_LIST)
		return is_element_each(e, x, depth);
	if (!v || v->scope != x.frame->fn)
		return false;
	last = given_last(v, x);
	for (const struct binding *b = last ? last : v->binding; b && !is; b = last ? NULL : b->next)
		is = binds_element(e, x, v, b, depth);
	return is;
}

bool derive_is_element(struct script_project *p, struct placed x, const struct node *of, bool *part)
{
	struct element e = { .p = p, .of = of };
	bool is = is_element(&e, x, 0);

	*part = is && e.part;
	return is;
}
