// SPDX-License-Identifier: MIT
#include "lint/judge/conjuncts.h"
#include "python/syntax/ast.h"

enum { SPLIT_DEEP = 16 };

/* Names that n binds at or below it: variables of comprehensions and lambdas, :=. */
static void bind_below(struct names_bound *bound, const struct node *n, bool target)
{
	if (n->kind == NODE_PARAM && n->text)
		vec_push(bound, n->text);
	if (target && n->kind == NODE_NAME)
		vec_push(bound, n->text);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			bind_below(bound, n->kid[i],
				   (target && n->kind == NODE_TUPLE) ||
					   (!i && (n->kind == NODE_CFOR || n->kind == NODE_WALRUS)));
}

struct names_bound names_bound_in(const struct rule *r)
{
	struct names_bound bound = { 0 };
	if (r->each)
		bind_below(&bound, r->each, false);
	for (uint32_t i = 0; i < r->nlets; i++)
		bind_below(&bound, r->let[i].expr, false);
	for (uint32_t i = 0; i < r->ncases; i++)
		bind_below(&bound, r->cas[i].when, false);
	return bound;
}

/* What must all be True for n to be: a and b, also behind lets. */
static void split(struct conjuncts *p, const struct node *n, unsigned depth)
{
	const struct names *names = p->o->names;
	const struct node *let = n->kind == NODE_NAME ? names->expr(names->ctx, n->text) : NULL;
	bool both = n->kind == NODE_BOOL && n->op == OP_AND;
	bool more = let && (let->kind == NODE_NAME || (let->kind == NODE_BOOL && let->op == OP_AND));
	if (depth < SPLIT_DEEP && both) {
		split(p, n->kid[0], depth + 1);
		split(p, n->kid[1], depth + 1);
	} else if (depth < SPLIT_DEEP && more) {
		split(p, let, depth + 1);
	} else if (p->n < CONJUNCTS_MAX) {
		p->at[p->n++] = n;
	}
}

void conjuncts_of(struct conjuncts *out, const struct node *condition)
{
	split(out, condition, 0);
}
