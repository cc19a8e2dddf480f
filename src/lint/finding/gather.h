// SPDX-License-Identifier: MIT
/* A folder that isn't there makes a finding at every base that should lie in it: configs that were written for a
 * checkout of another repository have hundreds. They are one finding a project; so are those outside of it, which are
 * not read, and so is a file that isn't there and that many name. */
#ifndef LINT_FINDING_GATHER_H
#define LINT_FINDING_GATHER_H
#include "lint/finding/diag.h"

enum {
	GATHER_SAME = 3,    /* findings about one file or folder that are a pattern, not a mistake in a path */
	GATHER_FOLDERS = 5, /* findings about folders that are told as one */
	GATHER_SHOWN = 3    /* folders, and places beside the first */
};
/* d: folded, and stays so. */
void diags_gather(struct arena *a, struct diags *d);
#endif
