// SPDX-License-Identifier: MIT
/* A progress line on the terminal of standard error, for runs over a second; it is removed when the work is done. Never
 * in pipes, with -q, on a dumb terminal or if CI is set. While it is shown no other code writes to the terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H
#include "cli/session.h"

struct progress_line;
/* doing: "reading 1,234 configs", shown until there is something to count. NULL: no line is shown. */
struct progress_line *progress_begin(struct session *s, const char *doing);
void progress_end(struct progress_line *p);   /* NULL is fine */
void progress_pause(struct progress_line *p); /* call it before printing meanwhile; NULL is allowed */
void progress_resume(struct progress_line *p);
const char *progress_number(struct arena *a, size_t n); /* "1,234" */
#endif
