// SPDX-License-Identifier: MIT
/* rules/script.yaml: what scripts call that rules ask about. C knows no library's names but Python's own. */
#ifndef SCRIPT_KNOW_H
#define SCRIPT_KNOW_H
#include "base/map.h"
#include "base/str.h"

struct script_call {
	const struct str *name;		/* dotted, the one of its names that rules use */
	const struct str *const *param; /* by position */
	uint32_t nparams;
	const struct str *const *trace; /* parameters of which rules ask what they are made of */
	uint32_t ntrace;
	const struct str *const *hands; /* it calls a function: the parameter that is given it, that of its arguments,
					 * and then what it puts before these */
	uint32_t nhands;
	bool keys; /* rules ask with which constants its result is indexed */
	bool same; /* a method that gives its object back, or a part of it that does the same */
};
struct script_package {
	const struct str *name;		/* as rules ask it */
	const struct str *const *known; /* as files write it */
	uint32_t nknown;
};
struct script_know {
	struct map call;      /* every dotted name (interned) -> struct script_call */
	struct map attribute; /* names of attributes whose setting counts on whatever object */
	struct map indexed;   /* names of attributes whose elements count, of whatever object: `x.data[0]` */
	struct map method;    /* names of methods which, not called, are told of whatever object */
	const struct script_package *package; /* whose versions a project's files say */
	uint32_t npackages;
	const struct str *const *word; /* of which rules ask whether a project has them */
	uint32_t nwords;
};
/* Everything is a's. */
void script_know_load(struct arena *a, struct script_know *k);
#endif
