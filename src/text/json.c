// SPDX-License-Identifier: MIT
/*
 * A parser for JSON as Python's json.load accepts it, into the same nodes as YAML: NaN and infinities are numbers,
 * the last of duplicate keys wins, control characters in strings are errors.  Open collections are a stack on the
 * heap, so there is no recursion.  Numbers and words stay text; the reader of the nodes interprets them.
 *
 * Example: {"a": [1, NaN]}
 *          map, key "a", list, scalars "1" and "NaN" (both plain)
 *          {"a": 1, "a": 2} is {"a": 2}
 */
#include "base/buf.h"
#include "text/json.h"
#include "text/ybuild.h"
#include <string.h>

enum { DEPTH = 1000 };

struct json {
	struct ybuild b;
	const char *s; /* NUL-terminated, which ends every scan */
	uint32_t at;
	struct buf text; /* of the string being read */
};

static bool fail(struct json *j, const char *what)
{
	return ybuild_fail(&j->b, ERR_SYNTAX, j->at, "%s", what);
}

static char next(struct json *j)
{
	while (strchr(" \t\r\n", j->s[j->at]) && j->s[j->at])
		j->at++;
	return j->s[j->at];
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* --- strings */

/* The four hexadecimal digits at s; false: they are none. */
static bool hex4(const char *s, uint32_t *out)
{
	*out = 0;
	for (uint32_t i = 0; i < 4; i++) {
		char c = s[i];
		int v = digit(c)	       ? c - '0'
			: c >= 'a' && c <= 'f' ? c - 'a' + 10
			: c >= 'A' && c <= 'F' ? c - 'A' + 10
					       : -1;

		if (v < 0)
			return false;
		*out = *out * 16 + (uint32_t)v;
	}
	return true;
}

/* At the 'u'. */
static const char *read_unicode(const char *s, uint32_t *at, struct buf *out)
{
	static const char wrong[] = "Invalid \\uXXXX escape";
	uint32_t c, low;

	if (!hex4(s + *at + 1, &c))
		return wrong;
	*at += 5;
	if (c >= 0xD800 && c < 0xDC00 && s[*at] == '\\' && s[*at + 1] == 'u') {
		++*at;
		if (!hex4(s + *at + 1, &low))
			return wrong;
		if (low >= 0xDC00 && low < 0xE000) {
			*at += 5;
			c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
		} else {
			--*at;
		}
	}
	buf_add_utf8(out, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
	return NULL;
}

const char *json_unescape(const char *s, uint32_t *at, struct buf *out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	char c = s[*at];
	const char *known = c ? strchr(from, c) : NULL;

	if (c == 'u')
		return read_unicode(s, at, out);
	if (!known)
		return "Invalid \\escape";
	buf_putc(out, to[known - from]);
	++*at;
	return NULL;
}

static bool read_escape(struct json *j)
{
	const char *wrong = json_unescape(j->s, &j->at, &j->text);

	return !wrong || fail(j, wrong);
}

static const struct ynode *read_string(struct json *j)
{
	uint32_t lo = j->at++;

	buf_clear(&j->text);
	while (j->s[j->at] != '"') {
		uint32_t run = j->at;

		while ((unsigned char)j->s[j->at] >= 0x20 && j->s[j->at] != '"' && j->s[j->at] != '\\')
			j->at++;
		buf_add(&j->text, j->s + run, j->at - run);
		if (j->s[j->at] == '\\') {
			j->at++;
			if (!read_escape(j))
				return NULL;
		} else if (j->at == j->b.src->len) {
			j->at = lo;
			fail(j, "Unterminated string");
			return NULL;
		} else if (j->s[j->at] != '"') {
			fail(j, "Invalid control character in a string");
			return NULL;
		}
	}
	j->at++;
	return ybuild_scalar(&j->b, (struct span){ j->b.src->id, lo, j->at }, str_of(j->text.s, j->text.n), false, 0);
}

/* --- other scalars */

static uint32_t digits(const char *s)
{
	uint32_t n = 0;

	while (digit(s[n]))
		n++;
	return n;
}

/* Length of the number at s, 0 when there is none.  As in Python, "1.x" is the number 1 followed by an error. */
static uint32_t number_len(const char *s)
{
	uint32_t n = s[0] == '-', more;

	if (!digit(s[n]))
		return 0;
	n += s[n] == '0' ? 1 : digits(s + n);
	if (s[n] == '.' && digit(s[n + 1]))
		n += 1 + digits(s + n + 1);
	if (s[n] == 'e' || s[n] == 'E') {
		more = 1 + (s[n + 1] == '+' || s[n + 1] == '-');
		if (digit(s[n + more]))
			n += more + digits(s + n + more);
	}
	return n;
}

static uint32_t word_len(const char *s)
{
	static const char *const word[] = { "true", "false", "null", "NaN", "Infinity", "-Infinity" };

	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (!strncmp(s, word[i], strlen(word[i])))
			return (uint32_t)strlen(word[i]);
	return 0;
}

static const struct ynode *read_plain(struct json *j)
{
	const char *s = j->s + j->at;
	uint32_t lo = j->at, n = number_len(s);

	if (!n)
		n = word_len(s);
	if (!n) {
		fail(j, "Expecting value");
		return NULL;
	}
	j->at += n;
	return ybuild_scalar(&j->b, (struct span){ j->b.src->id, lo, j->at }, str_of(s, n), true, 0);
}

/* --- structure */

static bool read_key(struct json *j)
{
	if (next(j) != '"')
		return fail(j, "Expecting property name enclosed in double quotes");

	const struct ynode *key = read_string(j);

	if (!key || !ybuild_add(&j->b, key))
		return false;
	if (next(j) != ':')
		return fail(j, "Expecting ':' delimiter");
	j->at++;
	return true;
}

static bool close_collection(struct json *j)
{
	const struct ynode *n = ybuild_close(&j->b, ++j->at);

	return n && ybuild_add(&j->b, n);
}

/* Reads a value or the start of a collection; *started: read its first element next. */
static bool read_value(struct json *j, bool *started)
{
	char c = next(j);

	*started = false;
	if (c == '[' || c == '{') {
		if (!ybuild_open(&j->b, c == '[' ? Y_SEQ : Y_MAP, j->at))
			return false;
		j->at++;
		if (next(j) == (c == '[' ? ']' : '}'))
			return close_collection(j);
		*started = true;
		return c == '[' || read_key(j);
	}

	const struct ynode *n = c == '"' ? read_string(j) : read_plain(j);

	return n && ybuild_add(&j->b, n);
}

/* After a value: closes the collections that end here, up to the next comma or the end of the text. */
static bool read_delimiters(struct json *j)
{
	while (j->b.open.n) {
		bool map = j->b.open.at[j->b.open.n - 1].kind == Y_MAP;
		char c = next(j);

		if (c == ',') {
			j->at++;
			return !map || read_key(j);
		}
		if (c != (map ? '}' : ']'))
			return fail(j, "Expecting ',' delimiter");
		if (!close_collection(j))
			return false;
	}
	return true;
}

static bool read_document(struct json *j)
{
	bool started;

	do {
		if (!read_value(j, &started) || (!started && !read_delimiters(j)))
			return false;
	} while (j->b.open.n);
	next(j);
	return j->at == j->b.src->len || fail(j, "Extra data");
}

const struct ynode *json_parse_config(struct arena *a, const struct source *s, struct err *e)
{
	struct json j = {
		.b = { .arena = a, .src = s, .e = e, .dup = YDUP_LAST, .maxdepth = DEPTH },
		.s = s->bytes,
	};

	if (!source_check(s, e))
		return NULL;

	const struct ynode *root = read_document(&j) ? j.b.root : NULL;

	ybuild_release(&j.b);
	buf_release(&j.text);
	return root;
}
