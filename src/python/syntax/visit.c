// SPDX-License-Identifier: MIT
#include "python/syntax/visit.h"
#include <language.h>
#include <tree.h>

struct visited visit_root(const TSTree *tree, struct visit *v, struct visit_levels *open)
{
	uint32_t lo = ts_subtree_padding(tree->root).bytes;

	*v = (struct visit){ .language = tree->language, .open = open };
	return (struct visited){ .node = tree->root,
				 .lo = lo,
				 .hi = lo + ts_subtree_size(tree->root).bytes,
				 .symbol = ts_subtree_symbol(tree->root) };
}

/* `lo`: start of the node, after its padding, which belongs to its first child. */
static void open_level(struct visit *v, Subtree node, uint32_t lo, bool hidden)
{
	const Subtree *kid = ts_subtree_children(node);
	uint32_t n = ts_subtree_child_count(node);

	vec_push(v->open, ((struct visit_level){
				  .next = kid,
				  .end = n ? kid + n : kid,
				  .alias = n ? ts_language_alias_sequence(v->language, node.ptr->production_id) : NULL,
				  .hi = lo,
				  .first = true,
				  .hidden = hidden }));
}

void visit_children(struct visit *v, const struct visited *of)
{
	open_level(v, of->node, of->lo, false);
}

/* The next child at this level, and its visible symbol, or 0. */
static TSSymbol take(struct visit_level *level, struct visited *out)
{
	Subtree kid = *level->next++;
	TSSymbol alias = 0;

	out->node = kid;
	out->lo = level->hi + (level->first ? 0 : ts_subtree_padding(kid).bytes);
	out->hi = level->hi = out->lo + ts_subtree_size(kid).bytes;
	level->first = false;
	if (level->alias && !ts_subtree_extra(kid))
		alias = *level->alias++;
	return alias ? alias : ts_subtree_visible(kid) ? ts_subtree_symbol(kid) : 0;
}

bool visit_next(struct visit *v, struct visited *out)
{
	bool hidden;

	do {
		struct visit_level *level = &v->open->at[v->open->n - 1];

		while (level->next < level->end) {
			out->symbol = take(level, out);
			if (out->symbol)
				return true;
			if (ts_subtree_visible_child_count(out->node) == 0)
				continue;
			open_level(v, out->node, out->lo, true);
			level = &v->open->at[v->open->n - 1];
		}
		hidden = level->hidden;
		v->open->n--;
	} while (hidden);
	return false;
}

bool visited_has_error(const struct visited *at)
{
	return ts_subtree_error_cost(at->node) > 0;
}

bool visited_is_missing(const struct visited *at)
{
	return ts_subtree_missing(at->node);
}

const char *visited_type(const struct visit *v, const struct visited *at)
{
	return ts_language_symbol_name(v->language, at->symbol);
}
