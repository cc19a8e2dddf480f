// SPDX-License-Identifier: MIT
/* CFG024: comments that silence rules which find nothing there. It runs after all rules, on a complete config: comments
 * for rules that could not run, or were not selected, may be needed later and aren't reported. */
#ifndef LINT_JUDGE_UNUSED_H
#define LINT_JUDGE_UNUSED_H
#include "lint/judge/judge.h"

#define UNUSED_RULE "CFG024"

void unused_find(struct judge *j, const struct rule *r);
/* Takes out those whose comments hide a finding of another config, as stats know before they are settled. */
void unused_filter(struct diags *out, const struct lint_stats *stats);
#endif
