// SPDX-License-Identifier: MIT
/* Strict UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF), one sequence at a time. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H
#include "base/util.h"
#include <string.h>

/* Length (1 to 4) of the sequence at s, which has n readable bytes; 0 if it is invalid. */
static inline unsigned utf8_len(const char *s, size_t n)
{
	const unsigned char *u = (const unsigned char *)s;
	unsigned len = n == 0	     ? 0
		       : u[0] < 0x80 ? 1
		       : u[0] < 0xC2 ? 0
		       : u[0] < 0xE0 ? 2
		       : u[0] < 0xF0 ? 3
		       : u[0] < 0xF5 ? 4
				     : 0;

	if (len > n)
		return 0;
	for (unsigned i = 1; i < len; i++)
		if ((u[i] & 0xC0) != 0x80)
			return 0;
	if (len == 3 && ((u[0] == 0xE0 && u[1] < 0xA0) || (u[0] == 0xED && u[1] > 0x9F)))
		return 0;
	if (len == 4 && ((u[0] == 0xF0 && u[1] < 0x90) || (u[0] == 0xF4 && u[1] > 0x8F)))
		return 0;
	return len;
}

/* The number of bytes at s, of n, that form whole sequences; n when all do. Most texts are ASCII: these take eight
 * bytes a step. */
static inline size_t utf8_valid(const char *s, size_t n)
{
	size_t i = 0;

	while (i < n) {
		uint64_t eight;

		if (n - i >= sizeof eight &&
		    (memcpy(&eight, s + i, sizeof eight), !(eight & UINT64_C(0x8080808080808080)))) {
			i += sizeof eight;
			continue;
		}

		unsigned len = utf8_len(s + i, n - i);

		if (!len)
			break;
		i += len;
	}
	return i;
}

/* The number of bytes at s, of n, before the first that is not ASCII. */
static inline size_t utf8_ascii(const char *s, size_t n)
{
	size_t i = 0;
	uint64_t eight;

	while (n - i >= sizeof eight && (memcpy(&eight, s + i, sizeof eight), !(eight & UINT64_C(0x8080808080808080))))
		i += sizeof eight;
	while (i < n && !((unsigned char)s[i] & 0x80))
		i++;
	return i;
}

/* The code point of a sequence that utf8_len found. */
static inline uint32_t utf8_decode(const char *s, unsigned len)
{
	CHECK(len >= 1 && len <= 4);

	const unsigned char *u = (const unsigned char *)s;
	uint32_t c = len == 1 ? u[0] : u[0] & (0x7Fu >> len);

	for (unsigned i = 1; i < len; i++)
		c = c << 6 | (u[i] & 0x3Fu);
	return c;
}

/* A control character (tab and line feed included) or a control of the writing direction: it moves a terminal's
 * cursor, colours text, breaks lines or changes the displayed order. */
static inline bool utf8_acts(uint32_t c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
	       (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

/* Not the second or later byte of a sequence. */
static inline bool utf8_starts(char c)
{
	return ((unsigned char)c & 0xC0) != 0x80;
}
#endif
