// SPDX-License-Identifier: MIT
/* What the conditions of a rule can look at under a dialect, read off its expressions: the top-level keys of the config. An
 * upper bound: what can't be told this way makes it `whole`. Messages, hints, places and fixes don't count. */
#ifndef LINT_DEPENDS_H
#define LINT_DEPENDS_H
#include "lint/rule.h"

struct depends {
	bool whole;  /* the machine, the file's name, or keys that the expressions don't name */
	bool levels; /* not only the effective config: own() or base() too */
	bool file;   /* the `8xb4` in the file's name, comments for cfglint */
	const struct str **key;
	uint32_t n;
};
/* each: what the elements are made of counts too. Without it, cfg[k] of the each variable k is not counted: the caller takes
 * care of that key. */
struct depends depends_of(struct arena *a, const struct rule *r, const struct vocab *v, const struct dialect *d, bool each);
#endif
