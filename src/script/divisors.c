// SPDX-License-Identifier: MIT
#include "script/divisors.h"
#include "python/syntax/treewalk.h"

enum { HOPS = 8, WALK_MAX = 2000000, PARTS_DEEP = 4 /* of a number's expression */ };

/* X of max(1, X), float(X), X - warmup. */
static const struct node *peeled(const struct node *n)
{
	for (unsigned i = 0; i < HOPS; i++)
		if (n->kind == NODE_BINARY && n->op == OP_SUB)
			n = n->kid[0];
		else if (n->kind == NODE_CALL && n->n > 1 && n->kid[0]->kind == NODE_NAME &&
			 n->kid[n->n - 1]->kind < NODE_EXPR)
			n = n->kid[1]->kind == NODE_INT && n->n > 2 ? n->kid[2] : n->kid[1];
		else
			break;
	return n;
}

void script_divisors(struct script_project *p, struct arena *a, struct placed made, const struct node *given,
		     struct value to)
{
	struct found f =
		given->kind == NODE_NAME ? script_callee(made.frame->fn, given) : (struct found){ .kind = F_NONE };
	struct fn *fn = given->kind == NODE_LAMBDA ? map_get(&made.frame->fn->inner, given)
			: f.kind == F_FUNC	   ? f.fn
						   : NULL;
	struct call_frame *in;
	struct walk walk;

	if (!fn)
		return;
	in = arena_new(&p->arena, struct call_frame);
	*in = (struct call_frame){ .fn = fn, .up = made.frame, .depth = made.frame->depth + 1 };
	walk_begin(&walk, fn->node);
	for (const struct node *n; (n = walk_next(&walk)) && budget_steps(&p->budget, 1);)
		if (n->kind == NODE_BINARY && n->op == OP_DIV)
			list_push(a, to.as.list,
				  value_str(derive_meaning(p, (struct placed){ in, peeled(n->kid[1]) }), to.at), to.at);
}

/* n is x, or a number made of it: `x.item()`, `float(x)`, `100 * x`. */
static bool is_number_of(const char *text, const struct node *n, const struct node *x, unsigned depth)
{
	const bool method = n->kind == NODE_CALL && n->n == 1 && n->kid[0]->kind == NODE_ATTR;
	const bool one = n->kind == NODE_CALL && n->n == 2 && n->kid[0]->kind == NODE_NAME;

	if (depth >= PARTS_DEEP || node_same_text(text, n, x))
		return depth < PARTS_DEEP;
	if (n->kind == NODE_BINARY && n->op == OP_MUL)
		return is_number_of(text, n->kid[0], x, depth + 1) || is_number_of(text, n->kid[1], x, depth + 1);
	return (method && is_number_of(text, n->kid[0]->kid[0], x, depth + 1)) ||
	       (one && is_number_of(text, n->kid[1], x, depth + 1));
}

uint32_t script_divided(struct script_project *p, struct arena *a, struct placed x, struct fn *in, struct value *to)
{
	uint32_t visited = 0;
	struct walk walk;

	walk_begin(&walk, in->node);
	for (const struct node *n; ++visited <= WALK_MAX && (n = walk_next(&walk));) {
		struct span at = { in->file->src->id, n->lo, n->hi };

		if (n->kind == NODE_DEF && n != in->node)
			walk_skip(&walk);
		else if ((n->kind == NODE_BINARY || n->kind == NODE_AUGASSIGN) && n->op == OP_DIV &&
			 is_number_of(in->file->src->bytes, n->kid[0], x.node, 0))
			list_push(a, to->as.list,
				  value_str(derive_meaning(p, (struct placed){ x.frame, n->kid[1] }), at), at);
	}
	return visited;
}
