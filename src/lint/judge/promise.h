// SPDX-License-Identifier: MIT
/* The parts of a finding beside its message: promises of its fixes, and related places. */
#ifndef LINT_JUDGE_PROMISE_H
#define LINT_JUDGE_PROMISE_H
#include "lint/judge/judge.h"

void trial_fixes(struct trial *t, const struct rulecase *cas,
		 struct diag *d); /* fixes with unknown values are left out */
void trial_patch(struct trial *t, const struct rulecase *cas,
		 struct diag *d);		  /* where the project's own code trains, and is what lacks it */
void trial_code(struct trial *t, struct diag *d); /* the places in the training code that decided */
void trial_related(struct trial *t, const struct rulecase *cas, struct diag *d);
#endif
