// SPDX-License-Identifier: MIT
/* Trying the fixes of what a run found; nothing is written. */
#ifndef CLI_FIXES_H
#define CLI_FIXES_H
#include "cli/report_run.h"

/* Those that o wants, by default what the run was asked for; where dependents may lie is filled in here. false: told.
 */
bool fixes_run(struct linting *l, const struct fix_opts *o, struct fix_result *r);
const struct subject_set *linting_configs(const struct linting *l); /* NULL: none of its files is one */
#endif
