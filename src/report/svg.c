// SPDX-License-Identifier: MIT
#include "report/svg.h"
#include "report/figure.h"
#include "report/html.h"
#include <math.h>
#include <string.h>

/* pixels, from top to bottom */
enum { HEAD = 30, PLOT = 180, MARK_ROW = 15, AXIS = 36, SIDE = 56 /* to the left */, BAR = 34 };
enum { BOX = 1000 /* units of the stretched box */, Y_TICKS = 5, X_TICKS = 4 };
static const double LETTER = 2.7, DIGIT = 2.6; /* percent that they take on a phone */

double svg_step(double range, unsigned most)
{
	double ten;

	if (!(range > 0) || !isfinite(range) || !most)
		return 0;
	ten = pow(10, floor(log10(range / most)));
	return range / ten <= most	 ? ten
	       : range / ten <= 2 * most ? 2 * ten
	       : range / ten <= 5 * most ? 5 * ten
					 : 10 * ten;
}

static double percent(const struct svg_chart *c, double x)
{
	return c->to > c->from ? fmin(fmax(100 * (x - c->from) / (c->to - c->from), 0), 100) : 0;
}

/* From the top of the box; 0 for what is beyond. */
static double box_y(double y, double low, double high)
{
	return high > low ? fmin(fmax(BOX * (high - y) / (high - low), 0), BOX) : BOX;
}

/* --- behind the lines */

static void put_bands(struct buf *b, const struct svg_chart *c)
{
	for (uint32_t i = 0; i < c->nbands; i++) {
		const struct svg_band *s = &c->band[i];
		double lo = percent(c, s->from), hi = percent(c, s->to);

		buf_printf(b, "<rect class=\"%s\" x=\"%.2f%%\" y=\"0\" width=\"%.2f%%\" height=\"%d\"/>",
			   s->gap  ? "gap"
			   : i & 1 ? "band odd"
				   : "band",
			   lo, fmax(hi - lo, 0.2), HEAD + PLOT);
		if (DIGIT * (double)(strlen(s->label) + 1) > hi - lo)
			continue;
		buf_printf(b, "<text x=\"%.2f%%\" dx=\"3\" y=\"11\">", lo);
		html_text(b, s->label);
		buf_puts(b, "</text>");
	}
}

/* Lines across the picture, or the numbers beside it. */
static void put_y_axis(struct buf *b, const struct svg_chart *c, bool numbers)
{
	double step = svg_step(c->high - c->low, Y_TICKS), first = step > 0 ? ceil(c->low / step - 1e-9) : 0;

	for (unsigned i = 0; step > 0 && (first + i) * step <= c->high; i++) {
		double y = (first + i) * step, at = HEAD + PLOT * box_y(y, c->low, c->high) / BOX;

		if (!numbers) {
			buf_printf(b, "<line class=\"grid\" x1=\"0\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/>", at, at);
			continue;
		}
		buf_printf(b, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g%s", SIDE - 6, at + 4,
			   fabs(y) < step / 2 ? 0 : y, *c->unit ? " " : "");
		html_text(b, c->unit);
		buf_puts(b, "</text>");
	}
}

static void put_x_axis(struct buf *b, const struct svg_chart *c, int y)
{
	double step = svg_step(c->to - c->from, X_TICKS), first = step > 0 ? ceil(c->from / step) : 0;

	for (unsigned i = 0; step > 0 && (first + i) * step <= c->to; i++) {
		double x = (first + i) * step, at = percent(c, x);

		buf_printf(b, "<text x=\"%.2f%%\" y=\"%d\" text-anchor=\"%s\">", at, y,
			   at < 8    ? "start"
			   : at > 92 ? "end"
				     : "middle");
		figure_number(b, x);
		buf_puts(b, "</text>");
	}
	buf_printf(b, "<text x=\"50%%\" y=\"%d\" text-anchor=\"middle\">iteration</text>", y + 16);
}

/* --- lines */

/* The points from lo to hi, none of them a gap. A single one is a dot: a line to itself. */
static void put_stretch(struct buf *b, const struct svg_chart *c, const struct svg_line *l, uint32_t lo, uint32_t hi,
			double low, double high)
{
	buf_puts(b, "<polyline points=\"");
	for (uint32_t i = lo; i < hi || (hi == lo + 1 && i == hi); i++) {
		const struct svg_point *p = &l->at[i < hi ? i : lo];

		buf_printf(b, "%s%.1f,%.1f", i > lo ? " " : "", percent(c, p->x) * BOX / 100, box_y(p->y, low, high));
	}
	buf_puts(b, "\"/>");
}

