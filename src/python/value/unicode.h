// SPDX-License-Identifier: MIT
/* Text of values. Strings are UTF-8; indices count code points. */
#ifndef PYTHON_VALUE_UNICODE_H
#define PYTHON_VALUE_UNICODE_H
#include "base/buf.h"
#include "base/str.h"

enum { TEXT_MAX = 1000000 }; /* bytes of a computed string */

bool text_is_ascii(const struct str *s);
size_t text_count(const char *s, size_t n);		   /* code points */
size_t text_offset(const char *s, size_t n, size_t index); /* byte offset of a code point; n when past the end */
/* One code point. Lenient, since a Python string may contain invalid UTF-8: lone surrogates, the bytes of a cut
 * text. */
uint32_t text_decode(const char *s, size_t n, unsigned *len);
void text_encode(struct buf *out, uint32_t c);
/* As CPython does before it parses a number: digits of any script become ASCII, white space beyond ASCII a blank,
 * other characters beyond ASCII '?'; then white space at both ends is removed. */
void text_number(struct buf *out, const char *s, size_t n);
void text_escape(struct buf *out, uint32_t c);			       /* \xe9, \u20ac, \U0001f600 */
void text_quote(struct buf *out, const char *s, size_t n, char quote); /* Python literal; quote 0: the quote that
									* repr() chooses */
void text_bytes(struct buf *out, const struct str *s);
void text_double(struct buf *out, char conv, int precision, bool alt, double f); /* printf's e f g without the locale */
double text_strtod(const char *s, char **end);					 /* of the C locale */
#endif
