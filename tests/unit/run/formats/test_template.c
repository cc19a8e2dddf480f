// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "run/formats/clock.h"
#include "run/formats/template.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena a;
static struct fields f;

/* What is left behind the match; NULL: none. */
static const char *match(const char *template, const char *line)
{
	struct template t;
	struct err e = { 0 };

	assert_true(template_compile(&a, template, &t, &e));
	return template_match(&t, line, line + strlen(line), &f);
}

static void refused(const char *template, const char *why)
{
	struct template t;
	struct err e = { 0 };

	assert_false(template_compile(&a, template, &t, &e));
	assert_non_null(strstr(e.msg, why));
}

static void text_is(enum field k, const char *want)
{
	struct slice s = field_text(&f, k);

	assert_int_equal(s.n, strlen(want));
	assert_memory_equal(s.s, want, s.n);
}

static void numbers_of_epochs(void **state)
{
	(void)state;
	assert_string_equal(match("Epoch [{epoch}][{inner}/{length}]", "Epoch [3][50/7330]\tlr"), "\tlr");
	assert_int_equal(field_count(&f, FIELD_EPOCH), 3);
	assert_int_equal(field_count(&f, FIELD_INNER), 50);
	assert_int_equal(field_count(&f, FIELD_LENGTH), 7330);
	assert_false(field_set(&f, FIELD_ITER));
	assert_non_null(match("Epoch(train) [{epoch}][{inner}/{length}]", "Epoch(train)  [12][  50/7330]  lr"));
	assert_int_equal(field_count(&f, FIELD_INNER), 50);
	assert_null(match("Epoch [{epoch}][{inner}/{length}]", "Epoch [3][50/73"));
	assert_null(match("Epoch [{epoch}]", "Epoch [x]"));
	assert_null(match("Epoch [{epoch}]", "Epoch[3]"));
}

static void texts_end_where_what_follows_stands(void **state)
{
	(void)state;
	assert_non_null(match("({priority}) {hook}", "(ABOVE_NORMAL ) OptimizerHook   "));
	text_is(FIELD_PRIORITY, "ABOVE_NORMAL");
	text_is(FIELD_HOOK, "OptimizerHook");
	assert_non_null(match("{text} Of the rest {free}", "Including Of it. Of the rest 2 GiB"));
	text_is(FIELD_TEXT, "Including Of it.");
	assert_int_equal(field_count(&f, FIELD_FREE), 2048);
	assert_null(match("{logger} - {level} - ", "mmseg - info - x"));
	assert_string_equal(match("{logger} - {level} - ", "mmseg - INFO - "), "");
}

static void sizes_are_mib(void **state)
{
	static const struct {
		const char *text;
		double mib;
	} list[] = { { "2.00 GiB", 2048 }, { "300 MiB", 300 }, { "512 KiB", 0.5 }, { "1048576 bytes", 1 } };

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(list); i++) {
		assert_non_null(match("asked {asked}", arena_printf(&a, "asked %s", list[i].text)));
		assert_float_equal(f.number[FIELD_ASKED], list[i].mib, 1e-9);
	}
	assert_null(match("asked {asked}", "asked 2 of it"));
}

static void bad_templates_are_refused(void **state)
{
	(void)state;
	refused("[{epok}]", "'{epok}' is not a field");
	refused("[{epoch", "is not a field");
	refused("{text}{iter}", "nothing marks where the text before '{iter}' ends");
	refused("", "empty");
}

static void numbers_are_those_of_strtod(void **state)
{
	static const char *const list[] = { "0",
					    "1.628e-03",
					    "0.6949",
					    "123456.789",
					    "1e22",
					    "6.0228e-04",
					    "-3.5",
					    "50.0000",
					    "9007199254740993",
					    "0.1",
					    "1e-7",
					    "5E+3",
					    "2.225e-308",
					    "1.7976931348623157e308",
					    "0.005479091405868530273437" };

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(list); i++) {
		double x, want = strtod(list[i], NULL);
		const char *end = list[i] + strlen(list[i]);

		assert_ptr_equal(number_read(list[i], end, &x, NULL), end);
		assert_true(fabs(x - want) <= 1e-15 * fabs(want));
	}
	for (double x = 0; x < 10000; x += 7) { /* what logs print is read exactly */
		char text[32];
		double y;

		snprintf(text, sizeof text, "%.4f", x / 9999);
		number_read(text, text + strlen(text), &y, NULL);
		assert_true(y == strtod(text, NULL));
	}
}

static void half_a_digit(void **state)
{
	double x, half;
	const char *s = "1.628e-03";

	(void)state;
	number_read(s, s + strlen(s), &x, &half);
	assert_true(fabs(half - 5e-7) < 1e-15);
	number_read("8044", "8044" + 4, &x, &half);
	assert_true(half == 0.5);
}

