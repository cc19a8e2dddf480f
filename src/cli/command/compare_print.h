// SPDX-License-Identifier: MIT
#ifndef CLI_COMMAND_COMPARE_PRINT_H
#define CLI_COMMAND_COMPARE_PRINT_H
#include "cli/command/cmd_compare.h"

/* The table, and below it what each run is against the first. */
void compare_say(struct session *s, const struct comparison *c);
#endif
