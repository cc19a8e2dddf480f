// SPDX-License-Identifier: MIT
/* The program behind main. */
#ifndef CLI_COMMAND_ENTRY_H
#define CLI_COMMAND_ENTRY_H
#include "subject/subject.h"

/* kinds: of files that rules can be asked about, NULL-terminated; the first is what a file is taken for by default. The
 * exit status. */
int command_enter(int argc, char **argv, const struct subject_kind *const *kinds);
#endif
