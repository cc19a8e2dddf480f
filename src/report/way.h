// SPDX-License-Identifier: MIT
/* The way from the root of a config to the value that is being written, for telling what the text doesn't say. Lives on
 * the stack of the writer; NULL is the root. */
#ifndef REPORT_WAY_H
#define REPORT_WAY_H
#include "python/value/keypath.h"

struct way {
	const struct way *up;
	struct value part; /* key or index */
	unsigned depth;	   /* 1 below the root */
};
struct way way_to(const struct way *up, struct value part);
void way_tell(const struct way *w, struct buf *to,
	      const char *what); /* "data.train: WHAT" as a line; to NULL: nothing */
#endif
