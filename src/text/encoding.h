// SPDX-License-Identifier: MIT
/* What a text that is not UTF-8 may be written in, for a message that helps: a guess by the shape of its bytes. */
#ifndef TEXT_ENCODING_H
#define TEXT_ENCODING_H
#include <stddef.h>

/* As iconv names it: "GBK", "BIG5", "SHIFT_JIS", "UTF-16", "UTF-16LE", "UTF-16BE", "WINDOWS-1252"; NULL: no guess. */
const char *encoding_guess(const char *bytes, size_t n);
#endif
