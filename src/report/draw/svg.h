// SPDX-License-Identifier: MIT
/* Pictures as SVG within a page of HTML (report/draw/html.h), whose style sheet gives them colours. They are as wide as
 * the page and have texts of one size at any width: x is in percent, y in pixels, and only lines are stretched.
 *
 * Texts are escaped. Each picture has a text alternative; its numbers belong in a table beside it. */
#ifndef REPORT_DRAW_SVG_H
#define REPORT_DRAW_SVG_H
#include "base/buf.h"

struct svg_point {
	double x, y; /* y not finite: a gap */
};
struct svg_line {
	const char *name, *unit; /* name and unit of a point's values: "loss", ""; "iteration", "s" */
	const struct svg_point *at;
	uint32_t n;	   /* x rising */
	double low, high;  /* of its own scale; both 0: that of the chart */
	const char *label; /* stands on it, where several lines have no other legend; NULL */
};
struct svg_band { /* a range of x: shaded, with a text if there is room */
	double from, to;
	const char *label;
	bool gap; /* what it shades is missing: hatched darker */
};
struct svg_marks { /* a row of letters under the picture */
	char letter;
	const uint32_t *at;
	uint32_t n;
};
struct svg_chart {
	const char *alt;
	double from, to;	     /* x */
	const char *along;	     /* what x counts: "batch"; NULL: iterations */
	double low, high;	     /* y of the lines; what is beyond high is drawn at the top, with an arrow */
	const char *unit;	     /* of y, behind the numbers of the axis */
	const struct svg_line *line; /* each has a colour and dashes, the first is solid: svg_sample */
	uint32_t nlines;
	const struct svg_band *band;
	uint32_t nbands;
	const struct svg_marks *marks;
	uint32_t nmarks;
};
void svg_chart(struct buf *b, const struct svg_chart *c);

struct svg_part {
	char letter;
	unsigned color; /* 0 to 9 */
	double share;	/* of the whole bar */
};
/* Parts beside one another, with their letters below if there is room. */
void svg_bar(struct buf *b, const char *alt, const struct svg_part *part, uint32_t n);
void svg_sample(struct buf *b, uint32_t line); /* a piece of the line of that number, for a legend */

struct svg_interval {
	const char *label;
	double low, at, high; /* low, high NaN: not known */
};
struct svg_intervals {
	const char *alt, *title; /* title: of the axis */
	double from, to, origin; /* origin: what they are compared with */
	const struct svg_interval *at;
	uint32_t n;
};
/* A row each: its label, under it the range, with a dot. */
void svg_intervals(struct buf *b, const struct svg_intervals *c);
/* 1, 2 or 5 times a power of ten, of which range holds at most so many; 0: range is no positive number. */
double svg_step(double range, unsigned most);
#endif
