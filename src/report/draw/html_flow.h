// SPDX-License-Identifier: MIT
/* Boxes in columns from left to right, with an arrow from each column to the next, for a page of HTML
 * (report/draw/html.h). They are texts: columns that don't fit in the row are wrapped below, and on a narrow screen all
 * stand one below the other. */
#ifndef REPORT_DRAW_HTML_FLOW_H
#define REPORT_DRAW_HTML_FLOW_H
#include "base/buf.h"

enum { FLOW_BOX_LINES = 6 };
struct flow_box {
	unsigned column;		  /* from 0, rising from box to box */
	const char *line[FLOW_BOX_LINES]; /* the first is its title; NULL behind the last */
	bool marked; /* something is wrong with it: a frame of two lines, and a mark before the title */
};
void html_flow(struct buf *b, const struct flow_box *box, uint32_t n);
#endif
