// SPDX-License-Identifier: MIT
/* Draws the series of one run: time of an iteration, waiting for data, learning rate, loss, GPU memory. Each series
 * is thinned for its curve (series_thin); its table has a row a point, or summaries of ROWS_MOST equal parts.
 *
 * Invariant: all pictures of a run have the same axis of iterations, and each has the table of its numbers. A series
 * of fewer than two points gives no picture.
 *
 *	780 points		a table of 25 rows: iterations, least, median, most
 *	nan in a few lines	gaps in the curve (shaded in that of the loss), and "nan or inf in 3 of 780 lines"
 *	a checkpoint at 4,000	a letter under the curve; the list of events names its iterations */
#include "cli/command/log_charts.h"
#include "cli/command/log_ledger.h"
#include "cli/command/log_rates.h"
#include "report/draw/figure.h"
#include "report/draw/html.h"
#include "report/draw/svg.h"
#include "run/series.h"
#include <math.h>
#include <string.h>

enum { ROWS_MOST = 25, EVENTS_MOST = 100 };

struct picture {
	struct session *s;
	struct arena tmp; /* what one picture needs */
	struct buf *b;
	const struct logged *l;
	double from, to; /* iterations */
	struct svg_band band[SHIFTS_MAX + 1];
	uint32_t nbands;
	struct svg_marks marks[MARK_COUNT];
	enum mark_kind marked[MARK_COUNT];
	uint32_t nmarks;
};

/* A series as a line of a chart: y is scaled, and its unit names the scale. */
struct curve {
	struct series all, thin;
	struct series_figures f; /* unscaled */
	struct svg_line line;
	double scale;
	int digits;
};

static const char *figure(struct picture *p, const struct curve *c, double y)
{
	const char *shown =
		isfinite(y) ? arena_printf(&p->tmp, "%.*g", c->digits, y * c->scale) : figure_number_text(&p->tmp, y);

	return *c->line.unit ? arena_printf(&p->tmp, "%s\u00a0%s", shown, c->line.unit) : shown;
}

static struct curve curve_from(struct picture *p, struct series all, const char *name, const char *unit, double scale,
			       int digits)
{
	struct arena *a = &p->tmp;
	struct curve c = { .all = all, .scale = scale, .digits = digits };
	struct svg_point *at;

	c.thin = series_thin(a, &c.all, SERIES_MOST);
	c.f = series_figures(a, &c.all);
	at = arena_array(a, struct svg_point, c.thin.n + 1);
	for (uint32_t i = 0; i < c.thin.n; i++)
		at[i] = (struct svg_point){ c.thin.at[i].iter, c.thin.at[i].y * scale };
	c.line = (struct svg_line){ .name = name, .unit = unit, .at = at, .n = c.thin.n };
	return c;
}

static struct curve curve_of(struct picture *p, enum series_kind k, const char *name, const char *unit, double scale,
			     int digits)
{
	return curve_from(p, series_of(&p->tmp, p->l->run, k), name, unit, scale, digits);
}

/* --- the table beside a picture */

/* The points from lo to hi as a row: their iterations and values. */
static void put_stretch(struct picture *p, const struct curve *c, uint32_t lo, uint32_t hi)
{
	struct series part = { .at = c->all.at + lo, .n = hi - lo };
	struct series_figures f = series_figures(&p->tmp, &part);
	const char *cell[4] = { figure_number_text(&p->tmp, part.at[0].iter), figure(p, c, f.least),
				figure(p, c, f.median), figure(p, c, f.most) };

	if (hi > lo + 1)
		cell[0] = arena_printf(&p->tmp, "%s to %s", cell[0],
				       figure_number_text(&p->tmp, part.at[part.n - 1].iter));
	html_row(p->b, "td", cell, 4);
}

static void put_table(struct picture *p, const struct curve *c)
{
	uint32_t n = c->all.n, rows = n < ROWS_MOST ? n : ROWS_MOST;
	const char *summary = arena_printf(&p->tmp, "Numbers: %s", c->line.name);

	html_table(p->b, summary);
	if (n <= ROWS_MOST)
		html_row(p->b, "th", (const char *[]){ "iteration", c->line.name }, 2);
	else
		html_row(p->b, "th", (const char *[]){ "iterations", "least", "median", "most" }, 4);
	for (uint32_t i = 0; i < rows; i++)
		if (n > ROWS_MOST)
			put_stretch(p, c, (uint32_t)((uint64_t)n * i / rows), (uint32_t)((uint64_t)n * (i + 1) / rows));
		else
			html_row(p->b, "td",
				 (const char *[]){ figure_number_text(&p->tmp, c->all.at[i].iter),
						   figure(p, c, c->all.at[i].y) },
				 2);
	html_table_end(p->b, summary);
}

