// SPDX-License-Identifier: MIT
#include "pymodel/pyfile.h"
#include "base/utf8.h"
#include "pymodel/pymodel.h"
#include "text/notebook.h"
#include "text/vfs.h"
#include <string.h>

enum { CELLS_TRIED = 2000 /* of a notebook that is no Python as a whole */ };

const struct str *pyfile_dotted_name(const char *rel, bool *package)
{
	struct buf b = { 0 };
	if (notebook_named(rel)) { /* nothing imports it */
		*package = false;
		return str_lit(rel);
	}
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

static bool is_error(const struct syntax_error *e)
{
	return !e->cells_may;
}

bool pyfile_has_errors(const struct cfile *f, const struct parsed *t)
{
	uint32_t n = t->nerrors;

	for (uint32_t i = 0; i < t->nerrors && notebook_named(f->path); i++)
		n -= !is_error(&t->error[i]);
	return n > 0;
}

/* IPython compiles each cell by itself, so one that is no Python stops no other. */
static void blank_bad_cells(struct cfile *f, struct notebook *nb)
{
	struct parser *p = parser_new();

	for (size_t i = 0; i < nb->cell.n && nb->cell.n <= CELLS_TRIED; i++) {
		struct arena a = { 0 };
		struct parsed t;
		size_t lo = notebook_cell_start(nb, i), hi = notebook_cell_start(nb, i + 1);

		parse_module(p, &a, nb->text.s + lo, (uint32_t)(hi - lo), NULL, &t);
		if (pyfile_has_errors(f, &t)) {
			notebook_blank(nb, i);
			f->gap = f->gaps ? f->gap : (uint32_t)lo;
			f->gaps = true;
		}
		arena_release(&a);
	}
	parser_free(p);
}

static void read_notebook(struct cfile *f)
{
	struct buf json = { 0 };
	struct notebook nb = { 0 };
	struct source_cells cells;

	f->broken = !vfs_read(f->of->fs, f->path, &json, NULL) || !notebook_read(&nb, buf_str(&json), json.n, NULL);
	buf_release(&json);
	if (pyfile_has_errors(f, parse_once(vfs_results(f->of->fs), f->path, buf_str(&nb.text), (uint32_t)nb.text.n)))
		blank_bad_cells(f, &nb);
	cells = notebook_cells(&nb);
	f->src = sources_add_program(f->of->sources, f->path, buf_str(&nb.text), nb.text.n, &cells);
	notebook_release(&nb);
}

void pyfile_read(struct cfile *f)
{
	if (notebook_named(f->path)) {
		read_notebook(f);
		return;
	}

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
	f->broken |= pyfile_has_errors(f, &f->tree);
}

struct code_place file_place(const struct cfile *f, const struct node *n)
{
	return n ? (struct code_place){ f->src, n->lo, n->hi } : (struct code_place){ f->src, 0, 0 };
}
