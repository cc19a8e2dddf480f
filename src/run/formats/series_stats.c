// SPDX-License-Identifier: MIT
/* Order statistics (median, spread, intervals), Pettitt's test for shifts by recursive bisection, least squares for
 * a ramp, and block means with a correction for correlated noise.
 *
 * Invariant: no input is NaN; functions whose comment says so sort their argument.
 *
 *   stats_median({3, 1, 2})                               2
 *   stats_shifts of 20 times 1.0, then 20 times 1.2       one shift, at 20
 *   stats_blocks of 400 elements                          the mean and its error from 20 blocks of 20 */
#include "run/formats/series_stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MIN = 6, BLOCKS = 20 };

static int ascending(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return (a > b) - (a < b);
}

static double middle_of(const double *sorted, size_t n)
{
	return n == 0 ? NAN : n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double stats_median(double *x, size_t n)
{
	if (n)
		qsort(x, n, sizeof *x, ascending);
	return middle_of(x, n);
}

static double *copy_of(struct arena *tmp, const double *x, size_t n)
{
	double *own = arena_array(tmp, double, n + 1);

	if (n)
		memcpy(own, x, n * sizeof *x);
	return own;
}

double stats_spread(struct arena *tmp, const double *x, size_t n, double middle)
{
	double *far = copy_of(tmp, x, n);

	for (size_t i = 0; i < n; i++)
		far[i] = fabs(far[i] - middle);
	return 1.4826 * stats_median(far, n);
}

struct interval stats_median_interval(const double *sorted, size_t n)
{
	size_t k = 0; /* the k smallest and the k largest are left out */
	double below = 0;

	if (n == 0)
		return (struct interval){ NAN, NAN };
	while (n >= SIDE_MIN && k < n / 2) {
		below += exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) - (double)n * log(2));
		if (2 * below > 0.1)
			break;
		k++;
	}
	k = k ? k - 1 : 0;
	return (struct interval){ sorted[k], sorted[n - 1 - k] };
}

/* --- shifts */

struct ranked {
	double x;
	size_t at;
};

static int by_value(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;

	return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->at > b->at) - (a->at < b->at);
}

/* Ranks from 1; equal elements share their mean rank. */
static double *ranks_of(struct arena *tmp, const double *x, size_t n)
{
	struct ranked *all = arena_array(tmp, struct ranked, n);
	double *rank = arena_array(tmp, double, n);

	for (size_t i = 0; i < n; i++)
		all[i] = (struct ranked){ x[i], i };
	qsort(all, n, sizeof *all, by_value);
	for (size_t i = 0, k; i < n; i = k) {
		for (k = i; k < n && all[k].x == all[i].x;)
			k++;
		for (size_t j = i; j < k; j++)
			rank[all[j].at] = (double)(i + 1 + k) / 2;
	}
	return rank;
}

/* The noise of a range around its median, and the error of its median by that. */
struct level {
	double middle, spread, error;
};

static struct level level_of(struct arena *tmp, const double *x, size_t n)
{
	struct level l = { .middle = stats_median(copy_of(tmp, x, n), n) };

	l.spread = stats_spread(tmp, x, n, l.middle);
	l.error = l.spread / sqrt((double)n);
	return l;
}

/* The split with the largest difference; false: none is significant. */
static bool best_shift(struct arena *tmp, const double *x, size_t n, struct shift *out)
{
	double *rank, u = 0, most = 0, length = (double)n;
	size_t at = 0;
	struct level a, b;

	if (n < 2 * SIDE_MIN)
		return false;
	rank = ranks_of(tmp, x, n);
	for (size_t t = 1; t < n; t++) {
		u += 2 * rank[t - 1] - (length + 1);
		if (t >= SIDE_MIN && n - t >= SIDE_MIN && fabs(u) > most) {
			most = fabs(u);
			at = t;
		}
	}
	if (!at)
		return false;
	a = level_of(tmp, x, at);
	b = level_of(tmp, x + at, n - at);
	*out = (struct shift){ at, a.middle, b.middle, 2 * exp(-6 * most * most / (pow(length, 3) + length * length)) };
	double jump = fabs(a.middle - b.middle), noise = fmax(a.spread, b.spread);
	return out->p < 1e-3 && jump > 0.05 * fmin(fabs(a.middle), fabs(b.middle)) && jump > noise &&
	       jump > 3 * hypot(a.error, b.error);
}

