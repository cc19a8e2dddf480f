// SPDX-License-Identifier: MIT
/* The page of `cfglint compare --output-format html`: tables, and pictures with their numbers in tables. */
#ifndef CLI_COMMAND_COMPARE_HTML_H
#define CLI_COMMAND_COMPARE_HTML_H
#include "cli/command/cmd_compare.h"

void compare_html(struct session *s, struct buf *b, const struct comparison *c);
#endif
