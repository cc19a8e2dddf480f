// SPDX-License-Identifier: MIT
/* Guesses the encoding of a text that is not UTF-8, from its byte patterns, to help in a message. */
#ifndef TEXT_ENCODING_H
#define TEXT_ENCODING_H
#include "base/arena.h"
#include <stddef.h>

/* As iconv names them: "GBK", "CP949", "BIG5", "SHIFT_JIS", "UTF-16", "UTF-16LE", "UTF-16BE", "WINDOWS-1252". */
struct encodings {
	const char *likely; /* NULL: no guess */
	const char *other;  /* that the bytes fit as well; NULL: none */
};
struct encodings encoding_guess(const char *bytes, size_t n);
/* "GBK", "CP949 or GBK". */
const char *encodings_text(struct arena *a, struct encodings e);
#endif
