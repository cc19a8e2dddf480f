// SPDX-License-Identifier: MIT
/* Finds git's conflict markers: an unresolved merge in a text. */
#ifndef TEXT_CONFLICT_H
#define TEXT_CONFLICT_H
#include "base/util.h"

struct conflict {
	uint32_t lo, hi;      /* bytes of the first marker, `<<<<<<< HEAD` */
	uint32_t end;	      /* end of the last marker */
	uint32_t first, last; /* lines of the first and the last marker, from 1 on */
};
/* Finds the first conflict of the text: `<<<<<<<`, `=======` and `>>>>>>>` at the starts of lines, in this order. */
bool conflict_find(const char *text, size_t n, struct conflict *out);
#endif
