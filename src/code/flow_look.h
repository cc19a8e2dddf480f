// SPDX-License-Identifier: MIT
/* Which statements read which sets. A statement is walked again when one of its sets has grown. */
#ifndef CODE_FLOW_LOOK_H
#define CODE_FLOW_LOOK_H
#include "code/aset.h"
#include "pymodel/names.h"

struct fn_flow {	 /* of a function, during flow analysis */
	struct aset ret; /* what it returns */
	bool dirty;	 /* some statement of it is to be walked in the next round */
	bool blurred;	 /* a caller of it is not followed */
	bool named;	 /* some code names it, even its own; an import is no such use */
	bool touched;	 /* a config reaches it */
	bool around;	 /* nested functions see its variables */
	/* name -> struct aset: names that it looked up before they were its variables; the sets are empty */
	struct map lookups;
	struct step *steps; /* its statements, as they are walked, code/flow.h */
};
/* Sets of variables, attributes and functions' results grow and wake the steps that read them (flow_look). A step is
 * a simple statement of a function, or the head of a compound one. */
struct step {
	struct fn *in;
	struct step *next; /* in the order in which they are walked */
	struct look *looks;
	uint32_t nlooks;
	bool dirty;	 /* a set that it reads grew */
	bool writes;	 /* it has notes for the last walk */
	struct map many; /* the sets that it reads, if they are many */
};
struct look {
	struct step *by;
	const struct aset *at;
	struct look *other; /* the next reader of the same set */
	struct look *more;  /* the next set of the same step */
};
/* The statement of f that is being walked is walked again when v grows: by configs, or by anything once a config
 * reaches f. Beyond LOOKS_MAX it is walked again whatever grows. Returns v. */
const struct aset *flow_look(struct fn *f, struct aset *v);
bool flow_grow(struct index *c, struct aset *v, const struct aset *from, bool in); /* in: the elements of from */
void flow_grew(struct index *c, const struct aset *v, bool config);
#endif
