// SPDX-License-Identifier: MIT
/* What is seen in runs in which nothing is, by chance: 1,000 of them, with noise as iterations have it. */
#include "formats.h"
#include "noise.h"
#include "python/value/dict.h"
#include "python/value/keypath.h"
#include "run/measured.h"
#include "run/pace.h"
#include <string.h>

/* A line each `every` iterations of 50 ms, by a clock of milliseconds. */
static void clean_log(struct run *r, size_t n, uint32_t every)
{
	double x[300], clock = 0;

	*r = (struct run){ .format = &formats.at[0], .clock_step = 0.001, .first_line = 1 };
	clean_run(x, n);
	for (size_t i = 0; i < n; i++) {
		double seconds = x[i] / 100 * 0.05 * every;

		clock += seconds;
		vec_push(&r->train, ((struct train_record){ .clock = nearbyint(clock * 1000) / 1000,
							    .iter = (uint32_t)(i + 1) * every,
							    .line = (uint32_t)i + 1,
							    .time = (float)(seconds / every),
							    .data_time = 0.004F,
							    .has = HAS_TIME | HAS_DATA_TIME }));
	}
	r->last_clock = clock;
	r->last_line = (uint32_t)n;
}

static bool has_period(struct arena *own, const struct run *r, const struct ledger *l)
{
	const struct rates rates = { .why = "there is no config" };
	const struct measurements m = { .run = r, .ledger = l, .rates = &rates };
	struct keypath p;
	struct slot at;

	assert_true(keypath_parse(own, "stall.period_low", &p, NULL));
	at = keypath_get(own, run_measured(own, &m, sources, NULL), p);
	return at.found == p.n;
}

static void clean_runs_show_nothing(void **state)
{
	(void)state;
	static const uint32_t every[] = { 1, 10, 50 };
	unsigned changes = 0, passes = 0, periods = 0, stalls = 0, decided = 0;
	struct pace before = { .silent = "none" };

	state_of_noise = 5;
	for (int run = 0; run < RUNS; run++) {
		size_t n = 20 + (size_t)(run % 100) * 2;
		struct arena own = { 0 };
		struct ledger l;
		struct pace p;
		struct run r;

		clean_log(&r, n, every[run % 3]);
		ledger_of(&own, &r, &l);
		pace_of(&own, &r, &l, &p);
		assert_null(l.silent);
		changes += l.nregimes > 1;
		passes += l.pass > 0;
		stalls += l.row[LEDGER_STALL].n > 0;
		periods += has_period(&own, &r, &l);
		if (!p.silent && !before.silent) {
			struct speedup up = pace_compare(&before, &p, 1, PACE_FLOOR);

			decided += up.low > 1 || up.high < 1;
		}
		before = p;
		before.silent = p.silent ? "none" : NULL;
		vec_release(&r.train);
		arena_release(&own);
	}
	assert_in_range(changes, 0, RUNS / 100);
	assert_in_range(passes, 0, RUNS / 100);
	assert_in_range(periods, 0, RUNS / 100);
	assert_in_range(stalls, 0, RUNS / 100);
	assert_in_range(decided, 0, RUNS * 5 / 100);
}

/* A line each 50 iterations of 10 ms, and what the line says that stands at an iteration; NULL behind the last. */
struct said {
	uint32_t iter;
	double seconds; /* behind the line */
	const char *message;
};
static void ledger_of_log(const struct said *say, uint32_t last, struct ledger *l)
{
	struct buf b = { 0 };
	double ms = 0;

	runs_release(&all);
	for (uint32_t i = 1; i <= last; i++) {
		ms += 10;
		for (; say->message && say->iter == i; say++) {
			buf_printf(&b, "2024-01-01 00:%02d:%02d,%03d - mmseg - INFO - %s\n", (int)(ms / 60000) % 60,
				   (int)(ms / 1000) % 60, (int)ms % 1000, say->message);
			ms += say->seconds * 1000;
		}
		if (i % 50 == 0)
			buf_printf(&b, "2024-01-01 00:%02d:%02d,%03d - mmseg - INFO - Iter [%u/90000]\ttime: 0.010\n",
				   (int)(ms / 60000) % 60, (int)(ms / 1000) % 60, (int)ms % 1000, i);
	}
	assert_true(runs_read_bytes(&all, &formats, "x.log", b.s, b.n, NULL, &e));
	buf_release(&b);
	ledger_of(&a, &all.at[0], l);
	assert_null(l->silent);
}

/* A checkpoint each 25 iterations: two between two lines, of which the line frames one. Then the other one's seconds
 * were the iterations'. */
static void one_frame_is_not_all_of_them(void **state)
{
	(void)state;
	struct said say[41] = { 0 };
	struct ledger l;

	for (uint32_t i = 1; i <= 40; i++)
		say[i - 1] = (struct said){ 25 * i, 2, arena_printf(&a, "Saving checkpoint at %u iterations", 25 * i) };
	ledger_of_log(say, 1000, &l);
	assert_float_equal(l.regime[0].tau, 0.01, 1e-6);
	assert_int_equal(l.row[LEDGER_CHECKPOINT].n, 38);
	assert_float_equal(l.row[LEDGER_CHECKPOINT].seconds, 76, 0.01);
}

/* The log ends where a checkpoint is announced: that took no time that anyone knows of, and tells nothing of others. */
static void what_has_no_end_costs_nothing(void **state)
{
	(void)state;
	static const struct said say[] = {
		{ 110, 3, "Saving checkpoint at 110 iterations" },   { 110, 4, "Iter(val) [40]\tmIoU: 0.3" },
		{ 510, 3, "Saving checkpoint at 510 iterations" },   { 510, 4, "Iter(val) [40]\tmIoU: 0.3" },
		{ 1010, 3, "Saving checkpoint at 1010 iterations" }, { 0, 0, NULL }
	};
	struct ledger l;

	ledger_of_log(say, 1010, &l);
	assert_int_equal(l.row[LEDGER_CHECKPOINT].n, 0);
	assert_int_equal(l.row[LEDGER_MIXED].n, 2);
	assert_float_equal(l.row[LEDGER_MIXED].seconds, 14, 0.01);
}

/* An evaluation that takes less than iterations scatter costs nothing, and a last one behind the last line neither. */
static void what_costs_nothing_is_divided_by_nothing(void **state)
{
	(void)state;
	static const struct said say[] = { { 110, -0.05, "Iter(val) [40]\tmIoU: 0.3" },
					   { 310, -0.05, "Saving checkpoint at 310 iterations" },
					   { 510, -0.05, "Iter(val) [40]\tmIoU: 0.3" },
					   { 1010, 0, "Iter(val) [40]\tmIoU: 0.3" },
					   { 1010, 0, "Saving checkpoint at 1030 iterations" },
					   { 1010, 0, "Iter(val) [40]\tmIoU: 0.3" },
					   { 0, 0, NULL } };
	struct ledger l;

	ledger_of_log(say, 1010, &l);
	for (int k = 0; k < LEDGER_COUNT; k++)
		assert_true(isfinite(l.row[k].seconds));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_frame_is_not_all_of_them),
		cmocka_unit_test(what_has_no_end_costs_nothing),
		cmocka_unit_test(what_costs_nothing_is_divided_by_nothing),
		cmocka_unit_test(clean_runs_show_nothing),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
