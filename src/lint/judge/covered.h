// SPDX-License-Identifier: MIT
/* Removes duplicate findings: those that another rule reports better at the same place or key (`unless_reported`), and
 * those of one value under several names. */
#ifndef LINT_JUDGE_COVERED_H
#define LINT_JUDGE_COVERED_H
#include "lint/finding/diag.h"

/* Of the findings of one subject from index `from` on, removes those whose rule names another rule that fires at the
 * same place or key, and those on a dict or a list that the same rule reports under another name: `test_dataloader =
 * val_dataloader`. */
void report_once(struct arena *a, const struct subject *s, struct diags *d, size_t from);
#endif
