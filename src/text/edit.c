// SPDX-License-Identifier: MIT
/*
 * Sets of byte edits.  Overlap is tested per file on half-open spans: an insertion overlaps only a replacement that
 * has its place strictly inside.  Diffs: text/diff.c.
 *
 * Example: source "ab", edits [0,1) -> "x" and insert "y" at 1
 *          no overlap: the insertion is at the replacement's end
 *          edits_apply writes "xyb"
 */
#include "text/edit.h"
#include <stdlib.h>
#include <string.h>

static bool same_text(const struct edit *a, const struct edit *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->text, b->text, a->len));
}

static bool same_edit(const struct edit *a, const struct edit *b)
{
	return a->at.file == b->at.file && a->at.lo == b->at.lo && a->at.hi == b->at.hi && a->order == b->order &&
	       same_text(a, b);
}

/* Two insertions at one place do not overlap: neither bound is beyond the other. */
static bool overlap(const struct edit *a, const struct edit *b)
{
	if (a->at.file != b->at.file)
		return false;
	if (a->at.lo == b->at.lo && a->at.hi == b->at.hi)
		return a->at.lo < a->at.hi;
	return a->at.lo < b->at.hi && b->at.lo < a->at.hi;
}

enum verdict { NEW, KNOWN, COLLIDES };

static enum verdict judge(const struct edits *among, const struct edit *e)
{
	for (size_t i = 0; i < among->n; i++) {
		if (same_edit(&among->at[i], e))
			return KNOWN;
		if (overlap(&among->at[i], e))
			return COLLIDES;
	}
	return NEW;
}

void edits_put(struct arena *a, struct edits *to, struct span at, const char *text, size_t n)
{
	vec_push(to, ((struct edit){ .at = at, .text = arena_strndup(a, text, n), .len = (uint32_t)n }));
}

bool edits_add_all(struct edits *to, const struct edits *more)
{
	size_t before = to->n;

	for (size_t i = 0; i < more->n; i++) {
		enum verdict v = judge(to, &more->at[i]);

		if (v == COLLIDES) {
			to->n = before;
			return false;
		}
		if (v == NEW)
			vec_push(to, more->at[i]);
	}
	return true;
}

static int order(uint32_t a, uint32_t b)
{
	return a < b ? -1 : a > b;
}

/* The text is the last sort key, so the result does not depend on the order of collection. */
static int by_place(const void *va, const void *vb)
{
	const struct edit *a = va, *b = vb;
	int c = order(a->at.file, b->at.file);

	if (!c)
		c = order(a->at.lo, b->at.lo);
	if (!c)
		c = order(a->at.hi, b->at.hi);
	if (!c)
		c = order(a->order, b->order);
	if (!c && a->len && b->len)
		c = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);
	return c ? c : order(a->len, b->len);
}

void edits_sort(struct edits *e)
{
	if (e->n)
		qsort(e->at, e->n, sizeof *e->at, by_place);
}

void edits_unite(struct edits *e)
{
	size_t n = 0;

	edits_sort(e);
	for (size_t i = 0; i < e->n; i++) {
		if (n && same_edit(&e->at[n - 1], &e->at[i]))
			continue;
		if (n && overlap(&e->at[n - 1], &e->at[i]))
			BUG("colliding edits");
		e->at[n++] = e->at[i];
	}
	e->n = n;
}

void edits_apply(struct buf *out, const struct source *s, const struct edits *sorted)
{
	uint32_t done = 0;

	for (size_t i = 0; i < sorted->n; i++) {
		const struct edit *e = &sorted->at[i];

		if (e->at.file != s->id)
			continue;
		if (done > e->at.lo || e->at.lo > e->at.hi || e->at.hi > s->len)
			BUG("edits overlap or lie outside their text");
		buf_add(out, s->bytes + done, e->at.lo - done);
		buf_add(out, e->text, e->len);
		done = e->at.hi;
	}
	buf_add(out, s->bytes + done, s->len - done);
}

uint32_t edits_moved(const struct edits *all, uint32_t at)
{
	int64_t by = 0;

	for (size_t i = 0; i < all->n && all->at[i].at.lo <= at; i++) {
		const struct edit *e = &all->at[i];

		if (e->at.hi > at)
			return (uint32_t)(e->at.lo + by);
		by += (int64_t)e->len - (e->at.hi - e->at.lo);
	}
	return (uint32_t)(at + by);
}

bool edits_made(const struct edits *all, uint32_t at)
{
	int64_t by = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct edit *e = &all->at[i];
		int64_t lo = e->at.lo + by;

		if (at >= lo && at < lo + e->len)
			return true;
		by += (int64_t)e->len - (e->at.hi - e->at.lo);
	}
	return false;
}
