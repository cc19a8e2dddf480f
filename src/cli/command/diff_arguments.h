// SPDX-License-Identifier: MIT
/* `cfglint diff A B` of files that hold sets of arguments (cli/shared/argument_sets.h). */
#ifndef CLI_COMMAND_DIFF_ARGUMENTS_H
#define CLI_COMMAND_DIFF_ARGUMENTS_H
#include "cli/session.h"

struct argument_word {
	const char *word;     /* as the user wrote it */
	const char *path;     /* absolute, admitted */
	const char *revision; /* NULL: as the work tree has it */
};
void diff_arguments(struct session *s, const struct argument_word word[2]);
#endif
