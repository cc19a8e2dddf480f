// SPDX-License-Identifier: MIT
/* A script's tree while it is built: the context that is shared by all that add to it, and the walk over the syntax
 * that adds calls, and the places of all that is found. */
#ifndef SCRIPT_TREEBUILDER_H
#define SCRIPT_TREEBUILDER_H
#include "script/loops.h"

enum { WALKS_MAX = 500 /* through functions, for what happens to a variable */ };

enum { TESTS_MAX = 32 /* of `if` around something */ };

struct tree_builder {
	struct arena *a;
	struct script_project *p;
	struct fn *fn;
	const struct call_frame *frame; /* the call that fn is walked in; NULL: fn is looked at for itself */
	struct dict *calls;
	struct list *settings, *imports, *statements, *elements, *remainders, *unused, *parts;
	uint32_t ncalls, nwalks;
	uint32_t ntests, tries, loops; /* around */
	struct {
		const struct node *node;
		bool otherwise;
		struct fn *in;
	} test[TESTS_MAX];
	const struct node *block;	      /* the suite */
	const struct node *assigned, *target; /* the value that a statement gives a name */
	const struct node *argument_of,
		*loop;		    /* the call that this is an argument of; the innermost loop of the function */
	const struct node *dropped; /* the expression that is a statement */
	unsigned depth, inside;	    /* of a dict that is shown */
};
struct span tree_span(const struct tree_builder *w, const struct node *n);
void tree_put(const struct tree_builder *w, struct dict *d, const char *key, struct value v, struct span use);
struct value tree_text(const struct tree_builder *w, const struct node *n);
void tree_place(const struct tree_builder *w, struct dict *d, struct span at);	 /* under what it stands */
struct value tree_shown(struct tree_builder *w, struct value v, struct span at); /* what rules may see of it */
/* What a call gives the parameters of what it calls, by name. */
struct value tree_arguments(struct tree_builder *w, const struct script_call *known, const struct node *call);
void tree_build(struct tree_builder *w, const struct node *n); /* n and what is below */
#endif
