// SPDX-License-Identifier: MIT
/* Files of a run that cfglint has no rules for (project/foreign.h): they are counted and reported, and never called
 * clean.
 */
#ifndef CLI_FOREIGN_COUNTS_H
#define CLI_FOREIGN_COUNTS_H
#include "cli/report_run.h"
#include "project/foreign.h"

/* What the file is, by its project, the options and the settings; NULL: it can't be read. */
const struct foreign *foreign_file(struct session *s, const char *path);
/* The same of a YAML or JSON file that is none of our configs; NULL: it is one, or no such file. */
const struct foreign *foreign_data(struct session *s, const char *path);
/* Reports of such a file, as it was given, which command says more about it. */
void foreign_report_reader(struct session *s, const char *given, const struct foreign *f);
/* Whether the kind of a named file can be determined, with or without rules for it. */
bool foreign_may_be(const struct session *s, const char *path);
/* Whether a named file of no known family is well formed. If it isn't, it is linted as the kind that its name suggests,
 * so that the user sees where it is broken. */
bool foreign_parses(struct session *s, const char *path);
/* Files of folders that no script reads: what is ours becomes a config, the rest is counted. To be called when the
 * plain configs are loaded, and before configs are. */
void foreign_settle(struct lint_ctx *l);
/* When all is loaded: leaves out those that a launch script or a script reads, where rules see what they hold. */
void foreign_forget_read(struct lint_ctx *l);
/* If no named file has rules: raises the exit status and reports that, because the caller may believe that the files
 * were checked. Not for hooks, which name every changed file. */
void foreign_status(struct lint_ctx *l);
/* Reports files without rules on stderr, for formats that do not contain them. */
void foreign_report(struct lint_ctx *l);
#endif
