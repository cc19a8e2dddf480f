// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "run/noise.h"
#include "run/formats/series_stats.h"
#include <stdlib.h>

enum { WINDOWS = 120 };

static void medians(void **state)
{
	(void)state;
	struct arena a = { 0 };
	double odd[] = { 3, 1, 2 }, even[] = { 4, 1, 3, 2 }, far[] = { 1, 2, 3, 4, 100 };

	assert_true(isnan(stats_median(odd, 0)));
	assert_float_equal(stats_median(odd, 3), 2, 0);
	assert_float_equal(stats_median(even, 4), 2.5, 0);
	assert_float_equal(stats_spread(&a, far, 5, 3), 1.4826, 1e-12);
	arena_release(&a);
}

static void the_median_lies_with_90_percent(void **state)
{
	(void)state;
	double x[100];

	for (int i = 0; i < 100; i++)
		x[i] = i + 1;
	struct interval i5 = stats_median_interval(x, 5), i20 = stats_median_interval(x, 20),
			i100 = stats_median_interval(x, 100);
	/* binomial tables: P(X <= 5 of 20) = 0.0207, P(X <= 41 of 100) = 0.0443, one more is above 0.05 */
	assert_float_equal(i5.low, 1, 0);
	assert_float_equal(i5.high, 5, 0);
	assert_float_equal(i20.low, 6, 0);
	assert_float_equal(i20.high, 15, 0);
	assert_float_equal(i100.low, 42, 0);
	assert_float_equal(i100.high, 59, 0);
}

static void shifts_are_found(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct shift s[SHIFTS_MAX];
	double x[90];

	state_of_noise = 1;
	clean_run(x, 90);
	for (int i = 30; i < 90; i++)
		x[i] *= i < 60 ? 2 : 3;
	assert_int_equal(stats_shifts(&a, x, 90, s), 2);
	assert_int_equal(s[0].at, 30);
	assert_int_equal(s[1].at, 60);
	assert_float_equal(s[0].before, 100, 3);
	assert_float_equal(s[0].after, 200, 6);
	assert_float_equal(s[1].after, 300, 9);
	assert_true(s[0].p < 1e-9);
	arena_release(&a);
}

/* Sums of signs, as in Pettitt's paper, of 1 1 1 1 1 1 2 2 2 2 2 2: 2 exp(-6 36^2 / (12^3 + 12^2)) */
static void p_is_pettitts(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct shift s[SHIFTS_MAX];
	double x[24];

	for (int i = 0; i < 24; i++)
		x[i] = i < 12 ? 1 : 2;
	assert_int_equal(stats_shifts(&a, x, 12, s), 0);
	assert_int_equal(stats_shifts(&a, x, 24, s), 1);
	assert_float_equal(s[0].p, 2 * exp(-6.0 * 144 * 144 / (13824 + 576)), 1e-12);
	arena_release(&a);
}

static void clean_runs_have_none(void **state)
{
	(void)state;
	unsigned wrong = 0;

	state_of_noise = 7;
	for (int run = 0; run < RUNS; run++) {
		struct arena a = { 0 };
		struct shift s[SHIFTS_MAX];
		double x[WINDOWS];
		size_t n = 12 + (size_t)run % (WINDOWS - 11);

		clean_run(x, n);
		wrong += stats_shifts(&a, x, n, s) > 0;
		arena_release(&a);
	}
	assert_in_range(wrong, 0, RUNS / 100);
}

/* The mean of clean runs lies within 2.093 errors (Student's t, 19 degrees of freedom) in 95 of 100. */
static void blocks_know_their_error(void **state)
{
	(void)state;
	unsigned out = 0;

	state_of_noise = 3;
	for (int run = 0; run < RUNS; run++) {
		double x[200], one[200];
		struct blocks b;

		clean_run(x, 200);
		for (int i = 0; i < 200; i++)
			one[i] = 1;
		b = stats_blocks(x, one, 200);
		out += fabs(b.mean - log(100)) > stats_t(b.free) * b.error;
	}
	assert_in_range(out, RUNS * 2 / 100, RUNS * 7 / 100);
}

/* Reference values computed in Python with math.fsum: logarithms of block sums over sums of weights, their standard
 * deviation over n - 1, the correlation of neighbours r + (1 + 4 r) / k, at least 0.5 below 40 elements. */
static void blocks_are_as_recorded(void **state)
{
	(void)state;
	double x[60], weight[60];
	struct blocks b;

	for (int i = 0; i < 60; i++) {
		x[i] = 10 + (i * 7 % 11) * 0.1 + (i / 20) * 0.2;
		weight[i] = i % 2 ? 50 : 100;
	}
	b = stats_blocks(x, weight, 60);
	assert_float_equal(b.mean, -1.941046769107, 1e-11);
	assert_float_equal(b.error, 0.026320932479, 1e-11);
	assert_int_equal(b.free, 19);
	b = stats_blocks(x, weight, 30);
	assert_float_equal(b.mean, -1.929362076316, 1e-11);
	assert_float_equal(b.error, 0.100728321071, 1e-11);
	assert_int_equal(b.free, 19);
	b = stats_blocks(x, weight, 7);
	assert_float_equal(b.mean, -1.954553892443, 1e-11);
	assert_float_equal(b.error, 0.249657410264, 1e-11);
	assert_int_equal(b.free, 6);
	assert_float_equal(stats_t(1), 12.706, 0);
	assert_float_equal(stats_t(19), 2.093, 0);
	assert_float_equal(stats_t(100), 2.093, 0);
}

static void slopes_are_told_from_steps(void **state)
{
	(void)state;
	unsigned sloped = 0, stepped = 0, clean = 0, found = 0;

	state_of_noise = 9;
	for (int run = 0; run < RUNS; run++) {
		size_t n = 14 + (size_t)(run % 100) * 2;
		double x[300], y[300], up[300], step[300];
		struct arena own = { 0 };
		struct shift s[SHIFTS_MAX];
		struct ramp r;

		clean_run(y, n);
		for (size_t i = 0; i < n; i++) {
			x[i] = (double)i;
			up[i] = y[i] * (1 + fmax((double)i / (double)n - 0.3, 0)); /* 70 % more, from a third on */
			step[i] = y[i] * (i < n / 2 ? 1 : 1.5);
		}
		clean += stats_ramp(&own, x, y, n, s, stats_shifts(&own, y, n, s), &r);
		stepped += stats_ramp(&own, x, step, n, s, stats_shifts(&own, step, n, s), &r);
		if (stats_ramp(&own, x, up, n, s, stats_shifts(&own, up, n, s), &r)) {
			sloped++;
			found += fabs(r.turn / (double)n - 0.3) < 0.15 && fabs(r.end - 170) < 17;
		}
		arena_release(&own);
	}
	assert_int_equal(clean, 0);
	assert_in_range(stepped, 0, RUNS / 100);
	assert_in_range(sloped, RUNS * 97 / 100, RUNS);
	assert_in_range(found, RUNS * 95 / 100, RUNS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(medians),
		cmocka_unit_test(the_median_lies_with_90_percent),
		cmocka_unit_test(slopes_are_told_from_steps),
		cmocka_unit_test(shifts_are_found),
		cmocka_unit_test(p_is_pettitts),
		cmocka_unit_test(clean_runs_have_none),
		cmocka_unit_test(blocks_know_their_error),
		cmocka_unit_test(blocks_are_as_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
