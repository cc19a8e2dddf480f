// SPDX-License-Identifier: MIT
/* A line on the terminal of standard error that says how far a run is, for runs over a second; it is gone when what it
 * tells of is done. Never in pipes, with -q, on a dumb terminal or where CI is set. While it may be there nobody else
 * writes to the terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H
#include "cli/session.h"

struct progress_line;
/* doing: "reading 1,234 configs", what is told until there is something to count. NULL: nobody would see it. */
struct progress_line *progress_begin(struct session *s, const char *doing);
void progress_end(struct progress_line *p);   /* NULL is fine */
void progress_pause(struct progress_line *p); /* for who has something to say meanwhile; NULL is fine */
void progress_resume(struct progress_line *p);
const char *progress_number(struct arena *a, size_t n); /* "1,234" */
#endif
