// SPDX-License-Identifier: MIT
/* String literals: prefixes, escapes, implicit concatenation. Values are UTF-8; a lone surrogate has its three bytes.
 *
 * Example: r'a\n' 'b\x41'   two literals, one STR with NF_CONCAT: a\nbA (backslash and n, then b and A)
 *          b'\xe9'          STR with NF_BYTES
 *          '\N{BULLET}'     its value is unknown */
#include "python/syntax/priv.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* --- splitting a literal */

static bool read_prefix(struct literal *t, const char *s)
{
	uint32_t at = t->lo;
	bool unicode = false;

	for (; at < t->hi && s[at] != '\'' && s[at] != '"'; at++) {
		char c = s[at] | 0x20;
		bool *flag = c == 'r'	? &t->raw
			     : c == 'b' ? &t->bytes
			     : c == 'f' ? &t->format
			     : c == 'u' ? &unicode
					: NULL;

		if (!flag || *flag)
			return false;
		*flag = true;
	}
	t->body_lo = at;
	return at < t->hi && !(t->bytes && t->format) && !(unicode && (t->raw || t->bytes || t->format));
}

/* The end of the literal in Python 3.11; tree-sitter lets strings inside an f-string's braces reuse its quotes. */
static uint32_t closing_quote(const char *s, uint32_t at, uint32_t hi, char quote, bool triple)
{
	for (; at < hi; at++) {
		if (s[at] == '\\')
			at += s[at + 1] == '\r' && s[at + 2] == '\n' ? 2 : 1;
		else if (s[at] == quote && (!triple || (at + 2 < hi && s[at + 1] == quote && s[at + 2] == quote)))
			return at;
	}
	return hi;
}

static bool read_literal(struct lower *l, struct literal *t, const struct piece *piece)
{
	const char *s = l->s;

	*t = (struct literal){ .lo = piece->lo, .hi = piece->hi };
	if (!read_prefix(t, s)) {
		parse_error(l, t->lo, t->hi, "invalid syntax");
		return false;
	}

	char quote = s[t->body_lo];
	bool triple = t->hi - t->body_lo >= 6 && s[t->body_lo + 1] == quote && s[t->body_lo + 2] == quote;
	uint32_t n = triple ? 3 : 1;

	t->body_lo += n;
	t->body_hi = closing_quote(s, t->body_lo, t->hi, quote, triple);
	if (t->body_hi + n == t->hi)
		return true;
	if (!t->format) {
		parse_error(l, t->lo, t->hi, "invalid syntax");
		return false;
	}
	t->body_hi = t->hi - n; /* its end in the grammar */
	parse_newer(l, t->lo, t->hi, "f-string: reusing its own quotes inside the braces needs Python 3.12");
	return true;
}

/* --- escapes */

struct decode {
	struct lower *l;
	struct buf *out;
	uint32_t start; /* of the body, for positions in messages */
	uint32_t at, hi;
	bool bytes;
	bool named; /* it contains a \N{...} whose value is unknown */
};

static void put_char(struct buf *b, uint32_t c)
{
	char u[4];
	size_t n = 0;

	if (c < 0x80) {
		u[n++] = (char)c;
	} else if (c < 0x800) {
		u[n++] = (char)(0xC0 | c >> 6);
		u[n++] = (char)(0x80 | (c & 0x3F));
	} else if (c < 0x10000) {
		u[n++] = (char)(0xE0 | c >> 12);
		u[n++] = (char)(0x80 | (c >> 6 & 0x3F));
		u[n++] = (char)(0x80 | (c & 0x3F));
	} else {
		u[n++] = (char)(0xF0 | c >> 18);
		u[n++] = (char)(0x80 | (c >> 12 & 0x3F));
		u[n++] = (char)(0x80 | (c >> 6 & 0x3F));
		u[n++] = (char)(0x80 | (c & 0x3F));
	}
	buf_add(b, u, n);
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool fail_escape(struct decode *d, uint32_t lo, const char *what)
{
	if (d->bytes)
		parse_error(d->l, lo, d->at, "(value error) invalid \\x escape at position %u", lo - d->start);
	else
		parse_error(d->l, lo, d->at,
			    "(unicode error) 'unicodeescape' codec can't decode bytes in position %u-%u: %s",
			    lo - d->start, d->at - d->start - 1, what);
	return false;
}

/* d->at is after \x, \u or \U. */
static bool decode_hex(struct decode *d, uint32_t lo, unsigned digits, const char *truncated)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < digits; i++, d->at++) {
		int v = d->at < d->hi ? hex_value(d->l->s[d->at]) : -1;

		if (v < 0)
			return fail_escape(d, lo, truncated);
		value = value << 4 | (uint32_t)v;
	}
	if (value > 0x10FFFF)
		return fail_escape(d, lo, "illegal Unicode character");
	if (d->bytes)
		buf_putc(d->out, (char)value);
	else
		put_char(d->out, value);
	return true;
}

