// SPDX-License-Identifier: MIT
/* Which package's registries are searched first for the types in a config, according to its dicts: `_scope_` of the
 * dict that is built or of the nearest one around it, else default_scope. It is an argument of code_lookup(). */
#ifndef FACTS_TYPE_SCOPE_H
#define FACTS_TYPE_SCOPE_H
#include "code/classes/lookup.h"
#include "facts/parts.h"

struct scope_said {
	const struct str *name; /* NULL: no key names one, or unknown */
	bool unknown;		/* a key has an unknown value */
};
/* The scope in a key of the dict itself, else `around`. */
struct scope_said scope_in(const struct part_list *parts, struct value dict, struct scope_said around);
/* The scope of default_scope for the whole config. */
struct scope_said scope_of_tree(const struct code *c, struct value tree);
/* At p, the path of a dict; around: that of the whole tree. */
struct scope_said scope_at(const struct part_list *parts, struct arena *a, struct value tree, struct keypath p,
			   struct scope_said around);
#endif
