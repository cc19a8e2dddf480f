// SPDX-License-Identifier: MIT
/* Unified diffs that `git apply` accepts. */
#ifndef TEXT_DIFF_H
#define TEXT_DIFF_H
#include "base/buf.h"

/* Unified diff of two texts with git's headers (a/REL b/REL); nothing when equal. Handles missing final newlines and
 * CRLF. Lines are compared by a common-prefix/suffix and an LCS bounded in size (falls back to one hunk). */
void text_diff(struct buf *out, const char *rel, const char *old, size_t nold, const char *new, size_t nnew,
	       unsigned context);
/* As text_diff, for a file that does not exist yet (/dev/null header). */
void text_diff_new(struct buf *out, const char *rel, const char *text, size_t n);
/* Reports each difference in order: bytes [lo, hi) of the old text, whole lines, become [at, end) of the new text. */
void text_changes(const char *old, size_t nold, const char *new, size_t nnew,
		  void (*see)(void *ctx, size_t lo, size_t hi, size_t at, size_t end), void *ctx);
#endif
