// SPDX-License-Identifier: MIT
/* Findings that existed from the start and were hidden (lint/carried.h). An edit of the line that such a finding
 * depends on would list it in a later round; but findings that were hidden when the user ran --fix are not fixed. */
#ifndef FIX_UNLISTED_H
#define FIX_UNLISTED_H
#include "fix/fix.h"

struct unlisted {
	const struct linter *l;
	const struct fix_input *in;
	bool looked;
	struct diags all; /* hidden ones included */
};
/* d: a finding in a config, of a later round. The first call lints all configs once more. */
bool unlisted_has(struct unlisted *u, struct arena *a, const struct diag *d);
void unlisted_release(struct unlisted *u);
#endif