/* --- a picture */

static const char *in_words(struct picture *p, const struct curve *c)
{
	uint32_t none = c->all.n - c->f.n;
	const char *text;

	if (!c->f.n)
		return "no line has a number";
	text = arena_printf(&p->tmp, "%s to %s, median %s", figure(p, c, c->f.least), figure(p, c, c->f.most),
			    figure(p, c, c->f.median));
	return none ? arena_printf(&p->tmp, "%s; nan or inf in %s of %s lines", text, figure_number_text(&p->tmp, none),
				   figure_number_text(&p->tmp, c->all.n))
		    : text;
}

/* A heading, the curve in words, the picture and its table. */
struct content {
	const char *title, *note;	    /* note: a sentence about the figures, NULL */
	const struct curve *curve, *second; /* second: dashed, NULL; on the same scale unless its line sets another */
	const char *legend;		    /* of both, NULL */
	const struct svg_band *band;
	uint32_t nbands;
	bool marked;	   /* events under it */
	bool peaks;	   /* they matter: no value may lie beyond the picture */
	double high_least; /* the axis goes so far at least */
};

static double lowest(const struct curve *c)
{
	return c->f.n ? fmin(0, c->f.least * c->scale) : 0;
}

/* With some room above; a few points that would press the others flat may lie beyond it. */
static double highest(const struct content *k)
{
	const struct curve *c = k->curve;
	double low = lowest(c);
	double most = c->f.n ? (k->peaks ? c->f.most : series_top(&c->f)) * c->scale : 0;

	return fmax(most > low ? most + 0.08 * (most - low) : low + 1, k->high_least);
}

/* What the letters under the picture mean. */
static void put_marks(struct picture *p)
{
	buf_puts(p->b, "<p>Letters under the curve:</p>\n<ul class=\"legend\">\n");
	for (uint32_t i = 0; i < p->nmarks; i++)
		buf_printf(p->b, "<li><b>%c</b> %s, %s time%s</li>\n", p->marks[i].letter, mark_word(p->marked[i]),
			   figure_number_text(&p->tmp, p->marks[i].n), plural(p->marks[i].n));
	buf_puts(p->b, "</ul>\n");
}

static void put_picture(struct picture *p, const struct content *k)
{
	struct arena *a = &p->tmp;
	const char *words = in_words(p, k->curve);
	struct svg_line line[2] = { k->curve->line, k->second ? k->second->line : k->curve->line };
	struct svg_chart chart = { .alt = arena_printf(a, "%s, iterations %s to %s: %s", k->title,
						       figure_number_text(&p->tmp, p->from + 1),
						       figure_number_text(&p->tmp, p->to), words),
				   .from = p->from,
				   .to = p->to,
				   .low = lowest(k->curve),
				   .high = highest(k),
				   .unit = k->curve->line.unit,
				   .line = line,
				   .nlines = k->second ? 2 : 1,
				   .band = k->band,
				   .nbands = k->nbands,
				   .marks = p->marks,
				   .nmarks = k->marked ? p->nmarks : 0 };

	html_element(p->b, "h3", k->title);
	html_element(p->b, "p", words);
	if (k->note)
		html_element(p->b, "p", k->note);
	if (k->legend)
		html_element(p->b, "p", k->legend);
	buf_printf(p->b, "<figure data-from=\"%.0f\" data-to=\"%.0f\">\n", p->from, p->to);
	svg_chart(p->b, &chart);
	buf_puts(p->b, "\n<p class=\"at\" aria-hidden=\"true\"></p>\n");
	if (k->marked && p->nmarks)
		put_marks(p);
	put_table(p, k->curve);
	buf_puts(p->b, "</figure>\n");
}

