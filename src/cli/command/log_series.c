// SPDX-License-Identifier: MIT
/* Prints the time of an iteration over a run as a row of bars, with rows for speeds and events under it. Iterations
 * are mapped to columns linearly; a bar is the mean of its column (series_columns).
 *
 * Invariant: all rows use one scale, so the same column is the same range of iterations. The highest bar is at most
 * MOST_TIMES the median, so that a single stall does not press the others flat.
 *
 *	over time  (bars, one a column)
 *	speed      |780 ms|4.86 s	a stroke where another speed begins
 *	           1         7,850	the first and the last iteration */
#include "cli/command/log_series.h"
#include "cli/command/log_ledger.h"
#include "cli/command/priv.h"
#include "report/draw/figure.h"
#include "report/draw/plot.h"
#include "run/series.h"
#include <math.h>
#include <string.h>

enum { LEAD = 13 /* columns before a row */ };
enum { MOST_TIMES = 8 }; /* the median column; what is above would press the others flat */

struct scale { /* columns stand for iterations */
	uint32_t first, last;
	int columns; /* at most PLOT_COLUMNS */
};

static int column(const struct scale *x, uint32_t iter)
{
	int64_t n = (int64_t)(iter - (double)x->first) * x->columns / (x->last - x->first);

	return (int)(n < 0 ? 0 : n >= x->columns ? x->columns - 1 : n);
}

/* Lead and row, without the blanks at its end. */
static void say_row(struct buf *b, const char *lead, const char *row)
{
	int n = (int)strlen(row);

	while (n && row[n - 1] == ' ')
		n--;
	buf_printf(b, "  %-10s %.*s\n", lead, n, row);
}

/* Twice the median at least: bars of a steady run are half as high as they can be. */
static double highest(struct arena *tmp, const double *value, const struct scale *x)
{
	struct series_point at[PLOT_COLUMNS];
	struct series columns = { .at = at, .n = (uint32_t)x->columns };
	struct series_figures f;

	for (int i = 0; i < x->columns; i++)
		at[i] = (struct series_point){ (uint32_t)i, value[i] };
	f = series_figures(tmp, &columns);
	return fmin(fmax(f.most, 2 * f.median), MOST_TIMES * f.median);
}

static void say_bars(struct buf *b, struct arena *tmp, const struct series *seconds, const struct scale *x)
{
	double value[PLOT_COLUMNS];

	series_columns(seconds, x->first, x->last, value, (uint32_t)x->columns);
	buf_puts(b, "  over time  ");
	plot_row(b, value, (unsigned)x->columns, highest(tmp, value, x), plot_blocks());
	buf_putc(b, '\n');
}

static const char *speed_text(struct session *s, const struct regime *g)
{
	const char *end = figure_seconds_text(&s->arena, g->end);

	return g->turn ? arena_printf(&s->arena, "%s to %s", figure_seconds_text(&s->arena, g->begin), end) : end;
}

/* "|780 ms     |4.86 s": a stroke where another speed begins. */
static void say_speeds(struct buf *b, struct session *s, const struct ledger *l, const struct scale *x)
{
	char row[PLOT_COLUMNS + 1];

	if (l->silent || (l->nregimes < 2 && !l->regime[0].turn))
		return;
	snprintf(row, sizeof row, "%*s", x->columns, "");
	for (uint32_t i = 0; i < l->nregimes; i++) {
		int lo = i ? column(x, l->regime[i].from + 1) : 0;
		int hi = i + 1 < l->nregimes ? column(x, l->regime[i].to + 1) : x->columns;
		const char *tau = speed_text(s, &l->regime[i]);

		row[lo] = '|';
		if ((int)strlen(tau) + 1 < hi - lo)
			memcpy(row + lo + 1, tau, strlen(tau));
	}
	say_row(b, "speed", row);
}

