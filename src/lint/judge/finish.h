// SPDX-License-Identifier: MIT
/* Turns the result of a rule into a finding: the only code that decides severity, place and suppression. The producer
 * of a finding (a case, a native function, a note) gives the message and, if it can, the place; its severity is that of
 * the rule or of the case. Only diags_fold comes after it, which knows in how many subjects the same was seen. */
#ifndef LINT_JUDGE_FINISH_H
#define LINT_JUDGE_FINISH_H
#include "lint/judge/judge.h"

/* Place, key path and home of what stands where `at` points to, as well as they are known. */
void finding_place(struct trial *t, const struct node *at, struct diag *d);
/* Severity, fixes, suppression, subject and dialect; without a place it is the start of the subject's file. false: not
 * selected or hidden (counted); it is no finding. */
bool finding_finish(struct judge *j, struct diag *d);
void finding_add(struct judge *j, const struct diag *d); /* finished: to out, or to held */
#endif
