// SPDX-License-Identifier: MIT
/* Renders a comparison of runs as sections of a page: verdicts, intervals against run 1, parts of the wall time, the
 * time of an iteration, keys that differ. A plain renderer: all figures come from struct comparison and run/series.h;
 * curves are thinned to SERIES_MOST points, their tables are means over STRETCHES ranges of iterations.
 *
 * Invariant: every picture of curves or intervals is followed by a table of its numbers.
 *
 *	2.21 times as fast, 1.83 to 2.65	a bar from 1.83 to 2.65, and a row "at least, measured, at most"
 *	all ratios between 0.5 and 2		the axis is in percent more or fewer, not in times
 *	more than LINES_MOST runs		curves of the first ones, and a sentence says so */
#include "cli/command/compare_html.h"
#include "cli/command/compare_table.h"
#include "cli/command/compare_words.h"
#include "cli/shared/shown_effective.h"
#include "report/draw/figure.h"
#include "report/draw/html.h"
#include "report/draw/svg.h"
#include "run/series.h"
#include <math.h>
#include <string.h>

enum { LINES_MOST = 8, STRETCHES = 20, KEYS_MOST = 200, VALUE_WIDTH = 80 };

/* ---- the text of each run */

static void put_text(struct buf *b, const char *lead, const char *text)
{
	if (!text)
		return;
	buf_printf(b, "<p>%s", lead);
	html_prose(b, text);
	buf_puts(b, "</p>\n");
}

static void put_run(struct session *s, struct buf *b, const struct comparison *all, uint32_t i)
{
	const struct compared *c = &all->at[i];

	buf_puts(b, "<article class=\"finding\">\n");
	html_element(b, "h4", arena_printf(&s->arena, "%u: %s", i + 1, compare_name(s, c)));
	put_text(b, i ? "Against 1: " : "", compare_verdict(s, c));
	put_text(b, "In all: ", compare_whole(s, all, i));
	put_text(b, "", compare_by(s, c));
	put_text(b, "", compare_machine(s, c));
	buf_puts(b, "</article>\n");
}

static void put_table(struct buf *b, const struct compare_table *t)
{
	buf_puts(b, "<div class=\"runs\">");
	html_table(b, NULL);
	for (uint32_t i = 0; i < t->rows; i++)
		html_row(b, i ? "td" : "th", t->cell[i], t->columns);
	html_table_end(b, NULL);
	buf_puts(b, "</div>\n");
}

/* ---- the ranges */

struct ranges {
	struct svg_interval *at;
	uint32_t n;
	double low, high;
	bool times; /* as times, else in percent more or less */
};

static void add_range(struct ranges *r, const char *label, const struct speedup *up)
{
	r->at[r->n++] = (struct svg_interval){ label, up->low, up->ratio, up->high };
	r->low = fmin(r->low, fmin(up->ratio, up->low));
	r->high = fmax(r->high, fmax(up->ratio, up->high));
}

static struct ranges ranges_of(struct session *s, const struct comparison *all)
{
	struct ranges r = { arena_array(&s->arena, struct svg_interval, 2 * all->n), 0, 1, 1, false };

	for (uint32_t i = 1; i < all->n; i++) {
		const struct compared *c = &all->at[i];

		if (c->verdict < VERDICT_NO_SPREAD)
			continue;
		add_range(&r, arena_printf(&s->arena, "%u, iterations alone", i + 1), &c->up);
		if (c->whole_verdict > VERDICT_NONE && compare_whole(s, all, i))
			add_range(&r, arena_printf(&s->arena, "%u, in all", i + 1), &c->whole_up);
	}
	r.times = r.high >= 2 || r.low <= 0.5;
	for (uint32_t i = 0; i < r.n && !r.times; i++) {
		struct svg_interval *x = &r.at[i];

		*x = (struct svg_interval){ x->label, 100 * (x->low - 1), 100 * (x->at - 1), 100 * (x->high - 1) };
	}
	return r;
}

static const char *range_text(struct session *s, const struct ranges *r, double d)
{
	return isnan(d) ? "?" : arena_printf(&s->arena, r->times ? "%.3g times" : "%+.1f %%", d);
}

