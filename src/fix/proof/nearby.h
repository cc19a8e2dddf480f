// SPDX-License-Identifier: MIT
/* A trial where others were bad before: of these places, and beside those attempts alone that have to do with them. */
#ifndef FIX_PROOF_NEARBY_H
#define FIX_PROOF_NEARBY_H
#include "fix/proof/edit_reach.h"

void nearby_places(struct trial_ctx *j, const struct attempt_set *focus); /* are affected from now on */
/* Of all attempts, those that don't affect the places are left out; its array is on the heap. */
struct attempt_set nearby_attempts(struct trial_ctx *j, const struct attempt_set *all);
#endif
