// SPDX-License-Identifier: MIT
/* What became of each finding's fix, told by itself: graphs of earlier rounds are gone by then. */
#ifndef FIX_OUTCOME_H
#define FIX_OUTCOME_H
#include "code/map.h"
#include "fix/fix.h"
#include "fix/proof/attempt.h"

VEC(outcome_list, struct fix_outcome);
struct outcomes {
	struct arena *a;
	const struct fix_opts *o;
	struct outcome_list list;
	struct map by_config; /* path, interned -> its outcomes */
};
void outcomes_open(struct outcomes *os, const struct graph *g,
		   const struct diags *first); /* one a finding with fixes */
/* After a round: what was kept. A finding that came up by an earlier round's fix gets an outcome now. */
void outcomes_keep(struct outcomes *os, const struct graph *g, const struct attempt_set *kept);
/* What is still open after the last round is refused; a finding that is gone by then was settled. Fills out. */
void outcomes_close(struct outcomes *os, const struct graph *g, const struct attempts *last, struct fix_result *out);
void outcomes_release(struct outcomes *os);
#endif
