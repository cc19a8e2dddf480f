// SPDX-License-Identifier: MIT
/* `cfglint unread` of files that hold sets of arguments (cli/shared/argument_sets.h). */
#ifndef CLI_COMMAND_UNREAD_ARGUMENTS_H
#define CLI_COMMAND_UNREAD_ARGUMENTS_H
#include "cli/session.h"
#include "text/jwrite.h"

/* words: as argument_words gives them. list: where each file's JSON goes; NULL: text is wanted. */
void unread_arguments(struct session *s, const struct strings *words, struct jwrite *list);
#endif
