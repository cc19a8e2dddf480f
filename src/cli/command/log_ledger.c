// SPDX-License-Identifier: MIT
#include "cli/command/log_ledger.h"
#include "cli/command/priv.h"
#include "report/draw/figure.h"
#include "run/gaps.h"
#include <math.h>

static void say_speed(struct buf *b, struct session *s, const struct run *r, const struct ledger *l)
{
	for (uint32_t i = 0; i < l->nregimes; i++) {
		const struct regime *g = &l->regime[i];

		buf_printf(b, "  iteration  %s (%s to %s)", figure_seconds_text(&s->arena, g->tau),
			   figure_seconds_text(&s->arena, g->range.low), figure_seconds_text(&s->arena, g->range.high));
		if (l->nregimes > 1)
			buf_printf(b, " in iterations %s to %s", figure_number_text(&s->arena, g->from + 1.0),
				   figure_number_text(&s->arena, g->to));
		if (g->turn)
			buf_printf(b, "; from iteration %s on %s: %s then, %s at iteration %s",
				   figure_number_text(&s->arena, g->turn),
				   g->end > g->begin ? "longer and longer" : "shorter and shorter",
				   figure_seconds_text(&s->arena, g->begin), figure_seconds_text(&s->arena, g->end),
				   figure_number_text(&s->arena, g->to));
		if (i)
			buf_printf(b, ": %.2f times as long", g->tau / l->regime[i - 1].tau);
		buf_printf(b, "\n");
	}
	if (!isnan(l->data_share))
		buf_printf(b, "  data       %.0f %% of an iteration is waiting for data%s\n", 100 * l->data_share,
			   r->world > 1 ? ", on the first process" : "");
}

/* What is known without a ledger. */
static void say_gaps(struct buf *b, struct session *s, const struct run *r)
{
	struct gaps g = gaps_of(r);

	if (g.wall > 0 && g.outside >= 0)
		buf_printf(b,
			   "  outside    %.0f %% of the wall time, %s of %s, is outside training iterations, by the "
			   "timers of %s line%s\n",
			   100 * g.outside / g.wall, figure_seconds_text(&s->arena, g.outside),
			   figure_seconds_text(&s->arena, g.wall), figure_number_text(&s->arena, r->train.n),
			   plural(r->train.n));
	if (g.hole > 0)
		buf_printf(b, "  hole       %s between line %s and line %s\n", figure_seconds_text(&s->arena, g.hole),
			   figure_number_text(&s->arena, g.before), figure_number_text(&s->arena, g.behind));
}

/* A log whose form was learnt doesn't say what happens between two epochs, perhaps not even who waits for data. */
static const char *word_of(const struct run *r, const struct ledger *l, enum ledger_kind k)
{
	if (r->read_as && k == LEDGER_PASS && r->epochs)
		return "between two epochs";
	if (r->read_as && k == LEDGER_COMPUTE && isnan(l->data_share))
		return "iterations, waiting for data included";
	return ledger_word(l, k);
}

void log_ledger_say(struct buf *b, struct session *s, const struct run *r, const struct ledger *l)
{
	if (l->silent) {
		if (!r->read_as || !isnan(r->last_clock))
			buf_printf(b, "  time       unknown: %s\n", l->silent);
		if (l->timers_lines >= LEDGER_TIMERS_LEAST)
			buf_printf(b,
				   "  data       %.0f %% of an iteration is waiting for data%s, by the timers of %s "
				   "lines, "
				   "the first batch of each pass included\n",
				   100 * l->timers_data, r->world > 1 ? ", on the first process" : "",
				   figure_number_text(&s->arena, l->timers_lines));
		say_gaps(b, s, r);
		return;
	}
	say_speed(b, s, r, l);
	for (int k = 0; k < LEDGER_COUNT; k++) {
		const struct ledger_row *row = &l->row[k];

		if (k == LEDGER_DATA && r->read_as && isnan(l->data_share))
			continue;
		if (fabs(row->seconds) < r->clock_step && !row->n)
			continue;
		buf_printf(b, "  %5.1f %%    %s: %s", 100 * row->share, word_of(r, l, (enum ledger_kind)k),
			   figure_seconds_text(&s->arena, row->seconds));
		if (ledger_is_vague(row))
			buf_printf(b, " (%s to %s)", figure_seconds_text(&s->arena, row->range.low),
				   figure_seconds_text(&s->arena, row->range.high));
		if (row->n && k > LEDGER_DATA && row->n > 1)
			buf_printf(b, ", %s times", figure_number_text(&s->arena, row->n));
		if (row->measured > 1)
			buf_printf(b, ", %s each (%s to %s)", figure_seconds_text(&s->arena, row->median),
				   figure_seconds_text(&s->arena, row->each.low),
				   figure_seconds_text(&s->arena, row->each.high));
		buf_printf(b, "\n");
	}
}

static const char *times_of(struct session *s, const struct rest *rest, bool left_out)
{
	struct buf b = { 0 };
	const char *out;

	for (int k = LEDGER_CHECKPOINT; k < LEDGER_COUNT; k++) {
		if (!(rest->of[k].seconds > 0) || (left_out && !rest->of[k].left_out))
			continue;
		if (k == LEDGER_MIXED)
			buf_printf(&b, "%scheckpoints, evaluation and restarts (%s)", b.n ? ", " : "",
				   figure_seconds_text(&s->arena, rest->of[k].seconds));
		else
			buf_printf(&b, "%s%s %s (%s)", b.n ? ", " : "", figure_number_text(&s->arena, rest->of[k].n),
				   k == LEDGER_CHECKPOINT   ? "x checkpoints"
				   : k == LEDGER_EVALUATION ? "x evaluation"
							    : "x restarting the loader",
				   figure_seconds_text(&s->arena, rest->of[k].seconds));
	}
	out = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return out;
}

void log_rest_say(struct buf *b, struct session *s, const struct rest *rest)
{
	const char *beside, *without;

	if (rest->silent)
		return;
	beside = times_of(s, rest, false);
	without = times_of(s, rest, true);
	buf_printf(b, "  left       %s (%s to %s)", figure_seconds_text(&s->arena, rest->seconds),
		   figure_seconds_text(&s->arena, rest->range.low), figure_seconds_text(&s->arena, rest->range.high));
	buf_printf(b, " for %s iteration%s%s%s", figure_number_text(&s->arena, rest->iterations),
		   plural(rest->iterations), *beside ? ", " : "", beside);
	if (rest->eta >= 0)
		buf_printf(b, "; the log's own ETA is %s%s%s", figure_seconds_text(&s->arena, rest->eta),
			   *without ? ": without " : "", without);
	buf_printf(b, "\n");
}
