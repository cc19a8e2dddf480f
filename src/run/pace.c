// SPDX-License-Identifier: MIT
/* Computes the mean time of an iteration and its standard error, from the means of 20 blocks
 * (run/formats/series_stats.h), and compares two runs by the difference of their logarithms (a Student's t interval
 * with the smaller number of degrees of freedom).
 *
 * Invariant: a run whose speed changes, or with too few windows, has no pace, and `silent` says why.
 *
 *   run A: 0.100 s +- 1 %, run B: 0.090 s +- 1 %
 *   pace_compare(A, B): ratio 1.11, and a 95 % range around it
 *   a difference within `floor` is not decided by any number of iterations */
#include "run/pace.h"
#include "run/steady.h"
#include <math.h>

enum { WARM_ITERATIONS = 200, WARM_PART = 4, STEPS_IN_STRETCH = 20 };
/* 95 % confidence, and detected in 4 of 5 cases: 1.960 + 0.842 standard deviations */
static const double FOUND = 2.802;

struct stretches { /* ranges of iterations only */
	double *seconds, *iterations;
	size_t n;
};

static struct stretches stretches_new(struct arena *a, size_t most)
{
	return (struct stretches){ arena_array(a, double, most + 1), arena_array(a, double, most + 1), 0 };
}

static void push(struct stretches *s, double seconds, double iterations)
{
	s->seconds[s->n] = seconds;
	s->iterations[s->n++] = iterations;
}

/* The first window that counts. */
static uint32_t first_window(const struct windows *w)
{
	const struct train_record *t = w->r->train.at;
	uint32_t all = t[w->r->train.n - 1].iter - t[0].iter, i = 0,
		 warm = all / WARM_PART < WARM_ITERATIONS ? all / WARM_PART : WARM_ITERATIONS;

	while (i + 1 < w->n && (w->at[i].warm || t[i].iter - t[0].iter < warm))
		i++;
	return i;
}

static bool is_pause(const struct ledger *l, const struct window *w)
{
	double typical = l->silent ? NAN : w->n * l->regime[0].tau;

	return steady_is_pause(w->seconds - typical, typical);
}

/* Windows joined until the clock's steps don't matter. */
static void by_clock(const struct windows *w, const struct ledger *l, struct stretches *out)
{
	double least = w->r->clock_step * STEPS_IN_STRETCH, seconds = 0, iterations = 0;

	for (uint32_t i = first_window(w); i + 1 < w->n; i++) {
		double alone = window_alone(&w->at[i], NULL);

		if (isnan(alone) || is_pause(l, &w->at[i]))
			continue;
		seconds += alone;
		iterations += w->at[i].n;
		if (seconds < least || seconds <= 0)
			continue;
		push(out, seconds, iterations);
		seconds = iterations = 0;
	}
}

static void by_timers(const struct windows *w, struct stretches *out)
{
	uint32_t last = w->last;

	for (uint32_t i = first_window(w); i + 1 < w->n; i++) {
		uint32_t n = last && w->at[i].n > last ? last : w->at[i].n;

		if (window_timers_clean(w, &w->at[i]))
			push(out, (double)w->r->train.at[w->at[i].to].time * n, n);
	}
}

/* The relative difference of timers and clock, beyond the clock's own steps; 0 without a clock. */
static double disagreement(const struct windows *w, double seconds)
{
	double clock = 0, iterations = 0, steps = 0;
	bool joined = false;

	for (uint32_t i = first_window(w); i + 1 < w->n; i++) {
		double alone = window_alone(&w->at[i], NULL);

		if (!isnan(alone)) {
			clock += alone;
			iterations += w->at[i].n;
			steps += !joined;
		}
		joined = !isnan(alone);
	}
	return clock > 0 ? fmax(fabs(log(seconds * iterations / clock)) - w->r->clock_step * sqrt(steps) / clock, 0)
			 : 0;
}

/* Half of the coarsest step of which all printed `time` are multiples, relative to the mean: 0.124 has 0.0005. */
static double digits_of(const struct stretches *s, double mean)
{
	static const double step[] = { 1e-1, 1e-2, 1e-3, 1e-4, 1e-5 };

	for (size_t k = 0; k < ARRAY_SIZE(step); k++) {
		size_t i = 0;

		while (i < s->n) {
			double steps = s->seconds[i] / s->iterations[i] / step[k];

			if (fabs(steps - nearbyint(steps)) > 1e-3)
				break;
			i++;
		}
		if (i == s->n)
			return step[k] / 2 / mean;
	}
	return 0;
}

static const char *changed(struct arena *a, uint32_t iter, double before, double after)
{
	return arena_printf(a, "its speed changed at iteration %u: %.3g times %s from there on", iter,
			    fmax(before, after) / fmin(before, after), after > before ? "slower" : "faster");
}

static const char *drifted(struct arena *a, const struct regime *g)
{
	return arena_printf(a, "its iterations take %s and %s from iteration %u on: %.3g times as long at last",
			    g->end > g->begin ? "longer" : "shorter", g->end > g->begin ? "longer" : "shorter", g->turn,
			    g->end / g->begin);
}

/* Why one mean isn't valid for the whole run; NULL: it is. */
static const char *change_of(struct arena *a, const struct run *r, const struct ledger *l, const struct stretches *s)
{
	struct shift shift[SHIFTS_MAX];
	double *x, done = 0;

	if (!l->silent)
		return l->nregimes > 1	   ? changed(a, l->regime[1].from, l->regime[0].tau, l->regime[1].tau)
		       : l->regime[0].turn ? drifted(a, &l->regime[0])
					   : NULL;
	x = arena_array(a, double, s->n + 1);
	for (size_t i = 0; i < s->n; i++)
		x[i] = s->seconds[i] / s->iterations[i];
	if (!stats_shifts(a, x, s->n, shift))
		return NULL;
	for (size_t i = 0; i < shift[0].at; i++)
		done += s->iterations[i];
	return changed(a, r->train.at[0].iter + (uint32_t)done, shift[0].before, shift[0].after);
}

