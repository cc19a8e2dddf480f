// SPDX-License-Identifier: MIT
/* Looks up whether a text is an unmodified framework config. A table is text, `- 0123456789` a line: prefixes of the
 * texts' SHA-1, sorted, found by binary search in place. The hash is of the text without its layout, as in
 * tools/framework-configs.py, since forks reformat their copies: outside of strings no comments, blanks, line ends
 * and backslashes, no comma before a closing bracket; all quotes are '. Then `entries:`, one line, ten digits for
 * each entry that any file has had: 12 bits of its key, 48 of its value. Then `files:`, a line per file: digits of
 * its name, and three for each entry that it has had:
 *
 *     - Ab3dE_9 AABAAC...      the entry's index in that line, and in the last bit: every version has had that key */
#include "project/shipped.h"
#include "base/buf.h"
#include "base/path.h"
#include "base/util.h"
#include "spec/embedded.h"
#include <nettle/sha1.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FOLDER "shipped/"
#define BASE64 "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#define BEGINS "\nblobs:\n"
#define ENTRIES "\nentries: "
#define FILES "\nfiles:\n"
enum {
	DIGITS = 10,
	ROW = DIGITS + 3 /* "- " and the end of the line */,
	NAME = 7,
	FILE_HEAD = 2 + NAME + 1 /* "- ", the name, a blank */,
	ENTRY = 10,
	PLACE = 3,
	ALWAYS = 1,
	TABLE_MAX = 64 << 20 /* the largest shipped table has 1.2 MB, more than a config may have */
};

/* ---- tables ---- */

static void add_table(struct shipped *s, struct arena *a, const char *file, const char *text, size_t n)
{
	const char *name = path_base(file), *ext = path_ext(name), *at = strstr(text, BEGINS);

	const char *end = text + n, *rows_end, *entries, *files;

	if (s->n == SHIPPED_MAX || strcmp(ext, ".yaml") != 0 || !at)
		return;
	at += strlen(BEGINS);
	entries = strstr(at - 1, ENTRIES);
	rows_end = entries ? entries + 1 : end;
	entries = entries ? entries + strlen(ENTRIES) : end;
	files = strstr(entries, FILES);
	s->at[s->n++] = (struct shipped_table){ .name = arena_strndup(a, name, (size_t)(ext - name)),
						.row = at,
						.n = (size_t)(rows_end - at) / ROW,
						.entry = entries,
						.nentries = files ? (size_t)(files - entries) / ENTRY : 0,
						.files = files ? files + strlen(FILES) : end,
						.end = end };
}

static bool take_part(void *ctx, char *part, size_t n, struct err *e)
{
	(void)e;
	buf_add(ctx, part, n);
	return true;
}

static void load_folder(struct shipped *s, struct arena *a, const struct vfs *fs, const char *dir)
{
	char **name;
	size_t n = vfs_list(fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		struct buf text = { 0 };
		struct err e = { 0 };

		if (vfs_read_parts(fs, path_join(a, dir, name[i]), TABLE_MAX, take_part, &text, &e))
			add_table(s, a, name[i], arena_strndup(a, buf_str(&text), text.n), text.n);
		buf_release(&text);
		free(name[i]);
	}
	if (n)
		free(name);
}

void shipped_load(struct shipped *s, struct arena *a, const struct vfs *fs, const char *dir)
{
	s->n = 0;
	if (dir)
		load_folder(s, a, fs, path_join(a, dir, "shipped"));
	for (size_t i = 0; !dir && i < embedded_count; i++)
		if (strncmp(embedded_files[i].path, FOLDER, strlen(FOLDER)) == 0)
			add_table(s, a, embedded_files[i].path, (const char *)embedded_files[i].bytes,
				  embedded_files[i].n);
}

/* ---- looking up ---- */

