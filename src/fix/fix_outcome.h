// SPDX-License-Identifier: MIT
/* The outcome of each finding's fix, with its own data: graphs of earlier rounds are freed by then. */
#ifndef FIX_FIX_OUTCOME_H
#define FIX_FIX_OUTCOME_H
#include "base/map.h"
#include "fix/fix.h"
#include "fix/proof/verify.h"

VEC(outcome_list, struct fix_outcome);
struct fix_left { /* after the last round */
	const struct subject_set *set;
	const struct attempts *last;
	const struct diags *found;
};
struct moved {		      /* edits of one file that a round has accepted, sorted */
	struct edits edits;   /* in the arena */
	struct moved *before; /* of an earlier round */
};
struct outcomes {
	struct arena *a;
	const struct fix_opts *o;
	struct outcome_list list;
	struct map by_config; /* path, interned -> its outcomes */
	struct map moved;     /* path, interned -> those of its last round */
};
void outcomes_open(struct outcomes *os, const struct subject_set *set,
		   const struct diags *first); /* one a finding with fixes */
/* Call it after a round: records accepted fixes. A finding caused by a fix of an earlier round gets an outcome now. */
void outcomes_keep(struct outcomes *os, const struct subject_set *set, const struct attempt_set *accepted,
		   uint32_t round);
/* In how many rounds the finding was fixed and came back. */
uint32_t outcomes_times(const struct outcomes *os, const struct subject_set *set, const struct attempt *t);
/* Whether one of its rule and key path has an outcome in a config of its own. */
bool outcomes_know(const struct outcomes *os, const struct diag *d);
/* Fixes still open after the last round are refused; a finding that no longer exists by then was fixed by another one.
 * Adds to out. */
void outcomes_close(struct outcomes *os, const struct fix_left *left, struct fix_result *out);
void outcomes_release(struct outcomes *os);
/* Why the finding, of this run or of its `after`, was not fixed; NULL: no fix of it was refused. */
const struct fix_outcome *fix_refusal(const struct fix_result *r, const struct diag *d);
#endif
