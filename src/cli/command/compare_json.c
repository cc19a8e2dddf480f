// SPDX-License-Identifier: MIT
/* `cfglint compare --output-format json` (docs/json.md). */
#include "cli/command/compare_json.h"
#include "cli/shared/shown_effective.h"
#include "report/value_json.h"
#include <math.h>

static void count(struct jwrite *j, const char *key, uint32_t n)
{
	if (n)
		jwrite_int(j, key, n);
	else
		jwrite_null(j, key);
}

static void side(struct jwrite *j, const char *key, const struct change *c, enum change_kind none, struct value v)
{
	if (c->kind == none)
		jwrite_null(j, key);
	else
		value_json(j, key, v);
}

static void changes_json(struct session *s, struct jwrite *top, const struct drifts *d)
{
	struct jwrite list = jwrite_list(top, "changed", false);

	for (size_t i = 0; i < d->list.n; i++) {
		const struct drift *x = &d->list.at[i];
		struct jwrite o = jwrite_object(&list, NULL, false);

		jwrite_text(&o, "key", keypath_text(&s->arena, x->change.path));
		jwrite_text(&o, "kind", x->kind ? x->kind->word : NULL);
		jwrite_bool(&o, "other_work", x->kind && x->kind->other_work);
		side(&o, "before", &x->change, CHANGE_ADDED, x->change.before);
		side(&o, "after", &x->change, CHANGE_REMOVED, x->change.after);
		jwrite_end(&o);
	}
	jwrite_end(&list);
	jwrite_int(top, "changed_more", d->more);
	jwrite_int(top, "changed_unknown", d->unknown);
}

static void shares_json(struct jwrite *o, const struct compared *c)
{
	const struct ledger *l = compared_ledger(c);
	struct jwrite shares;

	if (!l) {
		jwrite_null(o, "time_shares");
		return;
	}
	shares = jwrite_object(o, "time_shares", false);
	for (int k = 0; k < LEDGER_COUNT; k++)
		jwrite_number(&shares, ledger_id((enum ledger_kind)k), l->row[k].share);
	jwrite_end(&shares);
}

static void speed_json(struct jwrite *o, const struct compared *c)
{
	const struct pace *p = &c->pace;

	jwrite_number(o, "iteration_seconds", p->silent ? NAN : p->seconds);
	jwrite_number(o, "iterations", p->silent || c->figure ? NAN : p->iterations);
	jwrite_text(o, "by", p->silent ? NULL : c->figure ? "figure" : p->timers ? "time" : "clock");
	jwrite_text(o, "silent", p->silent);
	jwrite_number(o, "samples_per_second", c->rate);
}

static void ratio_json(struct jwrite *o, const struct compared *c)
{
	bool decided = c->verdict >= VERDICT_NO_SPREAD;

	jwrite_text(o, "verdict", verdict_word(c->verdict));
	jwrite_text(o, "why", c->why);
	jwrite_number(o, "ratio", decided ? c->up.ratio : NAN);
	jwrite_number(o, "low", decided ? c->up.low : NAN);
	jwrite_number(o, "high", decided ? c->up.high : NAN);
	jwrite_number(o, "floor", decided ? c->floor : NAN);
	jwrite_text(o, "machine_differs", decided ? c->floor_why : NULL);
	jwrite_number(o, "more_iterations", c->verdict == VERDICT_UNDECIDED ? c->up.more : NAN);
}

static void whole_json(struct jwrite *o, const struct compared *c)
{
	jwrite_number(o, "whole_samples_per_second", c->whole);
	jwrite_text(o, "whole_verdict", verdict_word(c->whole_verdict));
	jwrite_text(o, "whole_why", c->whole_why);
	jwrite_number(o, "whole_ratio", c->whole_up.ratio);
	jwrite_number(o, "whole_low", c->whole_up.low);
	jwrite_number(o, "whole_high", c->whole_up.high);
}

void compare_json(struct session *s, struct jwrite *top, const struct comparison *all)
{
	struct jwrite list = jwrite_list(top, NULL, true);

	for (uint32_t i = 0; i < all->n; i++) {
		const struct compared *c = &all->at[i];
		struct jwrite o = jwrite_object(&list, NULL, true);

		jwrite_text(&o, "run", c->name);
		jwrite_text(&o, "filename", c->figure ? NULL : session_name(s, c->l.run->file[0]));
		count(&o, "batch_per_gpu", c->batch);
		count(&o, "world_size", c->world);
		jwrite_bool(&o, "per_gpu", all->per_gpu);
		jwrite_text(&o, "precision", c->precision);
		if (c->workers_known)
			jwrite_int(&o, "workers_per_gpu", c->workers);
		else
			jwrite_null(&o, "workers_per_gpu");
		speed_json(&o, c);
		jwrite_number(&o, "data_share", c->data);
		jwrite_number(&o, "memory_mib", c->memory);
		jwrite_number(&o, "card_mib", c->figure ? NAN : c->l.card.total);
		jwrite_text(&o, "card_from", c->figure ? NULL : c->l.card.from);
		jwrite_number(&o, "stall_share", c->stalls);
		jwrite_number(&o, "event_share", c->events);
		shares_json(&o, c);
		jwrite_number(&o, "total_seconds", c->total);
		ratio_json(&o, c);
		whole_json(&o, c);
		changes_json(s, &o, &c->drifts);
		jwrite_end(&o);
	}
	jwrite_end(&list);
	buf_putc(top->b, '\n');
}