static const char *too_few(struct arena *a, const struct windows *w, size_t n)
{
	uint32_t lines = w->n ? w->n - 1 : 0, all = w->r->train.at[w->r->train.n - 1].iter - w->r->train.at[0].iter;

	if (lines < BLOCKS_LEAST + 2)
		return arena_printf(a,
				    "%zu line%s of training: %u are needed; log more often, or train %u times as long",
				    w->r->train.n, w->r->train.n == 1 ? "" : "s", BLOCKS_LEAST + 4,
				    lines ? (BLOCKS_LEAST + 4) / lines + 1 : BLOCKS_LEAST + 4);
	return arena_printf(
		a,
		"%zu stretch%s between two of its log lines (%u iterations) in which nothing but iterations "
		"happened: %u are needed, behind the start",
		n, n == 1 ? "" : "es", all, BLOCKS_LEAST);
}

static void from_windows(struct arena *a, struct arena *tmp, const struct run *r, const struct ledger *l,
			 struct pace *out)
{
	struct stretches clock = stretches_new(tmp, r->train.n), timers = { 0 }, *s = &clock;
	struct windows w;
	struct blocks b;

	windows_of(tmp, r, l->silent ? 0 : l->pass, &w);
	by_clock(&w, l, &clock);
	if (clock.n < BLOCKS_LEAST) {
		timers = stretches_new(tmp, r->train.n);
		by_timers(&w, &timers);
		s = timers.n >= BLOCKS_LEAST ? &timers : &clock;
	}
	out->timers = s == &timers;
	out->silent =
		s->n < BLOCKS_LEAST ? too_few(a, &w, clock.n > timers.n ? clock.n : timers.n) : change_of(a, r, l, s);
	if (out->silent)
		return;
	b = stats_blocks(s->seconds, s->iterations, s->n);
	out->seconds = exp(b.mean);
	out->error = b.error;
	out->free = b.free;
	for (size_t i = 0; i < s->n; i++)
		out->iterations += s->iterations[i];
	out->rounding = out->timers ? hypot(digits_of(s, out->seconds), disagreement(&w, out->seconds))
				    : r->clock_step / (out->iterations * out->seconds);
}

void pace_of(struct arena *a, const struct run *r, const struct ledger *l, struct pace *out)
{
	struct arena tmp = { 0 };

	*out = (struct pace){ .silent = r->train.n ? NULL : "it has no line of training" };
	if (!out->silent)
		from_windows(a, &tmp, r, l, out);
	arena_release(&tmp);
}

struct speedup pace_compare(const struct pace *base, const struct pace *other, double work, double floor)
{
	double d = log(work * base->seconds / other->seconds), noise = hypot(base->error, other->error),
	       fixed = hypot(floor, hypot(base->rounding, other->rounding)), wide, all;
	struct speedup out = { exp(d), NAN, NAN, NAN };

	if (!base->free || !other->free)
		return out;
	wide = hypot(stats_t(base->free < other->free ? base->free : other->free) * noise, fixed);
	out.low = exp(d - wide);
	out.high = exp(d + wide);
	if (fabs(d) <= fixed)
		return out;
	all = FOUND * FOUND * noise * noise / (d * d - fixed * fixed);
	out.more = fmax(all - 1, 0) * (base->error > other->error ? base->iterations : other->iterations);
	return out;
}

void pace_beside(const struct ledger *l, struct beside *out)
{
	/* from 90 % to 95 % */
	static const double to_95 = 1.960 / 1.645;
	double all = 0, events = 0, error = 0;

	*out = (struct beside){ NAN, NAN };
	if (l->silent)
		return;
	for (int k = LEDGER_COMPUTE; k <= LEDGER_STALL; k++)
		all += l->row[k].seconds;
	for (int k = LEDGER_CHECKPOINT; k <= LEDGER_MIXED; k++) {
		const struct ledger_row *row = &l->row[k];
		double wide = row->range.high - row->range.low;

		if (row->measured > 1)
			wide = fmax(wide, row->n * (row->each.high - row->each.low));
		events += row->seconds;
		error = hypot(error, wide > 0 || row->measured > 1 ? to_95 * wide / 2 : row->seconds);
	}
	if (all > 0)
		*out = (struct beside){ events / all, fmin(error, events) / all };
}

struct speedup pace_compare_whole(const struct pace *base, const struct beside *with, const struct pace *other,
				  const struct beside *other_with, double work, double floor)
{
	double b = 1 - with->part, o = 1 - other_with->part, noise = hypot(b * base->error, o * other->error),
	       d = log(work * base->seconds / b / (other->seconds / o)), wide;
	struct speedup out = { exp(d), NAN, NAN, NAN };

	if (!base->free || !other->free)
		return out;
	wide = stats_t(base->free < other->free ? base->free : other->free) * noise;
	wide = hypot(hypot(wide, floor),
		     hypot(hypot(b * base->rounding, o * other->rounding), hypot(with->error, other_with->error)));
	out.low = exp(d - wide);
	out.high = exp(d + wide);
	return out;
}

double pace_windows(double d, double scatter, double rho)
{
	return 2 * FOUND * FOUND * pow(scatter / d, 2) * (1 + rho) / (1 - rho);
}
