// SPDX-License-Identifier: MIT
/* Documents of the editor: URIs to paths and back, positions to bytes and back, edits. A line and column are
 * converted by counting units of the agreed encoding; edits of one message remember the line where the last one
 * began, so that thousands of near edits do not scan the text again.
 *
 * Invariant: a position behind the end of a line is its end; one inside a character is before it.
 *
 *	file:///tmp/a%20b.py			/tmp/a b.py
 *	UTF-16, {line 0, character 3} in "a\U0001F600b"	byte 5, before the b
 *	edits beyond TEXT_MAX			the document is lost until the whole text is sent */
#include "server/document.h"
#include "base/path.h"
#include "base/utf8.h"
#include <limits.h>
#include <string.h>

const char *unit_name(enum column_unit u)
{
	static const char *const name[] = { "utf-16", "utf-8", "utf-32" };

	return name[u];
}

/* --- URIs */

static int hex_value(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

char *uri_path(const char *uri)
{
	struct arena a = { 0 };
	struct buf b = { 0 };
	char *path = NULL;

	if (strncmp(uri, "file://", 7) != 0)
		return NULL;
	uri += 7;
	if (strncmp(uri, "localhost/", 10) == 0)
		uri += 9;
	for (; *uri == '/' || (b.n && *uri && *uri != '?' && *uri != '#'); uri++) {
		int hi = *uri == '%' ? hex_value(uri[1]) : -1, lo = hi >= 0 ? hex_value(uri[2]) : -1;

		if (lo < 0) {
			buf_putc(&b, *uri);
			continue;
		}
		buf_putc(&b, (char)(hi * 16 + lo));
		uri += 2;
	}
	if (b.n && b.n < PATH_MAX && !memchr(b.s, 0, b.n))
		path = xstrdup(path_normal(&a, buf_str(&b)));
	buf_release(&b);
	arena_release(&a);
	return path;
}

json_t *uri_of(const char *path)
{
	struct buf b = { 0 };
	json_t *text;

	buf_puts(&b, "file://");
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;

		if ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || strchr("/-._~", c))
			buf_putc(&b, (char)c);
		else
			buf_printf(&b, "%%%02X", c);
	}
	text = json_string(buf_str(&b));
	buf_release(&b);
	return text;
}

/* --- places */

/* How many units a sequence has that begins with this byte. */
static uint32_t units_of(enum column_unit u, unsigned char c, uint32_t bytes)
{
	return u == UNIT_UTF8 ? bytes : u == UNIT_UTF16 && c >= 0xF0 ? 2 : 1;
}

/* Where the column is in a line of the bytes from at to end. ASCII goes at once: one byte is one unit. */
static uint32_t column_offset(enum column_unit u, const char *bytes, uint32_t at, uint32_t end, uint32_t column)
{
	uint32_t plain = column < end - at ? column : end - at, units;

	units = (uint32_t)utf8_ascii(bytes + at, plain);
	at += units;
	while (at < end && units < column) {
		unsigned len = utf8_len(bytes + at, end - at);
		uint32_t n = len ? len : 1;

		units += units_of(u, (unsigned char)bytes[at], n);
		if (units > column)
			break; /* inside a character: before it */
		at += n;
	}
	return at;
}

static bool line_and_column(const json_t *pos, json_int_t *line, uint32_t *column)
{
	const json_t *l = json_object_get(pos, "line"), *c = json_object_get(pos, "character");
	json_int_t value = json_integer_value(c);

	*line = json_integer_value(l);
	*column = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
	return json_is_integer(l) && json_is_integer(c) && *line >= 0 && value >= 0;
}

bool place_offset(enum column_unit u, const struct source *s, const json_t *pos, uint32_t *out)
{
	json_int_t line;
	uint32_t column;

	if (!line_and_column(pos, &line, &column))
		return false;
	*out = line >= source_lines(s).n ? s->len
					 : column_offset(u, s->bytes, source_lines(s).at[line],
							 source_line_end(s, (uint32_t)line), column);
	return true;
}

json_t *place_position(enum column_unit u, const struct source *s, uint32_t byte)
{
	struct point p = source_point(s, byte);
	uint32_t column = u == UNIT_UTF8 ? p.col8 : u == UNIT_UTF16 ? p.col16 : p.col32;

	return json_pack("{s:i, s:i}", "line", (int)p.line, "character", (int)column);
}

json_t *place_range(enum column_unit u, const struct source *s, uint32_t lo, uint32_t hi)
{
	return json_pack("{s:o, s:o}", "start", place_position(u, s, lo), "end", place_position(u, s, hi));
}

/* --- documents */

struct document *documents_find(const struct documents *all, const char *uri)
{
	for (size_t i = 0; i < all->at.n; i++)
		if (strcmp(all->at.at[i]->uri, uri) == 0)
			return all->at.at[i];
	return NULL;
}

struct document *documents_of_path(const struct documents *all, const char *path)
{
	for (size_t i = 0; i < all->at.n; i++)
		if (all->at.at[i]->path && strcmp(all->at.at[i]->path, path) == 0)
			return all->at.at[i];
	return NULL;
}

static char *path_real_of(const char *path)
{
	struct arena a = { 0 };
	char *real = xstrdup(path_real_new(&a, path));

	arena_release(&a);
	return real;
}

