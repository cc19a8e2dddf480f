// SPDX-License-Identifier: MIT
/* Axes, lines, marks and bars of pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/draw/svg.h"
#include <math.h>
#include <string.h>

static void ticks_are_1_2_5(void **state)
{
	(void)state;
	assert_float_equal(svg_step(10, 5), 2, 0);
	assert_float_equal(svg_step(9, 4), 5, 0);
	assert_float_equal(svg_step(0.9, 5), 0.2, 1e-12);
	assert_float_equal(svg_step(1, 1), 1, 0);
	assert_float_equal(svg_step(40000, 4), 10000, 0);
	assert_float_equal(svg_step(40001, 4), 20000, 0);
	assert_float_equal(svg_step(1e-6, 5), 2e-7, 1e-15);
	assert_float_equal(svg_step(0, 5), 0, 0);
	assert_float_equal(svg_step(-1, 5), 0, 0);
	assert_float_equal(svg_step(NAN, 5), 0, 0);
	assert_float_equal(svg_step(INFINITY, 5), 0, 0);
}

static unsigned count(const char *text, const char *word)
{
	unsigned n = 0;

	for (; (text = strstr(text, word)); text++)
		n++;
	return n;
}

static void a_gap_parts_a_line(void **state)
{
	static const struct svg_point at[] = {
		{ 0, 0 }, { 50, 1 }, { 60, NAN }, { 70, 2 }, { 80, INFINITY }, { 100, 4 }
	};
	struct svg_line line = { .name = "loss", .unit = "", .at = at, .n = 6 };
	struct svg_chart c = { .alt = "a < b & \"c\"", .to = 100, .high = 4, .unit = "", .line = &line, .nlines = 1 };
	struct buf b = { 0 };

	(void)state;
	svg_chart(&b, &c);
	assert_non_null(strstr(buf_str(&b), "<polyline points=\"0.0,1000.0 500.0,750.0\"/>"));
	assert_non_null(strstr(b.s, "<polyline points=\"700.0,500.0 700.0,500.0\"/>")); /* a dot */
	assert_int_equal(count(b.s, "<polyline"), 3);
	assert_non_null(strstr(b.s, "data-points=\"0 0 50 1 60 nan 70 2 80 inf 100 4\""));
	assert_non_null(strstr(b.s, "aria-label=\"a &lt; b &amp; &quot;c&quot;\""));
	buf_release(&b);
}

static void what_is_beyond_has_an_arrow(void **state)
{
	static const struct svg_point at[] = { { 0, 1 }, { 50, 100 }, { 50.1, 100 }, { 100, 1 } };
	struct svg_line line = { .name = "", .unit = "s", .at = at, .n = 4 };
	struct svg_chart c = { .alt = "", .to = 100, .high = 2, .unit = "s", .line = &line, .nlines = 1 };
	struct buf b = { 0 };

	(void)state;
	svg_chart(&b, &c);
	assert_int_equal(count(buf_str(&b), "▲"), 1);
	assert_non_null(strstr(b.s, "500.0,0.0")); /* at the top, not above it */
	assert_non_null(strstr(b.s, ">1.5 s</text>"));
	buf_release(&b);
}

static void letters_do_not_lie_on_one_another(void **state)
{
	uint32_t at[1000];
	struct svg_marks marks = { 'c', at, 1000 };
	struct svg_chart c = { .alt = "", .to = 1000, .high = 1, .unit = "", .marks = &marks, .nmarks = 1 };
	struct buf b = { 0 };

	(void)state;
	for (uint32_t i = 0; i < 1000; i++)
		at[i] = i + 1;
	svg_chart(&b, &c);
	assert_in_range(count(buf_str(&b), ">c</text>"), 30, 46);
	buf_release(&b);
}

