// SPDX-License-Identifier: MIT
/* Order statistics and tests of short series, such as the seconds of a run's iterations. No element is NaN. */
#ifndef RUN_STATS_H
#define RUN_STATS_H
#include "base/arena.h"

struct interval {
	double low, high;
};
double stats_median(double *x, size_t n); /* sorts; NaN of nothing */
/* Median of the distances from the middle, times 1.4826: for normal noise its standard deviation. */
double stats_spread(struct arena *tmp, const double *x, size_t n, double middle);
/* Where the median lies with 90 %, by order statistics (exact whatever the distribution); of fewer than 6 the range. */
struct interval stats_median_interval(const double *sorted, size_t n);
double stats_binomial_tail(unsigned n, unsigned k, double p); /* P(k or more of n) */

struct shift { /* from element `at` on another level */
	size_t at;
	double before, after; /* medians of both stretches */
	double p;	      /* of Pettitt's test */
};
enum { SHIFTS_MAX = 8 };
/* Lasting changes of level, in order: Pettitt's rank test (A. N. Pettitt, Applied Statistics 28, 1979), recursively. A
 * shift has 6 elements on each side, p < 1e-3, 5 % between the medians, and stands out of the noise of both stretches.
 * At most SHIFTS_MAX of them. */
size_t stats_shifts(struct arena *tmp, const double *x, size_t n, struct shift out[SHIFTS_MAX]);

/* Mean and standard deviation of the mean by joining the series into 20 equal blocks, which noise that lasts over some
 * elements doesn't fool. n >= 20. */
struct blocks {
	double mean, error;
};
struct blocks stats_blocks(const double *x, size_t n);
#endif
