// SPDX-License-Identifier: MIT
/* The launch scripts of the linted projects: the options that they pass to configs and scripts are used in linting. */
#ifndef CLI_LAUNCHING_H
#define CLI_LAUNCHING_H
#include "cli/targets.h"

/* Before session_subjects: notes in s->launch_scripts those in the projects of configs and scripts among the targets,
 * and adds to the targets what launch scripts that the user names start. */
void launching_take(struct session *s, struct targets *t);
/* A notebook that trains may start trainings by its commands, too: it becomes a second target. launching_take does so.
 */
void launching_notebooks(struct session *s, struct targets *t);
/* Whether only files that were not named have the finding. */
bool launching_only(const struct targets *t, const struct diag *d);
/* Such findings offer no fix. */
void launching_keep_files(const struct targets *t, struct diags *found);
#endif
