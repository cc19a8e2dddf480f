// SPDX-License-Identifier: MIT
/* Known findings of a project: a file counts them by file, rule and key, so that lines above them may change. A finding
 * is old while there are no more of its kind than the file counts; with one more all count as new, because it is
 * unknown which came last. A finding outside of any single file (a base that many lack) counts for each config that has
 * it. A finding in a file that can't be parsed is never old: it is unknown what else is wrong there. */
#ifndef LINT_FINDING_BASELINE_H
#define LINT_FINDING_BASELINE_H
#include "lint/finding/diag.h"
#include "base/map.h"
#include "text/vfs.h"

#define BASELINE_FILE ".cfglint-baseline.json"

struct old_entry {
	const char *file;	 /* absolute */
	const char *rule, *key;	 /* key NULL: none in particular */
	uint32_t count, present; /* in the file; in this run */
	uint32_t total;		 /* present where no file is named */
	bool named;		 /* some of it is reported only for named files */
	bool linted;		 /* baseline_mark: all its findings would have been found */
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
/* Adds the entries of the file. false: e has the error and its line. */
bool baseline_read(struct baseline *b, const struct vfs *fs, struct err *e);
/* Counts what is present; then the old ones among the findings go from `found` to `old`. */
void baseline_split(struct baseline *b, struct diags *found, struct diags *old);
/* The same findings, and those that are reported if all files are named: counts them as present too. Returns how many
 * more. */
uint32_t baseline_add_named(struct baseline *b, const struct diags *found);
uint32_t baseline_uncounted(const struct diags *found); /* in files that can't be parsed */
/* Sets the counts of linted files to those of the run; the rest is unchanged. gone: only lowers counts. */
void baseline_update(struct baseline *b, bool only_lower);
uint32_t baseline_stale(const struct baseline *b); /* entries of linted files that count more findings than exist */
/* What the file is to hold: JSON, an entry a line, sorted. */
void baseline_text(const struct baseline *b, struct buf *out);
#endif
