// SPDX-License-Identifier: MIT
/* Trying the fixes of what a run found; nothing is written. */
#ifndef CLI_SHARED_FIXES_H
#define CLI_SHARED_FIXES_H
#include "cli/report_run.h"

/* Tries the fixes that o selects, by default those of the run's options. Fills in where dependents may lie. false:
 * reported.
 */
bool fixes_run(struct lint_ctx *l, const struct fix_opts *o, struct fix_result *r);
const struct subject_set *lint_ctx_configs(const struct lint_ctx *l); /* NULL: none of its files is one */
#endif
