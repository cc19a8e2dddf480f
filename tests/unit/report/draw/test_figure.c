// SPDX-License-Identifier: MIT
/* Numbers as people read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/draw/figure.h"
#include <math.h>

static void test_as_people_read_them(void **state)
{
	struct arena a = { 0 };
	static const struct {
		double d;
		const char *text;
	} number[] = {
		{ 0, "0" },	       { 999, "999" },		 { 1000, "1,000" },   { 1234567, "1,234,567" },
		{ -1234, "-1,234" },   { 29.8, "29.8" },	 { 1234.56, "1234.6" }, { 0.00012346, "0.0001235" },
		{ INFINITY, "inf" },   { -INFINITY, "-inf" }, { NAN, "nan" },
	}, seconds[] = {
		{ 0.059, "59 ms" },    { 1.98, "1.98 s" },    { 35.2, "35.2 s" },  { 303, "5 min 3 s" },
		{ 3599.6, "1 h 00 min" }, { 21840, "6 h 04 min" }, { 277200, "3 d 5 h" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		assert_string_equal(figure_number_text(&a, number[i].d), number[i].text);
	for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
		assert_string_equal(figure_seconds_text(&a, seconds[i].d), seconds[i].text);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_as_people_read_them) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
