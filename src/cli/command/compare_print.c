// SPDX-License-Identifier: MIT
/* The table of `cfglint compare`, and below it what each run is against the first. */
#include "cli/command/compare_print.h"
#include "cli/command/log_ledger.h"
#include "cli/effective.h"
#include "cli/tell.h"
#include "report/figure.h"
#include "report/terminal.h"
#include <math.h>
#include <string.h>

enum { COLUMNS = 12, KEYS_SHOWN = 4, VALUE_WIDTH = 30 };

/* ---- cells */

static bool is_large(double ratio)
{
	return ratio >= 2 || ratio <= 0.5;
}

/* "+2.3 %", beyond a factor of 2 "3.4 times". */
static const char *ratio_text(struct session *s, double ratio, bool times)
{
	return times ? arena_printf(&s->arena, "%.3g times", ratio)
		     : arena_printf(&s->arena, "%+.1f %%", 100 * (ratio - 1));
}

/* "-2.3 % samples/s (-3.4 to -1.2 %)" */
static const char *difference_text(struct session *s, const struct speedup *up)
{
	bool times = is_large(up->ratio) || is_large(up->low) || is_large(up->high);

	if (isnan(up->low))
		return arena_printf(&s->arena, "%s%s samples/s", ratio_text(s, up->ratio, is_large(up->ratio)),
				    is_large(up->ratio) ? " the" : "");
	if (times)
		return arena_printf(&s->arena, "%.3g times the samples/s (%.3g to %.3g)", up->ratio, up->low, up->high);
	return arena_printf(&s->arena, "%+.1f %% samples/s (%+.1f to %+.1f %%)", 100 * (up->ratio - 1),
			    100 * (up->low - 1), 100 * (up->high - 1));
}

static const char *share(struct session *s, double d)
{
	return isnan(d) ? "?" : arena_printf(&s->arena, d > 0 && d < 0.095 ? "%.1f %%" : "%.0f %%", 100 * fabs(d));
}

static const char *batch_text(struct session *s, const struct comparison *all, const struct compared *c)
{
	if (!c->batch)
		return "?";
	return c->world > 1 || all->per_gpu ? arena_printf(&s->arena, "%u x %s", c->batch,
							   c->world ? figure_number_text(&s->arena, c->world) : "?")
					    : arena_printf(&s->arena, "%u", c->batch);
}

static const char *against(struct session *s, const struct compared *c)
{
	return c->verdict >= VERDICT_NO_SPREAD ? ratio_text(s, c->up.ratio, is_large(c->up.ratio)) : "";
}

static void row_of(struct session *s, const struct comparison *all, uint32_t i, const char *cell[COLUMNS])
{
	const struct compared *c = &all->at[i];

	cell[0] = arena_printf(&s->arena, "%u", i + 1);
	cell[1] = batch_text(s, all, c);
	cell[2] = c->precision ? c->precision : "?";
	cell[3] = c->workers_known ? arena_printf(&s->arena, "%u", c->workers) : "?";
	cell[4] = c->pace.silent ? "?" : figure_seconds_text(&s->arena, c->pace.seconds);
	cell[5] = isnan(c->rate) ? "?" : arena_printf(&s->arena, c->rate < 100 ? "%.1f" : "%.0f", c->rate);
	cell[6] = share(s, c->data);
	cell[7] = isnan(c->memory) ? "?" : arena_printf(&s->arena, "%s MiB", figure_number_text(&s->arena, c->memory));
	cell[8] = share(s, c->stalls);
	cell[9] = share(s, c->beside);
	cell[10] = isnan(c->total) ? "?" : figure_seconds_text(&s->arena, c->total);
	cell[11] = i ? against(s, c) : "";
}

/* Columns of which nothing is known are left out. */
static void put_table(struct session *s, const struct comparison *all)
{
	const char *(*cell)[COLUMNS] = arena_alloc(&s->arena, all->n + 1, sizeof *cell, _Alignof(const char *));
	static const char *const title[COLUMNS] = { "run",	 "batch",     "precision", "workers",
						    "iteration", "samples/s", "data",	   "memory",
						    "stalls",	 "eval+save", "whole run", "against 1" };
	size_t width[COLUMNS] = { 0 };

	for (unsigned k = 0; k < COLUMNS; k++)
		cell[0][k] = title[k];
	if (all->per_gpu)
		cell[0][5] = "samples/s of a GPU";
	for (uint32_t i = 0; i < all->n; i++)
		row_of(s, all, i, cell[i + 1]);
	for (unsigned k = 0; k < COLUMNS; k++) {
		bool known = false;

		for (uint32_t i = 0; i <= all->n; i++) {
			size_t n = terminal_text_columns(cell[i][k], strlen(cell[i][k]));

			known |= i && cell[i][k][0] && strcmp(cell[i][k], "?") != 0;
			width[k] = n > width[k] ? n : width[k];
		}
		width[k] = known ? width[k] : 0;
	}
	for (uint32_t i = 0; i <= all->n; i++) {
		unsigned last = COLUMNS;

		while (last && (!width[last - 1] || !cell[i][last - 1][0]))
			last--;
		for (unsigned k = 0; k < last; k++)
			if (width[k])
				say("%s%*s", k ? "  " : "", (int)width[k], cell[i][k]);
		say("\n");
	}
}

