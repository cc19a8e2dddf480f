// SPDX-License-Identifier: MIT
/* Findings that a project has and knows of: a file counts them by file, rule and key, so that lines may come and go
 * above them. A finding is old while there are no more of its kind than the file counts; of one more all are new, for
 * nobody can tell which came last. What stands in no one file (a base that many miss) is of each config that has it.
 * What stands in a file that can't be parsed is never old: nobody knows what else is wrong there. */
#ifndef LINT_FINDING_BASELINE_H
#define LINT_FINDING_BASELINE_H
#include "lint/finding/diag.h"
#include "base/map.h"
#include "text/vfs.h"

#define BASELINE_FILE ".cfglint-baseline.json"

struct old_entry {
	const char *file;	 /* absolute */
	const char *rule, *key;	 /* key NULL: none in particular */
	uint32_t count, present; /* as the file says; in this run */
	uint32_t told;		 /* present where no file is named */
	bool named;		 /* some of it is told only of files that are named */
	bool linted;		 /* baseline_mark: nothing of it could have been missed */
};
struct baseline {
	struct arena arena;
	const char *path, *dir; /* absolute; names of files are relative to dir */
	VEC(, struct old_entry *) entries;
	struct map known; /* interned "file\nrule\nkey" -> struct old_entry */
};
/* An empty one, which baseline_text would write to path. */
void baseline_init(struct baseline *b, const char *path);
void baseline_release(struct baseline *b);
/* Adds what the file says. false: e says what is wrong, with the line. */
bool baseline_read(struct baseline *b, const struct vfs *fs, struct err *e);
/* Counts what is present; then the old ones among the findings go from `found` to `old`. */
void baseline_split(struct baseline *b, struct diags *found, struct diags *old);
/* The same findings, and those that are told when all files are named: counts them as present too. How many more. */
uint32_t baseline_add_named(struct baseline *b, const struct diags *found);
uint32_t baseline_uncounted(const struct diags *found); /* in files that can't be parsed */
/* The counts become those of the run, of what is linted; the rest stays. gone: only lower counts. */
void baseline_update(struct baseline *b, bool only_lower);
uint32_t baseline_stale(const struct baseline *b); /* entries that count more than there is, of what is linted */
/* What the file is to hold: JSON, an entry a line, sorted. */
void baseline_text(const struct baseline *b, struct buf *out);
#endif
