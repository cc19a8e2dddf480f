// SPDX-License-Identifier: MIT
/* Figures over iterations: by clock or timer, thinned, in columns; marks. */
#include "run/formats.h"
#include "run/series.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run of n records, each `interval` iterations and `seconds` after the one before. */
static struct run *made(uint32_t n, uint32_t interval, double seconds, double step)
{
	struct run *r = arena_new(&a, struct run);
	static struct log_format format;

	r->format = &format;
	r->clock_step = step;
	r->train.at = arena_array(&a, struct train_record, n + 1);
	r->train.n = n;
	for (uint32_t i = 0; i < n; i++)
		r->train.at[i] = (struct train_record){ .clock = floor(i * seconds / step) * step,
							.iter = (i + 1) * interval,
							.time = (float)(seconds / interval),
							.data_time = (float)(seconds / interval / 4),
							.loss = i ? 1 / (float)i : NAN,
							.has = HAS_TIME | HAS_DATA_TIME | HAS_LOSS };
	return r;
}

static void seconds_by_the_clock(void **state)
{
	struct run *r = made(30, 10, 1, 0.001);
	struct series s;

	(void)state;
	r->train.at[20].clock += 5; /* one long wait */
	for (uint32_t i = 21; i < 30; i++)
		r->train.at[i].clock += 5;
	s = series_of(&a, r, SERIES_SECONDS);
	assert_true(s.clock);
	assert_int_equal(s.n, 29);
	assert_int_equal(s.from, 10);
	assert_int_equal(s.at[19].iter, 210);
	assert_true(near(s.at[19].y, 0.6));
	assert_true(near(s.at[18].y, 0.1));
}

static void a_coarse_clock_joins_windows(void **state)
{
	struct series s = series_of(&a, made(600, 10, 2.5, 1), SERIES_SECONDS);

	(void)state;
	assert_true(s.clock);
	assert_in_range(s.n, 70, 76); /* 20 steps of a second: 8 windows */
	for (uint32_t i = 0; i < s.n; i++)
		assert_float_equal(s.at[i].y, 0.25, 0.0125);
	s = series_of(&a, made(30, 10, 2.5, 1), SERIES_SECONDS);
	assert_false(s.clock); /* too few */
	assert_int_equal(s.n, 30);
	assert_float_equal(s.at[0].y, 0.25, 1e-6);
}

static void without_a_clock_the_timer_tells(void **state)
{
	struct run *r = made(5, 10, 1, 0.001);
	struct series s;

	(void)state;
	for (uint32_t i = 0; i < 5; i++)
		r->train.at[i].clock = NAN;
	s = series_of(&a, r, SERIES_SECONDS);
	assert_false(s.clock);
	assert_int_equal(s.n, 5);
	s = series_of(&a, r, SERIES_DATA);
	assert_float_equal(s.at[0].y, 0.25, 1e-6);
	assert_int_equal(series_of(&a, r, SERIES_LR).n, 0);
	assert_int_equal(series_of(&a, made(0, 1, 1, 1), SERIES_SECONDS).n, 0);
}

static bool holds(const struct series *s, uint32_t iter)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->at[i].iter == iter)
			return true;
	return false;
}

static void what_sticks_out_is_kept(void **state)
{
	struct run *r = made(100000, 1, 1, 0.001);
	struct series whole, thin;

	(void)state;
	for (uint32_t i = 0; i < 100000; i++)
		r->train.at[i].loss = 1;
	r->train.at[5000].loss = 9;
	r->train.at[5001].loss = -9;
	r->train.at[5002].loss = NAN;
	r->train.at[77777].loss = INFINITY;
	whole = series_of(&a, r, SERIES_LOSS);
	thin = series_thin(&a, &whole, SERIES_MOST);
	assert_in_range(thin.n, 500, SERIES_MOST);
	assert_true(holds(&thin, 1) && holds(&thin, 5001) && holds(&thin, 5002) && holds(&thin, 5003) &&
		    holds(&thin, 77778) && holds(&thin, 100000));
	for (uint32_t i = 1; i < thin.n; i++)
		assert_true(thin.at[i].iter > thin.at[i - 1].iter);
	assert_int_equal(series_thin(&a, &thin, SERIES_MOST).n, thin.n);
	for (uint32_t i = 0; i < 100000; i++) /* the most that a stretch keeps */
		r->train.at[i].loss = i % 3 ? (float)(i % 7) : NAN;
	whole = series_of(&a, r, SERIES_LOSS);
	assert_in_range(series_thin(&a, &whole, SERIES_MOST).n, 1400, SERIES_MOST);
}

