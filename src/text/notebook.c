// SPDX-License-Identifier: MIT
/*
 * Reads a notebook in one pass without recursion: the scanner knows the three levels that lead to a cell's source and
 * skips every other value by counting brackets.
 *
 * Example: {"cells": [{"cell_type": "code", "source": ["x = \"a\"\n", "y"]}], "metadata": {}, "nbformat": 4}
 *          text `x = "a"\ny\n`, one cell; pieces `x = ` same, `"` escape, `a` same, ...
 */
#include "text/notebook.h"
#include "base/path.h"
#include "base/utf8.h"
#include "text/ipython.h"
#include "text/json.h"
#include <string.h>
#include <strings.h>

struct scan {
	const char *s;
	uint32_t at, n;
	struct err *e;
};
struct reader {
	struct scan sc;
	struct notebook *nb;
	uint32_t cells;			   /* that were seen, of any type */
	bool has_cells, has_sheets, other; /* sheets: of nbformat 3 */
	struct buf cell;		   /* the source of one cell, and its pieces */
	VEC(, struct source_piece) piece;
	size_t next;	 /* piece to copy */
	uint32_t anchor; /* where the cell's source ends in the file */
};

bool notebook_named(const char *path)
{
	return !strcmp(path_ext(path), ".ipynb");
}

size_t notebook_cap(const char *path, size_t cap)
{
	return notebook_named(path) && cap < NOTEBOOK_BYTES ? NOTEBOOK_BYTES : cap;
}

/* ---- JSON */

static bool fail(struct scan *sc, uint32_t at, const char *what)
{
	uint32_t line = 1, col = 1;

	err_set(sc->e, ERR_SYNTAX, "%s", what);
	for (uint32_t i = 0; i < at && i < sc->n; i++) {
		col = sc->s[i] == '\n' ? 1 : col + utf8_starts(sc->s[i]);
		line += sc->s[i] == '\n';
	}
	if (sc->e) {
		sc->e->line = line;
		sc->e->col = col;
	}
	return false;
}

static char next(struct scan *sc)
{
	char c;

	while ((c = sc->s[sc->at]) == ' ' || c == '\n' || c == '\t' || c == '\r')
		sc->at++;
	return c;
}

static bool take(struct scan *sc, char c, const char *what)
{
	if (next(sc) != c)
		return fail(sc, sc->at, what);
	sc->at++;
	return true;
}

static bool skip_string(struct scan *sc)
{
	uint32_t lo = sc->at++;

	for (;; sc->at++) {
		sc->at += (uint32_t)strcspn(sc->s + sc->at, "\"\\");
		if (sc->at >= sc->n)
			return fail(sc, lo, "Unterminated string");
		if (sc->s[sc->at] == '"')
			break;
		sc->at += sc->s[sc->at] == '\\';
	}
	sc->at++;
	return true;
}

static bool ends_scalar(char c)
{
	switch (c) {
	case '\0':
	case ' ':
	case '\t':
	case '\r':
	case '\n':
	case ',':
	case ':':
	case '"':
	case '[':
	case ']':
	case '{':
	case '}':
		return true;
	default:
		return false;
	}
}

/* A number or a word; whether Python knows it is not checked. */
static bool skip_scalar(struct scan *sc)
{
	uint32_t lo = sc->at;

	while (sc->at < sc->n && !ends_scalar(sc->s[sc->at]))
		sc->at++;
	return sc->at > lo || fail(sc, lo, "Expecting value");
}

static bool skip_value(struct scan *sc)
{
	uint32_t depth = 0;
	bool good = true;

	do {
		char c = next(sc);

		if (c == '"') {
			good = skip_string(sc);
		} else if (c == '[' || c == '{') {
			depth++;
			sc->at++;
		} else if (depth && (c == ']' || c == '}')) {
			depth--;
			sc->at++;
		} else if (depth && (c == ',' || c == ':')) {
			sc->at++;
		} else {
			good = skip_scalar(sc);
		}
	} while (depth && good);
	return good;
}

