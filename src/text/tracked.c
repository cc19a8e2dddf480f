// SPDX-License-Identifier: MIT
/* git's gitformat-index: a header, then entries sorted by their names' bytes; in version 4 a name is told by what it
 * has in common with the one before it. Extensions behind the entries are not looked at. */
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
	FLAGS_AT = 60, /* behind ten numbers and a SHA-1 */
	NAME_AT = 62,
	EXTENDED = 0x40, /* of the first byte of flags: two more follow */
	INDEX_MAX = 64 << 20,
	NAMES_MAX = 64 << 20
};
VEC(places, uint32_t);

struct tracked {
	size_t top;	     /* length of the folder's path, the slash included */
	struct buf names;    /* one after the other, each with its zero */
	struct places place; /* of each in names */
};
struct reading {
	const unsigned char *s;
	size_t n, at;
	uint32_t version;
	struct buf name; /* the last one */
};

static uint32_t number(const unsigned char *s)
{
	return (uint32_t)s[0] << 24 | (uint32_t)s[1] << 16 | (uint32_t)s[2] << 8 | s[3];
}

/* How many bytes of the name before go; SIZE_MAX: nonsense. */
static size_t dropped(struct reading *r)
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

/* What the name has in common with the last one is kept of that. */
static bool keep_common(struct reading *r)
{
	size_t gone = r->version == 4 ? dropped(r) : r->name.n;

	if (gone > r->name.n)
		return false;
	r->name.n -= gone;
	return true;
}

/* The flags tell it again, up to 4095: other hashes than SHA-1 have other places. */
static bool is_length(const unsigned char *flags, size_t n)
{
	return ((flags[0] & 15u) << 8 | flags[1]) == (n < 4095 ? n : 4095);
}

/* Behind the entries: a part of them stands in another file. */
static bool is_shared(const struct reading *r)
{
	return r->n - r->at >= 4 && !memcmp(r->s + r->at, "link", 4);
}

/* Of one that is in conflict there are several. */
static bool is_in_order(const struct tracked *t, struct buf *name)
{
	return !t->place.n || strcmp(t->names.s + t->place.at[t->place.n - 1], buf_str(name)) <= 0;
}

static bool read_entry(struct reading *r, struct tracked *t)
{
	size_t start = r->at;
	const unsigned char *end;

	if (r->n - start < NAME_AT + 2)
		return false;
	r->at += NAME_AT + (r->version > 2 && r->s[start + FLAGS_AT] & EXTENDED ? 2 : 0);
	if (!keep_common(r) || r->at >= r->n || !(end = memchr(r->s + r->at, 0, r->n - r->at)))
		return false;
	buf_add(&r->name, r->s + r->at, (size_t)(end - r->s) - r->at);
	if (t->names.n + r->name.n > NAMES_MAX || !is_length(r->s + start + FLAGS_AT, r->name.n) ||
	    !is_in_order(t, &r->name))
		return false;
	vec_push(&t->place, (uint32_t)t->names.n);
	buf_add(&t->names, buf_str(&r->name), r->name.n + 1);
	r->at = (size_t)(end - r->s) + 1;
	if (r->version < 4) /* filled up with zeros to a multiple of eight */
		r->at = start + (r->at - start + 7) / 8 * 8;
	return r->at <= r->n;
}

static bool read_index(const struct buf *text, struct tracked *t)
{
	struct reading r = { .s = (const unsigned char *)text->s, .n = text->n, .at = HEADER };
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
