// SPDX-License-Identifier: MIT
#ifndef CLI_COMMAND_COMPARE_JSON_H
#define CLI_COMMAND_COMPARE_JSON_H
#include "cli/command/cmd_compare.h"
#include "text/jwrite.h"

void compare_json(struct session *s, struct jwrite *top, const struct comparison *c); /* docs/json.md */
#endif