/* Behind an opening bracket or an item: whether another item follows. *first: none was read yet. */
static bool more(struct scan *sc, char end, bool *first, bool *any)
{
	bool is_first = *first;

	*first = false;
	*any = next(sc) != end;
	if (!*any)
		sc->at++;
	else if (!is_first && !take(sc, ',', "Expecting ',' delimiter"))
		return false;
	return true;
}

/* The key of a member; its text lies between its quotes, escapes and all. */
static bool read_key(struct scan *sc, uint32_t *lo, uint32_t *hi)
{
	if (next(sc) != '"')
		return fail(sc, sc->at, "Expecting property name enclosed in double quotes");
	*lo = sc->at + 1;
	if (!skip_string(sc))
		return false;
	*hi = sc->at - 1;
	return take(sc, ':', "Expecting ':' delimiter");
}

static bool is_text(const struct scan *sc, uint32_t lo, uint32_t hi, const char *text)
{
	return hi - lo == strlen(text) && !memcmp(sc->s + lo, text, hi - lo);
}

/* Each member of an object: `see` reads its value. */
static bool members(struct reader *r, bool (*see)(struct reader *r, uint32_t lo, uint32_t hi, void *ctx), void *ctx)
{
	struct scan *sc = &r->sc;
	bool first = true, any;
	uint32_t lo = 0, hi = 0;

	if (next(sc) != '{')
		return skip_value(sc);
	sc->at++;
	for (;;) {
		if (!more(sc, '}', &first, &any))
			return false;
		if (!any)
			return true;
		if (!read_key(sc, &lo, &hi) || !see(r, lo, hi, ctx))
			return false;
	}
}

/* ---- a cell's source */

static void add_piece(struct reader *r, uint32_t at, uint32_t in_file, uint32_t end, int kind)
{
	vec_push(&r->piece,
		 ((struct source_piece){ .at = at, .in_file = in_file, .len = end - in_file, .kind = kind }));
}

static bool decode_string(struct reader *r)
{
	struct scan *sc = &r->sc;
	uint32_t at = sc->at + 1, end;
	const char *wrong;

	if (next(sc) != '"')
		return fail(sc, sc->at, "a cell's source is neither a text nor a list of texts");
	if (!skip_string(sc))
		return false;
	end = sc->at - 1;
	while (at < end && r->cell.n <= NOTEBOOK_TEXT) {
		uint32_t run = at, before = (uint32_t)r->cell.n;

		while (at < end && (unsigned char)sc->s[at] >= 0x20 && sc->s[at] != '\\')
			at++;
		if (at > run) {
			add_piece(r, before, run, at, PIECE_SAME);
			buf_add(&r->cell, sc->s + run, at - run);
		} else if (sc->s[at] != '\\') {
			return fail(sc, at, "Invalid control character in a string");
		} else {
			at++;
			wrong = json_unescape(sc->s, &at, &r->cell);
			if (wrong)
				return fail(sc, at, wrong);
			add_piece(r, before, run, at, PIECE_ESCAPE);
		}
	}
	r->anchor = end;
	return true;
}

static bool decode_source(struct reader *r)
{
	struct scan *sc = &r->sc;
	bool first = true, any;

	buf_clear(&r->cell);
	r->piece.n = r->next = 0;
	r->anchor = sc->at;
	if (next(sc) != '[')
		return decode_string(r);
	for (sc->at++;;) {
		if (!more(sc, ']', &first, &any))
			return false;
		if (!any)
			return true;
		next(sc);
		if (!decode_string(r))
			return false;
	}
}

static void push(struct reader *r, struct source_piece p)
{
	p.at = (uint32_t)r->nb->text.n;
	vec_push(&r->nb->piece, p);
}

static void put_same(void *ctx, size_t lo, size_t hi)
{
	struct reader *r = ctx;
	struct buf *text = &r->nb->text;

	while (lo < hi) {
		size_t end;

		while (r->next + 1 < r->piece.n && r->piece.at[r->next + 1].at <= lo)
			r->next++;

		struct source_piece p = r->piece.at[r->next];

		end = r->next + 1 < r->piece.n ? r->piece.at[r->next + 1].at : r->cell.n;
		end = end < hi ? end : hi;
		if (p.kind == PIECE_SAME) {
			p.in_file += (uint32_t)(lo - p.at);
			p.len = (uint32_t)(end - lo);
		}
		push(r, p);
		buf_add(text, r->cell.s + lo, end - lo);
		lo = end;
	}
}

