// SPDX-License-Identifier: MIT
/* Words of the command line that name no path. */
#ifndef CLI_MISSING_H
#define CLI_MISSING_H
#include "cli/session.h"

/* Reports it with a suggestion: a file beside it, or rules of the option before it. */
void missing_report(struct session *s, const char *given, const char *path);
/* Whether the first word is no path and more similar to a command than to a file here; that is reported. */
bool missing_command(struct session *s, const char *word);
#endif
