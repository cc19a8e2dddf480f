// SPDX-License-Identifier: MIT
#include "pymodel/pyfile.h"
#include "base/utf8.h"
#include "pymodel/pymodel.h"
#include "text/vfs.h"
#include <string.h>

const struct str *pyfile_dotted_name(const char *rel, bool *package)
{
	struct buf b = { 0 };
	size_t n = strlen(rel) - 3;
	const char *src = !strncmp(rel, "src/", 4) ? rel + 4 : rel;
	n -= (size_t)(src - rel);
	*package = n >= 8 && !strncmp(src + n - 8, "__init__", 8) && (n == 8 || src[n - 9] == '/');
	if (*package)
		n -= n == 8 ? 8 : 9;
	for (size_t i = 0; i < n; i++)
		buf_putc(&b, src[i] == '/' ? '.' : src[i]);
	const struct str *s = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return s;
}

/* When Python imports a module, it does not decode comments; in the main file it rejects every byte that isn't
 * UTF-8. If all invalid bytes are in comments, this replaces them by '?'. */
static void mask_comments(struct cfile *f, struct buf *b)
{
	if (memchr(b->s, 0, b->n) || memmem(b->s, b->n, "__main__", strlen("__main__")))
		return;
	struct buf text = { 0 };
	buf_add(&text, b->s, b->n);
	VEC(bytes, uint32_t) masked = { 0 };
	for (size_t at = 0; (at += utf8_valid(text.s + at, text.n - at)) < text.n; text.s[at] = '?')
		vec_push(&masked, (uint32_t)at);
	const struct parsed *t = parse_once(vfs_results(f->of->fs), f->path, text.s, (uint32_t)text.n);
	bool good = !t->nerrors;
	uint32_t k = 0;
	for (size_t i = 0; good && i < masked.n; i++) {
		while (k < t->ncomments && t->comment[k].hi <= masked.at[i])
			k++;
		good = k < t->ncomments && t->comment[k].lo < masked.at[i];
	}
	if (good)
		memcpy(b->s, text.s, b->n);
	vec_release(&masked);
	buf_release(&text);
}

void pyfile_read(struct cfile *f)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	f->broken = !vfs_read(f->of->fs, f->path, &b, &e);
	if (!f->broken && utf8_valid(buf_str(&b), b.n) < b.n)
		mask_comments(f, &b);
	f->src = sources_add(f->of->sources, f->path, buf_str(&b), f->broken ? 0 : b.n);
	f->broken = f->broken || !source_check_program(f->src, &e);
	buf_release(&b);
}

void pyfile_parse(struct cfile *f)
{
	if (!f->src)
		pyfile_read(f);
	uint32_t len = f->broken ? 0 : f->src->len;
	f->tree = *parse_once(vfs_results(f->of->fs), f->path, f->src->bytes, len);
	f->broken |= f->tree.nerrors > 0;
}

struct code_place file_place(const struct cfile *f, const struct node *n)
{
	return n ? (struct code_place){ f->src, n->lo, n->hi } : (struct code_place){ f->src, 0, 0 };
}
