// SPDX-License-Identifier: MIT
/* What git writes into a file whose merge it leaves to a person. */
#ifndef TEXT_CONFLICT_H
#define TEXT_CONFLICT_H
#include "base/util.h"

struct conflict {
	uint32_t lo, hi;      /* bytes of the first marker, `<<<<<<< HEAD` */
	uint32_t end;	      /* of the last one */
	uint32_t first, last; /* lines of the first and the last marker, from 1 on */
};
/* The first one of the text: `<<<<<<<`, `=======` and `>>>>>>>` at the beginnings of lines, in this order. */
bool conflict_find(const char *text, size_t n, struct conflict *out);
#endif
