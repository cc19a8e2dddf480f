// SPDX-License-Identifier: MIT
/* What a report says of files that no rules are for: the named ones each, those of folders by what they are. */
#ifndef REPORT_WITHOUT_RULES_H
#define REPORT_WITHOUT_RULES_H
#include "base/buf.h"
#include "lint/finding/lint_stats.h"

/* Lines; nothing where there are none. each: all files by name. Control bytes are escaped. */
void without_rules_say(struct buf *b, const struct lint_stats *st, const char *cwd, bool each);
/* How many files beside at[0] are of the same family, found in folders like it; at[0] counts. */
uint32_t without_rules_run(const struct without_rules *at, uint32_t n);
#endif