/* ---- verdicts */

/* Two digits of it: more is more than anyone knows. */
static double rough(double d)
{
	double step = d > 0 ? pow(10, floor(log10(d)) - 1) : 1;

	return ceil(d / fmax(step, 1)) * fmax(step, 1);
}

static const char *undecided(struct session *s, const struct compared *c)
{
	if (!isnan(c->up.more))
		return arena_printf(&s->arena, "undecided; about %s more iterations of each would tell",
				    figure_number_text(&s->arena, rough(c->up.more)));
	return arena_printf(&s->arena,
			    "undecided, and more iterations would not tell: %s differ by %.0f %% from day to day",
			    c->floor_why ? "equal runs on other machines" : "equal runs", 100 * c->floor);
}

/* A figure has no spread: how long runs would have to be that show the difference. */
static const char *no_spread(struct session *s, const struct compared *c)
{
	enum { LINE = 50 };
	double d = log(c->up.ratio);
	const char *least, *most;

	if (fabs(d) <= PACE_FLOOR)
		return "the same, as far as such runs tell: equal ones differ by 1 % from day to day";
	d = sqrt(d * d - PACE_FLOOR * PACE_FLOOR);
	least = figure_number_text(&s->arena, rough(LINE * fmax(5, pace_windows(d, 0.01, 0.5))));
	most = figure_number_text(&s->arena, rough(LINE * fmax(5, pace_windows(d, 0.03, 0.5))));
	return arena_printf(
		&s->arena,
		"nothing tells whether that is noise, for a figure has no spread: equal runs differ by 1 %% "
		"from day to day, and where 50 iterations scatter by 1 to 3 %% it takes %s%s%s iterations "
		"of each run to find so much; compare their logs",
		least, strcmp(least, most) ? " to " : "", strcmp(least, most) ? most : "");
}

static const char *verdict_text(struct session *s, const struct compared *c)
{
	switch (c->verdict) {
	case VERDICT_BASELINE:
		return "the baseline";
	case VERDICT_NONE:
		return arena_printf(&s->arena, "not compared: %s", c->why);
	case VERDICT_OTHER_WORK:
		return arena_printf(&s->arena, "not compared, for it is not the same work: %s", c->why);
	case VERDICT_NO_SPREAD:
		return arena_printf(&s->arena, "%s; %s", difference_text(s, &c->up), no_spread(s, c));
	case VERDICT_UNDECIDED:
		return arena_printf(&s->arena, "%s: %s", difference_text(s, &c->up), undecided(s, c));
	case VERDICT_FASTER:
	case VERDICT_SLOWER:
		break;
	}
	return arena_printf(&s->arena, "%s: %s", difference_text(s, &c->up), verdict_word(c->verdict));
}

static void put_change(struct buf *b, struct session *s, const struct drift *d)
{
	buf_printf(b, "%s ", keypath_text(&s->arena, d->change.path));
	if (d->change.kind == CHANGE_ADDED)
		buf_puts(b, "none");
	else
		value_line(b, d->change.before, VALUE_WIDTH);
	buf_puts(b, " -> ");
	if (d->change.kind == CHANGE_REMOVED)
		buf_puts(b, "none");
	else
		value_line(b, d->change.after, VALUE_WIDTH);
	if (d->kind)
		buf_printf(b, " (%s)", d->kind->word);
}

/* Those that tell something about speed first. */
static void put_changes(struct session *s, const struct drifts *d)
{
	struct buf b = { 0 };
	size_t shown = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < d->list.n && shown < KEYS_SHOWN; i++)
			if ((d->list.at[i].kind == NULL) == pass) {
				buf_puts(&b, shown++ ? "; " : "");
				put_change(&b, s, &d->list.at[i]);
			}
	if (shown)
		say("   changed: %s", buf_str(&b));
	if (d->list.n > shown)
		say("; %zu more key%s", d->list.n - shown, plural(d->list.n - shown));
	if (shown)
		say("\n");
	buf_release(&b);
}

static void put_run(struct session *s, const struct comparison *all, uint32_t i)
{
	const struct compared *c = &all->at[i];

	say("%u  %s: %s\n", i + 1, c->figure ? c->name : session_name(s, c->l.run->file[0]),
	    i || !c->pace.silent ? verdict_text(s, c)
				 : arena_printf(&s->arena, "the baseline, and no speed: %s", c->pace.silent));
	put_changes(s, &c->drifts);
	if (c->pace.timers)
		say("   by the `time` of its lines%s, as %s\n",
		    run_window(c->l.run) > 1
			    ? arena_printf(&s->arena, " (a mean of the last %u iterations)", run_window(c->l.run))
			    : "",
		    isnan(c->l.run->train.at[0].clock) ? "the log has no clock"
						       : "the clock's steps are too coarse for so short a run");
	if (c->floor_why && c->verdict > VERDICT_NO_SPREAD)
		say("   3 %% of the range are for the machine: %s\n", c->floor_why);
}

void compare_say(struct session *s, const struct comparison *c)
{
	put_table(s, c);
	if (c->per_gpu)
		say("samples/s are those of one GPU: not every log tells how many there were (--gpus does)\n");
	say("\n");
	for (uint32_t i = 0; i < c->n; i++)
		put_run(s, c, i);
}