/* "780 ms in iterations 1 to 4,000, 4.86 s in 4,001 to 7,850" */
static const char *speeds_in_words(struct picture *p)
{
	const struct ledger *l = &p->l->ledger;
	const char *text = "";

	for (uint32_t i = 0; i < p->nbands; i++)
		text = arena_printf(&p->tmp, "%s%s%s in iterations %s to %s", text, i ? ", " : "", p->band[i].label,
				    figure_number_text(&p->tmp, l->regime[i].from + 1.0),
				    figure_number_text(&p->tmp, l->regime[i].to));
	return p->nbands ? arena_printf(&p->tmp, " Without events: %s.", text) : "";
}

/* The iterations after which something happened: the letters under the pictures show them. */
static void put_events(struct picture *p)
{
	if (!p->nmarks)
		return;
	html_table(p->b, "Numbers: events");
	html_row(p->b, "th", (const char *[]){ "event", "behind iteration" }, 2);
	for (uint32_t i = 0; i < p->nmarks; i++) {
		const struct svg_marks *m = &p->marks[i];
		struct buf b = { 0 };

		for (uint32_t k = 0; k < m->n && k < EVENTS_MOST; k++) {
			buf_puts(&b, k ? ", " : "");
			buf_puts(&b, figure_number_text(&p->tmp, m->at[k]));
		}
		if (m->n > EVENTS_MOST)
			buf_printf(&b, " and %s more", figure_number_text(&p->tmp, m->n - EVENTS_MOST));
		html_row(p->b, "td", (const char *[]){ mark_word(p->marked[i]), buf_str(&b) }, 2);
		buf_release(&b);
	}
	html_table_end(p->b, "");
}

/* --- the pictures */

static void put_seconds(struct picture *p)
{
	struct curve c = curve_of(p, SERIES_SECONDS, "an iteration", "s", 1, 3);
	const char *note = "By the clock of the log, whatever else happened meanwhile included.";

	if (c.all.n < 2)
		return;
	if (c.f.most < 1)
		c = curve_of(p, SERIES_SECONDS, "an iteration", "ms", 1000, 3);
	if (!c.all.clock && run_window(p->l->run) > 1)
		note = arena_printf(&p->tmp,
				    "By the log's timer: a point is the mean of the last %u iterations, so checkpoints "
				    "and evaluations may be missing.",
				    run_window(p->l->run));
	else if (!c.all.clock)
		note = "By the log's timer; checkpoints and evaluations may be missing.";
	put_picture(p, &(struct content){ .title = "Time of an iteration",
					  .note = arena_printf(&p->tmp, "%s%s", note, speeds_in_words(p)),
					  .curve = &c,
					  .band = p->band,
					  .nbands = p->nbands,
					  .marked = true });
	put_events(p);
}

static void put_data(struct picture *p)
{
	struct curve c = curve_of(p, SERIES_DATA, "waiting for data", "%", 100, 2);

	if (c.all.n > 1)
		put_picture(p, &(struct content){ .title = "Part of an iteration that waits for data",
						  .note = p->l->run->world > 1 ? "Of the first process only." : NULL,
						  .curve = &c,
						  .marked = true,
						  .high_least = 10 });
}

/* What the config makes of its schedule at the lines of the log. */
static struct curve curve_expected(struct picture *p, const struct rates *x)
{
	const struct train_records *t = &p->l->run->train;
	struct series_point *at = arena_array(&p->tmp, struct series_point, t->n + 1);
	struct series all = { .at = at };

	for (size_t i = 0; i < t->n; i++)
		if (isfinite(x->expected[i]))
			at[all.n++] = (struct series_point){ t->at[i].iter, x->expected[i] };
	return curve_from(p, all, "expected", "", 1, 4);
}

static void put_lr(struct picture *p)
{
	struct curve c = curve_of(p, SERIES_LR, "learning rate", "", 1, 4);

	const struct rates *x = &p->l->rates;
	struct curve expected;
	struct content k = { .title = "Learning rate", .curve = &c };

	if (c.all.n < 2)
		return;
	k.note = arena_printf(&p->tmp, "Of the first parameter group. It %s%s.", x->why ? "is " : "",
			      log_rates_text(&p->tmp, x));
	if (!x->why && x->off) {
		expected = curve_expected(p, x);
		k.second = &expected;
		k.legend = "Solid: as printed. Dashed: by the config";
		k.high_least = 1.08 * expected.f.most;
	}
	put_picture(p, &k);
}

