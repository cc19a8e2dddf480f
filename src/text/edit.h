// SPDX-License-Identifier: MIT
/* Byte edits of one source: collect, detect overlap, apply, print as a unified diff that `git apply` takes. */
#ifndef TEXT_EDIT_H
#define TEXT_EDIT_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "text/source.h"

struct edit {
	struct span at;	     /* replaced; lo == hi inserts */
	const char *text;    /* len bytes, not owned */
	uint32_t len, order; /* order breaks ties between insertions at one place */
};
VEC(edits, struct edit);

/* Adds one, with a copy of the text on the arena, and no look at the others. */
void edits_put(struct arena *a, struct edits *to, struct span at, const char *text, size_t n);
/* Adds all or none. False when one overlaps an edit that is already there (two insertions at one place don't overlap;
 * equal edits count once). */
bool edits_add_all(struct edits *to, const struct edits *more);
void edits_sort(struct edits *e);						       /* by file, place, order */
void edits_apply(struct buf *out, const struct source *s, const struct edits *sorted); /* those of s->id only */
/* Unified diff of two texts with git's headers (a/REL b/REL); nothing when equal. Handles missing final newlines and
 * CRLF. Lines are compared by a common-prefix/suffix and an LCS bounded in size (falls back to one hunk). */
void text_diff(struct buf *out, const char *rel, const char *old, size_t nold, const char *new, size_t nnew,
	       unsigned context);
/* As text_diff, for a file that does not exist yet (/dev/null header). */
void text_diff_new(struct buf *out, const char *rel, const char *text, size_t n);
#endif
