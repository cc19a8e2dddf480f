// SPDX-License-Identifier: MIT
/* The context of building a script's tree, which all that add to it share, and the walk over the syntax that adds
 * calls and the places of what is found. */
#ifndef SCRIPT_TREEBUILDER_H
#define SCRIPT_TREEBUILDER_H
#include "script/paths/loops.h"

enum { WALKS_MAX = 500 /* through functions, for events of a variable */, REFERENCES_MAX = 1000 /* of one file */ };

enum { TESTS_MAX = 32 /* of `if` around something */ };

struct tree_builder {
	struct arena *a;
	struct script_project *p;
	struct fn *fn;
	const struct call_frame *frame; /* the call in which fn is walked; NULL: fn is walked by itself */
	struct dict *calls;
	struct list *settings, *imports, *statements, *elements, *remainders, *unused, *parts, *references, *snapshots,
		*loose, *filled, *modules, *overrides;
	uint32_t ncalls, nwalks;
	uint32_t ntests, tries, loops; /* around */
	struct {
		const struct node *node;
		bool otherwise;
		struct fn *in;
	} test[TESTS_MAX];
	const struct node *block;	      /* the suite */
	const struct node *assigned, *target; /* the value that a statement assigns to a name */
	const struct node *argument_of,
		*loop;		    /* the call that this is an argument of; the innermost loop of the function */
	const struct node *dropped; /* the expression that is a statement */
	unsigned depth, inside;	    /* of a dict that is printed */
	unsigned objects;	    /* around it, whose arguments are in the tree */
};
struct span tree_span(const struct tree_builder *w, const struct node *n);
void tree_put(const struct tree_builder *w, struct dict *d, const char *key, struct value v, struct span use);
struct value tree_text(const struct tree_builder *w, const struct node *n);
void tree_place(const struct tree_builder *w, struct dict *d, struct span at);	 /* its enclosing code */
struct value tree_shown(struct tree_builder *w, struct value v, struct span at); /* the form that rules may see */
/* The arguments of a call by the callee's parameter names. */
struct value tree_arguments(struct tree_builder *w, const struct script_call *known, const struct node *call);
void tree_build(struct tree_builder *w, const struct node *n); /* n and its descendants */
#endif
