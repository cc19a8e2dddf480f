// SPDX-License-Identifier: MIT
/* Loops of training code, and the events in, before and beside each of them, through calls of the project's
 * functions: the data of `script.loops`. */
#ifndef SCRIPT_PATHS_LOOPS_H
#define SCRIPT_PATHS_LOOPS_H
#include "script/paths/program.h"
#include "script/values/derive.h"
#include "script/paths/orders.h"

struct enclosure { /* what encloses an event or a loop */
	enum { IN_LOOP, IN_REGION, IN_BRANCH, PAST_BRANCH /* behind one that leaves */ } kind;
	bool otherwise; /* of a branch: the other arm */
	const struct op *op;
	const struct enclosure *up;
};
struct occurrence {
	const struct op *op;
	const struct enclosure *up;
	uint32_t loops; /* around it */
};
struct loop {
	struct occurrence is; /* OP_LOOP */
	uint32_t first, end;  /* occurrences in it: [first, end) */
	bool trains;	      /* backward is called in it, outside inner loops */
	bool holds;	      /* ... or in an inner loop */
	int outer;	      /* number of the loop around it; -1: none */
};
struct course { /* a program's events, in their order */
	VEC(, struct occurrence) event;
	VEC(, struct loop) loop;
	struct derive derive;
};
struct loop_at { /* in a list */
	const struct course *in;
	const struct loop *loop;
	struct loop_at *next;
};
struct file_loops {
	struct loop_at *first, **end;
};
struct courses {
	VEC(, struct course *) at;
	struct map loops;   /* struct cfile -> struct file_loops, its loops in all courses */
	struct map regions; /* struct fn that are a region, or contain one */
	struct map within;  /* "REGION.NAME" of functions that are called in a region somewhere */
};
/* The loops of a file, a loop once for each course that it is in, in their order. NULL: none. */
const struct loop_at *loops_of_file(const struct courses *c, const struct cfile *f);
void loops_find(struct script_project *p, struct courses *out);
void loops_release(struct courses *c);
#endif