static void put_ranges(struct session *s, struct buf *b, const struct comparison *all)
{
	struct ranges r = ranges_of(s, all);
	double low = r.times ? r.low : 100 * (r.low - 1), high = r.times ? r.high : 100 * (r.high - 1),
	       room = 0.05 * (high - low);
	struct svg_intervals picture = { .alt = "Samples a second against run 1, with the range in which they lie",
					 .title = r.times ? "times the samples/s of run 1"
							  : "% more or fewer samples/s than run 1",
					 .from = low - room,
					 .to = high + room,
					 .origin = r.times ? 1 : 0,
					 .at = r.at,
					 .n = r.n };

	if (!r.n || !(high > low))
		return;
	html_element(b, "h3", "Against run 1");
	html_element(b, "p",
		     "The dot is the measured value, the line its 95 % confidence interval. If the interval holds the "
		     "dashed line of run 1, the comparison is undecided.");
	buf_puts(b, "<figure>\n");
	svg_intervals(b, &picture);
	buf_puts(b, "\n");
	html_table(b, "Numbers: against run 1");
	html_row(b, "th", (const char *[]){ "run", "at least", "measured", "at most" }, 4);
	html_row(b, "td", (const char *[]){ "1", "", r.times ? "1 times" : "0 %", "" }, 4);
	for (uint32_t i = 0; i < r.n; i++)
		html_row(b, "td",
			 (const char *[]){ r.at[i].label, range_text(s, &r, r.at[i].low), range_text(s, &r, r.at[i].at),
					   range_text(s, &r, r.at[i].high) },
			 4);
	html_table_end(b, "");
	buf_puts(b, "</figure>\n");
}

/* ---- where the time went */

static void put_bar(struct session *s, struct buf *b, const struct comparison *all, uint32_t i)
{
	const struct ledger *l = compared_ledger(&all->at[i]);
	const char *words = arena_printf(&s->arena, "Run %u, parts of the wall time", i + 1), *between = ": ";
	struct svg_part part[LEDGER_COUNT];
	uint32_t n = 0;

	for (int k = 0; l && k < LEDGER_COUNT; k++) {
		if (l->row[k].share < 5e-4)
			continue;
		part[n++] = (struct svg_part){ (char)('A' + k), (unsigned)k, l->row[k].share };
		words = arena_printf(&s->arena, "%s%s%s %.1f %%", words, between, ledger_word(l, (enum ledger_kind)k),
				     100 * l->row[k].share);
		between = ", ";
	}
	if (!n)
		return;
	html_element(b, "p", arena_printf(&s->arena, "%u: %s", i + 1, compare_name(s, &all->at[i])));
	svg_bar(b, words, part, n);
	buf_puts(b, "\n");
}

/* What the letters under the bars mean: only those that occur. */
static const char *letters(struct session *s, const struct comparison *all)
{
	const char *text = "";
	struct ledger any = { 0 };

	for (uint32_t i = 0; i < all->n; i++)
		any.mixed |= compared_ledger(&all->at[i]) ? compared_ledger(&all->at[i])->mixed : 0;
	for (int k = 0; k < LEDGER_COUNT; k++) {
		bool some = false;

		for (uint32_t i = 0; i < all->n; i++)
			some |= compared_ledger(&all->at[i]) && compared_ledger(&all->at[i])->row[k].share >= 5e-4;
		if (some)
			text = arena_printf(&s->arena, "%s%s%c: %s", text, *text ? ", " : "", 'A' + k,
					    ledger_word(&any, (enum ledger_kind)k));
	}
	return text;
}

static void put_times(struct session *s, struct buf *b, const struct comparison *all)
{
	struct compare_table t = compare_times(s, all);

	if (!t.rows)
		return;
	html_element(b, "h3", "Where the wall time went");
	html_element(b, "p", letters(s, all));
	buf_puts(b, "<figure>\n");
	for (uint32_t i = 0; i < all->n; i++)
		put_bar(s, b, all, i);
	put_table(b, &t);
	buf_puts(b, "</figure>\n");
	for (const char *note = compare_times_note(s, &t); note && *note;) {
		size_t n = strcspn(note, "\n");

		html_element(b, "p", arena_printf(&s->arena, "%.*s", (int)n, note));
		note += n + (note[n] == '\n');
	}
}

/* ---- the time of an iteration */

