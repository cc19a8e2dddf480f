// SPDX-License-Identifier: MIT
/* The lowered children of one node of tree-sitter: finding and collecting them. In a broken text any child may be
 * missing or of another kind; OPAQUE then takes its place. */
#include "python/syntax/priv.h"

bool node_is_expr(const struct node *n)
{
	switch (n->kind) {
	case NODE_MODULE:
	case NODE_BLOCK:
	case NODE_PAIR:
	case NODE_DSTAR:
	case NODE_KW:
	case NODE_CMP:
	case NODE_CFOR:
	case NODE_CIF:
	case NODE_FORMAT:
		return false;
	default:
		return n->kind <= NODE_OPAQUE;
	}
}

struct node *kid_expr(struct lower *l, const struct kids *k, uint32_t i)
{
	for (uint32_t j = 0; j < k->n; j++) {
		struct node *n = k->at[j].node;

		if (!n || i--)
			continue;
		return node_is_expr(n) || n->kind == NODE_WITHITEM
			       ? n
			       : parse_node(l, NODE_OPAQUE, k->at[j].lo, k->at[j].hi, 0);
	}
	return parse_node(l, NODE_OPAQUE, k->hi, k->hi, 0);
}

struct node *kid_find(const struct kids *k, enum sym sym)
{
	for (uint32_t i = 0; i < k->n; i++)
		if (k->at[i].sym == sym && k->at[i].node)
			return k->at[i].node;
	return NULL;
}

uint32_t kid_token(const struct kids *k, enum sym token, uint32_t from)
{
	while (from < k->n && k->at[from].sym != token)
		from++;
	return from;
}

struct kids kids_slice(const struct kids *k, uint32_t from, uint32_t to)
{
	struct kids part = *k;

	from = from < k->n ? from : k->n;
	to = to < from ? from : to < k->n ? to : k->n;
	part.at = k->at + from;
	part.n = to - from;
	part.lo = part.n ? part.at[0].lo : k->hi;
	part.hi = part.n ? part.at[part.n - 1].hi : part.lo;
	return part;
}

uint32_t kids_count(const struct kids *k)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < k->n; i++)
		n += k->at[i].node != NULL;
	return n;
}

/* Every child with a node that `takes` accepts, behind `room` empty places. */
struct node *kids_collect(struct lower *l, enum node_kind kind, const struct kids *k, uint32_t lo, uint32_t hi,
			  uint32_t room, bool (*takes)(const struct node *))
{
	uint32_t n = room;

	for (uint32_t i = 0; i < k->n; i++)
		n += k->at[i].node && takes(k->at[i].node);

	struct node *made = parse_node(l, kind, lo, hi, n);

	n = room;
	for (uint32_t i = 0; i < k->n; i++)
		if (k->at[i].node && takes(k->at[i].node))
			node_set(made, n++, k->at[i].node);
	return made;
}

static bool takes_all(const struct node *n)
{
	(void)n;
	return true;
}

struct node *lower_list(struct lower *l, enum node_kind kind, const struct kids *k, uint32_t lo, uint32_t hi)
{
	return kids_collect(l, kind, k, lo, hi, 0, node_is_expr);
}

struct node *lower_opaque(struct lower *l, const struct kids *k)
{
	return kids_collect(l, NODE_OPAQUE, k, k->lo, k->hi, 0, takes_all);
}
