// SPDX-License-Identifier: MIT
/* Writes what fixes made of files. */
#ifndef CLI_COMMAND_WRITING_H
#define CLI_COMMAND_WRITING_H
#include "cli/report_run.h"

/* Files that one fix edits are replaced together, or none of them; other files still are. A file that can't be written
 * is reported, and its fixes in r no longer count as fixed. Returns whether all were written. */
bool writing_files(struct lint_ctx *l, struct fix_result *r);
#endif
