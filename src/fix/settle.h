// SPDX-License-Identifier: MIT
/* From planned fixes to those that hold together. */
#ifndef FIX_SETTLE_H
#define FIX_SETTLE_H
#include "fix/proof/verify.h"

struct settle_ctx {
	struct verifier *v;
	struct attempt_set *accepted; /* of this round, with room for all */
};
/* Tries the open ones, together with those already accepted, as one set; finds the ones that fail and accepts the
 * others. Twins (attempt.unit) must be adjacent in it; its order changes. Fixes refused alone because another finding
 * would appear are tried in pairs, at most 8 of a config. Afterwards all are APPLIED or REFUSED. */
void settle_all(struct settle_ctx *s, struct attempt_set *open);
/* In the order in which they were planned, but for those of a unit, which stand beside its first. */
void settle_order(const struct attempt_set *some);
#endif
