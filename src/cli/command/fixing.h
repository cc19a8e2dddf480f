// SPDX-License-Identifier: MIT
/* What --fix and --diff do with a run's findings. */
#ifndef CLI_COMMAND_FIXING_H
#define CLI_COMMAND_FIXING_H
#include "cli/report_run.h"

/* The fixes of the run's findings that o wants; where dependents may lie is filled in here. false: told. */
bool fixing_run(struct linting *l, const struct fix_opts *o, struct fix_result *r);
void lint_fix(struct linting *l); /* writes, tells, reports what is left */
#endif
