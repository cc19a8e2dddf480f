// SPDX-License-Identifier: MIT
/*
 * Edits of a notebook's program, made in the strings of its JSON.
 *
 * Invariant: nothing else of the file changes. A line that is added to a cell whose source is a list becomes a string
 * of that list, with the blanks that stand before its neighbour.
 *
 * Example: `y = 2\n` before `x` in
 *	"source": ["x = 1"]	"source": ["y = 2\n", "x = 1"]
 *	"source": "x = 1"	"source": "y = 2\nx = 1"
 */
#include "text/notebook_edit.h"
#include "text/notebook.h"
#include <string.h>

static bool is_cell_start(const struct source_cells *c, uint32_t at)
{
	for (uint32_t i = 0; i < c->ncells; i++)
		if (c->cell[i].at == at)
			return true;
	return false;
}

static bool crosses_cells(const struct source_cells *c, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = 0; i < c->ncells; i++)
		if (lo < c->cell[i].at && c->cell[i].at < hi)
			return true;
	return false;
}

/* The bytes of the file that are [lo, hi) of the text; false: some of it is not in the file. Where lines go, the
 * strings around them become one. */
static bool range_in_file(const struct source_cells *c, uint32_t lo, uint32_t hi, uint32_t *from, uint32_t *to)
{
	uint32_t i = 0;

	while (i + 1 < c->npieces && c->piece[i + 1].at <= lo)
		i++;
	if (i >= c->npieces || (c->piece[i].kind != PIECE_SAME && c->piece[i].at != lo))
		return false;
	*from = *to = c->piece[i].in_file + (lo - c->piece[i].at);
	for (; i < c->npieces && c->piece[i].at < hi; i++) {
		const struct source_piece *p = &c->piece[i];
		uint32_t end = i + 1 < c->npieces && c->piece[i + 1].at < hi ? c->piece[i + 1].at : hi;

		if (p->kind == PIECE_MADE)
			return false;
		*to = p->kind == PIECE_SAME ? p->in_file + (end - p->at) : p->in_file + p->len;
	}
	if (lo < hi && i < c->npieces && c->piece[i].at == hi && c->piece[i].kind != PIECE_MADE &&
	    !is_cell_start(c, hi))
		*to = c->piece[i].in_file;
	return true;
}

static bool may_make(const struct source *s, const struct edit *e, uint32_t *from, uint32_t *to)
{
	return !(e->len && memchr(e->text, '\r', e->len)) && !crosses_cells(s->cells, e->at.lo, e->at.hi) &&
	       range_in_file(s->cells, e->at.lo, e->at.hi, from, to);
}

bool notebook_may_edit(const struct source *s, const struct edits *sorted)
{
	uint32_t from, to;

	for (size_t i = 0; i < sorted->n; i++)
		if (sorted->at[i].at.file == s->id && !may_make(s, &sorted->at[i], &from, &to))
			return false;
	return true;
}

/* What s was read from: the same pieces at the same places. */
static bool is_as_read(const struct notebook *nb, const struct source *s)
{
	return nb->python && nb->piece.n == s->cells->npieces &&
	       (!nb->piece.n || !memcmp(nb->piece.at, s->cells->piece, nb->piece.n * sizeof *nb->piece.at));
}

static void escape(struct buf *out, const char *text, size_t n)
{
	struct buf b = { 0 };

	buf_json(&b, text, n);
	buf_add(out, b.s + 1, b.n - 2);
	buf_release(&b);
}

/* The quote that opens the string around `at`; *lo: the blanks before it. */
static uint32_t opening_quote(const char *json, uint32_t at, uint32_t *lo)
{
	uint32_t open = at, slashes;

	do {
		for (open--; open && json[open] != '"';)
			open--;
		for (slashes = 0; slashes < open && json[open - 1 - slashes] == '\\';)
			slashes++;
	} while (open && slashes % 2);
	for (*lo = open; *lo && memchr(" \t\r\n", json[*lo - 1], 4);)
		--*lo;
	return open;
}

static bool is_list(const char *json, uint32_t lo)
{
	return lo && (json[lo - 1] == ',' || json[lo - 1] == '[');
}

void notebook_put(struct buf *out, const char *json, uint32_t from, uint32_t to, const char *text, uint32_t n)
{
	uint32_t lo = 0, open = from ? opening_quote(json, from, &lo) : 0;

	for (const char *end = text + n, *next; text < end; text = next) {
		const char *line = memchr(text, '\n', (size_t)(end - text));

		next = line ? line + 1 : end;
		escape(out, text, (size_t)(next - text));
		if (line && is_list(json, lo) && (next < end || json[to] != '"')) {
			buf_puts(out, "\",");
			buf_add(out, json + lo, open - lo);
			buf_putc(out, '"');
		}
	}
}

static bool apply(struct buf *out, const char *json, size_t n, const struct source *s, const struct notebook *nb,
		  const struct edits *sorted)
{
	uint32_t done = 0, from, to;

	for (size_t i = 0; i < sorted->n; i++) {
		const struct edit *e = &sorted->at[i];

		if (e->at.file != s->id)
			continue;
		if (!may_make(s, e, &from, &to) || from < done ||
		    memcmp(nb->text.s + e->at.lo, s->bytes + e->at.lo, e->at.hi - e->at.lo) != 0)
			return false;
		buf_add(out, json + done, from - done);
		notebook_put(out, json, from, to, e->text, e->len);
		done = to;
	}
	buf_add(out, json + done, n - done);
	return true;
}

bool notebook_edit(struct buf *out, const char *json, size_t n, const struct source *s, const struct edits *sorted)
{
	struct notebook nb = { 0 };
	size_t before = out->n;
	bool good = (s->cells->commands ? notebook_read_commands : notebook_read)(&nb, json, n, NULL) &&
		    is_as_read(&nb, s) && apply(out, json, n, s, &nb, sorted);

	notebook_release(&nb);
	if (!good)
		out->n = before;
	return good;
}
