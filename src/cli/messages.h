// SPDX-License-Identifier: MIT
/* Messages on stderr, after what stdout has got so far, and text on stdout; with control bytes escaped. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H
#include "cli/session.h"

/* "cfglint: ..." and status 2. */
void complain(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same with a place: "cfglint: PATH:LINE:COL: MSG"; path absolute; hint may be NULL. */
void complain_at(struct session *s, const char *path, const struct err *e, const char *hint);
/* As complain, for messages that the report has unless it is quiet: cached with the report. text: lives as long as s.
 */
void complain_as_reported(struct session *s, const char *text);
/* A line that doesn't change the status. */
void remark(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* printf to standard output; of control bytes only tabs and line feeds go out as they are. */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* One line of text for people, which ends here: on a terminal in lines of its width, all but the first behind indent
 * blanks. */
void say_line(unsigned indent, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Whether a text that must stay unchanged holds no runner commands (cli/workflow.h); false: reported, status 2. */
bool may_print(struct session *s, const char *text, size_t n);
/* A file's text or a patch to standard output: as it is, but escaped like the rest where that is a terminal. What
 * would command a runner (cli/workflow.h) is a complaint instead. */
void say_bytes(struct session *s, const char *text, size_t n);
#endif
