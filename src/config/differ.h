// SPDX-License-Identifier: MIT
/* Structural difference of two effective configs: every key path that was added, removed or changed. */
#ifndef CONFIG_DIFFER_H
#define CONFIG_DIFFER_H
#include "base/vec.h"
#include "python/value/keypath.h"

enum change_kind { CHANGE_ADDED, CHANGE_REMOVED, CHANGE_VALUE, CHANGE_ORDER };
struct change {
	enum change_kind kind;
	struct keypath path;
	struct value before, after;
};
VEC(changes, struct change);
/* The cost is that of both trees plus the result; a, before, after must outlive out. */
void config_diff(struct arena *a, struct value before, struct value after, struct changes *out);
bool config_same(struct value x, struct value y); /* no difference; places are ignored, also those of Unknowns */
#endif
