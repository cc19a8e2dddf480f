// SPDX-License-Identifier: MIT
/* How fast a run trains, and whether another is faster: what is looked at of a log, and how often the verdict is wrong.
 */
#include "formats.h"
#include "noise.h"
#include "run/pace.h"
#include <stdio.h>
#include <string.h>

/* A log of mmcv with a line each 10 iterations; x: milliseconds of those 10. */
static struct pace pace_of_log(const double *x, size_t n, const char *between)
{
	struct buf b = { 0 };
	double ms = 0;
	struct ledger l;
	struct pace p;

	runs_release(&all);
	for (size_t i = 0; i < n; i++) {
		ms += x[i];
		buf_printf(&b, "2024-01-01 %02d:%02d:%02d,%03d - mmseg - INFO - Iter [%zu/90000]\ttime: %.3f\n",
			   (int)(ms / 3600000), (int)(ms / 60000) % 60, (int)(ms / 1000) % 60, (int)ms % 1000,
			   10 * (i + 1), x[i] / 10000);
		buf_puts(&b, between && i % 5 == 2 ? between : "");
	}
	assert_true(runs_read_bytes(&all, &formats, "x.log", b.s, b.n, NULL, &e));
	buf_release(&b);
	ledger_of(&a, &all.at[0], &l);
	pace_of(&a, &all.at[0], &l, &p);
	return p;
}

static void the_start_does_not_count(void **state)
{
	(void)state;
	double x[40];

	for (int i = 0; i < 40; i++)
		x[i] = i < 9 ? 5000
			     : 1000; /* 100 of 390 iterations are left out, for the line of iteration 100 ends them */
	struct pace p = pace_of_log(x, 40, NULL);
	assert_null(p.silent);
	assert_float_equal(p.seconds, 0.1, 1e-4);
	assert_float_equal(p.iterations, 290, 0);
	assert_false(p.timers);
}

static void few_lines_are_too_few(void **state)
{
	(void)state;
	double x[8] = { 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000 };

	assert_non_null(pace_of_log(x, 3, NULL).silent);
	assert_non_null(strstr(pace_of_log(x, 3, NULL).silent, "3 lines of training: 9 are needed"));
	assert_non_null(strstr(pace_of_log(x, 7, NULL).silent, "train 2 times as long"));
	assert_null(pace_of_log(x, 8, NULL).silent);
}

static void a_change_has_no_mean(void **state)
{
	(void)state;
	double x[40];

	for (int i = 0; i < 40; i++)
		x[i] = i < 20 ? 1000 + i % 3 : 2000 + i % 3;
	assert_string_equal(pace_of_log(x, 40, NULL).silent,
			    "its speed changed at iteration 200: 2 times slower from there on");
}

/* The printed time has three digits, and half of the last one is 2.4 % of it. */
static void without_a_clock_the_printed_time_tells(void **state)
{
	(void)state;
	struct buf b = { 0 };
	struct ledger l;
	struct pace p;

	runs_release(&all);
	for (int i = 1; i <= 30; i++)
		buf_printf(&b, "{\"mode\": \"train\", \"epoch\": 1, \"iter\": %d, \"lr\": 0.01, \"time\": 0.02%d}\n",
			   i * 10, i % 2);
	assert_true(runs_read_bytes(&all, &formats, "x.log.json", b.s, b.n, NULL, &e));
	buf_release(&b);
	ledger_of(&a, &all.at[0], &l);
	pace_of(&a, &all.at[0], &l, &p);
	assert_null(p.silent);
	assert_true(p.timers);
	assert_float_equal(p.seconds, 0.0205, 1e-4);
	assert_float_equal(p.rounding, 0.0005 / 0.0205, 1e-4);
}

static struct pace given(double seconds, double error, double iterations)
{
	return (struct pace){ .seconds = seconds, .error = error, .free = 19, .iterations = iterations };
}

/* By hand: log(29.12 / 29.8) = -0.0231, and so on. */
static void the_range_is_that_of_both(void **state)
{
	(void)state;
	struct pace x = given(0.1, 0.003, 1000), y = given(0.11, 0.004, 2000), none = { .seconds = 1 / 7.45 },
		    other = { .seconds = 1 / 3.64 };
	struct speedup up = pace_compare(&x, &y, 1, 0.01);
	/* log(1 / 1.1) = -0.09531; 2.093 * 0.005 = 0.010465, with 0.01: 0.014475 */
	assert_float_equal(up.ratio, 1 / 1.1, 1e-9);
	assert_float_equal(up.low, exp(-0.095310 - 0.014475), 1e-5);
	assert_float_equal(up.high, exp(-0.095310 + 0.014475), 1e-5);
	assert_float_equal(up.more, 0, 0); /* 2.802 * 0.005 = 0.01401 is below sqrt(0.09531^2 - 0.01^2) */
	/* 2 %: (0.01401^2 / (0.0198026^2 - 0.01^2) - 1) of the run that scatters more */
	y.seconds = 0.102;
	assert_float_equal(pace_compare(&x, &y, 1, 0.01).more, 0, 0);
	y.error = 0.02;
	up = pace_compare(&x, &y, 1, 0.01);
	assert_true(up.low < 1 && up.high > 1);
	assert_float_equal(up.more,
			   2000 * (2.802 * 2.802 * (0.02 * 0.02 + 0.003 * 0.003) / (0.0198026 * 0.0198026 - 1e-4) - 1),
			   2);
	y.seconds = 0.1005;
	assert_true(isnan(pace_compare(&x, &y, 1, 0.01).more));
	up = pace_compare(&none, &other, 2, 0.01);
	assert_float_equal(up.ratio, 29.12 / 29.8, 1e-9);
	assert_true(isnan(up.low));
	/* 15.7 (0.03 / 0.023)^2 (1 + 0.5) / (1 - 0.5) windows */
	assert_float_equal(pace_windows(0.023, 0.03, 0.5), 15.7 * pow(0.03 / 0.023, 2) * 3, 0.1);
}

