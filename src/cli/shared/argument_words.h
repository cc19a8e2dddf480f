// SPDX-License-Identifier: MIT
/* Which words of a command line name sets of arguments.
 *
 * 	show run.sh base.py	run.sh is one, base.py a config
 * 	show .			a folder is none: its files that are some are named in the message */
#ifndef CLI_SHARED_ARGUMENT_WORDS_H
#define CLI_SHARED_ARGUMENT_WORDS_H
#include "cli/session.h"

/* The words that name files with sets of arguments (argument_sets_of); the others go to rest, which stays as it is
 * where no word does. A folder that holds such files and no config goes to neither; that is reported, as is what can't
 * be taken. */
void argument_words(struct session *s, const struct strings *words, struct strings *mine, struct strings *rest);
#endif
