// SPDX-License-Identifier: MIT
/*
 * Growable text buffer.  The capacity doubles, so that building a text costs linear time.  One byte beyond n is
 * always reserved for the NUL.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAP = 64 };

/* Reserves `more` bytes and the NUL. */
static void buf_room(struct buf *b, size_t more)
{
	size_t need;

	if (__builtin_add_overflow(b->n, more, &need) || need >= SIZE_MAX / 2)
		die("out of memory");
	if (need < b->cap)
		return;

	size_t cap = b->cap ? b->cap : FIRST_CAP;

	while (cap <= need)
		cap *= 2;
	b->s = xrealloc(b->s, cap, 1);
	b->cap = cap;
}

void buf_add(struct buf *b, const void *p, size_t n)
{
	CHECK(b && (p || !n));
	CHECK(!b->cap || b->n < b->cap);

	buf_room(b, n);
	if (n)
		memcpy(b->s + b->n, p, n);
	b->n += n;
	b->s[b->n] = '\0';
}

void buf_puts(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void buf_putc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

/* Prints into the free space first, which is mostly enough; if not, prints again after growing. */
void buf_printf(struct buf *b, const char *fmt, ...)
{
	CHECK(b && fmt);

	va_list ap;

	buf_room(b, 0);
	va_start(ap, fmt);

	int n = vsnprintf(b->s + b->n, b->cap - b->n, fmt, ap);

	va_end(ap);
	if (n < 0)
		BUG("bad format '%s'", fmt);
	if ((size_t)n >= b->cap - b->n) {
		buf_room(b, (size_t)n);
		va_start(ap, fmt);
		vsnprintf(b->s + b->n, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	b->n += (size_t)n;
}

const char *buf_str(struct buf *b)
{
	buf_add(b, NULL, 0);
	return b->s;
}

void buf_clear(struct buf *b)
{
	b->n = 0;
	if (b->s)
		b->s[0] = '\0';
}

void buf_release(struct buf *b)
{
	free(b->s);
	*b = (struct buf){ 0 };
}

/* true: an ASCII character that JSON needs no escape for. */
static bool json_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

static void json_escape(struct buf *b, uint32_t c)
{
	static const char shorthand[] = "\"\"\\\\\nn\rr\tt\bb\ff";

	for (const char *p = shorthand; *p; p += 2)
		if ((uint32_t)*p == c) {
			buf_putc(b, '\\');
			buf_putc(b, p[1]);
			return;
		}
	buf_printf(b, "\\u%04" PRIx32, c);
}

void buf_json(struct buf *b, const char *s, size_t n)
{
	CHECK(b && (s || !n));

	buf_putc(b, '"');
	for (size_t i = 0; i < n;) {
		size_t run = i;

		while (run < n && json_plain((unsigned char)s[run]))
			run++;
		buf_add(b, s + i, run - i);
		i = run;
		if (i == n)
			break;

		unsigned len = utf8_len(s + i, n - i);
		uint32_t c = len ? utf8_decode(s + i, len) : 0xFFFD;

		/* JSON allows raw controls beyond ASCII; escaped, they can't disguise anything on a terminal */
		if (len == 1 || utf8_acts(c))
			json_escape(b, c);
		else
			buf_add(b, len ? s + i : "\xEF\xBF\xBD", len ? len : 3);
		i += len ? len : 1;
	}
	buf_putc(b, '"');
}

void buf_add_utf8(struct buf *b, uint32_t c)
{
	if (c < 0x80) {
		buf_putc(b, (char)c);
	} else if (c < 0x800) {
		buf_putc(b, (char)(0xC0 | c >> 6));
	} else {
		if (c < 0x10000) {
			buf_putc(b, (char)(0xE0 | c >> 12));
		} else {
			buf_putc(b, (char)(0xF0 | c >> 18));
			buf_putc(b, (char)(0x80 | (c >> 12 & 0x3F)));
		}
		buf_putc(b, (char)(0x80 | (c >> 6 & 0x3F)));
	}
	if (c >= 0x80)
		buf_putc(b, (char)(0x80 | (c & 0x3F)));
}
