// SPDX-License-Identifier: MIT
#include "lint/rules/priv.h"
#include "base/str.h"

static struct node *made(struct arena *a, enum node_kind kind, const char *text, uint32_t n)
{
	struct node *x = arena_alloc(a, 1, sizeof *x + n * sizeof *x->kid, alignof(struct node));

	*x = (struct node){ .kind = (uint8_t)kind, .n = n, .text = text ? str_lit(text) : NULL };
	return x;
}

const struct node *order_elements(struct arena *a, const char *tree, const char *id)
{
	struct node *of = made(a, NODE_ATTR, "order", 1), *found = made(a, NODE_INDEX, NULL, 2);

	of->kid[0] = made(a, NODE_NAME, tree, 0);
	found->kid[0] = of;
	found->kid[1] = made(a, NODE_STR, id, 0);
	return found;
}
