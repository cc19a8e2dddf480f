// SPDX-License-Identifier: MIT
/* Copies nodes; names of node kinds and operators for dumps and messages. */
#include "python/syntax/ast.h"
#include <string.h>

struct node *node_copy(struct arena *a, const struct node *n)
{
	size_t bytes = sizeof *n + n->n * sizeof n->kid[0];
	struct node *copy = arena_alloc(a, 1, bytes, alignof(struct node));

	memcpy(copy, n, bytes);
	return copy;
}

const struct node *node_param(const struct node *params, uint32_t i, const struct str *name)
{
	for (; i < params->n; i++)
		if (params->kid[i]->text == name && !params->kid[i]->op)
			return params->kid[i];
	return NULL;
}

const struct node *node_kid_at(const struct node *block, uint32_t offset)
{
	uint32_t lo = 0;

	for (uint32_t n = block->n, half; n;) {
		half = n / 2;
		if (block->kid[lo + half]->hi <= offset) {
			lo += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return lo < block->n && block->kid[lo]->lo <= offset ? block->kid[lo] : NULL;
}

const char *node_kind_name(enum node_kind k)
{
	static const char *const name[] = {
#define X(kind) #kind,
		NODE_KINDS(X)
#undef X
	};

	return (size_t)k < ARRAY_SIZE(name) ? name[k] : "?";
}

const char *node_op_text(enum node_op op)
{
	static const char *const text[] = {
		[OP_ADD] = "+",		[OP_SUB] = "-",	    [OP_MUL] = "*",	    [OP_DIV] = "/",
		[OP_FLOORDIV] = "//",	[OP_MOD] = "%",	    [OP_POW] = "**",	    [OP_MATMUL] = "@",
		[OP_LSHIFT] = "<<",	[OP_RSHIFT] = ">>", [OP_AND_BIT] = "&",	    [OP_OR_BIT] = "|",
		[OP_XOR] = "^",		[OP_NEG] = "-",	    [OP_POS] = "+",	    [OP_INVERT] = "~",
		[OP_NOT] = "not",	[OP_AND] = "and",   [OP_OR] = "or",	    [OP_LT] = "<",
		[OP_LE] = "<=",		[OP_GT] = ">",	    [OP_GE] = ">=",	    [OP_EQ] = "==",
		[OP_NE] = "!=",		[OP_IN] = "in",	    [OP_NOT_IN] = "not in", [OP_IS] = "is",
		[OP_IS_NOT] = "is not",
	};

	return (size_t)op < ARRAY_SIZE(text) && text[op] ? text[op] : "?";
}
