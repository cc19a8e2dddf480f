// SPDX-License-Identifier: MIT
#include "cli/command/log_ledger.h"
#include "cli/command/priv.h"
#include "report/figure.h"
#include <math.h>

const char *log_seconds_text(struct session *s, double seconds)
{
	struct buf b = { 0 };
	const char *out;

	figure_seconds(&b, seconds);
	out = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static void say_speed(struct session *s, const struct run *r, const struct ledger *l)
{
	for (uint32_t i = 0; i < l->nregimes; i++) {
		const struct regime *g = &l->regime[i];

		say("  iteration  %s (%s to %s)", log_seconds_text(s, g->tau), log_seconds_text(s, g->range.low),
		    log_seconds_text(s, g->range.high));
		if (l->nregimes > 1)
			say(" in iterations %u to %u", g->from + 1, g->to);
		if (i)
			say(": %.2f times as long", g->tau / l->regime[i - 1].tau);
		say("\n");
	}
	if (!isnan(l->data_share))
		say("  data       %.0f %% of an iteration is waiting for data%s\n", 100 * l->data_share,
		    r->world > 1 ? ", on the first process" : "");
}

void log_ledger_say(struct session *s, const struct run *r, const struct ledger *l)
{
	if (l->silent) {
		say("  time       not told: %s\n", l->silent);
		return;
	}
	say_speed(s, r, l);
	for (int k = 0; k < LEDGER_COUNT; k++) {
		const struct ledger_row *row = &l->row[k];

		if (fabs(row->seconds) < r->clock_step && !row->n)
			continue;
		say("  %5.1f %%    %s: %s", 100 * row->share, ledger_word((enum ledger_kind)k),
		    log_seconds_text(s, row->seconds));
		if (row->n && k > LEDGER_DATA && row->n > 1)
			say(", %u times", row->n);
		if (row->measured > 1)
			say(", %s each (%s to %s)", log_seconds_text(s, row->median),
			    log_seconds_text(s, row->each.low), log_seconds_text(s, row->each.high));
		say("\n");
	}
}
