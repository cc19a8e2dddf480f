// SPDX-License-Identifier: MIT
/* A map for substituted text: offsets of the parsed text -> offsets of the original. Segments cover the parsed text
 * in order; a substituted segment (same = false) maps as a whole to [orig_lo, orig_hi). */
#ifndef PYTHON_SYNTAX_TEXTMAP_H
#define PYTHON_SYNTAX_TEXTMAP_H
#include "base/util.h"

struct segment {
	uint32_t lo, hi;	   /* in the parsed text */
	uint32_t orig_lo, orig_hi; /* in the original */
	bool same;		   /* byte for byte */
};
struct textmap {
	const struct segment *at;
	uint32_t n;
};
uint32_t textmap_back(const struct textmap *m, uint32_t offset, bool is_end); /* m NULL: offset itself */
#endif
