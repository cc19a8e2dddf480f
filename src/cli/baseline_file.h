// SPDX-License-Identifier: MIT
/* The baseline of a run (lint/finding/baseline.h): --baseline, else `baseline:` of the settings of the first target,
 * else the nearest BASELINE_FILE from its folder up to its project's topmost one. --add-baseline writes it,
 * --prune-baseline removes findings that no longer exist. */
#ifndef CLI_BASELINE_FILE_H
#define CLI_BASELINE_FILE_H
#include "cli/report_run.h"

/* Finds and reads it, before anything is linted. false: reported. */
bool baseline_take(struct lint_ctx *l);
/* Removes the old ones from the findings, writes the file if an option requires it, and reports stale entries. */
void baseline_apply(struct lint_ctx *l);
void baseline_end(struct lint_ctx *l);
/* For callers that report one file after the other: removes the old findings and reports only errors of the baseline.
 * The session caches the baseline until session_close, or until another one is requested. */
void baseline_hide(struct lint_ctx *l);
void baseline_forget(struct session *s); /* cached by the session */
#endif
