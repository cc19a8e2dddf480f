// SPDX-License-Identifier: MIT
#include "run/passes.h"
#include "run/steady.h"
#include <math.h>

enum { PASSES_BETWEEN = 8, PASS_MOST = 1000000 /* iterations */, FIT_MOST = 20000000 /* windows looked at */ };
static const double PASS_PART = 0.05; /* of passes, whose equal distances tell the rest */

static bool holds(const struct windows *w, const struct window *at, uint32_t pass)
{
	return passes_between(w->r->train.at[at->to - 1].iter, w->r->train.at[at->to].iter, pass) > 0;
}

/* --- where a line tells of the first end */

/* Seconds beyond those of the iterations from lo to hi, and how much one such figure may be off. */
struct beyond {
	uint32_t lo, hi;
	double seconds, weight;
};
struct fit {
	struct beyond *at;
	size_t n;
};

static void weigh(struct arena *a, struct fit *f, size_t from, double step)
{
	double *x = arena_array(a, double, f->n + 1), spread, least = 1e-3;

	for (size_t i = from; i < f->n; i++)
		x[i - from] = f->at[i].seconds;
	spread = stats_spread(a, x, f->n - from, 0);
	for (size_t i = from; i < f->n; i++)
		f->at[i].weight = 1 / (spread * spread + step * step / 6 + least);
}

/* By the clock, and by timers of the last iterations. */
static struct fit observe(struct arena *a, const struct windows *w, const struct ledger *l)
{
	const struct train_record *t = w->r->train.at;
	struct fit f = { arena_array(a, struct beyond, 2 * (size_t)w->n), 0 };
	size_t timers;

	for (uint32_t i = 0; i + 1 < w->n; i++)
		if (!w->at[i].warm && window_kinds(&w->at[i]) == 0)
			f.at[f.n++] = (struct beyond){ t[i].iter, t[i + 1].iter, w->at[i].excess, 0 };
	weigh(a, &f, 0, w->r->clock_step);
	timers = f.n;
	for (uint32_t i = 0; i + 1 < w->n; i++) {
		uint32_t last = w->last, iter = t[i + 1].iter;
		double seconds = steady_beyond(w, l, 1, &w->at[i]);

		if (!isnan(seconds) && !windows_saves(w, iter - last, iter) &&
		    !windows_evaluations(w, iter - last, iter))
			f.at[f.n++] = (struct beyond){ iter - last, iter, seconds, 0 };
	}
	weigh(a, &f, timers, 0);
	return f;
}

/* How much less the squares are if each end of a pass takes the same. */
static double gain_of(const struct fit *f, uint32_t pass)
{
	double sum = 0, weight = 0;

	for (size_t i = 0; i < f->n; i++) {
		double n = passes_between(f->at[i].lo, f->at[i].hi, pass);

		sum += f->at[i].weight * n * f->at[i].seconds;
		weight += f->at[i].weight * n * n;
	}
	return sum > 0 ? sum * sum / weight : 0;
}

/* The window whose line tells of it, if one does; lengths after the first of a resumed run are cut. */
static const struct window *told_of(const struct windows *w)
{
	const struct window *told = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i + 1 < w->n; i++) {
		n += w->at[i].count[LEDGER_PASS];
		told = !told && w->at[i].count[LEDGER_PASS] ? &w->at[i] : told;
	}
	return n == 1 && !w->r->epochs && !w->r->resumed ? told : NULL;
}

uint32_t passes_told(struct arena *a, const struct windows *w, const struct ledger *l)
{
	const struct window *told = told_of(w);
	uint32_t lo, hi, first = 0, last = 0;
	double best = 0;
	struct fit f;

	if (!told)
		return 0;
	lo = w->r->train.at[told->to - 1].iter;
	hi = w->r->train.at[told->to].iter;
	if ((double)(hi - lo) * w->n > FIT_MOST)
		return 0;
	f = observe(a, w, l);
	for (uint32_t pass = lo; pass < hi; pass++) {
		double gain = pass > 1 ? gain_of(&f, pass) : 0;

		if (gain > best * (1 + 1e-9))
			first = pass;
		if (gain > 0 && gain >= best * (1 - 1e-9))
			last = pass;
		best = fmax(best, gain);
	}
	return first + (last - first) / 2; /* several fit alike */
}

/* --- where stalls at equal distances do */

/* Whether a stop of the loader after each `pass` batches explains all stalls of `least` seconds, three of them or more,
 * and none is missing. */
static bool explains(const struct windows *w, uint32_t pass, double least)
{
	uint32_t hit = 0;

	for (uint32_t i = 0; i + 1 < w->n; i++) {
		const struct window *at = &w->at[i];

		if (window_kinds(at) == 0 && !at->warm && holds(w, at, pass) != (at->excess > least))
			return false;
		hit += window_kinds(at) == 0 && at->excess > least;
	}
	return hit >= 3;
}

/* Smaller stalls may have other causes. */
uint32_t passes_inferred(const struct windows *w, const struct ledger *l, double noise)
{
	const struct window *first = NULL, *second = NULL;
	uint32_t least, most;
	double big = 0;

	for (uint32_t i = 0; i + 1 < w->n; i++)
		if (window_kinds(&w->at[i]) == 0 && steady_is_stall(w, l, &w->at[i], noise, PASS_PART))
			big = fmax(big, w->at[i].excess / 2);
	for (uint32_t i = 0; i + 1 < w->n && !second; i++)
		if (window_kinds(&w->at[i]) == 0 && !w->at[i].warm && w->at[i].excess > big) {
			if (!window_waits(w, &w->at[i]))
				return 0;
			*(first ? &second : &first) = &w->at[i];
		}
	if (!second || w->r->epochs || big <= 0)
		return 0;
	/* a pass that ends beside something else makes no stall of its own: so the distance may be a multiple */
	most = w->r->train.at[second->to].iter - w->r->train.at[first->to - 1].iter;
	if (most > PASS_MOST)
		return 0;
	least = most / PASSES_BETWEEN;
	for (uint32_t pass = most; pass > least && pass > 1; pass--)
		if (holds(w, first, pass) && holds(w, second, pass) && explains(w, pass, big))
			return pass;
	return 0;
}
