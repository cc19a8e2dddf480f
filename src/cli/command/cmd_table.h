// SPDX-License-Identifier: MIT
/* From the command that the options name to the function that does it. */
#ifndef CLI_COMMAND_CMD_TABLE_H
#define CLI_COMMAND_CMD_TABLE_H
#include "cli/session.h"

int command_run(struct session *s); /* the exit status */
#endif
