// SPDX-License-Identifier: MIT
/* --add-ignore: comments with a reason for present findings, each tried before it is written: the finding is gone, no
 * other came or went, and no effective config changed. */
#ifndef CLI_COMMAND_IGNORING_H
#define CLI_COMMAND_IGNORING_H
#include "cli/report_run.h"

bool ignoring_options_good(struct session *s); /* false: told */
void lint_add_ignores(struct linting *l);      /* writes, tells, reports what is left */
#endif