static void put_points(struct buf *b, const struct svg_line *l)
{
	buf_puts(b, " data-name=\"");
	html_text(b, l->name);
	buf_puts(b, "\" data-unit=\"");
	html_text(b, l->unit);
	buf_puts(b, "\" data-points=\"");
	for (uint32_t i = 0; i < l->n; i++)
		buf_printf(b, "%s%.0f %.4g", i ? " " : "", l->at[i].x, l->at[i].y);
	buf_puts(b, "\"");
}

static void put_line(struct buf *b, const struct svg_chart *c, uint32_t number)
{
	const struct svg_line *l = &c->line[number];
	bool own = l->low < l->high;

	buf_printf(b, "<g class=\"line%s\"", number ? " second" : "");
	put_points(b, l);
	buf_putc(b, '>');
	for (uint32_t lo = 0, hi; lo < l->n; lo = hi + 1) {
		for (hi = lo; hi < l->n && isfinite(l->at[hi].y); hi++)
			;
		if (hi > lo)
			put_stretch(b, c, l, lo, hi, own ? l->low : c->low, own ? l->high : c->high);
	}
	buf_puts(b, "</g>");
}

/* Arrows where the first line leaves the picture. */
static void put_beyond(struct buf *b, const struct svg_chart *c)
{
	double last = -LETTER;

	for (uint32_t i = 0; c->nlines && i < c->line->n; i++) {
		double at = percent(c, c->line->at[i].x);

		if (!isfinite(c->line->at[i].y) || c->line->at[i].y <= c->high || at < last + LETTER)
			continue;
		last = at;
		buf_printf(b, "<text class=\"beyond\" x=\"%.2f%%\" y=\"%d\" text-anchor=\"middle\">▲</text>", at,
			   HEAD - 4);
	}
}

/* --- under them */

/* Letters that would lie on the one before are left out. */
static void put_marks(struct buf *b, const struct svg_chart *c)
{
	for (uint32_t row = 0; row < c->nmarks; row++) {
		const struct svg_marks *m = &c->marks[row];
		double last = -LETTER;

		for (uint32_t i = 0; i < m->n; i++) {
			double at = fmin(fmax(percent(c, m->at[i]), LETTER / 2), 100 - LETTER / 2);

			if (at < last + LETTER)
				continue;
			last = at;
			buf_printf(b, "<text class=\"mark\" x=\"%.2f%%\" y=\"%d\" text-anchor=\"middle\">%c</text>", at,
				   HEAD + PLOT + 12 + (int)row * MARK_ROW, m->letter);
		}
	}
}

/* The end of an open tag: a picture, and what it shows in words. */
static void put_alt(struct buf *b, const char *alt)
{
	buf_puts(b, " role=\"img\" aria-label=\"");
	html_text(b, alt);
	buf_puts(b, "\">");
}

void svg_chart(struct buf *b, const struct svg_chart *c)
{
	int under = HEAD + PLOT + (int)c->nmarks * MARK_ROW;

	buf_puts(b, "<div class=\"picture\"");
	put_alt(b, c->alt);
	buf_printf(b, "<svg class=\"side\" width=\"%d\" height=\"%d\">", SIDE, under + AXIS);
	put_y_axis(b, c, true);
	buf_printf(b, "</svg><svg class=\"chart\" width=\"100%%\" height=\"%d\">", under + AXIS);
	put_bands(b, c);
	put_y_axis(b, c, false);
	buf_printf(b,
		   "<svg y=\"%d\" width=\"100%%\" height=\"%d\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
		   "overflow=\"visible\">",
		   HEAD, PLOT, BOX, BOX);
	for (uint32_t i = c->nlines; i-- > 0;) /* the first above the others */
		put_line(b, c, i);
	buf_puts(b, "</svg>");
	put_beyond(b, c);
	put_marks(b, c);
	put_x_axis(b, c, under + 15);
	buf_printf(b, "<line class=\"hair\" y1=\"%d\" y2=\"%d\" visibility=\"hidden\"/></svg></div>", HEAD,
		   HEAD + PLOT);
}

void svg_bar(struct buf *b, const char *alt, const struct svg_part *part, uint32_t n)
{
	double at = 0;

	buf_printf(b, "<svg class=\"bar\" width=\"100%%\" height=\"%d\"", BAR + MARK_ROW);
	put_alt(b, alt);
	for (uint32_t i = 0; i < n; i++) {
		double width = 100 * fmax(part[i].share, 0);

		buf_printf(b, "<rect class=\"k%u\" x=\"%.2f%%\" y=\"0\" width=\"%.2f%%\" height=\"%d\"/>",
			   part[i].color, at, width, BAR);
		if (width >= 2 * LETTER)
			buf_printf(b, "<text x=\"%.2f%%\" y=\"%d\" text-anchor=\"middle\">%c</text>", at + width / 2,
				   BAR + 13, part[i].letter);
		at += width;
	}
	buf_puts(b, "</svg>");
}