static void put_made(void *ctx, size_t at, const char *text, size_t n)
{
	struct reader *r = ctx;
	struct source_piece p = { .in_file = r->anchor, .kind = PIECE_MADE };

	for (size_t i = r->next; i < r->piece.n && r->piece.at[i].at <= at && at < r->cell.n; i++)
		p.in_file = r->piece.at[i].in_file +
			    (r->piece.at[i].kind == PIECE_SAME ? (uint32_t)at - r->piece.at[i].at : 0);
	push(r, p);
	buf_add(&r->nb->text, text, n);
}

static uint32_t lines_in(const char *s, size_t n)
{
	uint32_t lines = 0;

	for (const char *end = s + n; (s = memchr(s, '\n', (size_t)(end - s))); s++)
		lines++;
	return lines;
}

/* The source of a code cell begins here. */
static bool read_code(struct reader *r, uint32_t *line)
{
	struct ipython_to to = { put_same, put_made, r };
	struct buf *text = &r->nb->text;
	size_t before = text->n;

	if (!decode_source(r))
		return false;
	if (!r->cell.n || memchr(r->cell.s, 0, r->cell.n))
		return true;
	if (before + r->cell.n > NOTEBOOK_TEXT)
		return err_set(r->sc.e, ERR_TOO_LARGE, "the notebook's code is larger than %d bytes", NOTEBOOK_TEXT);
	if (!(r->nb->commands ? ipython_commands : ipython_cell)(buf_str(&r->cell), r->cell.n, &to))
		return true;
	if (text->s[text->n - 1] != '\n')
		put_made(r, r->cell.n, "\n", 1);
	vec_push(&r->nb->cell, ((struct source_cell){ (uint32_t)before, *line, r->cells }));
	*line += lines_in(text->s + before, text->n - before);
	return true;
}

/* ---- the file */

struct cell_found {
	bool code;
	uint32_t source; /* 0: it has none */
};

static bool see_in_cell(struct reader *r, uint32_t lo, uint32_t hi, void *ctx)
{
	struct cell_found *c = ctx;
	struct scan *sc = &r->sc;
	bool type = is_text(sc, lo, hi, "cell_type");

	next(sc);
	if (is_text(sc, lo, hi, "source"))
		c->source = sc->at;
	lo = sc->at;
	if (!skip_value(sc))
		return false;
	if (type)
		c->code = is_text(sc, lo, sc->at, "\"code\"");
	return true;
}

static bool read_cells(struct reader *r)
{
	struct scan *sc = &r->sc;
	bool first = true, any;
	uint32_t line = 0;

	r->has_cells = true;
	if (next(sc) != '[')
		return fail(sc, sc->at, "a notebook's `cells` are a list");
	for (sc->at++;;) {
		struct cell_found c = { 0 };
		uint32_t behind;

		if (!more(sc, ']', &first, &any))
			return false;
		if (!any)
			return true;
		if (!members(r, see_in_cell, &c))
			return false;
		r->cells++;
		behind = sc->at;
		sc->at = c.source;
		if (c.code && c.source && !read_code(r, &line))
			return false;
		sc->at = behind;
	}
}

/* "language" of a kernelspec, "name" of language_info. */
static bool see_language(struct reader *r, uint32_t lo, uint32_t hi, void *ctx)
{
	struct scan *sc = &r->sc;
	bool is = is_text(sc, lo, hi, ctx);

	next(sc);
	lo = sc->at;
	if (!skip_value(sc))
		return false;
	if (is && sc->s[lo] == '"' && strncasecmp(sc->s + lo, "\"python", 7) != 0 &&
	    strncasecmp(sc->s + lo, "\"ipython", 8) != 0)
		r->other = true;
	return true;
}

static bool see_metadata(struct reader *r, uint32_t lo, uint32_t hi, void *ctx)
{
	static char language[] = "language", name[] = "name";

	(void)ctx;
	if (is_text(&r->sc, lo, hi, "kernelspec"))
		return members(r, see_language, language);
	return is_text(&r->sc, lo, hi, "language_info") ? members(r, see_language, name) : skip_value(&r->sc);
}

