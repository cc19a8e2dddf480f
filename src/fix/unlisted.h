// SPDX-License-Identifier: MIT
/* Findings that were there from the start and listed to nobody (lint/carried.h). An edit of the line that such a
 * finding rests on lists it in a later round; what was hidden when the user said --fix is not fixed. */
#ifndef FIX_UNLISTED_H
#define FIX_UNLISTED_H
#include "fix/fix.h"

struct unlisted {
	const struct linter *l;
	const struct fix_input *in;
	bool looked;
	struct diags all; /* hidden ones included */
};
/* d: a finding in a config, of a later round. All configs are judged once more when it is asked for the first time. */
bool unlisted_has(struct unlisted *u, struct arena *a, const struct diag *d);
void unlisted_release(struct unlisted *u);
#endif
