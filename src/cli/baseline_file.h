// SPDX-License-Identifier: MIT
/* The baseline of a run (lint/finding/baseline.h): --baseline, else `baseline:` of the settings of the first target,
 * else the nearest BASELINE_FILE from its folder up to its project's topmost one. --add-baseline writes it,
 * --prune-baseline takes out what is gone. */
#ifndef CLI_BASELINE_FILE_H
#define CLI_BASELINE_FILE_H
#include "cli/report_run.h"

/* Finds and reads it, before anything is judged. false: told. */
bool baseline_take(struct linting *l);
/* Takes the old ones out of the findings; writes the file where that is asked for; tells what is stale. */
void baseline_apply(struct linting *l);
void baseline_end(struct linting *l);
/* For who tells findings of one file after the other: takes the old ones out and tells nothing but what is wrong with
 * the baseline. The session keeps what was read, until session_close or another baseline is asked for. */
void baseline_hide(struct linting *l);
void baseline_forget(struct session *s); /* what the session keeps */
#endif