/* The text without its layout; false: an unterminated string. */
static bool put_normal(struct buf *out, const char *s, const char *end)
{
	struct text_words w = { s, end };
	bool comma = false; /* a pending comma: the last word was one */

	for (struct text_word x; (x = words_next(&w)).kind;) {
		if (x.kind == WORD_BROKEN)
			return false;
		if (x.kind == '\n')
			continue;
		if (comma && !memchr(")]}", x.kind, 3))
			buf_putc(out, ',');
		comma = x.kind == ',';
		if (!comma)
			word_put(out, &x);
	}
	if (comma)
		buf_putc(out, ',');
	return true;
}

static void row_of(struct buf *normal, char row[ROW + 1])
{
	struct sha1_ctx c;
	uint8_t digest[DIGITS / 2];

	sha1_init(&c);
	sha1_update(&c, normal->n, (const uint8_t *)buf_str(normal));
	sha1_digest(&c, sizeof digest, digest);
	snprintf(row, ROW + 1, "- %02x%02x%02x%02x%02x\n", digest[0], digest[1], digest[2], digest[3], digest[4]);
}

static int by_row(const void *key, const void *row)
{
	return memcmp(key, row, ROW);
}

static const char *owner_of(const struct shipped *s, const char *row)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->at[i].n && bsearch(row, s->at[i].row, s->at[i].n, ROW, by_row))
			return s->at[i].name;
	return NULL;
}

const char *shipped_by(const struct shipped *s, const char *bytes, size_t n)
{
	struct buf normal = { 0 };
	const char *of = NULL;
	char row[ROW + 1];

	if (put_normal(&normal, bytes, bytes + n) && normal.n) {
		row_of(&normal, row);
		of = owner_of(s, row);
	}
	buf_release(&normal);
	return of;
}

/* ---- entries of files ---- */

static void put_base64(char *out, uint64_t bits, int digits)
{
	for (int i = digits; i-- > 0; bits >>= 6)
		out[i] = BASE64[bits & 63];
}

/* Code of "folder/name.py". */
static bool name_code(const char *path, char out[NAME])
{
	const char *name = path_base(path), *at = name;
	struct sha1_ctx c;
	uint8_t d[6];
	uint64_t bits = 0;

	while (at > path && name > path && (at == name || at[-1] != '/'))
		at--;
	sha1_init(&c);
	sha1_update(&c, strlen(at), (const uint8_t *)at);
	sha1_digest(&c, sizeof d, d);
	for (size_t i = 0; i < sizeof d; i++)
		bits = bits << 8 | d[i];
	put_base64(out, bits >> 6, NAME);
	return *at;
}

static const char *next_line(const char *s, const char *end)
{
	const char *eol = memchr(s, '\n', (size_t)(end - s));

	return eol ? eol + 1 : end;
}

/* The line of a file, by binary search; NULL: none. */
static const char *line_of(const struct shipped_table *t, const char name[NAME])
{
	const char *lo = t->files, *hi = t->end;

	while (lo < hi) {
		const char *mid = lo + (hi - lo) / 2;
		int order;

		while (mid > lo && mid[-1] != '\n')
			mid--;
		if (hi - mid < FILE_HEAD)
			return NULL;
		order = memcmp(mid + 2, name, NAME);
		if (!order)
			return mid;
		if (order < 0)
			lo = next_line(mid, hi);
		else
			hi = mid;
	}
	return NULL;
}

bool shipped_has_names(const struct shipped *s, const char *by)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (!strcmp(s->at[i].name, by))
			return s->at[i].files < s->at[i].end;
	return false;
}

bool shipped_names(const struct shipped *s, const char *path)
{
	char name[NAME];
	bool found = false;

	for (uint32_t i = 0; name_code(path, name) && !found && i < s->n; i++)
		found = line_of(&s->at[i], name);
	return found;
}

/* Length of the common prefix if one name starts with the other; 0: too short. */
static size_t alike(const char *folder, size_t n, const char *name)
{
	enum { LEAST = 5 };
	size_t m = strlen(name), both = n < m ? n : m;

	return both >= LEAST && !strncasecmp(folder, name, both) ? both : 0;
}

