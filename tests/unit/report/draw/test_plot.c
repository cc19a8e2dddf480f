// SPDX-License-Identifier: MIT
/* The picture of a curve. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/draw/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *line(struct buf *b, unsigned n)
{
	char *s = b->s;

	while (n--)
		s = strchr(s, '\n') + 1;
	*strchr(s, '\n') = 0;
	return s;
}

static void test_bars_in_ascii(void **state)
{
	double value[PLOT_COLUMNS] = { 1, 0.5, 0.001, 0, NAN };
	struct buf b = { 0 };

	(void)state;
	plot_text(&b, value, 1, "0", "100 iterations", false);
	assert_string_equal(line(&b, 9), "            0                                             100 iterations");
	assert_string_equal(line(&b, 8), "         0 +------------------------------------------------------------");
	assert_string_equal(line(&b, 7), "           |##.");
	assert_string_equal(line(&b, 4), "           |##");
	assert_string_equal(line(&b, 3), "           |#");
	assert_string_equal(line(&b, 0), "         1 |#");
	buf_release(&b);
}

static void test_eighths_in_blocks(void **state)
{
	double value[PLOT_COLUMNS] = { 8, 7.5, 0.1, 1 };
	struct buf b = { 0 };

	(void)state;
	plot_text(&b, value, 8, "0", "9", true);
	assert_string_equal(line(&b, 7), "           │██▁█");
	assert_string_equal(line(&b, 0), "         8 ┤█▄");
	buf_release(&b);
}

static void test_nothing_but_zero(void **state)
{
	double value[PLOT_COLUMNS] = { 0 };
	struct buf b = { 0 };

	(void)state;
	plot_text(&b, value, 0, "0", "9", false);
	assert_string_equal(line(&b, 7), "           |");
	buf_release(&b);
}

static void test_the_locale_decides(void **state)
{
	(void)state;
	setenv("LC_ALL", "", 1);
	setenv("LC_CTYPE", "", 1);
	setenv("LANG", "de_DE.UTF-8", 1);
	assert_true(plot_blocks());
	setenv("LC_CTYPE", "de_DE.utf8", 1);
	setenv("LANG", "C", 1);
	assert_true(plot_blocks());
	setenv("LC_ALL", "C", 1);
	assert_false(plot_blocks());
}

static void test_one_row(void **state)
{
	double value[PLOT_COLUMNS] = { 0, 0.01, 1, 2, 7.9, 8, 80, NAN, 4 };
	struct buf b = { 0 };

	(void)state;
	for (int i = 9; i < PLOT_COLUMNS; i++)
		value[i] = NAN;
	plot_row(&b, value, PLOT_COLUMNS, 8, false);
	assert_string_equal(buf_str(&b), "___.@@@ =");
	buf_clear(&b);
	plot_row(&b, value, PLOT_COLUMNS, 8, true);
	assert_string_equal(buf_str(&b), "▁▁▁▂███ ▄");
	buf_clear(&b);
	plot_row(&b, value, PLOT_COLUMNS, 0, false);
	assert_string_equal(buf_str(&b), "_______ _");
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bars_in_ascii),
		cmocka_unit_test(test_eighths_in_blocks),
		cmocka_unit_test(test_one_row),
		cmocka_unit_test(test_nothing_but_zero),
		cmocka_unit_test(test_the_locale_decides),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
