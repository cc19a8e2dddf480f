// SPDX-License-Identifier: MIT
/* What --fix and --diff do with a run's findings. */
#ifndef CLI_COMMAND_FIXING_H
#define CLI_COMMAND_FIXING_H
#include "cli/report_run.h"

void lint_fix(struct lint_ctx *l); /* writes the fixes and reports them and what is left */
#endif