/* 60 s of iterations beside 20 s of restarts, 4 times 5 s (4.5 to 5.5), and one checkpoint of 10 s. */
static void what_stops_iterations_counts_with_its_spread(void **state)
{
	(void)state;
	struct ledger l = {
		.row = { [LEDGER_COMPUTE] = { .seconds = 50 },
			 [LEDGER_DATA] = { .seconds = 8 },
			 [LEDGER_STALL] = { .seconds = 2 },
			 [LEDGER_PASS] = { .n = 4, .measured = 4, .seconds = 20, .median = 5, .each = { 4.5, 5.5 } },
			 [LEDGER_START] = { .seconds = 100 } }
	};
	struct pace x = given(0.1, 0.003, 1000), y = given(0.1, 0.004, 2000);
	struct beside stops, none = { 0, 0 };
	struct speedup up;

	pace_beside(&l, &stops);
	assert_float_equal(stops.part, 0.25, 1e-9);
	assert_float_equal(stops.error, 1.960 / 1.645 * 4 * 0.5 / 80, 1e-9);
	up = pace_compare_whole(&x, &stops, &y, &none, 1, 0.01);
	assert_float_equal(up.ratio, 4.0 / 3, 1e-9);
	/* 2.093 (0.75 * 0.003, 0.004) = 0.009606; with 0.01 and 0.029787: 0.032853 */
	assert_float_equal(up.low, 4.0 / 3 * exp(-0.032853), 1e-4);
	assert_float_equal(up.high, 4.0 / 3 * exp(0.032853), 1e-4);
	assert_true(isnan(up.more));
	l.row[LEDGER_CHECKPOINT] =
		(struct ledger_row){ .n = 1, .measured = 1, .seconds = 10, .median = 10, .each = { 10, 10 } };
	pace_beside(&l, &stops);
	assert_float_equal(stops.part, 30.0 / 90, 1e-9);
	assert_float_equal(stops.error, hypot(10, 1.960 / 1.645 * 2) / 90, 1e-9);
	l.row[LEDGER_CHECKPOINT] = (struct ledger_row){ .n = 3, .seconds = 10, .range = { 8, 12 } }; /* no line tells */
	pace_beside(&l, &stops);
	assert_float_equal(stops.error, hypot(1.960 / 1.645 * 2, 1.960 / 1.645 * 2) / 90, 1e-9);
	l.silent = "no clock";
	pace_beside(&l, &stops);
	assert_true(isnan(stops.part));
	assert_true(isnan(pace_compare_whole(&x, &stops, &y, &none, 1, 0.01).ratio));
}

/* Verdicts about two runs of one speed are wrong in at most 5 of 100, however long the runs are: the floor of 1 % is
 * left out here. */
static void equal_runs_are_told_apart_rarely(void **state)
{
	(void)state;
	static const size_t length[] = { 5, 8, 12, 19, 20, 28, 40, 60, 100, 200 };
	unsigned all_wrong = 0;

	state_of_noise = 11;
	for (size_t k = 0; k < ARRAY_SIZE(length); k++) {
		unsigned wrong = 0;

		for (int run = 0; run < RUNS; run++) {
			struct blocks side[2];

			for (int i = 0; i < 2; i++) {
				double x[200], one[200];

				clean_run(x, length[k]);
				for (size_t j = 0; j < length[k]; j++)
					one[j] = 1;
				side[i] = stats_blocks(x, one, length[k]);
			}
			struct pace p = { .seconds = exp(side[0].mean), .error = side[0].error, .free = side[0].free },
				    q = { .seconds = exp(side[1].mean), .error = side[1].error, .free = side[1].free };
			struct speedup up = pace_compare(&p, &q, 1, 0);

			wrong += up.low > 1 || up.high < 1;
		}
		all_wrong += wrong;
		assert_in_range(wrong, 0, RUNS * 65 / 1000); /* of one length: three standard deviations above 5 % */
	}
	assert_in_range(all_wrong, 0, RUNS * ARRAY_SIZE(length) / 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_start_does_not_count),
		cmocka_unit_test(few_lines_are_too_few),
		cmocka_unit_test(a_change_has_no_mean),
		cmocka_unit_test(without_a_clock_the_printed_time_tells),
		cmocka_unit_test(what_stops_iterations_counts_with_its_spread),
		cmocka_unit_test(the_range_is_that_of_both),
		cmocka_unit_test(equal_runs_are_told_apart_rarely),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
