// SPDX-License-Identifier: MIT
/* Byte edits of one source: collect, detect overlap, apply. */
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
void edits_unite(struct edits *e); /* sorts, and drops what is there twice */
void edits_sort(struct edits *e);  /* by file, place, order */
void edits_apply(struct buf *out, const struct source *s, const struct edits *sorted); /* those of s->id only */
/* Of united edits of one source: where a byte of the old text stands in the new one, or what replaced it begins;
 * whether a byte of the new one is an edit's. */
uint32_t edits_moved(const struct edits *e, uint32_t at);
bool edits_made(const struct edits *e, uint32_t at);
#endif
