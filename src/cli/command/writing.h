// SPDX-License-Identifier: MIT
/* Writes what fixes made of files. */
#ifndef CLI_COMMAND_WRITING_H
#define CLI_COMMAND_WRITING_H
#include "cli/report_run.h"

/* Files that one fix edits are put in place together, or none of them is; the others still are. One that can't be
 * written is told, and what r tells of it as fixed is taken back. Returns whether all were written. */
bool writing_files(struct linting *l, struct fix_result *r);
#endif
