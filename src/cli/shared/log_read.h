// SPDX-License-Identifier: MIT
/* The logs that a command was given, and what to do where they hold no training. */
#ifndef CLI_SHARED_LOG_READ_H
#define CLI_SHARED_LOG_READ_H
#include "cli/session.h"
#include "run/formats/read_log.h"

/* word: a path, or - for standard input. false: reported. Files beside it that could not be read are reported too.
 * Release it with runs_release. */
bool log_read(struct session *s, const struct log_formats *formats, const char *word, struct runs *out);
/* The run that was meant: the last one that trained. NULL: none did; what to do is reported. */
const struct run *log_trained(struct session *s, const char *word, const struct runs *all);
/* Whether -o FILE (NULL: none) is a file that the runs were read from, or a log itself, as with `-o *.log`; that is
 * reported.
 */
bool log_is_read(struct session *s, const struct runs *all, const char *output);
bool log_is_log(struct session *s, const struct log_formats *formats, const char *output);
#endif
