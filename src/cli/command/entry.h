// SPDX-License-Identifier: MIT
/* The program behind main. */
#ifndef CLI_COMMAND_ENTRY_H
#define CLI_COMMAND_ENTRY_H
#include "subject/subject.h"

/* kinds: the kinds of files that can be linted, NULL-terminated; the first is the default kind of a file. Returns the
 * exit status. */
int command_enter(int argc, char **argv, const struct subject_kind *const *kinds);
#endif
