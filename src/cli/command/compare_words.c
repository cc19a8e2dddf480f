// SPDX-License-Identifier: MIT
/* Turns the figures of a comparison into sentences. Each function renders one fact of struct compared; the cause of a
 * difference in wall time is the kind of stop whose share differs most between the two runs.
 *
 * Invariant: a ratio is written as percent between 0.5 and 2, else as times; an interval is written in one manner.
 *
 *	ratio 1.023			"+2.3 %"
 *	ratio 3.4			"3.4 times"
 *	an interval around 1		"...: undecided; about 400 more iterations of each would decide" */
#include "cli/command/compare_words.h"
#include "cli/shared/shown_effective.h"
#include "report/draw/figure.h"
#include <math.h>
#include <string.h>

enum { KEYS_SHOWN = 4, VALUE_WIDTH = 30 };

const char *compare_name(struct session *s, const struct compared *c)
{
	return c->figure ? c->name : session_name(s, c->l.run->file[0]);
}

static bool is_large(double ratio)
{
	return ratio >= 2 || ratio <= 0.5;
}

const char *compare_ratio(struct session *s, double ratio)
{
	return is_large(ratio) ? arena_printf(&s->arena, "%.3g times", ratio)
			       : arena_printf(&s->arena, "%+.1f %%", 100 * (ratio - 1));
}

/* "-2.3 % samples/s (-3.4 to -1.2 %)" */
static const char *difference_text(struct session *s, const struct speedup *up)
{
	bool times = is_large(up->ratio) || is_large(up->low) || is_large(up->high);

	if (isnan(up->low))
		return arena_printf(&s->arena, "%s%s samples/s", compare_ratio(s, up->ratio),
				    is_large(up->ratio) ? " the" : "");
	if (times)
		return arena_printf(&s->arena, "%.3g times the samples/s (%.3g to %.3g)", up->ratio, up->low, up->high);
	return arena_printf(&s->arena, "%+.1f %% samples/s (%+.1f to %+.1f %%)", 100 * (up->ratio - 1),
			    100 * (up->low - 1), 100 * (up->high - 1));
}

/* ---- verdicts */

static const char *undecided(struct session *s, const struct compared *c)
{
	if (!isnan(c->up.more))
		return arena_printf(&s->arena, "undecided; about %s more iterations of each would decide",
				    figure_number_text(&s->arena, figure_rough(c->up.more)));
	return arena_printf(&s->arena,
			    "undecided, and more iterations would not decide: %s differ by %.0f %% from day to day",
			    c->floor_why ? "equal runs on other machines" : "equal runs", 100 * c->floor);
}

/* A figure has no spread: how long runs would have to be that show the difference. */
static const char *no_spread(struct session *s, const struct compared *c)
{
	enum { LINE = 50 };
	double d = log(c->up.ratio);
	const char *least, *most;

	if (fabs(d) <= PACE_FLOOR)
		return "the same, within the precision of such runs: equal runs differ by 1 % from day to day";
	d = sqrt(d * d - PACE_FLOOR * PACE_FLOOR);
	least = figure_number_text(&s->arena, figure_rough(LINE * fmax(5, pace_windows(d, 0.01, 0.5))));
	most = figure_number_text(&s->arena, figure_rough(LINE * fmax(5, pace_windows(d, 0.03, 0.5))));
	return arena_printf(&s->arena,
			    "this may be noise, because a single figure has no spread: equal runs differ by 1 %% from "
			    "day to day, and if 50 iterations scatter by 1 to 3 %%, a difference of this size needs "
			    "%s%s%s iterations of each run; compare their logs",
			    least, strcmp(least, most) ? " to " : "", strcmp(least, most) ? most : "");
}

