// SPDX-License-Identifier: MIT
/* --add-ignore: writes comments with a reason for existing findings. Each is tried before it is written: the finding
 * must be gone, no other may come or go, and no effective config may change. */
#ifndef CLI_COMMAND_IGNORING_H
#define CLI_COMMAND_IGNORING_H
#include "cli/report_run.h"

bool ignoring_options_good(struct session *s); /* false: reported */
void lint_add_ignores(struct lint_ctx *l);     /* writes the comments and reports them and what is left */
#endif
