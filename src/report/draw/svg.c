// SPDX-License-Identifier: MIT
/* Draws charts, bars and intervals as SVG. x is in percent of the width, y in pixels, by linear maps; lines are drawn
 * in a box of BOX x BOX units that is stretched, texts outside it. Ticks are 1, 2 or 5 times a power of ten
 * (svg_step).
 *
 * Invariant: a point is drawn within the picture: what lies beyond the scale is drawn at its edge. Texts that would
 * overlap the one before are left out.
 *
 *	svg_step(37, 5)			10: ticks at 0, 10, 20, 30
 *	y: 1, 2, nan, 3			a line and a dot: the gap is not bridged
 *	y above c->high			at the top, with an arrow */
#include "report/draw/svg.h"
#include "report/draw/figure.h"
#include "report/draw/html.h"
#include <math.h>
#include <string.h>

/* pixels, from top to bottom */
enum { HEAD = 30, PLOT = 180, MARK_ROW = 15, AXIS = 36, SIDE = 56 /* to the left */, BAR = 34, INTERVAL = 40 };
enum {
	BOX = 1000 /* units of the stretched box */,
	Y_TICKS = 5,
	X_TICKS = 4,
	LINE_STYLES = 8 /* report/draw/html.c */
};
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

static double percent_of(double x, double from, double to)
{
	return to > from ? fmin(fmax(100 * (x - from) / (to - from), 0), 100) : 0;
}

static double percent(const struct svg_chart *c, double x)
{
	return percent_of(x, c->from, c->to);
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

static void put_x_axis(struct buf *b, double from, double to, const char *title, int y)
{
	double step = svg_step(to - from, X_TICKS), first = step > 0 ? ceil(from / step) : 0;

	for (unsigned i = 0; step > 0 && (first + i) * step <= to; i++) {
		double x = fabs(first + i) < 0.5 ? 0 : (first + i) * step, at = percent_of(x, from, to);

		buf_printf(b, "<text x=\"%.2f%%\" y=\"%d\" text-anchor=\"%s\">", at, y,
			   at < 8    ? "start"
			   : at > 92 ? "end"
				     : "middle");
		figure_number(b, x);
		buf_puts(b, "</text>");
	}
	buf_printf(b, "<text x=\"50%%\" y=\"%d\" text-anchor=\"middle\">", y + 16);
	html_text(b, title);
	buf_puts(b, "</text>");
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

	buf_printf(b, "<g class=\"line l%u\"", number % LINE_STYLES);
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

struct placed { /* percent, pixels */
	double x, y;
};

static bool is_free(const struct placed *at, uint32_t n, struct placed p)
{
	enum { HEIGHT = 16 };

	for (uint32_t i = 0; i < n; i++)
		if (fabs(at[i].x - p.x) < 2 * LETTER && fabs(at[i].y - p.y) < HEIGHT)
			return false;
	return true;
}

/* Each on its own part of the picture, or where the next point has room. */
static void put_labels(struct buf *b, const struct svg_chart *c)
{
	struct placed at[LINE_STYLES];
	uint32_t n = 0;

	for (uint32_t k = 0; k < c->nlines && n < LINE_STYLES; k++) {
		const struct svg_line *l = &c->line[k];
		bool placed = !l->label;

		for (uint32_t i = 0; i < l->n && !placed; i++) {
			const struct svg_point *p = &l->at[(i + (uint64_t)l->n * (2 * k + 1) / (2 * c->nlines)) % l->n];
			struct placed here = { fmin(fmax(percent(c, p->x), LETTER), 100 - LETTER),
					       HEAD + PLOT * box_y(p->y, c->low, c->high) / BOX - 6 };

			if (!isfinite(p->y) || !is_free(at, n, here))
				continue;
			buf_printf(b, "<text class=\"label\" x=\"%.2f%%\" y=\"%.1f\" text-anchor=\"middle\">", here.x,
				   here.y);
			html_text(b, l->label);
			buf_puts(b, "</text>");
			at[n++] = here;
			placed = true;
		}
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
	put_labels(b, c);
	put_x_axis(b, c->from, c->to, c->along ? c->along : "iteration", under + 15);
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

void svg_sample(struct buf *b, uint32_t line)
{
	buf_printf(b,
		   "<svg class=\"sample\" width=\"48\" height=\"10\" aria-hidden=\"true\"><g class=\"line l%u\">"
		   "<polyline points=\"0,5 48,5\"/></g></svg>",
		   line % LINE_STYLES);
}

/* --- ranges */

static void put_interval(struct buf *b, const struct svg_intervals *c, const struct svg_interval *s, int y)
{
	enum { CAP = 5 };
	double lo = percent_of(s->low, c->from, c->to), hi = percent_of(s->high, c->from, c->to);

	buf_printf(b, "<text class=\"label\" x=\"0\" y=\"%d\">", y + 12);
	html_text(b, s->label);
	buf_puts(b, "</text>");
	y += INTERVAL - 12;
	if (isfinite(s->low) && isfinite(s->high))
		buf_printf(b,
			   "<line class=\"range\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/>"
			   "<line class=\"range\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/>"
			   "<line class=\"range\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" y2=\"%d\"/>",
			   lo, hi, y, y, lo, lo, y - CAP, y + CAP, hi, hi, y - CAP, y + CAP);
	buf_printf(b, "<circle class=\"dot\" cx=\"%.2f%%\" cy=\"%d\" r=\"5\"/>", percent_of(s->at, c->from, c->to), y);
}

void svg_intervals(struct buf *b, const struct svg_intervals *c)
{
	int height = (int)c->n * INTERVAL + 6;
	double origin = percent_of(c->origin, c->from, c->to);

	buf_printf(b, "<svg class=\"ranges\" width=\"100%%\" height=\"%d\"", height + AXIS);
	put_alt(b, c->alt);
	buf_printf(b, "<line class=\"origin\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"%d\"/>", origin, origin,
		   height);
	for (uint32_t i = 0; i < c->n; i++)
		put_interval(b, c, &c->at[i], (int)i * INTERVAL);
	put_x_axis(b, c->from, c->to, c->title, height + 15);
	buf_puts(b, "</svg>");
}