/* The few names in common use; the whole table would be larger than cfglint. 0: unknown. */
static uint32_t char_named(const char *s, uint32_t n)
{
	static const struct {
		const char *name;
		uint32_t code;
	} known[] = {
		{ "SPACE", ' ' },
		{ "HYPHEN-MINUS", '-' },
		{ "NO-BREAK SPACE", 0xA0 },
		{ "DEGREE SIGN", 0xB0 },
		{ "PLUS-MINUS SIGN", 0xB1 },
		{ "MICRO SIGN", 0xB5 },
		{ "MULTIPLICATION SIGN", 0xD7 },
		{ "EN DASH", 0x2013 },
		{ "EM DASH", 0x2014 },
		{ "BULLET", 0x2022 },
		{ "HORIZONTAL ELLIPSIS", 0x2026 },
		{ "RIGHTWARDS ARROW", 0x2192 },
		{ "MINUS SIGN", 0x2212 },
		{ "CHECK MARK", 0x2713 },
	};
	static const char small[] = "LATIN SMALL LETTER ", capital[] = "LATIN CAPITAL LETTER ";

	if (n == sizeof small && !strncasecmp(s, small, n - 1) && isalpha((unsigned char)s[n - 1]))
		return (uint32_t)tolower((unsigned char)s[n - 1]);
	if (n == sizeof capital && !strncasecmp(s, capital, n - 1) && isalpha((unsigned char)s[n - 1]))
		return (uint32_t)toupper((unsigned char)s[n - 1]);
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (strlen(known[i].name) == n && !strncasecmp(s, known[i].name, n))
			return known[i].code;
	return 0;
}

static bool decode_named(struct decode *d, uint32_t lo)
{
	const char *s = d->l->s;
	const char *end = d->at < d->hi && s[d->at] == '{' ? memchr(s + d->at, '}', d->hi - d->at) : NULL;

	if (!end || end == s + d->at + 1)
		return fail_escape(d, lo, "malformed \\N character escape");

	uint32_t code = char_named(s + d->at + 1, (uint32_t)(end - s) - d->at - 1);

	d->at = (uint32_t)(end - s) + 1;
	d->named |= !code;
	if (code)
		put_char(d->out, code);
	return true;
}

static void decode_octal(struct decode *d, char first)
{
	uint32_t value = (uint32_t)(first - '0');

	for (int i = 0; i < 2 && d->at < d->hi && d->l->s[d->at] >= '0' && d->l->s[d->at] <= '7'; i++)
		value = value << 3 | (uint32_t)(d->l->s[d->at++] - '0');
	if (d->bytes)
		buf_putc(d->out, (char)(value & 0xFF));
	else
		put_char(d->out, value);
}

