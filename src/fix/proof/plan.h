// SPDX-License-Identifier: MIT
/* Promises of one fix -> edits and expectations. Nothing is tried yet. */
#ifndef FIX_PROOF_PLAN_H
#define FIX_PROOF_PLAN_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"

/* Fills edits and expect of t. SCOPE_OWNER may edit bases. all: whose keys variables may be, see fix/edit/carry.h.
 * false: refused, with the reason. */
bool attempt_plan(struct arena *a, const struct graph *g, const struct dialects *all, struct attempt *t,
		  enum fix_scope scope);
#endif
