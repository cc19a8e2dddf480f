// SPDX-License-Identifier: MIT
/* `cfglint impact [REV] FILE` of files that hold sets of arguments (cli/shared/argument_sets.h). */
#ifndef CLI_COMMAND_IMPACT_ARGUMENTS_H
#define CLI_COMMAND_IMPACT_ARGUMENTS_H
#include "cli/session.h"
#include "text/jwrite.h"

/* words: as argument_words gives them. revision: NULL: the user named none, and HEAD counts where there is a
 * repository. list: where each file's JSON goes; NULL: text is wanted. */
void impact_arguments(struct session *s, const char *revision, const struct strings *words, struct jwrite *list);
#endif