/* Stretches of points that are no number. */
static uint32_t gaps_of(struct arena *a, const struct series *of, const struct svg_band **out)
{
	struct svg_band *band = arena_array(a, struct svg_band, of->n + 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < of->n; i++) {
		if (isfinite(of->at[i].y))
			continue;
		if (i && !isfinite(of->at[i - 1].y))
			band[n - 1].to = of->at[i].iter;
		else
			band[n++] = (struct svg_band){ i ? of->at[i - 1].iter : of->from, of->at[i].iter,
						       isnan(of->at[i].y) ? "nan" : "inf", true };
	}
	*out = band;
	return n;
}

static void put_loss(struct picture *p)
{
	struct curve c = curve_of(p, SERIES_LOSS, "loss", "", 1, 4);
	struct curve lr = curve_of(p, SERIES_LR, "learning rate", "", 1, 4);
	struct content k = { .title = "Loss", .curve = &c, .marked = true };

	if (c.all.n < 2)
		return;
	k.nbands = gaps_of(&p->tmp, &c.thin, &k.band);
	if (lr.all.n > 1 && lr.f.most > 0) {
		lr.line.high = 1.08 * lr.f.most;
		k.second = &lr;
		k.legend = arena_printf(&p->tmp, "Solid: loss. Dashed: learning rate, from 0 to %s",
					figure(p, &lr, lr.f.most));
	}
	put_picture(p, &k);
}

/* One size over the whole picture. */
static struct curve curve_flat(struct picture *p, double y, const char *name, const char *unit, double scale,
			       int digits)
{
	struct series_point *at = arena_array(&p->tmp, struct series_point, 2);

	at[0] = (struct series_point){ (uint32_t)p->from, y };
	at[1] = (struct series_point){ (uint32_t)p->to, y };
	return curve_from(p, (struct series){ .at = at, .n = 2 }, name, unit, scale, digits);
}

static void put_memory(struct picture *p)
{
	struct curve c = curve_of(p, SERIES_MEMORY, "GPU memory", "GiB", 1.0 / 1024, 3), total;
	const struct card *card = &p->l->card;
	struct content k = { .title = "GPU memory", .curve = &c, .marked = true, .peaks = true };

	if (c.all.n < 2)
		return;
	if (card->total > 0) {
		total = curve_flat(p, card->total, "of", "GiB", 1.0 / 1024, 3);
		k.note = arena_printf(&p->tmp, "The card has %s, by %s", figure(p, &total, card->total), card->from);
		k.note = p->l->memory.most > 0 ? arena_printf(&p->tmp, "%s: %.0f %% of it.", k.note,
							      100 * p->l->memory.most / card->total)
					       : arena_printf(&p->tmp, "%s.", k.note);
		k.second = &total;
		k.legend = "Solid: as printed. Dashed: the card's";
		k.high_least = 1.08 * card->total / 1024;
	}
	put_picture(p, &k);
}

/* --- what all pictures share */

static void find_bands(struct picture *p)
{
	const struct ledger *l = &p->l->ledger;

	for (uint32_t i = 0; !l->silent && l->nregimes > 1 && i < l->nregimes; i++)
		p->band[p->nbands++] = (struct svg_band){ fmax(l->regime[i].from, p->from), l->regime[i].to,
							  figure_seconds_text(&p->s->arena, l->regime[i].tau), false };
}

static void find_marks(struct picture *p)
{
	for (int k = 0; k < MARK_COUNT; k++) {
		struct marks m = marks_of(&p->s->arena, p->l->run, (enum mark_kind)k,
					  p->l->ledger.silent ? 0 : p->l->ledger.pass);

		if (!m.n)
			continue;
		p->marks[p->nmarks] = (struct svg_marks){ mark_letter((enum mark_kind)k), m.at, m.n };
		p->marked[p->nmarks++] = (enum mark_kind)k;
	}
}

void log_charts(struct session *s, struct buf *b, const struct logged *l)
{
	static void (*const pictures[])(struct picture *) = { put_seconds, put_data, put_lr, put_loss, put_memory };
	const struct train_records *t = &l->run->train;
	struct picture p = { .s = s, .b = b, .l = l };

	if (t->n < 2)
		return;
	p.from = t->at[0].iter > t->at[1].iter - t->at[0].iter ? 2.0 * t->at[0].iter - t->at[1].iter : 0;
	p.to = t->at[t->n - 1].iter;
	find_bands(&p);
	find_marks(&p);
	for (size_t i = 0; i < ARRAY_SIZE(pictures); i++) {
		pictures[i](&p);
		arena_release(&p.tmp);
	}
}