struct document *documents_open(struct documents *all, const char *uri, const char *text, size_t n, long long version)
{
	struct document *d = documents_find(all, uri);

	if (!d) {
		d = xcalloc(1, sizeof *d);
		d->uri = xstrdup(uri);
		d->path = uri_path(uri);
		d->real = d->path ? path_real_of(d->path) : NULL;
		vec_push(&all->at, d);
	}
	buf_clear(&d->text);
	buf_add(&d->text, text, n);
	buf_clear(&d->opened);
	buf_add(&d->opened, text, n);
	d->version = version;
	d->lost = false;
	return d;
}

long document_edited_line(const struct document *d)
{
	const char *is = d->text.s, *was = d->opened.s;
	size_t n = d->text.n < d->opened.n ? d->text.n : d->opened.n, same = 0;
	long line = 0;

	for (; same < n && is[same] == was[same]; same++)
		line += is[same] == '\n';
	return same == d->text.n && same == d->opened.n ? -1 : line;
}

static void document_free(struct document *d)
{
	free(d->uri);
	free(d->path);
	free(d->real);
	buf_release(&d->text);
	buf_release(&d->opened);
	free(d);
}

void documents_close(struct documents *all, struct document *d)
{
	for (size_t i = 0; i < all->at.n; i++)
		if (all->at.at[i] == d) {
			all->at.at[i] = all->at.at[all->at.n - 1];
			all->at.n--;
			document_free(d);
			return;
		}
}

void documents_release(struct documents *all)
{
	for (size_t i = 0; i < all->at.n; i++)
		document_free(all->at.at[i]);
	vec_release(&all->at);
}

/* --- changes
 *
 * An editor may send thousands of edits at once, most of them near the one before. So the text is edited where it
 * stands, and lines are counted from the last edit's line on; from the top only when one lies before it.
 *
 *     "a\nb\nc", an edit in line 1: begun = { 1, 2 }; the next one, in line 2, looks from byte 2 on */
struct begun {
	json_int_t line;
	size_t at; /* where the line begins */
};

/* The end of the line that holds byte at: of its terminator, or of the text. *stop: before the terminator. */
static size_t line_end(const struct buf *t, size_t at, size_t *stop)
{
	const char *from = t->s + at, *nl = memchr(from, '\n', t->n - at);
	size_t n = nl ? (size_t)(nl - from) : t->n - at;
	const char *cr = memchr(from, '\r', n);

	if (cr && !(nl && cr + 1 == nl)) { /* alone */
		*stop = (size_t)(cr - t->s);
		return *stop + 1;
	}
	*stop = cr ? (size_t)(cr - t->s) : at + n;
	return nl ? at + n + 1 : t->n;
}

/* Moves to the line; false: the text ends before it. */
static bool go_to(const struct buf *t, struct begun *b, json_int_t line)
{
	size_t stop, next;

	if (line < b->line)
		*b = (struct begun){ 0 };
	for (; b->line < line; b->line++, b->at = next) {
		next = t->n ? line_end(t, b->at, &stop) : 0;
		if (!t->n || next == stop)
			return false;
	}
	return true;
}

static bool offset_from(enum column_unit u, const struct buf *t, struct begun *b, const json_t *pos, size_t *out)
{
	json_int_t line;
	uint32_t column;
	size_t stop;

	if (!line_and_column(pos, &line, &column))
		return false;
	*out = t->n;
	if (!t->n || !go_to(t, b, line))
		return true;
	line_end(t, b->at, &stop);
	*out = column_offset(u, t->s, (uint32_t)b->at, (uint32_t)stop, column);
	return true;
}

static void put_between(struct buf *t, size_t lo, size_t hi, const char *text, size_t n)
{
	size_t behind = t->n - hi;

	if (n > hi - lo) /* room for what is more */
		buf_add(t, text, n - (hi - lo));
	if (behind)
		memmove(t->s + lo + n, t->s + hi, behind);
	if (n)
		memcpy(t->s + lo, text, n);
	t->n = lo + n + behind;
	if (t->s)
		t->s[t->n] = 0;
}

static bool change_one(enum column_unit u, struct document *d, struct begun *begun, const json_t *change)
{
	const json_t *range = json_object_get(change, "range"), *text = json_object_get(change, "text");
	size_t lo = 0, hi = d->text.n;
	struct begun start;

	if (!json_is_string(text))
		return false;
	if (range) {
		if (!offset_from(u, &d->text, begun, json_object_get(range, "start"), &lo))
			return false;
		start = *begun;
		if (!offset_from(u, &d->text, begun, json_object_get(range, "end"), &hi) || lo > hi)
			return false;
		*begun = start;
	}
	d->lost = (d->lost && range) || d->text.n - (hi - lo) + json_string_length(text) > TEXT_MAX;
	if (d->lost) {
		buf_release(&d->text);
		*begun = (struct begun){ 0 };
		return true;
	}
	put_between(&d->text, lo, hi, json_string_value(text), json_string_length(text));
	if (!range || (begun->at && d->text.s[begun->at - 1] == '\r')) /* its terminator may now be CRLF */
		*begun = (struct begun){ 0 };
	return true;
}

bool document_change(const struct documents *all, struct document *d, const json_t *changes)
{
	struct begun begun = { 0 };
	size_t i;
	json_t *change;

	json_array_foreach (changes, i, change)
		if (!change_one(all->unit, d, &begun, change))
			return false;
	return true;
}
