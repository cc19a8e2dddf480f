// SPDX-License-Identifier: MIT
/* Which statements look at which sets, so that they are walked again when one of these has grown. */
#ifndef CODE_FLOW_LOOK_H
#define CODE_FLOW_LOOK_H
#include "code/aset.h"
#include "pymodel/names.h"

struct fn_flow {	    /* of a function, while configs are followed */
	struct aset ret;    /* what it returns */
	bool dirty;	    /* some statement of it is to be walked in the next round */
	bool blurred;	    /* something calls it that is not followed */
	bool named;	    /* some code names it, and be it itself; importing it is not naming it */
	bool touched;	    /* a config comes along here */
	bool around;	    /* functions inside see its variables */
	struct map asked;   /* name -> struct aset: names that weren't its variables when it looked; holds nothing */
	struct step *steps; /* its statements, as they are walked, code/flow.h */
};
/* What variables, attributes and functions' results hold: sets that grow, and wake who looked at them (flow_look): the
 * simple statements of a function, and the heads of others. */
struct step {
	struct fn *in;
	struct step *next; /* in the order in which they are walked */
	struct look *looks;
	uint32_t nlooks;
	bool dirty;	 /* what it looked at grew */
	bool writes;	 /* it has something to write down */
	struct map many; /* what it looked at, where that is much */
};
struct look {
	struct step *by;
	const struct aset *at;
	struct look *other; /* at the same set */
	struct look *more;  /* by the same step */
};
/* The statement of f that is walked is walked again when v grows: by configs, or by anything once a config comes along
 * in f; beyond LOOKS_MAX whatever grows. Returns v. */
const struct aset *flow_look(struct fn *f, struct aset *v);
bool flow_grow(struct index *c, struct aset *v, const struct aset *from, bool in); /* in: by its elements */
void flow_grew(struct index *c, const struct aset *v, bool config);
#endif
