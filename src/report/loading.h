// SPDX-License-Identifier: MIT
/* The first line of the summary if most configs of a run don't load. */
#ifndef REPORT_LOADING_H
#define REPORT_LOADING_H
#include "base/buf.h"
#include "lint/finding/lint_stats.h"

/* "691 of 693 configs do not load: `configs/_base_/datasets` is missing (ignored by .gitignore:60)." as a line. false:
 * few are concerned. */
bool loading_say(struct buf *b, const struct lint_stats *st, uint32_t listed, const char *cwd);
/* "; 4 of these are listed above, 1 not" of all that do not load; nothing if that adds no information. */
void loading_say_listed(struct buf *b, uint32_t listed, uint32_t all);
/* " (first: a.py: KeyError: 'x')" of those that don't load; nothing if no reason is known. */
void loading_say_first(struct buf *b, const struct unchecked *u, const char *cwd);
/* Whether most files of a kind don't load. */
bool loading_failed(const struct lint_stats *st);
#endif
