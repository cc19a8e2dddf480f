// SPDX-License-Identifier: MIT
/* --help, to standard output. */
#ifndef CLI_OPTS_HELP_H
#define CLI_OPTS_HELP_H
#include "cli/commands.h"
#include <stdio.h>

void opts_help(enum command c); /* of a command */
void opts_overview(void);	/* of the program */
void opts_usage(FILE *to);	/* a few lines, for a call without a path */
/* A row of two columns, as options are listed. */
void opts_two(const char *left, const char *text);
#endif
