// SPDX-License-Identifier: MIT
/* Walks every feasible path of a program with the automaton of an order. Loops are walked zero to three times; tests
 * of the same condition have the same outcome. When an object is passed to code that isn't followed, nothing is
 * reported about it from there on. */
#ifndef SCRIPT_PATHS_EVENT_PATH_H
#define SCRIPT_PATHS_EVENT_PATH_H
#include "script/paths/order.h"
#include "script/paths/program.h"

struct breach { /* an event that is out of order */
	const struct op *op;
	const struct op *first; /* of its program */
	const struct op *loop;	/* the innermost one around it; NULL: none */
	struct variable *track[ORDER_TRACKS];
	const char *when; /* the conditions that lead there: "when args.amp"; "" for none */
	bool waits;	  /* a test of the form "every n trips" must be false for it */
	bool assumes;	  /* ... for a number that isn't known to be more than 1 */
};
VEC(breaches, struct breach);
struct unseen { /* an event whose state is unknown: no followed path reaches it */
	const struct op *op;
	const struct op *lost; /* where the last of these paths ended; NULL: there is too much to walk */
};
VEC(unseens, struct unseen);
/* Of all automata of the order in this program; when lives in a. */
void path_walk(struct arena *a, const struct script_know *k, const struct program *prog, const struct order *o,
	       struct breaches *out, struct unseens *unseen);
#endif
