// SPDX-License-Identifier: MIT
#include "facts/type_scope.h"
#include "python/value/dict.h"

static const struct span nowhere;

/* None names no scope. */
static struct scope_said said_by(const struct entry *e, struct scope_said around)
{
	if (!e || (e->val.kind == VALUE_NONE && !(e->flags & EF_MAYBE)))
		return around;
	bool known = e->val.kind == VALUE_STR && !(e->flags & EF_MAYBE);
	return (struct scope_said){ known ? e->val.as.s : NULL, !known };
}

struct scope_said scope_in(const struct part_list *parts, struct value dict, struct scope_said around)
{
	for (uint32_t i = 0; dict.kind == VALUE_DICT && i < parts->nscopes; i++)
		around = said_by(dict_find(dict.as.dict, value_str(parts->scope[i], nowhere)), around);
	return around;
}

struct scope_said scope_of_tree(const struct code *c, struct value tree)
{
	struct value key = value_str(code_habits(c)->scope_key, nowhere);
	return said_by(tree.kind == VALUE_DICT ? dict_find(tree.as.dict, key) : NULL, (struct scope_said){ 0 });
}

struct scope_said scope_at(const struct part_list *parts, struct arena *a, struct value tree, struct keypath p,
			   struct scope_said around)
{
	struct scope_said s = scope_in(parts, tree, around);
	for (uint32_t i = 0; i < p.n; i++) {
		tree = keypath_get(a, tree, (struct keypath){ p.part + i, 1 }).val;
		s = scope_in(parts, tree, s);
	}
	return s;
}