static void nothing_to_draw(void **state)
{
	static const struct svg_point at[] = { { 5, NAN } };
	struct svg_line line = { .name = "", .unit = "", .at = at, .n = 1 };
	struct svg_chart c = {
		.alt = "", .from = 5, .to = 5, .low = 1, .high = 1, .unit = "", .line = &line, .nlines = 1
	};
	struct buf b = { 0 };

	(void)state;
	svg_chart(&b, &c);
	assert_int_equal(count(buf_str(&b), "nan%"), 0);
	assert_int_equal(count(b.s, "<polyline"), 0);
	buf_release(&b);
}

static void parts_of_a_bar(void **state)
{
	static const struct svg_part part[] = {
		{ 'A', 0, 0.9 }, { 'B', 3, 0.01 }, { 'C', 9, -0.01 }, { 'D', 1, 0.09 }
	};
	struct buf b = { 0 };

	(void)state;
	svg_bar(&b, "all", part, 4);
	assert_non_null(strstr(buf_str(&b), "<rect class=\"k0\" x=\"0.00%\" y=\"0\" width=\"90.00%\""));
	assert_non_null(strstr(b.s, "<rect class=\"k9\" x=\"91.00%\" y=\"0\" width=\"0.00%\""));
	assert_non_null(strstr(b.s, ">D</text>"));
	assert_null(strstr(b.s, ">B</text>")); /* no room */
	buf_release(&b);
}

/* Two equal lines: their labels stand on other parts of them, at points that are numbers. */
static void each_line_has_a_label(void **state)
{
	static const struct svg_point at[] = { { 0, 1 }, { 25, NAN }, { 50, 1 }, { 75, 1 }, { 100, 1 } },
				      nothing[] = { { 0, NAN }, { 100, INFINITY } };
	struct svg_line line[] = { { .name = "x", .unit = "s", .at = at, .n = 5, .label = "1" },
				   { .name = "y", .unit = "s", .at = at, .n = 5, .label = "2" },
				   { .name = "z", .unit = "s", .at = nothing, .n = 2, .label = "3" } };
	struct svg_chart c = { .alt = "", .to = 100, .high = 2, .unit = "s", .line = line, .nlines = 3 };
	struct buf b = { 0 };

	(void)state;
	svg_chart(&b, &c);
	assert_non_null(
		strstr(buf_str(&b), "<text class=\"label\" x=\"2.70%\" y=\"114.0\" text-anchor=\"middle\">1</text>"));
	assert_non_null(strstr(b.s, "<text class=\"label\" x=\"50.00%\" y=\"114.0\" text-anchor=\"middle\">2</text>"));
	assert_int_equal(count(b.s, "class=\"label\""), 2);
	assert_non_null(strstr(b.s, "<g class=\"line l2\""));
	buf_release(&b);
}

static void a_range_has_its_ends(void **state)
{
	static const struct svg_interval at[] = { { "a < b", -10, 0, 10 }, { "c", NAN, 30, NAN } };
	struct svg_intervals c = { .alt = "x", .title = "%", .from = -20, .to = 80, .at = at, .n = 2 };
	struct buf b = { 0 };

	(void)state;
	svg_intervals(&b, &c);
	assert_non_null(strstr(buf_str(&b), "x1=\"10.00%\" x2=\"30.00%\""));
	assert_int_equal(count(b.s, "class=\"range\""), 3);
	assert_non_null(strstr(b.s, "<circle class=\"dot\" cx=\"20.00%\""));
	assert_non_null(strstr(b.s, "<circle class=\"dot\" cx=\"50.00%\""));
	assert_non_null(strstr(b.s, "a &lt; b"));
	assert_null(strstr(b.s, "nan"));
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_are_1_2_5),
		cmocka_unit_test(a_gap_parts_a_line),
		cmocka_unit_test(what_is_beyond_has_an_arrow),
		cmocka_unit_test(letters_do_not_lie_on_one_another),
		cmocka_unit_test(nothing_to_draw),
		cmocka_unit_test(parts_of_a_bar),
		cmocka_unit_test(each_line_has_a_label),
		cmocka_unit_test(a_range_has_its_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