struct search {
	struct arena *tmp;
	const double *x;
	struct shift *out;
	size_t n;
};

static void shifts_in(struct search *s, size_t lo, size_t hi)
{
	struct shift best;

	if (s->n == SHIFTS_MAX || !best_shift(s->tmp, s->x + lo, hi - lo, &best))
		return;
	best.at += lo;
	s->out[s->n++] = best;
	shifts_in(s, lo, best.at);
	shifts_in(s, best.at, hi);
}

static int by_place(const void *x, const void *y)
{
	size_t a = ((const struct shift *)x)->at, b = ((const struct shift *)y)->at;

	return (a > b) - (a < b);
}

/* Refines each split between its neighbours: with three levels, the first split may be anywhere in the middle one. */
static void refine(struct search *s, size_t n)
{
	size_t nfound = 0;

	for (size_t i = 0; i < s->n; i++) {
		size_t lo = nfound ? s->out[nfound - 1].at : 0, hi = i + 1 < s->n ? s->out[i + 1].at : n;
		struct shift best;

		if (best_shift(s->tmp, s->x + lo, hi - lo, &best)) {
			best.at += lo;
			s->out[nfound++] = best;
		}
	}
	s->n = nfound;
}

size_t stats_shifts(struct arena *tmp, const double *x, size_t n, struct shift out[SHIFTS_MAX])
{
	struct search s = { tmp, x, out, 0 };

	shifts_in(&s, 0, n);
	if (s.n)
		qsort(out, s.n, sizeof *out, by_place);
	for (int again = 0; again < 2; again++)
		refine(&s, n);
	return s.n;
}

/* --- ramps */

enum { RAMP_BLOCKS = 40, RAMP_LEAST = 8, RISING_LEAST = 4 };

struct thinned {
	double x[RAMP_BLOCKS], y[RAMP_BLOCKS];
	size_t stretch[RAMP_BLOCKS]; /* between which shifts */
	size_t n;
};

static void thin(struct arena *tmp, const double *x, const double *y, size_t n, const struct shift *shift,
		 size_t shifts, struct thinned *out)
{
	double *own = copy_of(tmp, y, n);

	out->n = n < RAMP_BLOCKS ? n : RAMP_BLOCKS;
	for (size_t b = 0, k = 0; b < out->n; b++) {
		size_t lo = b * n / out->n, hi = (b + 1) * n / out->n;

		while (k < shifts && (lo + hi) / 2 >= shift[k].at)
			k++;
		out->stretch[b] = k;
		out->x[b] = (x[lo] + x[hi - 1]) / 2;
		out->y[b] = stats_median(own + lo, hi - lo);
	}
}

/* Squares around the means of ranges. */
static double squares_of_steps(const struct thinned *t, bool level)
{
	double all = 0;

	for (size_t lo = 0, hi; lo < t->n; lo = hi) {
		double sum = 0;

		for (hi = lo; hi < t->n && (level || t->stretch[hi] == t->stretch[lo]); hi++)
			sum += t->y[hi];
		for (size_t i = lo; i < hi; i++)
			all += pow(t->y[i] - sum / (double)(hi - lo), 2);
	}
	return all;
}

