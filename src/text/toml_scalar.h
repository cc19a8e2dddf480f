// SPDX-License-Identifier: MIT
/* The lexical part of TOML: strings, and the lengths of numbers, dates and times. Texts end with a NUL. */
#ifndef TEXT_TOML_SCALAR_H
#define TEXT_TOML_SCALAR_H
#include "base/buf.h"

/* The string at s[*at], with its quotes, decoded into out; *at moves behind it. many: three quotes and line ends are
 * allowed. Returns NULL, or what is wrong at *at. */
const char *toml_string(const char *s, uint32_t *at, bool many, struct buf *out);
/* The length of the number, date, time or word at s; 0: there is none. A date that no calendar has is none. */
uint32_t toml_plain_len(const char *s);
bool toml_is_control(char c); /* a character that stands nowhere but, if it ends a line, between lines */
#endif
