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
/* Likewise, without the kid: 0 is its parent, 1 the node around that. NULL: the walk began further in. */
const struct node *walk_around(const struct walk *w, uint32_t up);
/* The nearest of them that is such a node; NULL: none is. */
const struct node *walk_nearest(const struct walk *w, bool (*is)(const struct node *n));
/* walk_next, of a walk that began at an assignment's target: `a, (b.c, *d)` gives a, b.c and d. */
const struct node *walk_next_target(struct walk *w);

/* ---- questions about a whole tree ---- */

bool node_is_name(const struct node *n, const struct str *name); /* that NAME; n NULL: no */
bool node_is_own(const struct node *n, const struct str *name);	 /* self.NAME */
bool node_is_none(const struct node *n);			 /* None; NULL: no */
bool node_is_scope(const struct node *n);			 /* a function, a class, a lambda */
bool node_is_loop(const struct node *n);			 /* a statement: FOR or WHILE */
bool node_is_chain(const struct node *n);			 /* NAME, or NAME.a.b */
/* Whether `what` is n or stands in it, by their places in one text. n NULL: no. */
bool node_holds(const struct node *n, const struct node *what);
/* Whether both say the same in the text of their file. */
bool node_same_text(const char *text, const struct node *x, const struct node *y);
/* The first kid that holds `what`, its number in *i (which may be NULL); NULL: none does. */
const struct node *node_kid_with(const struct node *n, const struct node *what, uint32_t *i);
/* What runs when the scope does: of a function its BLOCK, of anything else the node itself. */
const struct node *node_body(const struct node *scope);
/* The first node in it that is such a one, in scopes of its own, too; NULL: none is. */
const struct node *node_find(const struct node *n, bool (*is)(const struct node *n));
/* Likewise the first NAME of that text. */
const struct node *node_find_name(const struct node *n, const struct str *name);
bool node_has_ellipsis(const struct node *n); /* `('road', 'car', ...)`; true, too, where it is nested too deeply */
#endif
