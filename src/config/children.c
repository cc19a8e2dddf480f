// SPDX-License-Identifier: MIT
#include "config/children.h"

bool child_overrides(struct arena *a, const struct module *m, struct keypath p, struct value mine)
{
	struct slot s = keypath_get(a, m->merged, p);
	bool absent = s.val.kind == VALUE_UNKNOWN && s.val.as.cause && s.val.as.cause->why == WHY_ABSENT;

	return s.found == p.n ? !span_same(s.val.at, mine.at) && s.val.kind != VALUE_UNKNOWN : absent;
}