static void words_that_are_numbers(void **state)
{
	double x;
	const char *s = "NaN, inf -Infinity";

	(void)state;
	assert_non_null(number_read(s, s + 3, &x, NULL));
	assert_true(isnan(x));
	assert_non_null(number_read(s + 5, s + 8, &x, NULL));
	assert_true(isinf(x) && x > 0);
	assert_ptr_equal(number_read(s + 9, s + 18, &x, NULL), s + 18);
	assert_true(isinf(x) && x < 0);
	assert_null(number_read("none", "none" + 4, &x, NULL));
	assert_null(number_read("-", "-" + 1, &x, NULL));
	assert_null(number_read("", "", &x, NULL));
}

static void durations(void **state)
{
	static const struct {
		const char *text;
		double seconds;
	} list[] = { { "0:00:49", 49 },
		     { "23:59:59", 86399 },
		     { "1 day, 0:00:01", 86401 },
		     { "7 days, 9:22:36", 638556 },
		     { "-1 day, 4:39:18", -69642 } };
	double x;

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(list); i++) {
		const char *s = list[i].text, *end = s + strlen(s);

		assert_ptr_equal(duration_read(s, end, &x), end);
		assert_true(x == list[i].seconds);
	}
	assert_null(duration_read("0:00", "0:00" + 4, &x));
	assert_null(duration_read("1 day", "1 day" + 5, &x));
}

/* ---- clock */

static double read_at(struct clock *c, const char *template, const char *line)
{
	assert_non_null(match(template, line));
	return clock_read(c, &f);
}

#define DATED "{year}-{month}-{day} {hour}:{minute}:{second},{ms}"
#define UNDATED "{month}/{day} {hour}:{minute}:{second}"

static void clocks_count_days(void **state)
{
	struct clock c = { 0 };
	double x = read_at(&c, DATED, "2024-02-29 23:59:59,500");

	(void)state;
	assert_true(x == 1709251199.5);
	assert_true(c.dated && c.step == 0.001);
	assert_true(read_at(&c, DATED, "2024-03-01 00:00:00,000") - x == 0.5);
	assert_true(isnan(read_at(&c, DATED, "2024-13-01 00:00:00,000")));
}

static void years_that_are_not_printed_go_on(void **state)
{
	struct clock c = { 0 };
	double x = read_at(&c, UNDATED, "12/31 23:59:58");

	(void)state;
	assert_true(read_at(&c, UNDATED, "01/01 00:00:03") - x == 5);
	assert_false(c.dated);
	x = read_at(&c, UNDATED, "02/28 23:59:59");
	assert_true(read_at(&c, UNDATED, "03/01 00:00:00") - x == 1);
	c = (struct clock){ 0 };
	x = read_at(&c, UNDATED, "02/28 23:59:59");
	assert_true(read_at(&c, UNDATED, "02/29 00:00:00") - x == 1);
	assert_true(read_at(&c, UNDATED, "03/01 00:00:00") - x == 86401);
	assert_true(read_at(&c, UNDATED, "12/31 00:00:00") - x == (double)(366 - 59) * 86400 + 1 - 86400);
	x = read_at(&c, UNDATED, "12/31 23:59:59");
	assert_true(read_at(&c, UNDATED, "01/01 00:00:00") - x == 1);
}

static void clocks_set_back_go_on(void **state)
{
	struct clock c = { 0 };
	double set;

	(void)state;
	assert_true(clock_follow(&c, 10000, &set) == 10000 && set == 0);
	assert_true(clock_follow(&c, 10000 - 3600 + 12, &set) == 10012 && set == -3600);
	assert_true(clock_follow(&c, 10000 - 3600 + 20, &set) == 10020 && set == 0);
	assert_true(clock_follow(&c, 10000 - 3600 + 19, &set) == 10019 && set == 0); /* disorder */
	clock_restart(&c);
	assert_true(clock_follow(&c, 5, &set) == 5 && set == 0);
}

static void clocks_set_forward_are_told_by_time(void **state)
{
	struct clock c = { .last = 3 * 3600 + 5, .follows = true, .step = 0.001 };

	(void)state;
	assert_true(clock_forward(&c, 3610, 50, 0.2f) == 3600);
	assert_true(c.shift == -3600);
	assert_true(clock_forward(&c, 3700, 50, 0.2f) == 0); /* a pause */
	c.last = 12 * 3600;
	assert_true(clock_forward(&c, 3610, 50, 0.2f) == 0); /* no clock is set at noon */
	assert_true(clock_forward(&c, 3610, 50, NAN) == 0);
}

static int clean(void **state)
{
	(void)state;
	arena_release(&a);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_of_epochs),
		cmocka_unit_test(texts_end_where_what_follows_stands),
		cmocka_unit_test(sizes_are_mib),
		cmocka_unit_test(bad_templates_are_refused),
		cmocka_unit_test(numbers_are_those_of_strtod),
		cmocka_unit_test(half_a_digit),
		cmocka_unit_test(words_that_are_numbers),
		cmocka_unit_test(durations),
		cmocka_unit_test(clocks_count_days),
		cmocka_unit_test(years_that_are_not_printed_go_on),
		cmocka_unit_test(clocks_set_back_go_on),
		cmocka_unit_test(clocks_set_forward_are_told_by_time),
	};

	return cmocka_run_group_tests(tests, NULL, clean);
}
