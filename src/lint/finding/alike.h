// SPDX-License-Identifier: MIT
/* What a finding says without the place that it says it of, so that the same mistake in three loaders is seen to be
 *one:
 *
 *	path data.train.scale, "Road in data.train drops 'scale'"	->	"Road in * drops 'scale'", as for
 *data.val
 */
#ifndef LINT_FINDING_ALIKE_H
#define LINT_FINDING_ALIKE_H
#include "lint/finding/diag.h"

/* Of its message, its hint and its fix, on a. */
const char *alike_text(struct arena *a, const struct diag *d);
/* Of its message alone, without the whole path: for findings about one value under two names. */
const char *alike_message(struct arena *a, const struct diag *d);
/* Those of one file that say the same of several places become one, whose message names the others; for reports that
 * people read. d: folded. */
void diags_gather_alike(struct arena *a, struct diags *d);
#endif
