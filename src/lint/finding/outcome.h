// SPDX-License-Identifier: MIT
/* All results of linting one subject, before findings of several are folded. */
#ifndef LINT_FINDING_OUTCOME_H
#define LINT_FINDING_OUTCOME_H
#include "lint/finding/diag.h"
#include "lint/finding/lint_stats.h"

struct outcome {
	struct diags found, held;
	struct lint_stats stats; /* of that subject alone, not settled */
};
void outcome_release(struct outcome *o); /* of lists on the heap */
#endif
