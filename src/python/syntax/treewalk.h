// SPDX-License-Identifier: MIT
/* A walk over a syntax tree: each node, then what is in it, in the order of its kids.
 *
 *	struct walk w;
 *	walk_begin(&w, body);
 *	for (const struct node *n; (n = walk_next(&w));) {
 *		if (node_is_scope(n))
 *			walk_skip(&w);
 *		calls += n->kind == NODE_CALL;
 *	}
 *
 * What is nested deeper than WALK_DEPTH is passed over, and too_deep says so: who must not miss anything asks it at the
 * end. The nodes must outlive the walk; there is nothing to release. A walk takes 10 KB of stack: no recursion with
 * one in each call. */
#ifndef PYTHON_SYNTAX_TREEWALK_H
#define PYTHON_SYNTAX_TREEWALK_H
#include "python/syntax/ast.h"

enum { WALK_DEPTH = 600 };
struct walk {
	const struct node *root; /* NULL: it was given */
	const struct node *last; /* that was given; NULL: none yet, or it is to be skipped */
	bool too_deep;
	uint32_t depth; /* nodes that are open */
	struct walk_level {
		const struct node *of;
		uint32_t next; /* kid */
	} at[WALK_DEPTH];
};
void walk_begin(struct walk *w, const struct node *root);
const struct node *walk_next(struct walk *w); /* NULL: that was all */
void walk_skip(struct walk *w);		      /* what is in the node that was given last */
/* Around the node that was given last, and which of its kids that is; NULL: it is the root. */
const struct node *walk_parent(const struct walk *w, uint32_t *kid);

/* ---- questions about a whole tree ---- */

bool node_is_scope(const struct node *n); /* a function, a class, a lambda */
bool node_is_chain(const struct node *n); /* NAME, or NAME.a.b */
/* Whether `what` is n or stands in it, by their places in one text. n NULL: no. */
bool node_holds(const struct node *n, const struct node *what);
/* The first NAME of that text in it, in scopes of its own, too; NULL: none. */
const struct node *node_find_name(const struct node *n, const struct str *name);
bool node_has_ellipsis(const struct node *n); /* `('road', 'car', ...)`; true, too, where it is nested too deeply */
#endif
