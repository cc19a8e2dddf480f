// SPDX-License-Identifier: MIT
/* What one rule tells better than another (`unless_told`): the other says nothing at that place or of that key. */
#ifndef LINT_JUDGE_TOLD_H
#define LINT_JUDGE_TOLD_H
#include "lint/finding/diag.h"

/* Of the findings of one subject, which stand behind `from`, those go whose rule leaves their place or key to a rule
 * that tells something of it. */
void told_once(struct diags *d, size_t from);
#endif
