// SPDX-License-Identifier: MIT
/* Walks every feasible path of a program with the automaton of an order. Loops are walked none to three times, tests of
 * the same condition have the same outcome; where an object goes to code that isn't followed, nothing more is said of
 * it. */
#ifndef SCRIPT_EVENT_PATH_H
#define SCRIPT_EVENT_PATH_H
#include "script/order.h"
#include "script/program.h"

struct breach { /* an event that is out of order */
	const struct op *op;
	const struct op *first; /* of its program */
	const struct op *loop;	/* the innermost one around it; NULL: none */
	struct variable *track[ORDER_TRACKS];
	const char *when; /* the conditions that lead there: "when args.amp"; "" for none */
	bool waits;	  /* it takes a test of every so many trips that is false */
	bool assumes;	  /* ... of a number that isn't known to be more than 1 */
};
VEC(breaches, struct breach);
struct unseen { /* an event of which isn't known whether it is: no path comes there that is followed */
	const struct op *op;
	const struct op *lost; /* where the last of them ended; NULL: there is too much to walk */
};
VEC(unseens, struct unseen);
/* Of all machines of the order in this program; when lives on a. */
void path_walk(struct arena *a, const struct script_know *k, const struct program *prog, const struct order *o,
	       struct breaches *out, struct unseens *unseen);
#endif
