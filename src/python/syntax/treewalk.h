// SPDX-License-Identifier: MIT
/* A walk over a syntax tree: each node, then its kids in order (preorder).
 *
 * 	struct walk w;
 * 	walk_begin(&w, body);
 * 	for (const struct node *n; (n = walk_next(&w));) {
 * 		if (node_is_scope(n))
 * 			walk_skip(&w);
 * 		calls += n->kind == NODE_CALL;
 * 	}
 *
 * Nodes deeper than WALK_DEPTH are skipped, and too_deep is set: a caller that needs all nodes tests it at the end.
 * The nodes must outlive the walk; nothing needs to be released. A walk takes 10 KB of stack, so do not recurse with
 * one in each call. */
#ifndef PYTHON_SYNTAX_TREEWALK_H
#define PYTHON_SYNTAX_TREEWALK_H
#include "python/syntax/ast.h"

enum { WALK_DEPTH = 600 };
struct walk {
	const struct node *root; /* NULL: already returned */
	const struct node *last; /* the node returned last; NULL: none yet, or its kids are to be skipped */
	bool too_deep;
	uint32_t depth; /* number of open nodes */
	struct walk_level {
		const struct node *of;
		uint32_t next; /* kid */
	} at[WALK_DEPTH];
};
void walk_begin(struct walk *w, const struct node *root);
const struct node *walk_next(struct walk *w); /* NULL: at the end */
void walk_skip(struct walk *w);		      /* skips the kids of the node returned last */
/* The parent of the node returned last, and the index of the kid; NULL: it is the root. */
const struct node *walk_parent(const struct walk *w, uint32_t *kid);
/* An ancestor: 0 is the parent, 1 its parent. NULL: outside of the walk. */
const struct node *walk_around(const struct walk *w, uint32_t up);
/* The nearest ancestor for which `is` is true; NULL: none. */
const struct node *walk_nearest(const struct walk *w, bool (*is)(const struct node *n));
/* walk_next for a walk that began at an assignment's target: `a, (b.c, *d)` gives a, b.c and d. */
const struct node *walk_next_target(struct walk *w);

/* ---- queries about a whole tree ---- */

bool node_is_name(const struct node *n, const struct str *name);	/* it is that NAME; n NULL: false */
bool node_is_own(const struct node *n, const struct str *name);		/* self.NAME */
bool node_is_none(const struct node *n);				/* None; NULL: false */
bool node_is_scope(const struct node *n);				/* a function, a class, a lambda */
bool node_is_loop(const struct node *n);				/* a statement: FOR or WHILE */
unsigned node_loops_around(const struct node *n, const struct node *x); /* the number of loops in n around x */
bool node_is_chain(const struct node *n);				/* NAME, or NAME.a.b */
/* Whether `what` is n or inside it, by their places in one text. n NULL: false. */
bool node_holds(const struct node *n, const struct node *what);
/* Whether both have the same text in their file. */
bool node_same_text(const char *text, const struct node *x, const struct node *y);
/* The first kid that contains `what`, its index in *i (which may be NULL); NULL: none. */
const struct node *node_kid_with(const struct node *n, const struct node *what, uint32_t *i);
/* The code that runs with the scope: the BLOCK of a function, else the node itself. */
const struct node *node_body(const struct node *scope);
/* The first node for which `is` is true, nested scopes included; NULL: none. */
const struct node *node_find(const struct node *n, bool (*is)(const struct node *n));
/* The first NAME with that text; NULL: none. */
const struct node *node_find_name(const struct node *n, const struct str *name);
bool node_has_ellipsis(const struct node *n); /* `('road', 'car', ...)`; true, too, where it is nested too deeply */
#endif