static bool see_top(struct reader *r, uint32_t lo, uint32_t hi, void *ctx)
{
	(void)ctx;
	if (is_text(&r->sc, lo, hi, "cells") && !r->has_cells)
		return read_cells(r);
	r->has_sheets |= is_text(&r->sc, lo, hi, "worksheets");
	return is_text(&r->sc, lo, hi, "metadata") ? members(r, see_metadata, NULL) : skip_value(&r->sc);
}

/* Pieces ascend in the file, too, so one pass finds the lines and columns of all. */
static void find_rows(struct notebook *nb, const char *json)
{
	uint32_t at = 0, row = 0, row_at = 0, col16 = 0, col32 = 0;

	for (size_t i = 0; i < nb->piece.n; i++) {
		struct source_piece *p = &nb->piece.at[i];

		for (const char *end; (end = memchr(json + at, '\n', p->in_file - at));) {
			at = row_at = (uint32_t)(end - json) + 1;
			row++;
			col16 = col32 = 0;
		}
		for (; at < p->in_file; at++) {
			col16 += !utf8_starts(json[at]) ? 0 : (unsigned char)json[at] >= 0xF0 ? 2 : 1;
			col32 += utf8_starts(json[at]);
		}
		p->row = row;
		p->row_at = row_at;
		p->col16 = col16;
		p->col32 = col32;
	}
}

static bool check_bytes(struct scan *sc)
{
	uint32_t valid = (uint32_t)utf8_valid(sc->s, sc->n);

	if (valid == sc->n)
		return true;
	fail(sc, valid, "a byte that is not UTF-8");
	if (sc->e)
		sc->e->code = ERR_ENCODING;
	return false;
}

bool notebook_read(struct notebook *nb, const char *json, size_t n, struct err *e)
{
	struct reader r = { .sc = { .s = json, .n = (uint32_t)n, .e = e }, .nb = nb };
	bool good;

	if (n > NOTEBOOK_BYTES)
		return err_set(e, ERR_TOO_LARGE, "the file is larger than %d bytes", NOTEBOOK_BYTES);
	good = check_bytes(&r.sc);
	if (good && n >= 3 && !memcmp(json, "\xEF\xBB\xBF", 3))
		r.sc.at = 3;
	if (good && next(&r.sc) != '{')
		good = fail(&r.sc, r.sc.at, "a notebook is a JSON object");
	good = good && members(&r, see_top, NULL);
	if (good && (next(&r.sc), r.sc.at < r.sc.n))
		good = fail(&r.sc, r.sc.at, "Extra data");
	if (good && !r.has_cells && !r.has_sheets)
		good = fail(&r.sc, r.sc.at, "a notebook without `cells`, where its code would be");
	nb->python = good && r.has_cells && !r.other;
	if (nb->python)
		find_rows(nb, json);
	else
		notebook_release(nb);
	buf_release(&r.cell);
	vec_release(&r.piece);
	return good;
}

bool notebook_read_commands(struct notebook *nb, const char *json, size_t n, struct err *e)
{
	nb->commands = true;
	return notebook_read(nb, json, n, e);
}

struct source_cells notebook_cells(const struct notebook *nb)
{
	return (struct source_cells){ nb->piece.at, nb->cell.at, (uint32_t)nb->piece.n, (uint32_t)nb->cell.n,
				      nb->commands };
}

size_t notebook_cell_start(const struct notebook *nb, size_t i)
{
	return i < nb->cell.n ? nb->cell.at[i].at : nb->text.n;
}

void notebook_blank(struct notebook *nb, size_t i)
{
	size_t hi = notebook_cell_start(nb, i + 1);

	for (size_t at = notebook_cell_start(nb, i); at < hi; at++)
		if (nb->text.s[at] != '\n')
			nb->text.s[at] = ' ';
}

void notebook_release(struct notebook *nb)
{
	bool python = nb->python;

	buf_release(&nb->text);
	vec_release(&nb->piece);
	vec_release(&nb->cell);
	*nb = (struct notebook){ .python = python };
}