/* Squares around level + slope * (x - turn), where that is above 0. */
static double squares_of_ramp(const struct thinned *t, double turn, struct ramp *out)
{
	double mx = 0, my = 0, xx = 0, xy = 0, all = 0, slope, length = (double)t->n;

	for (size_t i = 0; i < t->n; i++) {
		mx += fmax(t->x[i] - turn, 0) / length;
		my += t->y[i] / length;
	}
	for (size_t i = 0; i < t->n; i++) {
		double d = fmax(t->x[i] - turn, 0) - mx;

		xx += d * d;
		xy += d * (t->y[i] - my);
	}
	slope = xx > 0 ? xy / xx : 0;
	*out = (struct ramp){ turn, my - slope * mx, my + slope * (t->x[t->n - 1] - turn - mx) };
	for (size_t i = 0; i < t->n; i++)
		all += pow(t->y[i] - my - slope * (fmax(t->x[i] - turn, 0) - mx), 2);
	return all;
}

bool stats_ramp(struct arena *tmp, const double *x, const double *y, size_t n, const struct shift *shift, size_t shifts,
		struct ramp *out)
{
	static const double RISE = 0.1, LEFT_OF_LEVEL = 0.15, LEFT_OF_STEPS = 0.7;
	double level, steps, best = INFINITY;
	struct thinned t;

	if (n < RAMP_LEAST)
		return false;
	thin(tmp, x, y, n, shift, shifts, &t);
	level = squares_of_steps(&t, true);
	steps = squares_of_steps(&t, false);
	for (size_t i = 0; i + RISING_LEAST < t.n; i++) {
		struct ramp r;
		double squares = squares_of_ramp(&t, t.x[i], &r);

		if (squares < best)
			*out = r;
		best = fmin(best, squares);
	}
	/* each further shift adds two fitted figures (Schwarz, Annals of Statistics 6, 1978) */
	return out->level > 0 && out->end > 0 && fabs(out->end - out->level) > RISE * out->level &&
	       best < LEFT_OF_LEVEL * level &&
	       (!shifts ||
		best < LEFT_OF_STEPS * steps * exp(2 * ((double)shifts - 1) * log((double)t.n) / (double)t.n));
}

/* --- blocks */

/* Pearson's correlation of each block with the next, corrected for its bias in short series (M. G. Kendall,
 * Biometrika 41, 1954). */
static double correlation(const double *block, size_t n, double mean, double variance)
{
	double sum = 0, r;

	for (size_t i = 0; i + 1 < n; i++)
		sum += (block[i] - mean) * (block[i + 1] - mean);
	r = variance > 0 ? sum / ((double)(n - 1) * variance) : 0;
	return r + (1 + 4 * r) / (double)n;
}

struct blocks stats_blocks(const double *x, const double *weight, size_t n)
{
	size_t blocks = n < BLOCKS ? n : BLOCKS;
	double block[BLOCKS], mean = 0, variance = 0, rho;

	CHECK(n >= BLOCKS_LEAST);
	for (size_t b = 0; b < blocks; b++) {
		double seconds = 0, iterations = 0;

		for (size_t i = b * n / blocks; i < (b + 1) * n / blocks; i++) {
			seconds += x[i];
			iterations += weight[i];
		}
		block[b] = log(seconds / iterations);
		mean += block[b] / (double)blocks;
	}
	for (size_t b = 0; b < blocks; b++)
		variance += (block[b] - mean) * (block[b] - mean) / (double)(blocks - 1);
	rho = fmax(correlation(block, blocks, mean, variance), n < 2 * BLOCKS ? 0.5 : 0);
	rho = fmin(rho, blocks < BLOCKS / 2 ? 0.7 : 0.9);
	return (struct blocks){ mean, sqrt(variance / (double)blocks * (1 + rho) / (1 - rho)), (unsigned)blocks - 1 };
}

double stats_t(unsigned free)
{
	static const double t[] = { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
				    2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093 };

	CHECK(free >= 1);
	return t[free <= ARRAY_SIZE(t) ? free - 1 : ARRAY_SIZE(t) - 1];
}
