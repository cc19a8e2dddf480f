// SPDX-License-Identifier: MIT
/* What one rule tells better than another (`unless_told`): the other says nothing at that place or of that key; and
 * what a rule tells of one value under several names. */
#ifndef LINT_JUDGE_COVERED_H
#define LINT_JUDGE_COVERED_H
#include "lint/finding/diag.h"

/* Of the findings of one subject, which stand behind `from`, those go whose rule leaves their place or key to a rule
 * that tells something of it, and those that say of a dict or a list under one name what another of the same rule says
 * of it under another: `test_dataloader = val_dataloader`. */
void told_once(struct arena *a, const struct subject *s, struct diags *d, size_t from);
#endif
