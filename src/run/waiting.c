// SPDX-License-Identifier: MIT
#include "run/waiting.h"
#include <math.h>

enum { LINES_MIN = 5 };

/* Printed with three digits: the wait may exceed the whole by one in the last digit. */
static bool timers_fit(const struct train_record *t)
{
	return t->time > 0 && t->data_time >= 0 && t->data_time <= t->time + 0.002F;
}

/* How many new passes over the data began within the iterations of a record's timers. */
static uint32_t passes_timed(const struct windows *all, const struct train_record *t)
{
	if (!all->r->epochs)
		return passes_between(t->iter - all->last, t->iter, all->pass);
	return t->inner > all->last || !t->length ? 0 : 1 + (all->last - t->inner) / t->length;
}

/* Waiting for data as a part of a record's time, without the share of new passes in both; NaN: unknown. */
static double wait_of(const struct windows *all, const struct ledger *l, const struct window *w)
{
	const struct train_record *t = &all->r->train.at[w->to];
	const struct ledger_row *pass = &l->estimate[LEDGER_PASS];
	double ends;

	if (window_timers_clean(all, w))
		return (double)(t->data_time / t->time);
	if (!all->last || w->warm || t->iter <= all->last + all->r->resumed_iter || !pass->n ||
	    windows_saves(all, t->iter - all->last, t->iter) ||
	    (!all->r->epochs && windows_evaluations(all, t->iter - all->last, t->iter)))
		return NAN;
	ends = passes_timed(all, t) * pass->seconds / pass->n / all->last;
	return (double)t->time > 2 * ends ? fmax((double)t->data_time - ends, 0) / ((double)t->time - ends) : NAN;
}

void waiting_of(const struct windows *all, struct ledger *l)
{
	VEC(, double) d = { 0 };
	double waits = 0, all_seconds = 0;
	size_t misfits = 0;

	for (size_t i = 0; i + 1 < all->n; i++) {
		const struct train_record *t = &all->r->train.at[all->at[i].to];
		double share = (t->has & HAS_DATA_TIME) && (t->has & HAS_TIME) ? wait_of(all, l, &all->at[i]) : NAN;

		if (isnan(share))
			continue;
		misfits += !timers_fit(t);
		vec_push(&d, fmin(share, 1));
		waits += fmin(share, 1) * (double)t->time;
		all_seconds += (double)t->time;
	}
	if (misfits > d.n / 10) /* these timers don't measure what their names say */
		d.n = 0;
	l->data_share = d.n >= LINES_MIN ? stats_median(d.at, d.n) : NAN;
	l->data_range = stats_median_interval(d.at, d.n);
	if (l->regime[0].turn && d.n >= LINES_MIN) { /* a slope has no typical median */
		l->data_share = waits / all_seconds;
		l->data_range.low = fmin(l->data_range.low, l->data_share);
		l->data_range.high = fmax(l->data_range.high, l->data_share);
	}
	l->data_windows = (uint32_t)d.n;
	vec_release(&d);
}
