// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/draw/terminal.h"
#include <string.h>

static void assert_escaped(const char *text, const char *want)
{
	struct buf b = { 0 };

	terminal_escape(&b, text, strlen(text));
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

static void control_bytes_are_shown_not_sent(void **state)
{
	(void)state;
	assert_escaped("a\x1b[31mb\nc\x7f", "a\\x1b[31mb\\x0ac\\x7f");
	assert_escaped("\xc2\x9b", "\\x9b");
	assert_escaped("\xe2\x80\xae", "\\u202e");
	assert_escaped("\xff\xc3", "\\xff\\xc3");
}

static void text_is_kept(void **state)
{
	(void)state;
	assert_escaped("tab\there \xc3\xa9 \xe5\xad\xa6 \xf0\x9f\x98\x80",
		       "tab\there \xc3\xa9 \xe5\xad\xa6 \xf0\x9f\x98\x80");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(control_bytes_are_shown_not_sent),
		cmocka_unit_test(text_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
