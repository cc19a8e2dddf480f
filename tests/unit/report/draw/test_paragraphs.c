// SPDX-License-Identifier: MIT
/* Where lines end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/draw/paragraphs.h"
#include "report/draw/terminal.h"
#include <string.h>

static void assert_flows(const char *before, const char *text, unsigned width, const char *want)
{
	struct buf b = { 0 };

	buf_puts(&b, before);
	flow_on(&b, text, 2, width);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

static void lines_end_at_blanks(void **state)
{
	(void)state;
	assert_flows("a: ", "one two three", 10, "a: one two\n  three");
	assert_flows("a: ", "one two three", 9, "a: one\n  two\n  three");
	assert_flows("x\na: ", "one two", 10, "x\na: one two");
}

static void without_a_width_it_is_one_line(void **state)
{
	(void)state;
	assert_flows("a: ", "one  two three", 0, "a: one  two three");
}

static void a_long_word_stays_whole(void **state)
{
	(void)state;
	assert_flows("", "a configs/long/name.py b", 10, "a\n  configs/long/name.py\n  b");
	assert_flows("", "", 10, "");
}

static void blanks_inside_a_line_are_kept(void **state)
{
	(void)state;
	assert_flows("", "  a  b c", 7, "  a  b\n  c");
}

static void wide_characters_take_two_columns(void **state)
{
	(void)state;
	/* five of them, four columns of room beside the indent */
	assert_flows("", "\xe5\xad\xa6\xe5\xad\xa6\xe5\xad\xa6\xe5\xad\xa6\xe5\xad\xa6", 6,
		     "\xe5\xad\xa6\xe5\xad\xa6\xe5\xad\xa6\n  \xe5\xad\xa6\xe5\xad\xa6");
}

static void colours_take_no_columns(void **state)
{
	(void)state;
	assert_int_equal(terminal_text_columns("\033[1;31mab\033[0m\xe5\xad\xa6", 15), 4);
	assert_flows("\033[1mab\033[0m ", "cd ef", 5, "\033[1mab\033[0m cd\n  ef");
}

static void paragraphs_flow(void **state)
{
	struct buf b = { 0 };

	(void)state;
	flow_text(&b, "  x: ", "one two\nthree\n\nfour\n* five six", 4, 12);
	assert_string_equal(buf_str(&b), "  x: one two\n    three\n\n    four\n    * five\n    six\n");
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_end_at_blanks),
		cmocka_unit_test(without_a_width_it_is_one_line),
		cmocka_unit_test(a_long_word_stays_whole),
		cmocka_unit_test(blanks_inside_a_line_are_kept),
		cmocka_unit_test(wide_characters_take_two_columns),
		cmocka_unit_test(colours_take_no_columns),
		cmocka_unit_test(paragraphs_flow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
