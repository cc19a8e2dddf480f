// SPDX-License-Identifier: MIT
/* `cfglint show` of files that hold sets of arguments (cli/shared/argument_sets.h). */
#ifndef CLI_COMMAND_SHOW_ARGUMENTS_H
#define CLI_COMMAND_SHOW_ARGUMENTS_H
#include "cli/session.h"

/* words: as argument_words gives them. */
void show_arguments(struct session *s, const struct strings *words);
#endif