struct drawn {
	const struct compared *c;
	struct series all;
	struct series_figures f;
	unsigned number;
};

static uint32_t drawn_of(struct session *s, const struct comparison *all, struct drawn out[LINES_MOST])
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < all->n && n < LINES_MOST; i++) {
		struct drawn *d = &out[n];

		if (all->at[i].figure)
			continue;
		*d = (struct drawn){ .c = &all->at[i], .number = i + 1 };
		d->all = series_of(&s->arena, d->c->l.run, SERIES_SECONDS);
		d->f = series_figures(&s->arena, &d->all);
		n += d->f.n > 1;
	}
	return n;
}

static struct svg_line line_of(struct session *s, const struct drawn *d, double scale, const char *unit)
{
	struct series thin = series_thin(&s->arena, &d->all, SERIES_MOST);
	struct svg_point *at = arena_array(&s->arena, struct svg_point, thin.n + 1);

	for (uint32_t i = 0; i < thin.n; i++)
		at[i] = (struct svg_point){ thin.at[i].iter, thin.at[i].y * scale };
	return (struct svg_line){ .name = arena_printf(&s->arena, "run %u", d->number),
				  .unit = unit,
				  .at = at,
				  .n = thin.n,
				  .label = arena_printf(&s->arena, "%u", d->number) };
}

static void put_legend(struct session *s, struct buf *b, const struct drawn *d, uint32_t n)
{
	buf_puts(b, "<ul class=\"legend\">\n");
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(b, "<li>");
		svg_sample(b, i);
		html_prose(b, arena_printf(&s->arena, "%u: %s, %s to %s, median %s%s", d[i].number,
					   compare_name(s, d[i].c), figure_seconds_text(&s->arena, d[i].f.least),
					   figure_seconds_text(&s->arena, d[i].f.most),
					   figure_seconds_text(&s->arena, d[i].f.median),
					   d[i].all.clock ? "" : ", by the log's timer"));
		buf_puts(b, "</li>\n");
	}
	buf_puts(b, "</ul>\n");
}

static void put_stretches(struct session *s, struct buf *b, const struct drawn *d, uint32_t n, uint32_t from,
			  uint32_t to)
{
	static const char *const summary = "Numbers: time of an iteration";
	uint32_t rows = to - from < STRETCHES ? to - from : STRETCHES;
	double mean[LINES_MOST][STRETCHES];
	const char *cell[LINES_MOST + 1] = { "iterations" };

	html_table(b, summary);
	for (uint32_t i = 0; i < n; i++) {
		series_columns(&d[i].all, from, to, mean[i], rows);
		cell[i + 1] = arena_printf(&s->arena, "run %u", d[i].number);
	}
	html_row(b, "th", cell, n + 1);
	for (uint32_t k = 0; k < rows; k++) {
		cell[0] =
			arena_printf(&s->arena, "%s to %s",
				     figure_number_text(&s->arena, floor(from + (double)(to - from) * k / rows) + 1),
				     figure_number_text(&s->arena, floor(from + (double)(to - from) * (k + 1) / rows)));
		for (uint32_t i = 0; i < n; i++)
			cell[i + 1] = isnan(mean[i][k]) ? "" : figure_seconds_text(&s->arena, mean[i][k]);
		html_row(b, "td", cell, n + 1);
	}
	html_table_end(b, summary);
}

static void put_picture(struct session *s, struct buf *b, const struct drawn *d, uint32_t n, const char *alt)
{
	struct svg_line line[LINES_MOST];
	double top = 0, most = 0, scale;
	uint32_t from = UINT32_MAX, to = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t last = d[i].all.at[d[i].all.n - 1].iter;

		from = d[i].all.from < from ? d[i].all.from : from;
		to = last > to ? last : to;
		top = fmax(top, series_top(&d[i].f));
		most = fmax(most, d[i].f.most);
	}
	scale = most < 1 ? 1000 : 1;
	for (uint32_t i = 0; i < n; i++)
		line[i] = line_of(s, &d[i], scale, most < 1 ? "ms" : "s");
	buf_printf(b, "<figure data-from=\"%u\" data-to=\"%u\">\n", from, to);
	svg_chart(b, &(struct svg_chart){ .alt = alt,
					  .from = from,
					  .to = to,
					  .high = top > 0 ? 1.08 * top * scale : 1,
					  .unit = most < 1 ? "ms" : "s",
					  .line = line,
					  .nlines = n });
	buf_puts(b, "\n<p class=\"at\" aria-hidden=\"true\"></p>\n");
	put_stretches(s, b, d, n, from, to);
	buf_puts(b, "</figure>\n");
}

