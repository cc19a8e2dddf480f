// SPDX-License-Identifier: MIT
/* Lines of a report about files without rules: one for each named file, one by kind for files of folders. */
#ifndef REPORT_WITHOUT_RULES_H
#define REPORT_WITHOUT_RULES_H
#include "base/buf.h"
#include "lint/finding/lint_stats.h"

/* Appends the lines; nothing if there are none. each: all files by name. Control bytes are escaped. */
void without_rules_say(struct buf *b, const struct lint_stats *st, const char *cwd, bool each);
/* How many files beside at[0] are of the same family, found in folders like it; at[0] counts. */
uint32_t without_rules_run(const struct without_rules *at, uint32_t n);
#endif
