// SPDX-License-Identifier: MIT
/* Order statistics and tests of short series, such as the seconds of a run's iterations. No element is NaN. */
#ifndef RUN_FORMATS_SERIES_STATS_H
#define RUN_FORMATS_SERIES_STATS_H
#include "base/arena.h"

struct interval {
	double low, high;
};
double stats_median(double *x, size_t n); /* sorts; NaN of nothing */
/* Median of the distances from the middle, times 1.4826: the standard deviation of normal noise. */
double stats_spread(struct arena *tmp, const double *x, size_t n, double middle);
/* The 90 % range of the median, by order statistics (exact for any distribution); for fewer than 6 the whole range. */
struct interval stats_median_interval(const double *sorted, size_t n);

struct shift { /* from element `at` on another level */
	size_t at;
	double before, after; /* medians of both ranges */
	double p;	      /* of Pettitt's test */
};
enum { SHIFTS_MAX = 8 };
/* Lasting changes of level, in order: Pettitt's rank test (A. N. Pettitt, Applied Statistics 28, 1979), recursively.
 * A shift has 6 elements on each side, p < 1e-3, 5 % between the medians, and exceeds the noise of both ranges. At
 * most SHIFTS_MAX of them. */
size_t stats_shifts(struct arena *tmp, const double *x, size_t n, struct shift out[SHIFTS_MAX]);

struct ramp { /* level up to some place, then a straight line to the end of the series */
	double turn, level, end;
};
/* Whether the series rises or falls (by at least 10 %) rather than being level, or level between shifts. The
 * criterion is squares, of at most 40 blocks' medians. x ascending; n of both. */
bool stats_ramp(struct arena *tmp, const double *x, const double *y, size_t n, const struct shift *shift, size_t shifts,
		struct ramp *out);

/* The logarithm of an iteration's time: the mean over 20 equal blocks of the series (or as many as there are
 * elements, if fewer) and the standard deviation of that mean. Noise that lasts over some elements makes
 * neighbouring blocks similar: that is measured and taken into account. If a block is a single element, neighbours
 * count as correlated by at least a half, because so few can't show it. */
struct blocks {
	double mean, error;
	unsigned free; /* degrees of freedom */
};
enum { BLOCKS_LEAST = 5 };
/* x[i]: seconds of weight[i] iterations, both above 0. n >= BLOCKS_LEAST. */
struct blocks stats_blocks(const double *x, const double *weight, size_t n);
/* The 95 % range of Student's t in standard deviations; free from 1 on. */
double stats_t(unsigned free);
#endif