static void say_marks(struct buf *b, struct arena *tmp, const struct logged *l, enum mark_kind k, const struct scale *x)
{
	struct marks m = marks_of(tmp, l->run, k, l->ledger.silent ? 0 : l->ledger.pass);
	char row[PLOT_COLUMNS + 1];

	if (!m.n)
		return;
	snprintf(row, sizeof row, "%*s", x->columns, "");
	for (uint32_t i = 0; i < m.n; i++)
		row[column(x, m.at[i])] = mark_letter(k);
	say_row(b, mark_word(k), row);
}

static void say_axis(struct buf *b, struct arena *a, const struct scale *x)
{
	const char *from = figure_number_text(a, x->first + 1.0);

	buf_printf(b, "  %-10s %s%*s\n", "", from, x->columns - (int)strlen(from), figure_number_text(a, x->last));
}

static void say_figures(struct buf *b, struct session *s, struct arena *tmp, const struct logged *l,
			const struct series *seconds)
{
	struct series_figures f = series_figures(tmp, seconds);

	buf_printf(b, "  %-10s %s to %s an iteration, median %s", "", figure_seconds_text(&s->arena, f.least),
		   figure_seconds_text(&s->arena, f.most), figure_seconds_text(&s->arena, f.median));
	if (f.n >= 100)
		buf_printf(b, ", p99 %s", figure_seconds_text(&s->arena, f.p99));
	buf_printf(b, "\n");
	if (!seconds->clock && run_window(l->run) > 1)
		buf_printf(b, "  %-10s by the log's timer: each a mean of the last %u iterations\n", "",
			   run_window(l->run));
	else if (!seconds->clock)
		buf_printf(b, "  %-10s by the log's timer\n", "");
}

void log_series_say(struct buf *b, struct session *s, const struct logged *l)
{
	struct arena tmp = { 0 };
	struct series seconds = series_of(&tmp, l->run, SERIES_SECONDS);
	unsigned room = session_wrap(stdout);
	struct scale x = { .first = seconds.from,
			   .last = seconds.n ? seconds.at[seconds.n - 1].iter : 0,
			   .columns = room && room < LEAD + PLOT_COLUMNS ? (int)room - LEAD : PLOT_COLUMNS };

	if (seconds.n > 1) {
		say_bars(b, &tmp, &seconds, &x);
		say_speeds(b, s, &l->ledger, &x);
		for (int k = 0; k < MARK_COUNT; k++)
			say_marks(b, &tmp, l, (enum mark_kind)k, &x);
		say_axis(b, &tmp, &x);
		say_figures(b, s, &tmp, l, &seconds);
	}
	arena_release(&tmp);
}

/* --- JSON */

static void point_json_of(struct jwrite *list, const struct series_point *p)
{
	struct jwrite pair = jwrite_list(list, NULL, false);

	jwrite_int(&pair, NULL, p->iter);
	if (isfinite(p->y))
		buf_printf(jwrite_place(&pair, NULL, 0).b, "%.7g", p->y);
	else
		jwrite_text(&pair, NULL, isnan(p->y) ? "nan" : p->y > 0 ? "inf" : "-inf");
	jwrite_end(&pair);
}

void log_series_json(const struct logged *l, struct jwrite *run)
{
	struct jwrite all = jwrite_object(run, "series", true);

	for (int k = 0; k < SERIES_COUNT; k++) {
		struct arena tmp = { 0 };
		struct series own = series_of(&tmp, l->run, (enum series_kind)k);
		struct series thin = series_thin(&tmp, &own, SERIES_MOST);
		struct jwrite one = jwrite_object(&all, series_id((enum series_kind)k), false), list;

		jwrite_text(&one, "from", k == SERIES_SECONDS && own.clock ? "clock" : "log");
		jwrite_int(&one, "of", own.n);
		list = jwrite_list(&one, "points", false);
		for (uint32_t i = 0; i < thin.n; i++)
			point_json_of(&list, &thin.at[i]);
		jwrite_end(&list);
		jwrite_end(&one);
		arena_release(&tmp);
	}
	jwrite_end(&all);
}
