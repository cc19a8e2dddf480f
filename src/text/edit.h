// SPDX-License-Identifier: MIT
/* Byte edits of one source: collect, detect overlap, apply. */
#ifndef TEXT_EDIT_H
#define TEXT_EDIT_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "text/source.h"

struct edit {
	struct span at;	     /* the bytes to replace; lo == hi inserts */
	const char *text;    /* len bytes, not owned */
	uint32_t len, order; /* order breaks ties between insertions at one place */
};
VEC(edits, struct edit);

/* Adds one edit without an overlap check. The text is copied onto the arena. */
void edits_put(struct arena *a, struct edits *to, struct span at, const char *text, size_t n);
/* Adds all edits or none. False when one overlaps an edit that is already there (two insertions at one place don't
 * overlap; equal edits count once). */
bool edits_add_all(struct edits *to, const struct edits *more);
void edits_unite(struct edits *e); /* sorts and removes duplicates */
void edits_sort(struct edits *e);  /* by file, place, order */
void edits_apply(struct buf *out, const struct source *s, const struct edits *sorted); /* only the edits of s->id */
/* For the united edits of one source. edits_moved: the new offset of a byte of the old text, or where its replacement
 * starts. edits_made: whether a byte of the new text comes from an edit. */
uint32_t edits_moved(const struct edits *e, uint32_t at);
bool edits_made(const struct edits *e, uint32_t at);
#endif
