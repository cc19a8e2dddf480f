// SPDX-License-Identifier: MIT
#include "report/svg_flow.h"
#include "base/utf8.h"
#include "report/html.h"
#include <stdlib.h>
#include <string.h>

/* pixels */
enum { WIDE = 190, BETWEEN = 44, LINE = 16, PAD = 8, APART = 14, MOST = 27 /* letters in a box */ };

struct placed {
	unsigned x, y, high;
};

static unsigned height_of(const struct svg_box *x)
{
	unsigned n = 0;

	while (n < SVG_BOX_LINES && x->line[n])
		n++;
	return n * LINE + 2 * PAD;
}

/* Of the boxes of one column, with what is between them. */
static unsigned column_height(const struct svg_box *box, uint32_t n, unsigned column)
{
	unsigned high = 0;

	for (uint32_t i = 0; i < n; i++)
		if (box[i].column == column)
			high += (high ? APART : 0) + height_of(&box[i]);
	return high;
}

static void put_cut(struct buf *b, const char *text)
{
	size_t n = 0, letters = 0;

	for (; text[n]; n++)
		if (utf8_starts(text[n]) && letters++ == MOST)
			break;
	html_bytes(b, text, n);
	if (text[n])
		buf_puts(b, "\xe2\x80\xa6");
}

static void put_box(struct buf *b, const struct svg_box *x, struct placed at)
{
	buf_printf(b, "<rect class=\"box%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%u\" rx=\"4\"/>",
		   x->marked ? " marked" : "", at.x, at.y, WIDE, at.high);
	for (unsigned i = 0; i < SVG_BOX_LINES && x->line[i]; i++) {
		buf_printf(b, "<text%s x=\"%u\" y=\"%u\">%s", i ? "" : " class=\"mark\"", at.x + PAD,
			   at.y + PAD + LINE * i + 12, x->marked && !i ? "! " : "");
		put_cut(b, x->line[i]);
		buf_puts(b, "</text>");
	}
}

static void put_arrow(struct buf *b, struct placed from, struct placed to)
{
	unsigned x1 = from.x + WIDE, y1 = from.y + from.high / 2, x2 = to.x, y2 = to.y + to.high / 2;

	buf_printf(b,
		   "<path class=\"arrow\" d=\"M%u %uC%u %u %u %u %u %u\"/><path class=\"tip\" d=\"M%u %ul-7 -4v8z\"/>",
		   x1, y1, x1 + BETWEEN / 2, y1, x2 - BETWEEN / 2, y2, x2 - 6, y2, x2, y2);
}

void svg_flow(struct buf *b, const char *alt, const struct svg_box *box, uint32_t n)
{
	struct placed *at = xcalloc(n + 1, sizeof *at);
	unsigned high = 0, columns = n ? box[n - 1].column + 1 : 0, column = 0, y = 0;

	for (unsigned i = 0; i < columns; i++)
		high = column_height(box, n, i) > high ? column_height(box, n, i) : high;
	for (uint32_t i = 0; i < n; i++) {
		if (!i || box[i].column != column)
			y = (high - column_height(box, n, box[i].column)) / 2;
		column = box[i].column;
		at[i] = (struct placed){ column * (WIDE + BETWEEN) + 1, y + 1, height_of(&box[i]) };
		y += at[i].high + APART;
	}
	buf_printf(b, "<figure class=\"wide\"><svg role=\"img\" width=\"%u\" height=\"%u\" aria-label=\"",
		   columns * (WIDE + BETWEEN), high + 2);
	html_text(b, alt);
	buf_puts(b, "\">");
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n; k++)
			if (box[k].column == box[i].column + 1)
				put_arrow(b, at[i], at[k]);
	for (uint32_t i = 0; i < n; i++)
		put_box(b, &box[i], at[i]);
	buf_puts(b, "</svg></figure>\n");
	free(at);
}
