// SPDX-License-Identifier: MIT
/* Which statements look at which sets, so that they are walked again when one of these has grown. */
#ifndef CODE_FLOW_LOOK_H
#define CODE_FLOW_LOOK_H
#include "code/names.h"

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
