// SPDX-License-Identifier: MIT
/* The path from the root of a config to the value being written, for reporting values that the text lacks. Lives on the
 * stack of the writer; NULL is the root. */
#ifndef REPORT_DRAW_WAY_H
#define REPORT_DRAW_WAY_H
#include "python/value/keypath.h"

struct way {
	const struct way *up;
	struct value part; /* key or index */
	unsigned depth;	   /* 1 below the root */
};
struct way way_to(const struct way *up, struct value part);
void way_report(const struct way *w, struct buf *to,
		const char *what); /* "data.train: WHAT" as a line; to NULL: nothing */
#endif
