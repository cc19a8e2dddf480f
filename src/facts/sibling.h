// SPDX-License-Identifier: MIT
/* A fragment listed as a base where the file beside it would have had the keys that are missing. A file with a base of
 * its own, or with a key that only complete configs have (those that the dialect's `complete` asks for), is another
 * config and no fragment. */
#ifndef FACTS_SIBLING_H
#define FACTS_SIBLING_H
#include "config/graph.h"
#include "facts/dialect.h"

struct sibling {
	const struct module *from;   /* m or one of its bases: the file that lists the fragment */
	const struct base_ref *base; /* the fragment */
	const char *path; /* absolute: the file in the same folder that assigns all the names, and is no base of m */
};
struct sibling_wanted {
	const struct dialect *dialect;
	const struct str *const *name; /* assigned at top level */
	uint32_t n;
};
/* false: there is none. Reads the .py files beside m's bases; *cut: not all of them, there are too many. */
bool sibling_with(struct arena *a, const struct graph *g, const struct module *m, const struct sibling_wanted *wanted,
		  struct sibling *out, bool *cut);
#endif
