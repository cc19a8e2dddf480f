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
	bool same; /* a method that gives its object back, or a part of it that does the same */
};
struct script_know {
	struct map call; /* every dotted name (interned) -> struct script_call */
};
/* Everything is a's. */
void script_know_load(struct arena *a, struct script_know *k);
#endif
