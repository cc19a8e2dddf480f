// SPDX-License-Identifier: MIT
/* The logs that a command was given, and what to do where they hold no training. */
#ifndef CLI_LOG_READ_H
#define CLI_LOG_READ_H
#include "cli/session.h"
#include "run/read_log.h"

/* word: a path, or - for standard input. false: told. What could not be read beside it is told too; runs_release it. */
bool log_read(struct session *s, const struct log_formats *formats, const char *word, struct runs *out);
/* The run that was meant, the last one that trained; NULL: none did, and what to do is told. */
const struct run *log_trained(struct session *s, const char *word, const struct runs *all);
/* Whether -o FILE (NULL: none) is a file that the runs were read from, or itself a log, as `-o *.log` makes it: told.
 */
bool log_is_read(struct session *s, const struct runs *all, const char *output);
bool log_is_log(struct session *s, const struct log_formats *formats, const char *output);
#endif
