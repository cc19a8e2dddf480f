// SPDX-License-Identifier: MIT
/* Which package's registries are asked first for the types in a config, as its dicts say it: `_scope_` of the dict that
 * is built or of the nearest one around it, else default_scope. code_lookup() takes it. */
#ifndef FACTS_TYPE_SCOPE_H
#define FACTS_TYPE_SCOPE_H
#include "code/lookup.h"
#include "facts/parts.h"

struct scope_said {
	const struct str *name; /* NULL: no key says it, or unknown */
	bool unknown;		/* a key says something that isn't known */
};
/* What a key of the dict itself says, else `around`. */
struct scope_said scope_in(const struct part_list *parts, struct value dict, struct scope_said around);
/* What default_scope says of the whole config. */
struct scope_said scope_of_tree(const struct code *c, struct value tree);
/* At p, the path of a dict; around: what holds for the whole tree. */
struct scope_said scope_at(const struct part_list *parts, struct arena *a, struct value tree, struct keypath p,
			   struct scope_said around);
#endif
