// SPDX-License-Identifier: MIT
/* The text of a finding without its place, so that the same mistake in three loaders counts as one:
 *
 *	"Road in data.train drops 'scale'" at data.train.scale	->	"Road in * drops 'scale'", as for data.val */
#ifndef LINT_FINDING_ALIKE_H
#define LINT_FINDING_ALIKE_H
#include "lint/finding/diag.h"

/* Of its message, its hint and its fix, on a. */
const char *alike_text(struct arena *a, const struct diag *d);
/* Of its message alone, without the whole path: for findings about one value under two names. */
const char *alike_message(struct arena *a, const struct diag *d);
/* Joins findings of one file that have the same text at several places into one, whose message names the others; for
 * text reports. d: folded. */
void diags_gather_alike(struct arena *a, struct diags *d);
#endif
