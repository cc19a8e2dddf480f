// SPDX-License-Identifier: MIT
/* Boxes in columns from left to right, with arrows from each column to the next, as SVG within a page of HTML
 * (report/html.h). It has a text alternative; what stands in the boxes belongs into the page as text, too. */
#ifndef REPORT_SVG_FLOW_H
#define REPORT_SVG_FLOW_H
#include "base/buf.h"

enum { SVG_BOX_LINES = 6 };
struct svg_box {
	unsigned column;		 /* from 0, rising from box to box */
	const char *line[SVG_BOX_LINES]; /* the first is its title; NULL behind the last. Cut where there is no room. */
	bool marked; /* something is wrong with it: a frame of two lines, and a mark before the title */
};
void svg_flow(struct buf *b, const char *alt, const struct svg_box *box, uint32_t n);
#endif
