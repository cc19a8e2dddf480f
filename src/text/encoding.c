// SPDX-License-Identifier: MIT
/* Recognizes encodings of two bytes by the range of their byte pairs. In common GBK nearly all pairs are GB2312: both
 * bytes are high. Korean syllables begin in 25 of the 72 rows of GB2312, where two of three Chinese characters lie,
 * too. Half of the pairs of Big5 end in an ASCII byte. Shift-JIS begins where Big5 never does. A text of one byte a
 * letter has single high bytes between ASCII ones. */
#include "text/encoding.h"
#include "base/util.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	MOSTLY = 80, /* percent */
	SYLLABLES = 5
};

static bool in(uint8_t c, uint8_t lo, uint8_t hi)
{
	return lo <= c && c <= hi;
}

static bool is_gbk(uint8_t a, uint8_t b)
{
	return in(a, 0x81, 0xfe) && in(b, 0x40, 0xfe) && b != 0x7f;
}

static bool is_gb2312(uint8_t a, uint8_t b)
{
	return in(a, 0xa1, 0xf7) && in(b, 0xa1, 0xfe);
}

static bool is_hangul(uint8_t a, uint8_t b)
{
	return in(a, 0xb0, 0xc8) && in(b, 0xa1, 0xfe);
}

static bool is_big5(uint8_t a, uint8_t b)
{
	return in(a, 0xa1, 0xf9) && (in(b, 0x40, 0x7e) || in(b, 0xa1, 0xfe));
}

static bool is_shift_jis(uint8_t a, uint8_t b)
{
	return (in(a, 0x81, 0x9f) || in(a, 0xe0, 0xfc)) && in(b, 0x40, 0xfc) && b != 0x7f;
}

/* The percentage of pairs, among those that start with a high byte, that are of the kind; 0 without pairs. */
static unsigned share(const uint8_t *s, size_t n, bool (*kind)(uint8_t, uint8_t))
{
	size_t pairs = 0, of_kind = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i] >= 0x80) {
			pairs++;
			of_kind += i + 1 < n && kind(s[i], s[i + 1]);
			i++;
		}
	return pairs ? (unsigned)(of_kind * 100 / pairs) : 0;
}

static bool stand_alone(const uint8_t *s, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (s[i] >= 0x80 && s[i - 1] >= 0x80)
			return false;
	return true;
}

/* ASCII text in two-byte units: every second byte is 0. */
static const char *utf16(const uint8_t *s, size_t n)
{
	size_t even = 0, odd = 0;

	if (n >= 2 && ((s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff)))
		return "UTF-16";
	for (size_t i = 0; i < n; i++)
		if (!s[i])
			*(i % 2 ? &odd : &even) += 1;
	if (odd > n / 4 && !even)
		return "UTF-16LE";
	return even > n / 4 && !odd ? "UTF-16BE" : NULL;
}

static size_t high_bytes(const uint8_t *s, size_t n)
{
	size_t high = 0;

	for (size_t i = 0; i < n; i++)
		high += s[i] >= 0x80;
	return high;
}

struct encodings encoding_guess(const char *bytes, size_t n)
{
	const uint8_t *s = (const uint8_t *)bytes;
	const char *wide = utf16(s, n);

	if (wide || memchr(s, 0, n))
		return (struct encodings){ wide, NULL };
	if (stand_alone(s, n))
		return (struct encodings){ "WINDOWS-1252", NULL };
	if (share(s, n, is_hangul) == 100) /* one Chinese sign is so more often than not, five are rarely */
		return high_bytes(s, n) < 2 * SYLLABLES ? (struct encodings){ "GBK", "CP949" }
							: (struct encodings){ "CP949", "GBK" };
	if (share(s, n, is_gbk) == 100 && share(s, n, is_gb2312) >= MOSTLY)
		return (struct encodings){ "GBK", NULL };
	if (share(s, n, is_big5) == 100)
		return (struct encodings){ "BIG5", NULL };
	if (share(s, n, is_shift_jis) == 100)
		return (struct encodings){ "SHIFT_JIS", NULL };
	return (struct encodings){ share(s, n, is_gbk) == 100 ? "GBK" : NULL, NULL };
}

const char *encodings_text(struct arena *a, struct encodings e)
{
	return e.other ? arena_printf(a, "%s or %s", e.likely, e.other) : e.likely;
}
