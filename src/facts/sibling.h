// SPDX-License-Identifier: MIT
/* A fragment that is listed as a base although the file beside it has the missing keys. A file with its own base, or
 * with a key that only complete configs have (the keys in the dialect's `complete`), is another config and no
 * fragment. */
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
/* false: there is none. Reads the .py files beside m's bases; *cut: not all of them, because there are too many. */
bool sibling_with(struct arena *a, const struct graph *g, const struct module *m, const struct sibling_wanted *wanted,
		  struct sibling *out, bool *cut);
#endif
