// SPDX-License-Identifier: MIT
#include "cli/command/log_ledger.h"
#include "cli/command/priv.h"
#include <math.h>

const char *log_lasted(struct session *s, double seconds)
{
	unsigned long long n = seconds > 0 ? (unsigned long long)(seconds + 0.5) : 0;

	if (seconds < 100)
		return arena_printf(&s->arena, "%.1f s", seconds);
	if (n < 3600)
		return arena_printf(&s->arena, "%llu min %llu s", n / 60, n % 60);
	if (n < 86400)
		return arena_printf(&s->arena, "%llu h %02llu min", n / 3600, n % 3600 / 60);
	return arena_printf(&s->arena, "%llu d %llu h", n / 86400, n % 86400 / 3600);
}

static const char *figure(struct session *s, double seconds)
{
	if (fabs(seconds) < 1)
		return arena_printf(&s->arena, "%.0f ms", 1000 * seconds);
	return seconds < 10 ? arena_printf(&s->arena, "%.2f s", seconds) : log_lasted(s, seconds);
}

static void say_speed(struct session *s, const struct run *r, const struct ledger *l)
{
	for (uint32_t i = 0; i < l->nregimes; i++) {
		const struct regime *g = &l->regime[i];

		say("  iteration  %s (%s to %s)", figure(s, g->tau), figure(s, g->range.low), figure(s, g->range.high));
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
		    figure(s, row->seconds));
		if (row->n && k > LEDGER_DATA && row->n > 1)
			say(", %u times", row->n);
		if (row->measured > 1)
			say(", %s each (%s to %s)", figure(s, row->median), figure(s, row->each.low),
			    figure(s, row->each.high));
		say("\n");
	}
}
