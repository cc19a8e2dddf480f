// SPDX-License-Identifier: MIT
/* Unknown as the result of an operation: with its own reason, or with that of an operand. */
#include "python/state/unknown.h"
#include "python/value/dict.h"

struct value op_unknown(struct eval *ev, enum why why, struct span at)
{
	return value_unknown(ev->arena, why, at, NULL);
}

struct value op_blame(struct value unknown, struct span at)
{
	return (struct value){ .kind = VALUE_UNKNOWN, .at = at, .as.cause = unknown.as.cause };
}

static bool find_unknown(struct value v, unsigned depth, unsigned *budget, struct value *out)
{
	if (v.kind == VALUE_UNKNOWN && v.as.cause) {
		*out = v;
		return true;
	}
	if (depth > 20 || (*budget)-- == 0)
		return *budget = 0, false;
	if (value_is_listlike(v)) {
		for (uint32_t i = 0; i < v.as.list->n; i++)
			if (find_unknown(v.as.list->at[i].val, depth + 1, budget, out))
				return true;
	} else if (v.kind == VALUE_DICT) {
		struct dict_iter it;
		dict_begin(&it, v.as.dict);
		for (const struct entry *e; (e = dict_next(&it));)
			if (find_unknown(e->val, depth + 1, budget, out))
				return true;
	}
	return false;
}

struct value op_blame_in(struct eval *ev, struct value v, struct span at)
{
	struct value found;
	unsigned budget = 10000;
	if (find_unknown(v, 0, &budget, &found))
		return op_blame(found, at);
	return op_unknown(ev, v.kind == VALUE_UNKNOWN ? WHY_NONE : WHY_TYPE, at);
}

bool op_any_unknown(struct value x, struct value y, struct span at, struct value *out)
{
	if (x.kind != VALUE_UNKNOWN && y.kind != VALUE_UNKNOWN)
		return false;
	*out = op_blame(x.kind == VALUE_UNKNOWN ? x : y, at);
	return true;
}

struct value unknown_because(const struct cause *why, struct span at)
{
	return (struct value){ .kind = VALUE_UNKNOWN, .at = at, .as.cause = why };
}