static void put_seconds(struct session *s, struct buf *b, const struct comparison *all)
{
	struct drawn d[LINES_MOST];
	uint32_t n = drawn_of(s, all, d);
	const char *alt = "Time of an iteration over the runs, median ";

	if (!n)
		return;
	for (uint32_t i = 0; i < n; i++)
		alt = arena_printf(&s->arena, "%s%srun %u %s", alt, i ? ", " : "", d[i].number,
				   figure_seconds_text(&s->arena, d[i].f.median));
	html_element(b, "h3", "Time of an iteration");
	html_element(b, "p",
		     "Everything else that happened in this time is included. If batches differ, samples/s show which "
		     "run is faster.");
	if (all->n > LINES_MOST)
		html_element(b, "p", arena_printf(&s->arena, "Of the first %u runs with a log.", n));
	put_legend(s, b, d, n);
	put_picture(s, b, d, n, alt);
}

/* ---- what differs in their configs */

static const char *side_text(struct session *s, bool none, struct value v)
{
	struct buf b = { 0 };
	const char *text;

	if (none)
		return "none";
	value_line(&b, v, VALUE_WIDTH);
	text = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

static void put_drift(struct session *s, struct buf *b, const struct drifts *d, unsigned number)
{
	const char *head[] = { "key", "run 1", arena_printf(&s->arena, "run %u", number), "means" };
	size_t shown = 0, rest;

	html_cards(b, head, ARRAY_SIZE(head));
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < d->list.n && shown < KEYS_MOST; i++) {
			const struct drift *x = &d->list.at[i];

			if ((x->kind == NULL) != pass)
				continue;
			html_card(b, head,
				  (const char *[]){ keypath_text(&s->arena, x->change.path),
						    side_text(s, x->change.kind == CHANGE_ADDED, x->change.before),
						    side_text(s, x->change.kind == CHANGE_REMOVED, x->change.after),
						    x->kind ? x->kind->word : "" },
				  4);
			shown++;
		}
	buf_puts(b, "</table>\n");
	rest = d->list.n - shown + d->more;
	if (rest)
		html_element(b, "p",
			     arena_printf(&s->arena, "And %s more.", figure_number_text(&s->arena, (double)rest)));
}

static void put_drifts(struct session *s, struct buf *b, const struct comparison *all)
{
	html_element(b, "h3", "What differs in their configs");
	for (uint32_t i = 1; i < all->n; i++) {
		const struct compared *c = &all->at[i];

		html_element(b, "h4", arena_printf(&s->arena, "%u: %s", i + 1, compare_name(s, c)));
		if (!compare_configs(all, i))
			html_element(b, "p", "Not known: not both have a config.");
		else if (c->drifts.list.n)
			put_drift(s, b, &c->drifts, i + 1);
		else
			html_element(b, "p", "Nothing.");
		if (c->drifts.unknown)
			html_element(b, "p",
				     arena_printf(&s->arena, "Of %s key%s it isn't known whether they differ.",
						  figure_number_text(&s->arena, c->drifts.unknown),
						  plural(c->drifts.unknown)));
	}
}

void compare_html(struct session *s, struct buf *b, const struct comparison *all)
{
	struct compare_table speeds = compare_speeds(s, all);

	html_begin(b, arena_printf(&s->arena, "%u training runs compared", all->n));
	html_element(b, "h2", arena_printf(&s->arena, "The first is %s", compare_name(s, &all->at[0])));
	html_element(b, "h3", "Which one is faster");
	for (uint32_t i = 0; i < all->n; i++)
		put_run(s, b, all, i);
	html_element(b, "h3", "Speed of the iterations");
	put_table(b, &speeds);
	if (all->per_gpu)
		html_element(b, "p", COMPARE_PER_GPU);
	put_ranges(s, b, all);
	put_times(s, b, all);
	put_seconds(s, b, all);
	put_drifts(s, b, all);
	html_end(b);
}
