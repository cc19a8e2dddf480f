// SPDX-License-Identifier: MIT
/* Ends of passes between two lines of a log, which only their seconds show. */
#include "run/formats.h"
#include "run/hidden_passes.h"
#include "run/ledger.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>

/* mmcv's lines every `interval` iterations of 0.3 s, 0.01 s of it waiting, and 2.3 s at the end of each pass. */
static const struct run *run_of(uint32_t interval, uint32_t pass, uint32_t evaluated)
{
	struct buf text = { 0 };
	double clock = 0, time = 0, data = 0;

	buf_puts(&text, "2024-05-01 10:00:00,000 - mmseg - INFO - Environment info:\n");
	for (uint32_t i = 1; i <= 40 * interval; i++) {
		double waits = 0.01 + (i % 7) * 1e-4 + (i > 1 && (i - 1) % pass == 0 ? 2.3 : 0);

		time += 0.3 + waits, data += waits, clock += 0.3 + waits;
		if (i % interval)
			continue;
		buf_printf(&text,
			   "2024-05-01 %02d:%02d:%06.3f - mmseg - INFO - Iter [%u/90000]\tlr: 1.000e-02, time: %.3f, "
			   "data_time: %.3f, loss: 0.5\n",
			   10 + (int)clock / 3600, (int)clock / 60 % 60, fmod(clock, 60), i, time / interval,
			   data / interval);
		time = data = 0;
		if (evaluated && i % evaluated == 0) {
			clock += 30, time += 30, data += 30;
			buf_printf(&text, "2024-05-01 %02d:%02d:%06.3f - mmseg - INFO - Iter(val) [500]\tmIoU: 0.4\n",
				   10 + (int)clock / 3600, (int)clock / 60 % 60, fmod(clock, 60));
		}
	}
	for (char *dot = text.s; (dot = strchr(dot, '.')); dot++) /* the clock's */
		if (dot[-3] == ':' && !strncmp(dot + 4, " - ", 3))
			*dot = ',';
	runs_release(&all);
	assert_true(runs_read_bytes(&all, &formats, "/r/x.log", text.s, text.n, NULL, &e));
	buf_release(&text);
	return runs_last(&all);
}

static void found(void **state)
{
	struct arena tmp = { 0 };
	struct ledger l;
	struct hidden_passes h = hidden_passes_of(run_of(50, 36, 0));

	(void)state;
	assert_int_equal(h.pass, 36);
	assert_true(fabs(h.each - 2.3) < 0.05);
	assert_int_equal(h.n, (40 * 50 - 1) / 36 - (50 - 1) / 36);
	ledger_of(&tmp, runs_last(&all), &l);
	assert_null(l.silent);
	assert_int_equal(l.pass, 36);
	assert_true(l.data_share < 0.05 && fabs(l.regime[0].tau - 0.31) < 0.01);
	assert_true(fabs(l.row[LEDGER_PASS].seconds - h.n * h.each) < 1e-6);
	assert_true(fabs(l.wall - (runs_last(&all)->last_clock - runs_last(&all)->first_clock)) < 1e-6);
	arena_release(&tmp);
	assert_int_equal(hidden_passes_of(run_of(50, 20, 0)).pass, 20);
	assert_int_equal(hidden_passes_of(run_of(50, 36, 500)).pass, 36); /* lines with an evaluation are left out */
}

static void not_found(void **state)
{
	(void)state;
	assert_int_equal(hidden_passes_of(run_of(50, 25, 0)).pass, 0);	    /* as many in each stretch */
	assert_int_equal(hidden_passes_of(run_of(10, 60, 0)).pass, 0);	    /* longer than a stretch: not hidden */
	assert_int_equal(hidden_passes_of(run_of(50, 1000000, 0)).pass, 0); /* none ends */
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(found), cmocka_unit_test(not_found) };

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
