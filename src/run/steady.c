// SPDX-License-Identifier: MIT
/* Separates the time of iterations from that of events. Timers that frameworks print cover the last iterations
 * before a line; the clock covers all. Their difference shows stalls, and events whose time is in the next
 * iteration's timer. A clock of whole seconds is refined by averaging over neighbouring records.
 *
 * Invariant: a refined time stays within half a step of the printed one.
 *
 *   lines at 10:00:01, 10:00:02, 10:00:02, each 10 iterations of 0.07 s
 *   smoothed: about 0.7 s apart
 *   a window of 5.7 s with 10 such iterations             excess 5.0 s */
#include "run/steady.h"
#include <math.h>

enum { LINES_MIN = 5, REACH = 5 /* records on each side from which a record's fraction of a second is estimated */ };
static const double STALL_SECONDS = 0.1, TIMED_SECONDS = 0.5, WHOLE_SECONDS = 1, PAUSE_SECONDS = 600, PAUSE_TIMES = 50;

double steady_tau(const struct ledger *l, uint32_t iter)
{
	const struct regime *g;
	uint32_t i = 0;

	while (i + 1 < l->nregimes && iter > l->regime[i].to)
		i++;
	g = &l->regime[i];
	if (!g->turn || iter <= g->turn)
		return g->turn ? g->begin : g->tau;
	return g->begin + (g->end - g->begin) * fmin((double)(iter - g->turn) / fmax(g->to - g->turn, 1), 1);
}

double steady_stall(const struct run *r, double typical_seconds, double part)
{
	return fmax(fmax(2 * r->clock_step, STALL_SECONDS), part * typical_seconds);
}

bool steady_is_stall(const struct windows *all, const struct ledger *l, const struct window *w, double noise,
		     double part)
{
	double least = steady_stall(all->r, w->n * steady_tau(l, all->r->train.at[w->to].iter), part);

	return !w->warm && w->n && w->excess > fmax(4 * noise, least);
}

bool steady_is_pause(double beyond, double typical_seconds)
{
	return beyond > PAUSE_SECONDS && beyond > PAUSE_TIMES * typical_seconds;
}

/* Seconds of a window's iterations, or of those that the timers cover; NaN: not only of iterations. n: their number. */
static double alone(const struct windows *all, const struct window *w, bool by_timers, double *n)
{
	uint32_t last = all->last;

	*n = w->n;
	if (!by_timers)
		return window_clean(w) ? w->seconds : NAN;
	if (!window_timers_clean(all, w) || w->count[LEDGER_EVALUATION]) /* no line gives the iterations of those */
		return NAN;
	*n = last ? last : w->n;
	return *n * (double)all->r->train.at[w->to].time;
}

double steady_usual(const struct windows *all, const struct ledger *l, bool by_timers)
{
	double sum = 0, lines = 0;

	for (uint32_t i = 0; i + 1 < all->n; i++) {
		const struct window *w = &all->at[i];
		double n, seconds = alone(all, w, by_timers, &n);
		double typical = n * steady_tau(l, all->r->train.at[w->to].iter);

		if (!(seconds - typical <= steady_stall(all->r, typical, STALL_PART)))
			continue;
		sum += seconds / typical;
		lines++;
	}
	return lines >= LINES_MIN ? sum / lines : 1;
}

/* ---- timers of the last iterations */

double steady_beyond(const struct windows *all, const struct ledger *l, double usual, const struct window *w)
{
	const struct train_record *t = &all->r->train.at[w->to];
	uint32_t last = all->last;

	if (!last || t->iter < last + (uint64_t)all->r->resumed_iter || (all->r->epochs && t->inner <= last) ||
	    !(t->has & HAS_TIME) || !isfinite(t->time))
		return NAN;
	return last * ((double)t->time - usual * steady_tau(l, t->iter));
}

/* For a kind that the framework's timers show in the next iteration. */
static void frame(const struct windows *all, struct window *w, int kind, enum cost cost, uint32_t n, double seconds)
{
	if (!n || n != w->count[kind] || w->nframed[kind] ||
	    all->r->format->lands[all->r->epochs][0][cost] != LANDS_DATA_NEXT)
		return;
	w->framed[kind] = fmax(seconds, 0);
	w->nframed[kind] = n;
}

/* Of the last iterations of a window; NaN: unknown, or not only of these. */
static double timed(const struct windows *all, const struct ledger *l, double usual, const struct window *w)
{
	return all->last <= w->n && !window_kinds(w) && window_timers_clean(all, w) ? steady_beyond(all, l, usual, w)
										    : NAN;
}

