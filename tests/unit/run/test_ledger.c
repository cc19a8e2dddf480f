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
	struct keypath p;
	struct slot at;

	assert_true(keypath_parse(own, "stall.period", &p, NULL));
	at = keypath_get(own, run_measured(own, r, l, sources, NULL), p);
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
		ledger_of(&own, &r, &(struct ledger_due){ 0 }, &l);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clean_runs_show_nothing),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