static void columns_are_means(void **state)
{
	static const struct series_point at[] = { { 10, 1 }, { 20, 3 }, { 40, NAN }, { 50, 5 } };
	struct series s = { .at = at, .n = 4 };
	double out[5];

	(void)state;
	series_columns(&s, 0, 50, out, 5);
	assert_float_equal(out[0], 1, 1e-9);
	assert_float_equal(out[1], 3, 1e-9);
	assert_true(isnan(out[2]) && isnan(out[3]));
	assert_float_equal(out[4], 5, 1e-9);
	series_columns(&s, 0, 50, out, 2); /* 0 to 25: ten of 1, ten of 3 */
	assert_float_equal(out[0], 2, 1e-9);
	assert_float_equal(out[1], 5, 1e-9);
}

static void figures_are_of_numbers(void **state)
{
	static const struct series_point at[] = { { 1, NAN }, { 2, 4 }, { 3, INFINITY }, { 4, 2 }, { 5, 3 } };
	struct series s = { .at = at, .n = 5 };
	struct series_figures f = series_figures(&a, &s);

	(void)state;
	assert_int_equal(f.n, 3);
	assert_float_equal(f.least, 2, 0);
	assert_float_equal(f.median, 3, 0);
	assert_float_equal(f.most, 4, 0);
	s.n = 1;
	assert_true(isnan(series_figures(&a, &s).median));
}

static void marks_lie_behind_iterations(void **state)
{
	static const char log[] = "2024-05-01 10:00:00,000 - mmseg - INFO - Start running, host: me@there\n"
				  "2024-05-01 10:00:01,000 - mmseg - INFO - Iter [10/60] time: 0.1, loss: 1\n"
				  "2024-05-01 10:00:02,000 - mmseg - INFO - Saving checkpoint at 20 iterations\n"
				  "2024-05-01 10:00:03,000 - mmseg - INFO - Iter [20/60] time: 0.1, loss: 1\n"
				  "2024-05-01 10:00:04,000 - mmseg - INFO - Iter(val) [5] mIoU: 0.3\n"
				  "2024-05-01 10:00:05,000 - mmseg - INFO - Iter [30/60] time: 0.1, loss: 1\n"
				  "2024-05-01 10:00:06,000 - mmseg - INFO - Iter [40/60] time: 0.1, loss: 1\n";
	struct marks m;

	(void)state;
	runs_release(&all);
	assert_true(runs_read_bytes(&all, &formats, "x.log", log, sizeof log - 1, NULL, &e));
	m = marks_of(&a, all.at, MARK_CHECKPOINT, 0);
	assert_true(m.n == 1 && m.at[0] == 20);
	m = marks_of(&a, all.at, MARK_EVALUATION, 0);
	assert_true(m.n == 1 && m.at[0] == 20);
	assert_int_equal(marks_of(&a, all.at, MARK_PASS, 0).n, 0);
	m = marks_of(&a, all.at, MARK_PASS, 15);
	assert_true(m.n == 2 && m.at[0] == 15 && m.at[1] == 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seconds_by_the_clock),
		cmocka_unit_test(a_coarse_clock_joins_windows),
		cmocka_unit_test(without_a_clock_the_timer_tells),
		cmocka_unit_test(what_sticks_out_is_kept),
		cmocka_unit_test(columns_are_means),
		cmocka_unit_test(figures_are_of_numbers),
		cmocka_unit_test(marks_lie_behind_iterations),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
