// SPDX-License-Identifier: MIT
/* The text of their files that load configs, concatenated once per run, and only if a key seems to be unread. */
#include "code/nested.h"
#include "base/path.h"
#include "code/priv.h"
#include "text/programs.h"
#include <ctype.h>
#include <string.h>

enum { FILE_BYTES = 1 << 20, ALL_BYTES = 16 << 20 };
struct text_reader {
	const struct index *c;
	const char *folder;
	struct buf text;
	size_t seen; /* bytes that were visited */
};

static void look(void *ctx, const char *path)
{
	struct text_reader *r = ctx;
	const struct code_texts *loader = &r->c->know->loader;
	struct buf b = { 0 };
	bool loads = false, good = r->seen < ALL_BYTES && vfs_read(r->c->m.fs, path, &b, NULL) && b.n <= FILE_BYTES;
	r->seen += b.n;
	for (uint32_t i = 0; i < loader->n && good && !loads; i++)
		loads = strstr(buf_str(&b), loader->at[i]) != NULL;
	if (loads)
		buf_puts(&r->text, buf_str(&b));
	buf_release(&b);
}

static const void *read_folder(struct arena *a, const void *index, const char *folder, const char *key)
{
	struct text_reader r = { .c = index, .folder = folder };
	(void)key;
	programs_each(
		&(struct programs){ .fs = r.c->m.fs, .folder = folder, .budget = ENTRIES_MAX, .see = look, .ctx = &r });
	const char *text = arena_strndup(a, buf_str(&r.text), r.text.n);
	buf_release(&r.text);
	return text;
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool looks_up(const char *text, const struct str *key)
{
	for (const char *p = text; (p = strstr(p, key->s)); p += key->len)
		if (p > text && strchr(".'\"", p[-1]) && !is_name(p[key->len]))
			return true;
	return false;
}

bool nested_reads(const struct index *c, const struct str *key)
{
	bool found = false;
	for (size_t i = 0; i < c->nested.n && !found; i++)
		found = looks_up(result_cache_compute(vfs_file_results(c->m.fs), read_folder, c, c->nested.at[i],
						      "scripts"),
				 key);
	return found && key->len;
}
