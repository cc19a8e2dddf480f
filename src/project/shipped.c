// SPDX-License-Identifier: MIT
/* A table is text, `- 0123456789` a line: the beginnings of the texts' SHA-1, looked up by halves where it lies. What
 * is hashed is the text without its layout, as tools/framework-configs.py does it, since forks run formatters over what
 * they carry along: outside of strings no comments, blanks, line ends and backslashes, no comma before a closing
 * bracket; all quotes are '. */
#include "project/shipped.h"
#include "base/buf.h"
#include "base/path.h"
#include "base/util.h"
#include "spec/embedded.h"
#include <nettle/sha1.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "shipped/"
#define BEGINS "\nblobs:\n"
enum { DIGITS = 10, ROW = DIGITS + 3 /* "- " and the end of the line */ };

/* ---- tables ---- */

static void add_table(struct shipped *s, struct arena *a, const char *file, const char *text, size_t n)
{
	const char *name = path_base(file), *ext = path_ext(name), *at = strstr(text, BEGINS);

	if (s->n == SHIPPED_MAX || strcmp(ext, ".yaml") != 0 || !at)
		return;
	at += strlen(BEGINS);
	s->at[s->n++] = (struct shipped_table){ .name = arena_strndup(a, name, (size_t)(ext - name)),
						.row = at,
						.n = (n - (size_t)(at - text)) / ROW };
}

static void load_folder(struct shipped *s, struct arena *a, const struct vfs *fs, const char *dir)
{
	char **name;
	size_t n = vfs_list(fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		struct buf text = { 0 };
		struct err e = { 0 };

		if (vfs_read(fs, path_join(a, dir, name[i]), &text, &e))
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

/* Past the string's last quote, or NULL. s stands behind its first quotes. */
static const char *string_end(const char *s, const char *end, const char *quotes, size_t nquotes)
{
	for (; (size_t)(end - s) >= nquotes; s++) {
		if (memcmp(s, quotes, nquotes) == 0)
			return s + nquotes;
		s += *s == '\\' && s + 1 < end;
	}
	return NULL;
}

/* The string at s, with its own quotes replaced; past its end, or NULL. */
static const char *put_string(struct buf *out, const char *s, const char *end)
{
	size_t nquotes = end - s >= 3 && s[1] == s[0] && s[2] == s[0] ? 3 : 1;
	const char *body = s + nquotes, *past = string_end(body, end, s, nquotes);

	if (!past)
		return NULL;
	buf_putc(out, '\'');
	buf_add(out, body, (size_t)(past - body) - nquotes);
	buf_putc(out, '\'');
	return past;
}

/* The text without its layout; false: a string doesn't end. */
static bool put_normal(struct buf *out, const char *s, const char *end)
{
	bool comma = false; /* is owed: the last that was seen */

	while (s < end) {
		if (*s == '#') {
			const char *eol = memchr(s, '\n', (size_t)(end - s));

			s = eol ? eol : end;
			continue;
		}
		if (memchr(" \t\n\r\f\v\\", *s, 7)) {
			s++;
			continue;
		}
		if (comma && !memchr(")]}", *s, 3))
			buf_putc(out, ',');
		comma = *s == ',';
		if (*s == '\'' || *s == '"') {
			s = put_string(out, s, end);
			if (!s)
				return false;
			continue;
		}
		if (!comma)
			buf_putc(out, *s);
		s++;
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
