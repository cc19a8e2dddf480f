// SPDX-License-Identifier: MIT
/* A script's tree while it is made: who makes a part of it (script/tree.c, script/task.c) shares this. */
#ifndef SCRIPT_PLANTING_H
#define SCRIPT_PLANTING_H
#include "script/loops.h"

enum { TESTS_MAX = 32 /* of `if` around something */ };

struct planting {
	struct arena *a;
	struct script_project *p;
	struct fn *fn;
	const struct call_frame *frame; /* the call that fn is walked in; NULL: fn is looked at for itself */
	const struct courses *courses;	/* all loops of the project */
	struct dict *calls;
	struct list *settings, *imports, *statements, *elements, *unused;
	uint32_t ncalls, nwalks;
	uint32_t ntests, tries, loops; /* around */
	struct {
		const struct node *node;
		bool otherwise;
		struct fn *in;
	} test[TESTS_MAX];
	const struct node *block;	      /* the suite */
	const struct node *assigned, *target; /* the value that a statement gives a name */
	const struct node *dropped;	      /* the expression that is a statement */
	unsigned depth, inside;		      /* of a dict that is shown */
};
struct span planting_span(const struct planting *w, const struct node *n);
void planting_put(const struct planting *w, struct dict *d, const char *key, struct value v, struct span use);
void plant(struct planting *w, const struct node *n); /* n and what is below */
#endif
