// SPDX-License-Identifier: MIT
/* Files of a run that cfglint has no rules for (project/foreign.h): they are counted and told, and never called clean.
 */
#ifndef CLI_FOREIGN_COUNTS_H
#define CLI_FOREIGN_COUNTS_H
#include "cli/report_run.h"
#include "project/foreign.h"

/* What the file is, by all that is known of its project and of what the user says of it; NULL: it can't be read. */
const struct foreign *foreign_file(struct session *s, const char *path);
/* Whether what a named file is can be told, be there rules for it or not. */
bool foreign_may_be(const struct session *s, const char *path);
/* Whether a named file of no known family is well formed. What isn't is judged as what its name says, so that the user
 * reads where it is broken. */
bool foreign_parses(struct session *s, const char *path);
/* Files of folders that no script reads: what is ours becomes a config, the rest is counted. To be called when the
 * plain configs are loaded, and before configs are. */
void foreign_settle(struct linting *l);
/* Raises the exit status where no file that was named has rules, which is told: the caller may believe that it was
 * checked. A hook names whatever changed. */
void foreign_status(struct linting *l);
/* Tells what has no rules on stderr, for reports of which no part says so. */
void foreign_tell(struct linting *l);
#endif
