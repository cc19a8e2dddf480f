// SPDX-License-Identifier: MIT
/* A table is text, `- 0123456789` a line: the beginnings of git's names for the files' contents (SHA-1 of "blob SIZE",
 * a NUL and the bytes; gitformat-pack(5)), looked up by halves where it lies. */
#include "project/shipped.h"
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
	size_t n = vfs_list(fs, dir, &name);

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

static void row_of(const char *bytes, size_t n, char row[ROW + 1])
{
	struct sha1_ctx c;
	uint8_t digest[DIGITS / 2];
	char head[sizeof("blob ") + 20]; /* 20: digits of a size_t */
	int nhead = snprintf(head, sizeof head, "blob %zu", n);

	sha1_init(&c);
	sha1_update(&c, (size_t)nhead + 1, (const uint8_t *)head);
	sha1_update(&c, n, (const uint8_t *)bytes);
	sha1_digest(&c, sizeof digest, digest);
	snprintf(row, ROW + 1, "- %02x%02x%02x%02x%02x\n", digest[0], digest[1], digest[2], digest[3], digest[4]);
}

static int by_row(const void *key, const void *row)
{
	return memcmp(key, row, ROW);
}

static const char *owner_of(const struct shipped *s, const char *bytes, size_t n)
{
	char row[ROW + 1];

	row_of(bytes, n, row);
	for (uint32_t i = 0; i < s->n; i++)
		if (s->at[i].n && bsearch(row, s->at[i].row, s->at[i].n, ROW, by_row))
			return s->at[i].name;
	return NULL;
}

const char *shipped_by(const struct shipped *s, const char *bytes, size_t n)
{
	const char *of = owner_of(s, bytes, n);
	char *unix_ends;
	size_t m = 0;

	if (of || !memchr(bytes, '\r', n))
		return of;
	unix_ends = xcalloc(n, 1);
	for (size_t i = 0; i < n; i++)
		if (bytes[i] != '\r' || i + 1 == n || bytes[i + 1] != '\n')
			unix_ends[m++] = bytes[i];
	of = owner_of(s, unix_ends, m);
	free(unix_ends);
	return of;
}
