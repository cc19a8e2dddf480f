// SPDX-License-Identifier: MIT
/* A preorder walk over a tree of tree-sitter. tree-sitter's own cursor also counts rows, columns and descendants and
 * finds each sibling anew from the parent: a tenth of a first lint. So this walk reads the tree's memory layout, of
 * the version that package.json names. */
#ifndef PYTHON_SYNTAX_VISIT_H
#define PYTHON_SYNTAX_VISIT_H
#include "base/vec.h"
#include <subtree.h>
#include <tree_sitter/api.h>

struct visited {
	Subtree node;
	uint32_t lo, hi;
	TSSymbol symbol; /* the alias if it has one; or ts_builtin_sym_error */
};

/* Children being visited, of a node or of a hidden part of it. */
struct visit_level {
	const Subtree *next, *end;
	const TSSymbol *alias; /* of the next one that is no extra; or NULL */
	uint32_t hi;	       /* end of the last one */
	bool first, hidden;
};
VEC(visit_levels, struct visit_level);

struct visit {
	const TSLanguage *language;
	struct visit_levels *open; /* owned by the caller; reusable between visits */
};

struct visited visit_root(const TSTree *tree, struct visit *v, struct visit_levels *open);
void visit_children(struct visit *v, const struct visited *of);
bool visit_next(struct visit *v, struct visited *out); /* false: no more children; the level is left */
bool visited_has_error(const struct visited *at);
bool visited_is_missing(const struct visited *at);
const char *visited_type(const struct visit *v, const struct visited *at);
#endif
