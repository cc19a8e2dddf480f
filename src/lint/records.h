// SPDX-License-Identifier: MIT
/* What an earlier run found of each subject, and from which texts: where only some of these have changed, all other
 * subjects are known. They stand in their set without a tree (struct subject.known), and what was found of them is told
 * again. Who holds the records has seen that nothing else has changed (base/retrace.h). */
#ifndef LINT_RECORDS_H
#define LINT_RECORDS_H
#include "lint/linter.h"
#include "lint/record.h"

struct records;
/* edits: reports tell edits of fixes, so that a subject whose finding may have some is never known. */
struct records *records_new(bool edits);
void records_free(struct records *r); /* NULL: nothing */
/* bytes: of records_write. false: they are others; then r is as new. */
bool records_read(struct records *r, const char *bytes, size_t n);
/* This text has changed. false: no record says what depends on it. */
bool records_forget(struct records *r, const char *path);
/* What was found of a subject now. Thread-safe; what can't be told again is left out. */
void records_keep(struct records *r, const struct subject *s, const struct outcome *o);
/* What was found in this run depends on files that no record tells: nothing of it is written. */
void records_none(struct records *r);
/* What a search of the disk came to, which reads nothing as its own (vfs_read_own): the run after needn't search again.
 * of: what it was about, files or folders. NULL: that isn't known, search; else it lives as long as r. All lists are
 * NULL-terminated. r NULL: nothing is known, or kept. */
const char *const *records_found(struct records *r, const char *what, const char *const *of);
void records_keep_found(struct records *r, const char *what, const char *const *of,
			const char *const *path /* NULL: nothing was found */);
/* What somebody worked out of this text alone, for which it needn't be read again. NULL: nobody knows, or it has
 * changed. r NULL: nothing is known, or kept. */
const char *records_word(const struct records *r, const char *what, const char *path);
void records_keep_word(struct records *r, const char *what, const char *path, const char *word);
/* What was kept in this run, and what it took from the earlier one. */
void records_write(struct records *r, struct buf *out);
#endif