const char *compare_verdict(struct session *s, const struct compared *c)
{
	switch (c->verdict) {
	case VERDICT_BASELINE:
		return c->pace.silent ? arena_printf(&s->arena, "the baseline, and no speed: %s", c->pace.silent)
				      : "the baseline";
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

/* ---- what stops the iterations */

/* Of the time of iterations and stops. MIXED: of all kinds. */
static double part_of(const struct compared *c, int kind)
{
	const struct ledger_row *row = c->l.ledger.row;
	double all = 0;

	if (kind == LEDGER_MIXED)
		return c->beside.part;
	for (int k = LEDGER_COMPUTE; k <= LEDGER_STALL; k++)
		all += row[k].seconds;
	return row[kind].seconds / all;
}

/* The kind whose parts differ most; all kinds if one of the runs has parts that can't be separated. */
static const char *cause(struct session *s, const struct compared *base, const struct compared *c)
{
	int most = base->l.ledger.row[LEDGER_MIXED].n || c->l.ledger.row[LEDGER_MIXED].n ? LEDGER_MIXED
											 : LEDGER_CHECKPOINT;

	for (int k = LEDGER_EVALUATION; k <= LEDGER_PASS && most != LEDGER_MIXED; k++)
		if (fabs(part_of(c, k) - part_of(base, k)) > fabs(part_of(c, most) - part_of(base, most)))
			most = k;
	return arena_printf(&s->arena,
			    "what stops the iterations differs most in %s: %.0f %% of run 1, %.0f %% of this",
			    most == LEDGER_MIXED ? "checkpoints, evaluation and restarts together"
						 : ledger_word(&c->l.ledger, (enum ledger_kind)most),
			    100 * part_of(base, most), 100 * part_of(c, most));
}

const char *compare_whole(struct session *s, const struct comparison *all, uint32_t i)
{
	static const double least = 0.005; /* of the time */
	const struct compared *base = &all->at[0], *c = &all->at[i];
	bool stops = base->beside.part > least || c->beside.part > least;

	if (!i || c->verdict <= VERDICT_OTHER_WORK || !stops)
		return NULL;
	if (c->whole_verdict == VERDICT_NONE)
		return c->whole_why ? arena_printf(&s->arena, "not compared: %s", c->whole_why) : NULL;
	return arena_printf(&s->arena, "%s: %s; %s", difference_text(s, &c->whole_up), verdict_word(c->whole_verdict),
			    cause(s, base, c));
}

/* ---- what differs */

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

/* Keys that matter for speed first. */
const char *compare_changes(struct session *s, const struct drifts *d)
{
	struct buf b = { 0 };
	size_t shown = 0, rest;
	const char *text;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < d->list.n && shown < KEYS_SHOWN; i++)
			if ((d->list.at[i].kind == NULL) == pass) {
				buf_puts(&b, shown++ ? "; " : "");
				put_change(&b, s, &d->list.at[i]);
			}
	rest = d->list.n - shown + d->more;
	if (rest)
		buf_printf(&b, "; %s more key%s", figure_number_text(&s->arena, (double)rest), plural(rest));
	if (d->unknown)
		buf_printf(&b, "%sof %s key%s it isn't known whether they differ", shown ? "; " : "",
			   figure_number_text(&s->arena, d->unknown), plural(d->unknown));
	text = b.n ? arena_strdup(&s->arena, buf_str(&b)) : NULL;
	buf_release(&b);
	return text;
}

/* ---- how far that holds */

const char *compare_by(struct session *s, const struct compared *c)
{
	if (!c->pace.timers)
		return NULL;
	return arena_printf(&s->arena, "by the `time` of its lines%s, as %s",
			    run_window(c->l.run) > 1 ? arena_printf(&s->arena, " (a mean of the last %u iterations)",
								    run_window(c->l.run))
						     : "",
			    isnan(c->l.run->train.at[0].clock) ? "the log has no clock"
							       : "the clock's steps are too coarse for so short a run");
}

const char *compare_machine(struct session *s, const struct compared *c)
{
	if (!c->floor_why || c->verdict <= VERDICT_NO_SPREAD)
		return NULL;
	return arena_printf(&s->arena, "3 %% of the range are for the machine: %s", c->floor_why);
}
