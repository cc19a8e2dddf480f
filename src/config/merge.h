// SPDX-License-Identifier: MIT
/* The merge of mmcv 1.x and MMEngine (Config._merge_a_into_b, the same in both): dicts recurse, everything else
 * replaces, `_delete_` cuts, a dict over a non-dict is a TypeError. Its cost is the size of the child: the result is
 * an overlay over base. */
#ifndef CONFIG_MERGE_H
#define CONFIG_MERGE_H
#include "python/value/value.h"

struct merge_error {
	const char *type, *msg; /* the real loader's wording */
	struct span at, other;	/* the child's entry and the base's */
};
/* base and own are frozen dicts. allow_list_keys: --cfg-options' merge, where digits index lists. false: *err is set.
 */
bool inherit_merge(struct arena *a, struct value base, struct value own, bool allow_list_keys, struct value *out,
		   struct merge_error *err);
#endif
