// SPDX-License-Identifier: MIT
/* Words of the command line that name no path. */
#ifndef CLI_MISSING_H
#define CLI_MISSING_H
#include "cli/session.h"

/* Complains of it, and says what may have been meant: a file beside it, or rules of the option before it. */
void missing_tell(struct session *s, const char *given, const char *path);
/* A first word that is no path and nearer to a command than to a file here, which is told; false: it is none such. */
bool missing_command(struct session *s, const char *word);
#endif