const struct shipped_clone *shipped_folder(const struct shipped *s, struct arena *a, const char *path, const char *top)
{
	const char *p = path_inside(top, path) ? path + strlen(top) : "";
	struct shipped_clone *found = NULL;
	size_t n, best = 0;

	for (p += *p == '/'; shipped_names(s, path) && !found && p[n = strcspn(p, "/")]; p += n + 1)
		for (uint32_t i = 0; i < s->n; i++) {
			size_t same = alike(p, n, s->at[i].name);

			if (same <= best)
				continue;
			best = same;
			found = found ? found : arena_new(a, struct shipped_clone);
			*found =
				(struct shipped_clone){ s->at[i].name, arena_strndup(a, path, (size_t)(p + n - path)) };
		}
	return found;
}

static uint64_t number_at(const char *s, int digits)
{
	uint64_t bits = 0;

	for (int i = 0; i < digits; i++) {
		const char *digit = s[i] ? strchr(BASE64, s[i]) : NULL;

		bits = bits << 6 | (digit ? (uint64_t)(digit - BASE64) : 0);
	}
	return bits;
}

static bool has_key(const struct text_entries *e, uint32_t key)
{
	for (size_t i = 0; i < e->n; i++)
		if (!e->at[i].brackets && e->at[i].key == key)
			return true;
	return false;
}

struct compared {
	size_t nshipped;
	struct absent_keys lacks;
};

static void lacks_key(struct absent_keys *l, uint32_t key)
{
	for (uint32_t i = 0; i < l->n && i < ABSENT_KEYS_MAX; i++)
		if (l->key[i] == key) /* the key has another value */
			return;
	if (l->n < ABSENT_KEYS_MAX)
		l->key[l->n] = (uint16_t)key;
	l->n++;
}

/* Marks the entries that the line contains. */
static struct compared compare(struct text_entries *e, const struct shipped_table *t, const char *line)
{
	struct compared c = { 0 };
	const char *eol = next_line(line, t->end);

	for (size_t i = 0; i < e->n; i++)
		e->at[i].shipped = false;
	for (const char *s = line + FILE_HEAD; s + PLACE < eol; s += PLACE) {
		uint64_t place = number_at(s, PLACE), entry;
		uint32_t key;
		uint64_t value;

		if (place >> 1 >= t->nentries)
			continue;
		entry = number_at(t->entry + (place >> 1) * ENTRY, ENTRY);
		key = (uint32_t)(entry >> VALUE_BITS);
		value = entry & ((UINT64_C(1) << VALUE_BITS) - 1);
		if ((place & ALWAYS) && !has_key(e, key))
			lacks_key(&c.lacks, key);
		for (size_t i = 0; i < e->n; i++)
			if (!e->at[i].brackets && e->at[i].key == key && e->at[i].value == value)
				e->at[i].shipped = true;
	}
	for (size_t i = 0; i < e->n; i++)
		c.nshipped += e->at[i].shipped;
	return c;
}

/* Brackets are shipped if any entry inside is, because the position is part of that entry. */
static void mark_brackets(struct text_entries *e)
{
	uint32_t next = UINT32_MAX; /* start of the next shipped entry */

	for (size_t i = e->n; i-- > 0;) {
		if (e->at[i].brackets && next < e->at[i].hi)
			e->at[i].shipped = true;
		if (e->at[i].shipped)
			next = e->at[i].lo;
	}
}

const char *shipped_compare(const struct shipped *s, const char *path, struct text_entries *e,
			    struct absent_keys *lacks)
{
	const struct shipped_table *best = NULL;
	const char *line;
	size_t most = 0;
	char name[NAME];

	name_code(path, name);
	for (uint32_t i = 0; i < s->n; i++) {
		line = line_of(&s->at[i], name);
		size_t n = line ? compare(e, &s->at[i], line).nshipped : 0;

		if (n > most) {
			most = n;
			best = &s->at[i];
		}
	}
	*lacks = best ? compare(e, best, line_of(best, name)).lacks : (struct absent_keys){ 0 };
	mark_brackets(e);
	return best ? best->name : NULL;
}
