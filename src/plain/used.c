// SPDX-License-Identifier: MIT
#include "plain/used.h"
#include "code/names.h"
#include "python/value/dict.h"

enum { DEEP = 600 };

/* The node around the place, and that around it, in the function's tree. */
static bool around(const struct node *n, uint32_t lo, const struct node *up, const struct node *above, unsigned depth,
		   const struct node *parent[2])
{
	if (n->lo == lo && (n->kind == NODE_INDEX || n->kind == NODE_ATTR || n->kind == NODE_CALL)) {
		parent[0] = up;
		parent[1] = above;
		return true;
	}
	for (uint32_t i = 0; i < n->n && depth < DEEP; i++)
		if (n->kid[i] && around(n->kid[i], lo, n, up, depth + 1, parent))
			return true;
	return false;
}

static struct value name_of(struct fn *in, const struct node *callee)
{
	struct found x = names_of(in, callee);
	struct span nowhere = { 0 };
	if (x.kind == F_EXT)
		return value_str(x.dotted, nowhere);
	return callee->kind == NODE_NAME && x.kind == F_NONE ? value_str(callee->text, nowhere) : value_none(nowhere);
}

static struct value within(struct fn *in, const struct node *const parent[2], const struct str **keyword)
{
	const struct node *call = parent[0];
	if (call && call->kind == NODE_KW) {
		*keyword = call->text;
		call = parent[1];
	}
	if (call && call->kind == NODE_CALL)
		return name_of(in, call->kid[0]);
	if (call && call->kind == NODE_BINARY && call->op != OP_MOD)
		return value_text(node_op_text(call->op), (struct span){ 0 });
	if (call && call->kind == NODE_CMP && call->op >= OP_LT && call->op <= OP_GE)
		return value_text(node_op_text(call->op), (struct span){ 0 });
	return value_none((struct span){ 0 });
}

void used_at(struct arena *a, const struct cnode *n, struct list *out)
{
	struct span nowhere = { 0 };
	for (size_t i = 0; n && i < n->use.n; i++) {
		const struct key_read *use = &n->use.at[i];
		const struct node *parent[2] = { 0 };
		const struct str *keyword = NULL;
		struct value u = value_dict(a, nowhere), v = value_none(nowhere);
		if (around(use->in->node, use->at.lo, NULL, NULL, 0, parent))
			v = within(use->in, parent, &keyword);
		dict_put(a, u.as.dict, value_text("within", nowhere), v, nowhere);
		dict_put(a, u.as.dict, value_text("keyword", nowhere),
			 keyword ? value_str(keyword, nowhere) : value_none(nowhere), nowhere);
		dict_put(a, u.as.dict, value_text("place", nowhere),
			 value_text(arena_printf(a, "%s:%u", use->in->file->rel,
						 source_point(use->at.file, use->at.lo).line + 1),
				    nowhere),
			 nowhere);
		list_push(a, out, u, nowhere);
	}
}
