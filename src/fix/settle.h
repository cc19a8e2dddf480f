// SPDX-License-Identifier: MIT
/* From planned fixes to those that hold together. */
#ifndef FIX_SETTLE_H
#define FIX_SETTLE_H
#include "fix/proof/verify.h"

struct settling {
	struct verifier *v;
	struct attempt_set *kept; /* of this round, with room for all */
};
/* Tries the open ones, beside what is kept already, as one set; finds the ones that fail and keeps the others. Twins
 * (attempt.unit) stand beside each other in it; its order changes. Those refused alone since another finding would come
 * are tried by twos, at most 8 of a config. All are KEPT or REFUSED then. */
void settle_all(struct settling *s, struct attempt_set *open);
/* In the order in which they were planned, but for those of a unit, which stand beside its first. */
void settle_order(const struct attempt_set *some);
#endif
