// SPDX-License-Identifier: MIT
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

static uint32_t offset_in_line(enum column_unit u, const struct source *s, uint32_t line, uint32_t column)
{
	uint32_t at = source_lines(s).at[line], end = source_line_end(s, line), units = 0;

	if (s->ascii)
		return column < end - at ? at + column : end;
	while (at < end && units < column) {
		unsigned len = utf8_len(s->bytes + at, end - at);
		uint32_t bytes = len ? len : 1;

		units += units_of(u, (unsigned char)s->bytes[at], bytes);
		if (units > column)
			break; /* inside a character: before it */
		at += bytes;
	}
	return at;
}

bool place_offset(enum column_unit u, const struct source *s, const json_t *pos, uint32_t *out)
{
	const json_t *line = json_object_get(pos, "line"), *column = json_object_get(pos, "character");
	json_int_t l = json_integer_value(line), c = json_integer_value(column);

	if (!json_is_integer(line) || !json_is_integer(column) || l < 0 || c < 0)
		return false;
	*out = l >= source_lines(s).n ? s->len
				      : offset_in_line(u, s, (uint32_t)l, c > UINT32_MAX ? UINT32_MAX : (uint32_t)c);
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
	d->version = version;
	return d;
}

static void document_free(struct document *d)
{
	free(d->uri);
	free(d->path);
	free(d->real);
	buf_release(&d->text);
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

static bool change_one(enum column_unit u, struct document *d, const json_t *change)
{
	const json_t *range = json_object_get(change, "range"), *text = json_object_get(change, "text");
	struct buf b = { 0 };
	uint32_t lo = 0, hi = 0;
	bool good = json_is_string(text);

	if (good && range) {
		struct sources *all = sources_new();
		const struct source *s = sources_add(all, d->uri, buf_str(&d->text), d->text.n);

		good = place_offset(u, s, json_object_get(range, "start"), &lo) &&
		       place_offset(u, s, json_object_get(range, "end"), &hi) && lo <= hi;
		sources_free(all);
		if (good)
			buf_add(&b, buf_str(&d->text), lo);
	}
	if (good) {
		buf_add(&b, json_string_value(text), json_string_length(text));
		if (range)
			buf_add(&b, buf_str(&d->text) + hi, d->text.n - hi);
		buf_release(&d->text);
		d->text = b;
	}
	return good;
}

bool document_change(const struct documents *all, struct document *d, const json_t *changes)
{
	size_t i;
	json_t *change;

	json_array_foreach (changes, i, change)
		if (!change_one(all->unit, d, change))
			return false;
	return true;
}
