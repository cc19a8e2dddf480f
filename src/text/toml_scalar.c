// SPDX-License-Identifier: MIT
/*
 * The lexical part of TOML, after Python's tomllib. A number, date or time is found by its form, the longest first;
 * its text is interpreted elsewhere. A line end within a string is a newline, however the file writes it.
 *
 * Example: 1979-05-27 07:32:00Z    20 characters
 *          1979-05-27 # a day      10 characters
 *          01                      1 character, so the text after it is an error
 */
#include "text/toml_scalar.h"
#include <stdlib.h>
#include <string.h>

bool toml_is_control(char c)
{
	return ((unsigned char)c < ' ' && c != '\t') || c == 0x7F;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_in(char c, const char *set)
{
	return c && strchr(set, c);
}

/* ---- strings */

/* The digits of \uXXXX or \UXXXXXXXX at s[*at], which is the u. */
static const char *read_unicode(const char *s, uint32_t *at, struct buf *out)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	uint32_t n = s[*at] == 'u' ? 4 : 8, c = 0;
	char hex[9] = "";

	for (uint32_t i = 0; i < n; i++) {
		if (!is_in(s[*at + 1 + i], digits))
			return "Invalid hex value";
		hex[i] = s[*at + 1 + i];
	}
	c = (uint32_t)strtoul(hex, NULL, 16);
	if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
		return "Escaped character is not a Unicode scalar value";
	*at += n + 1;
	buf_add_utf8(out, c);
	return NULL;
}

static uint32_t line_end_len(const char *s)
{
	return *s == '\n' ? 1 : *s == '\r' && s[1] == '\n' ? 2 : 0;
}

/* A backslash before the end of a line: it, and all blanks and line ends that follow, are nothing. */
static const char *skip_lines(const char *s, uint32_t *at)
{
	uint32_t n = *at + (uint32_t)strspn(s + *at, " \t");

	if (s[n] && !line_end_len(s + n))
		return "Unescaped '\\' in a string";
	for (uint32_t len; (len = is_in(s[n], " \t") ? 1 : line_end_len(s + n));)
		n += len;
	*at = n;
	return NULL;
}

/* At the backslash. */
static const char *read_escape(const char *s, uint32_t *at, bool many, struct buf *out)
{
	static const char from[] = "btnfr\"\\", to[] = "\b\t\n\f\r\"\\";
	char c = s[*at + 1];

	if (many && (is_in(c, " \t") || line_end_len(s + *at + 1))) {
		++*at;
		return skip_lines(s, at);
	}
	if (c == 'u' || c == 'U') {
		++*at;
		return read_unicode(s, at, out);
	}
	if (!is_in(c, from))
		return "Unescaped '\\' in a string";
	buf_putc(out, to[strchr(from, c) - from]);
	*at += 2;
	return NULL;
}

/* Up to two quotes before the three that end the string belong to it. */
static void close_many(const char *s, uint32_t *at, char quote, struct buf *out)
{
	*at += 3;
	for (uint32_t i = 0; i < 2 && s[*at] == quote; i++, ++*at)
		buf_putc(out, quote);
}

const char *toml_string(const char *s, uint32_t *at, bool many, struct buf *out)
{
	char quote = s[*at];
	bool three = many && s[*at + 1] == quote && s[*at + 2] == quote;
	const char *wrong = NULL;
	uint32_t lo = *at;

	*at += three ? 3 : 1;
	if (three)
		*at += line_end_len(s + *at);
	while (!wrong) {
		char c = s[*at];
		uint32_t end = three ? line_end_len(s + *at) : 0;

		if (c == quote && !three) {
			++*at;
			return NULL;
		}
		if (c == quote && s[*at + 1] == quote && s[*at + 2] == quote) {
			close_many(s, at, quote, out);
			return NULL;
		}
		if (end) {
			buf_putc(out, '\n');
			*at += end;
		} else if (c == '\\' && quote == '"') {
			wrong = read_escape(s, at, three, out);
		} else if (toml_is_control(c)) {
			wrong = c ? "Illegal character in a string" : "Unterminated string";
			*at = c ? *at : lo;
		} else {
			buf_putc(out, c);
			++*at;
		}
	}
	return wrong;
}

