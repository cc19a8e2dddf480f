// SPDX-License-Identifier: MIT
/* Reads git's index (gitformat-index): a header, then entries sorted by their names' bytes. In version 4 a name is
 * stored as the number of bytes to cut from the previous name, and a suffix. Extensions after the entries are not
 * read.
 *
 * Example: version 4, previous name "src/a.py"
 *          cut 4, suffix "b.py"  ->  "src/b.py"
 *          tracked_has(t, "/r/src", true) is true */
#include "text/tracked.h"
#include "base/buf.h"
#include "base/path.h"
#include "base/util.h"
#include "base/vec.h"
#include "text/vfs.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	HEADER = 12,
	FLAGS_AT = 60, /* after ten numbers and a SHA-1 */
	NAME_AT = 62,
	EXTENDED = 0x40, /* bit of the first byte of flags: two more bytes follow */
	INDEX_MAX = 64 << 20,
	NAMES_MAX = 64 << 20
};
VEC(places, uint32_t);

struct tracked {
	size_t top;	     /* length of the folder's path, the slash included */
	struct buf names;    /* NUL-terminated, one after the other */
	struct places place; /* offset of each name in names */
};
struct index_reader {
	const unsigned char *s;
	size_t n, at;
	uint32_t version;
	struct buf name; /* the previous name */
};

static uint32_t number(const unsigned char *s)
{
	return (uint32_t)s[0] << 24 | (uint32_t)s[1] << 16 | (uint32_t)s[2] << 8 | s[3];
}

/* How many bytes to cut from the end of the previous name; SIZE_MAX: invalid. */
static size_t cut_length(struct index_reader *r)
{
	size_t n = 0;

	for (int i = 0; r->at < r->n && i < 4; i++) {
		unsigned char c = r->s[r->at++];

		n = i ? ((n + 1) << 7) | (c & 127) : c & 127;
		if (c < 128)
			return n;
	}
	return SIZE_MAX;
}

/* Cuts the previous name to the part that both names share. */
static bool cut_to_common(struct index_reader *r)
{
	size_t gone = r->version == 4 ? cut_length(r) : r->name.n;

	if (gone > r->name.n)
		return false;
	r->name.n -= gone;
	return true;
}

/* The flags repeat the length, up to 4095. If it differs, the index uses a hash other than SHA-1. */
static bool is_length(const unsigned char *flags, size_t n)
{
	return ((flags[0] & 15u) << 8 | flags[1]) == (n < 4095 ? n : 4095);
}

/* An extension says that some entries are in another file. */
static bool is_shared(const struct index_reader *r)
{
	return r->n - r->at >= 4 && !memcmp(r->s + r->at, "link", 4);
}

/* A file with a merge conflict has several entries. */
static bool is_in_order(const struct tracked *t, struct buf *name)
{
	return !t->place.n || strcmp(t->names.s + t->place.at[t->place.n - 1], buf_str(name)) <= 0;
}

static bool read_entry(struct index_reader *r, struct tracked *t)
{
	size_t start = r->at;
	const unsigned char *end;

	if (r->n - start < NAME_AT + 2)
		return false;
	r->at += NAME_AT + (r->version > 2 && r->s[start + FLAGS_AT] & EXTENDED ? 2 : 0);
	if (!cut_to_common(r) || r->at >= r->n || !(end = memchr(r->s + r->at, 0, r->n - r->at)))
		return false;
	buf_add(&r->name, r->s + r->at, (size_t)(end - r->s) - r->at);
	if (t->names.n + r->name.n > NAMES_MAX || !is_length(r->s + start + FLAGS_AT, r->name.n) ||
	    !is_in_order(t, &r->name))
		return false;
	vec_push(&t->place, (uint32_t)t->names.n);
	buf_add(&t->names, buf_str(&r->name), r->name.n + 1);
	r->at = (size_t)(end - r->s) + 1;
	if (r->version < 4) /* padded with zeros to a multiple of eight */
		r->at = start + (r->at - start + 7) / 8 * 8;
	return r->at <= r->n;
}

static bool read_index(const struct buf *text, struct tracked *t)
{
	struct index_reader r = { .s = (const unsigned char *)text->s, .n = text->n, .at = HEADER };
	bool good = text->n >= HEADER && !memcmp(text->s, "DIRC", 4);

	r.version = good ? number(r.s + 4) : 0;
	good = r.version >= 2 && r.version <= 4;
	for (uint32_t i = good ? number(r.s + 8) : 0; i > 0 && good; i--)
		good = read_entry(&r, t);
	buf_release(&r.name);
	return good && !is_shared(&r);
}

static bool see_part(void *ctx, char *part, size_t n, struct err *e)
{
	(void)e;
	buf_add(ctx, part, n);
	return true;
}

struct tracked *tracked_open(const struct vfs *fs, const char *top, bool *known)
{
	struct tracked *t = xcalloc(1, sizeof(struct tracked));
	struct buf text = { 0 }, path = { 0 };
	struct err why = { 0 };

	buf_printf(&path, "%s/.git/HEAD", strcmp(top, "/") ? top : "");
	t->top = path.n - strlen(".git/HEAD");
	*known = vfs_stands(fs, buf_str(&path));
	path.n -= strlen("HEAD");
	buf_puts(&path, "index");
	bool there = vfs_stands(fs, buf_str(&path)),
	     good = there && vfs_read_parts(fs, buf_str(&path), INDEX_MAX, see_part, &text, &why) &&
		    read_index(&text, t);
	buf_release(&text);
	buf_release(&path);
	*known = good || (*known && !there);
	if (good)
		return t;
	tracked_free(t);
	return NULL;
}

bool tracked_has(const struct tracked *t, const char *path, bool is_dir)
{
	const char *name = path + t->top;
	size_t n = strlen(name), lo = 0, hi = t->place.n;
	struct buf wanted = { 0 };

	buf_printf(&wanted, "%s%s", name, is_dir ? "/" : "");
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(t->names.s + t->place.at[mid], buf_str(&wanted)) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	const char *found = lo < t->place.n ? t->names.s + t->place.at[lo] : NULL;
	bool has = found && !strncmp(found, buf_str(&wanted), n + is_dir) && (is_dir || !found[n]);
	buf_release(&wanted);
	return has;
}

void tracked_free(struct tracked *t)
{
	if (!t)
		return;
	buf_release(&t->names);
	vec_release(&t->place);
	free(t);
}
