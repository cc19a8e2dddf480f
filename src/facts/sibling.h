// SPDX-License-Identifier: MIT
/* A fragment listed as a base where the file beside it would have had the keys that are missing. */
#ifndef FACTS_SIBLING_H
#define FACTS_SIBLING_H
#include "config/graph.h"

struct sibling {
	const struct module *from;   /* m or one of its bases: the file that lists the fragment */
	const struct base_ref *base; /* the fragment */
	const char *path; /* absolute: the file in the same folder that assigns all the names, and is no base of m */
};
/* false: there is none. Reads the .py files beside m's bases, at most 40 of them. */
bool sibling_with(struct arena *a, const struct graph *g, const struct module *m, const struct str *const *name,
		  uint32_t n, struct sibling *out);
#endif
