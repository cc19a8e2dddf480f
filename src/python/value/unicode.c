// SPDX-License-Identifier: MIT
/* UTF-8 helpers for str() and repr(), and numbers as text independent of the locale.
 *
 * Example: text_count("\xc3\xa9a", 3) = 2
 *          text_offset("\xc3\xa9a", 3, 1) = 2
 *          text_number of Arabic digits gives ASCII digits */
#include "python/value/unicode.h"
#include "base/utf8.h"
#include "python/value/unicode_table.h"
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_is_ascii(const struct str *s)
{
	for (uint32_t i = 0; i < s->len; i++)
		if (s->s[i] & 0x80)
			return false;
	return true;
}

size_t text_count(const char *s, size_t n)
{
	size_t count = 0;
	for (size_t i = 0; i < n; i++)
		count += utf8_starts(s[i]);
	return count;
}

size_t text_offset(const char *s, size_t n, size_t index)
{
	size_t i = 0;
	for (; i < n; i++)
		if (utf8_starts(s[i]) && index-- == 0)
			break;
	return i;
}

uint32_t text_decode(const char *s, size_t n, unsigned *len)
{
	CHECK(n);
	unsigned char c = (unsigned char)s[0];
	unsigned want = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	if (want == 1 || want > n) {
		*len = 1;
		return c;
	}
	*len = want;
	return utf8_decode(s, want);
}

void text_encode(struct buf *out, uint32_t c)
{
	if (c < 0x80) {
		buf_putc(out, (char)c);
	} else if (c < 0x800) {
		buf_putc(out, (char)(0xc0 | c >> 6));
		buf_putc(out, (char)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		buf_putc(out, (char)(0xe0 | c >> 12));
		buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		buf_putc(out, (char)(0x80 | (c & 0x3f)));
	} else {
		buf_putc(out, (char)(0xf0 | c >> 18));
		buf_putc(out, (char)(0x80 | (c >> 12 & 0x3f)));
		buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		buf_putc(out, (char)(0x80 | (c & 0x3f)));
	}
}

double text_strtod(const char *s, char **end)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* glibc's own object: costs nothing, can't fail */
	double f = strtod_l(s, end, c);
	freelocale(c);
	return f;
}

/* printf with the locale's decimal point (whatever its bytes) turned back into a dot. */
void text_double(struct buf *out, char conv, int precision, bool alt, double f)
{
	size_t from = out->n, to = from;
	if (conv == 'e')
		buf_printf(out, alt ? "%#.*e" : "%.*e", precision, f);
	else if (conv == 'f')
		buf_printf(out, alt ? "%#.*f" : "%.*f", precision, f);
	else
		buf_printf(out, alt ? "%#.*g" : "%.*g", precision, f);
	for (size_t i = from; i < out->n; i++) {
		if (strchr("0123456789+-einfa", out->s[i]))
			out->s[to++] = out->s[i];
		else if (to == from || out->s[to - 1] != '.')
			out->s[to++] = '.';
	}
	out->n = to;
	out->s[to] = 0;
}

void text_escape(struct buf *out, uint32_t c)
{
	if (c < 0x100)
		buf_printf(out, "\\x%02x", (unsigned)c);
	else if (c < 0x10000)
		buf_printf(out, "\\u%04x", (unsigned)c);
	else
		buf_printf(out, "\\U%08x", (unsigned)c);
}

static void quote_one(struct buf *out, uint32_t c, const char *raw, unsigned len, char quote)
{
	if (c == (uint32_t)quote || c == '\\')
		buf_printf(out, "\\%c", (char)c);
	else if (c == '\n' || c == '\r' || c == '\t')
		buf_puts(out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
	else if (text_is_printable(c))
		buf_add(out, raw, len);
	else
		text_escape(out, c);
}

void text_quote(struct buf *out, const char *s, size_t n, char quote)
{
	CHECK(!quote || quote == '\'' || quote == '"');
	if (!quote)
		quote = memchr(s, '\'', n) && !memchr(s, '"', n) ? '"' : '\'';
	buf_putc(out, quote);
	for (size_t i = 0; i < n;) {
		unsigned len;
		uint32_t c = text_decode(s + i, n - i, &len);
		quote_one(out, c, s + i, len, quote);
		i += len;
	}
	buf_putc(out, quote);
}

void text_bytes(struct buf *out, const struct str *s)
{
	char quote = memchr(s->s, '\'', s->len) && !memchr(s->s, '"', s->len) ? '"' : '\'';
	buf_printf(out, "b%c", quote);
	for (uint32_t i = 0; i < s->len; i++) {
		unsigned char c = (unsigned char)s->s[i];
		if (c >= 0x80)
			buf_printf(out, "\\x%02x", c);
		else
			quote_one(out, c, s->s + i, 1, quote);
	}
	buf_putc(out, quote);
}

void text_number(struct buf *out, const char *s, size_t n)
{
	struct buf b = { 0 };
	unsigned len;
	for (size_t i = 0; i < n; i += len) {
		uint32_t c = text_decode(s + i, n - i, &len);
		int digit = c < 0x80 ? -1 : text_decimal(c);
		buf_putc(&b, c < 0x80 ? (char)c : digit >= 0 ? (char)('0' + digit) : text_is_space(c) ? ' ' : '?');
	}
	const char *text = buf_str(&b);
	size_t lead = strspn(text, " \t\n\r\v\f");
	while (b.n > lead && text[b.n - 1] && strchr(" \t\n\r\v\f", text[b.n - 1]))
		b.n--;
	buf_add(out, text + lead, b.n - lead);
	buf_release(&b);
}