struct timers steady_timers(struct arena *a, const struct windows *all, const struct ledger *l, double usual)
{
	struct timers out = { usual, NAN, NAN };
	double *x = arena_array(a, double, all->n + 1);
	size_t n = 0;

	for (uint32_t i = 0; i + 1 < all->n; i++) {
		x[n] = timed(all, l, usual, &all->at[i]);
		n += !isnan(x[n]);
	}
	out.middle = stats_median(x, n);
	if (n >= LINES_MIN)
		out.noise = stats_spread(a, x, n, out.middle);
	return out;
}

/* 0: unknown. */
static double slower(const struct windows *all, const struct ledger *l, int64_t i, const struct timers *t)
{
	double beyond = i >= 0 && i + 1 < all->n ? timed(all, l, t->usual, &all->at[i]) - t->middle : NAN;

	return isnan(beyond) ? 0 : beyond;
}

double steady_timed_stall(const struct windows *all, const struct ledger *l, const struct window *w,
			  const struct timers *t)
{
	int64_t i = w - all->at;
	double beyond = slower(all, l, i, t),
	       part = STALL_PART * all->last * steady_tau(l, all->r->train.at[w->to].iter);

	if (isnan(t->noise) || beyond <= fmax(fmax(4 * t->noise, TIMED_SECONDS), part) ||
	    slower(all, l, i - 1, t) > beyond / 2 || slower(all, l, i + 1, t) > beyond / 2)
		return NAN;
	return beyond;
}

void steady_frame(struct windows *all, const struct ledger *l, double usual)
{
	for (uint32_t i = 0; i + 1 < all->n; i++) {
		struct window *w = &all->at[i];
		double seconds = steady_beyond(all, l, usual, w);
		uint32_t iter = all->r->train.at[w->to].iter, lo = iter - all->last, saves, passes;

		if (isnan(seconds) || w->warm || w->count[LEDGER_EVALUATION] || windows_evaluations(all, lo, iter))
			continue;
		saves = windows_saves(all, lo, iter);
		passes = passes_between(lo, iter, all->pass);
		if (!passes)
			frame(all, w, LEDGER_CHECKPOINT, COST_CHECKPOINT, saves, seconds);
		else if (!saves)
			frame(all, w, LEDGER_PASS, COST_PASS_END, passes, seconds);
	}
}

/* ---- a clock of whole seconds */

/* Seconds from record i - 1 to i; NaN: something other than iterations happened. */
static double between(const struct windows *all, const struct ledger *l, double usual, size_t i)
{
	const struct window *w = &all->at[i - 1];
	double seconds = w->n * steady_tau(l, all->r->train.at[i].iter) * usual;

	return window_kinds(w) == 0 && fabs(w->seconds - seconds) < 2 * all->r->clock_step ? seconds : NAN;
}

/* The mean estimate of the records around it for the time at which record i was printed. */
static double smoothed(const struct windows *all, const struct ledger *l, double usual, size_t i)
{
	const struct train_record *t = all->r->train.at;
	double half = all->r->clock_step / 2, sum = t[i].clock, away = 0;
	uint32_t n = 1;

	for (size_t k = i; k > 0 && i - k < REACH; k--, n++) {
		away += between(all, l, usual, k);
		if (isnan(away))
			break;
		sum += t[k - 1].clock + away;
	}
	away = 0;
	for (size_t k = i + 1; k < all->r->train.n && k - i <= REACH; k++, n++) {
		away += between(all, l, usual, k);
		if (isnan(away))
			break;
		sum += t[k].clock - away;
	}
	return fmin(fmax(sum / n, t[i].clock - half), t[i].clock + half); /* it was within that second */
}

void steady_smooth(struct arena *a, struct windows *all, const struct ledger *l, double usual)
{
	size_t n = all->r->train.n;
	double *clock = arena_array(a, double, n);

	if (all->r->clock_step < WHOLE_SECONDS)
		return;
	for (size_t i = 0; i < n; i++)
		clock[i] = smoothed(all, l, usual, i);
	for (size_t i = 1; i < n; i++) {
		all->at[i - 1].seconds = clock[i] - clock[i - 1];
		all->at[i - 1].result += all->r->train.at[i - 1].clock - clock[i - 1];
	}
	all->at[n - 1].seconds = all->r->last_clock - clock[n - 1];
}