/* d->at is after the backslash. */
static bool decode_escape(struct decode *d)
{
	static const char from[] = "\\'\"abfnrtv", to[] = "\\'\"\a\b\f\n\r\t\v";
	uint32_t lo = d->at - 1;
	char c = d->at < d->hi ? d->l->s[d->at++] : 0;
	const char *simple = c ? strchr(from, c) : NULL;

	if (simple) {
		buf_putc(d->out, to[simple - from]);
		return true;
	}
	switch (c) {
	case '\n':
		return true;
	case '\r':
		d->at += d->at < d->hi && d->l->s[d->at] == '\n';
		return true;
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7':
		decode_octal(d, c);
		return true;
	case 'x':
		return decode_hex(d, lo, 2, "truncated \\xXX escape");
	}
	if (!d->bytes && c == 'u')
		return decode_hex(d, lo, 4, "truncated \\uXXXX escape");
	if (!d->bytes && c == 'U')
		return decode_hex(d, lo, 8, "truncated \\UXXXXXXXX escape");
	if (!d->bytes && c == 'N')
		return decode_named(d, lo);
	buf_putc(d->out, '\\');
	d->at = lo + 1; /* what follows may be a character of several bytes */
	if (c)
		buf_putc(d->out, d->l->s[d->at++]);
	return true;
}

/* Appends the value of the body's part lo..hi. False after an error; *named: its value is unknown. */
bool literal_decode(struct lower *l, const struct literal *t, uint32_t lo, uint32_t hi, struct buf *out, bool *named)
{
	struct decode d = { .l = l, .out = out, .start = t->body_lo, .at = lo, .hi = hi, .bytes = t->bytes };
	const char *s = l->s;

	while (d.at < hi) {
		uint32_t plain = d.at;

		while (plain < hi && s[plain] != '\\' && s[plain] != '\r' && !(t->bytes && (s[plain] & 0x80)))
			plain++;
		buf_add(out, s + d.at, plain - d.at);
		d.at = plain + 1;
		if (plain == hi)
			break;
		if (s[plain] == '\r') {
			buf_putc(out, '\n');
			d.at += s[d.at] == '\n';
		} else if (s[plain] != '\\') {
			parse_error(l, t->lo, t->hi, "bytes can only contain ASCII literal characters");
			return false;
		} else if (t->raw) {
			buf_putc(out, '\\');
		} else if (!decode_escape(&d)) {
			return false;
		}
	}
	*named |= d.named;
	return true;
}

/* --- whole literals */

static const struct str *plain_text(struct lower *l, const struct literal *t)
{
	const char *s = l->s + t->body_lo;
	uint32_t n = t->body_hi - t->body_lo;

	if (t->bytes || memchr(s, '\r', n) || (!t->raw && memchr(s, '\\', n)))
		return NULL;
	return str_of(s, n);
}

static struct node *str_node(struct lower *l, const struct literal *t, uint32_t n)
{
	struct buf out = { 0 };
	bool ok = true, named = false;
	const struct str *text = n == 1 ? plain_text(l, t) : NULL;

	if (!text) {
		for (uint32_t i = 0; i < n && ok; i++)
			ok = literal_decode(l, &t[i], t[i].body_lo, t[i].body_hi, &out, &named);
		text = str_of(out.s, out.n);
		buf_release(&out);
	}
	if (!ok)
		return NULL;

	struct node *made = parse_node(l, named ? NODE_OPAQUE : NODE_STR, t[0].lo, t[n - 1].hi, 0);

	made->text = named ? NULL : text;
	made->flags = (n > 1 ? NF_CONCAT : 0u) | (t[0].bytes ? NF_BYTES : 0u);
	return made;
}

static struct node *literals_node(struct lower *l, const struct literal *t, uint32_t n)
{
	bool format = false;

	for (uint32_t i = 0; i < n; i++) {
		format |= t[i].format;
		if (t[i].bytes != t[0].bytes) {
			parse_error(l, t[0].lo, t[n - 1].hi, "cannot mix bytes and nonbytes literals");
			return NULL;
		}
	}
	return format ? parse_fstring(l, t, n) : str_node(l, t, n);
}

struct node *parse_strings(struct lower *l, const struct piece *piece, uint32_t n)
{
	struct literal one, *t = n > 1 ? xcalloc(n, sizeof *t) : &one;
	struct node *made = NULL;
	bool ok = true;

	for (uint32_t i = 0; i < n && ok; i++)
		ok = read_literal(l, &t[i], &piece[i]);
	if (ok)
		made = literals_node(l, t, n);
	if (t != &one)
		free(t);
	return made ? made : parse_node(l, NODE_OPAQUE, piece[0].lo, piece[n - 1].hi, 0);
}
