// SPDX-License-Identifier: MIT
/* A script's tree while it is made: who makes a part of it shares this, and the walk through the
 * syntax that puts calls, and the places of all that is found, into it. */
#ifndef SCRIPT_PLANTING_H
#define SCRIPT_PLANTING_H
#include "script/loops.h"

enum { WALKS_MAX = 500 /* through functions, for what happens to a variable */ };

enum { TESTS_MAX = 32 /* of `if` around something */ };

struct planting {
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
struct span planting_span(const struct planting *w, const struct node *n);
void planting_put(const struct planting *w, struct dict *d, const char *key, struct value v, struct span use);
struct value planting_text(const struct planting *w, const struct node *n);
void planting_place(const struct planting *w, struct dict *d, struct span at);	 /* under what it stands */
struct value planting_shown(struct planting *w, struct value v, struct span at); /* what rules may see of it */
/* What a call gives the parameters of what it calls, by name. */
struct value planting_arguments(struct planting *w, const struct script_call *known, const struct node *call);
void plant(struct planting *w, const struct node *n); /* n and what is below */
#endif
