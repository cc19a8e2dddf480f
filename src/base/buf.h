// SPDX-License-Identifier: MIT
/* Growable text buffer, NUL-terminated whenever n > 0 or after buf_str. Zeroed is empty. Owner calls buf_release. */
#ifndef BASE_BUF_H
#define BASE_BUF_H
#include "base/util.h"

struct buf {
	char *s;
	size_t n, cap;
};

void buf_add(struct buf *b, const void *p, size_t n);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *buf_str(struct buf *b); /* never NULL: "" when empty */
void buf_clear(struct buf *b);	    /* the memory is not freed */
void buf_release(struct buf *b);
/* For "%u finding%s". */
static inline const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}
void buf_add_utf8(struct buf *b, uint32_t c);	       /* a code point */
void buf_json(struct buf *b, const char *s, size_t n); /* a JSON string with quotes; invalid UTF-8 becomes U+FFFD */
#endif