/* ---- numbers */

/* Digits of that set, with single underscores between them. */
static uint32_t digits_len(const char *s, const char *set)
{
	uint32_t n = 0;

	while (is_in(s[n], set) || (n && s[n] == '_' && is_in(s[n + 1], set)))
		n++;
	return n;
}

static uint32_t number_len(const char *s)
{
	static const char decimal[] = "0123456789";
	uint32_t n = *s == '+' || *s == '-', more;
	const char *set = s[0] != '0'	? NULL
			  : s[1] == 'x' ? "0123456789abcdefABCDEF"
			  : s[1] == 'o' ? "01234567"
			  : s[1] == 'b' ? "01"
					: NULL;

	more = set ? digits_len(s + 2, set) : 0;
	if (more)
		return more + 2;
	more = s[n] == '0' ? 1 : digits_len(s + n, decimal);
	if (!more)
		return 0;
	n += more;
	more = s[n] == '.' ? digits_len(s + n + 1, decimal) : 0;
	n += more ? more + 1 : 0;
	if (s[n] != 'e' && s[n] != 'E')
		return n;
	uint32_t sign = s[n + 1] == '+' || s[n + 1] == '-';

	more = digits_len(s + n + 1 + sign, decimal);
	return more ? n + 1 + sign + more : n;
}

/* ---- dates and times */

/* Two digits from lo to hi, or -1. */
static int two(const char *s, int lo, int hi)
{
	int v = is_digit(s[0]) && is_digit(s[1]) ? (s[0] - '0') * 10 + s[1] - '0' : -1;

	return v >= lo && v <= hi ? v : -1;
}

static uint32_t time_len(const char *s)
{
	uint32_t n = 8;

	if (two(s, 0, 23) < 0 || s[2] != ':' || two(s + 3, 0, 59) < 0 || s[5] != ':' || two(s + 6, 0, 59) < 0)
		return 0;
	if (s[n] == '.' && is_digit(s[n + 1]))
		for (n++; is_digit(s[n]);)
			n++;
	return n;
}

static uint32_t zone_len(const char *s)
{
	if (*s == 'Z' || *s == 'z')
		return 1;
	return (*s == '+' || *s == '-') && two(s + 1, 0, 23) >= 0 && s[3] == ':' && two(s + 4, 0, 59) >= 0 ? 6 : 0;
}

static bool is_day(int year, int month, int day)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return year > 0 && day <= days[month - 1] + (month == 2 && leap);
}

/* *none: it has the form of a date and is none. */
static uint32_t date_len(const char *s, bool *none)
{
	int century = two(s, 0, 99), year = century < 0 ? -1 : two(s + 2, 0, 99);
	int month = year < 0 || s[4] != '-' ? -1 : two(s + 5, 1, 12);
	int day = month < 0 || s[7] != '-' ? -1 : two(s + 8, 1, 31);
	uint32_t more;

	if (day < 0)
		return 0;
	*none = !is_day(century * 100 + year, month, day);
	more = is_in(s[10], " Tt") ? time_len(s + 11) : 0;
	return more ? 11 + more + zone_len(s + 11 + more) : 10;
}

uint32_t toml_plain_len(const char *s)
{
	static const char *const word[] = { "true", "false", "inf", "nan", "+inf", "-inf", "+nan", "-nan" };
	bool none = false;
	uint32_t n = date_len(s, &none);

	if (none)
		return 0;
	n = n ? n : time_len(s);
	n = n ? n : number_len(s);
	for (size_t i = 0; i < ARRAY_SIZE(word) && !n; i++)
		if (!strncmp(s, word[i], strlen(word[i])))
			n = (uint32_t)strlen(word[i]);
	return n;
}
