// SPDX-License-Identifier: MIT
/* Finds the length of a pass over the data if no line gives it. With a line about the first end: a least-squares
 * search over candidate lengths. Without: a search for a distance of which all large stalls are multiples.
 *
 * Invariant: an inferred length explains at least three stalls, and none is missing.
 *
 *   stalls at iterations 500, 1000, 1500          passes_inferred: 500
 *   stalls at 500, 730, 1500                      0: no distance explains all
 *   a line about the end in iterations 400 to 410  passes_fitted: the length in that range with the best fit */
#include "run/passes.h"
#include "run/steady.h"
#include <math.h>

enum { PASSES_BETWEEN = 8, PASS_MOST = 1000000 /* iterations */, FIT_MOST = 20000000 /* windows looked at */ };
static const double PASS_PART = 0.05; /* of passes, whose equal distances give the rest */

static bool holds(const struct windows *w, const struct window *at, uint32_t pass)
{
	return passes_between(w->r->train.at[at->to - 1].iter, w->r->train.at[at->to].iter, pass) > 0;
}

/* --- with a line about the first end */

/* Seconds beyond those of the iterations from lo to hi, and the possible error of such a figure. */
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

/* From the clock, and from timers of the last iterations. */
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

/* The decrease of the squares if each end of a pass takes the same time. */
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

/* The window whose line gives it, if one does; lengths after the first of a resumed run are cut. */
static const struct window *reporting_window(const struct windows *w)
{
	const struct window *reported = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i + 1 < w->n; i++) {
		n += w->at[i].count[LEDGER_PASS];
		reported = !reported && w->at[i].count[LEDGER_PASS] ? &w->at[i] : reported;
	}
	return n == 1 && !w->r->epochs && !w->r->resumed ? reported : NULL;
}

uint32_t passes_fitted(struct arena *a, const struct windows *w, const struct ledger *l)
{
	const struct window *reported = reporting_window(w);
	uint32_t lo, hi, first = 0, last = 0;
	double best = 0;
	struct fit f;

	if (!reported)
		return 0;
	lo = w->r->train.at[reported->to - 1].iter;
	hi = w->r->train.at[reported->to].iter;
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
	return first + (last - first) / 2; /* several fit equally well */
}

/* --- with stalls at equal distances */

/* Whether a stop of the loader after each `pass` batches explains all stalls of `least` seconds, which are three or
 * more, and none is missing. */
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
	/* the end of a pass beside another event makes no separate stall: so the distance may be a multiple */
	most = w->r->train.at[second->to].iter - w->r->train.at[first->to - 1].iter;
	if (most > PASS_MOST)
		return 0;
	least = most / PASSES_BETWEEN;
	for (uint32_t pass = most; pass > least && pass > 1; pass--)
		if (holds(w, first, pass) && holds(w, second, pass) && explains(w, pass, big))
			return pass;
	return 0;
}
