// SPDX-License-Identifier: MIT
/* Text in pages. What a whole page is: tests/html.test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/html.h"
#include <string.h>

static void assert_shows(const char *text, size_t n, const char *want)
{
	struct buf b = { 0 };

	html_bytes(&b, text, n);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

static void markup_is_text(void **state)
{
	(void)state;
	assert_shows("</script><b a='1' c=\"2\">&amp;", 28,
		     "&lt;/script&gt;&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
	assert_shows("one\ttwo\nthree", 13, "one\ttwo\nthree");
	assert_shows("Grüße 数", 11, "Grüße 数");
}

static void what_acts_is_shown(void **state)
{
	(void)state;
	assert_shows("a\0b\x1b[31m\r\x7f", 9, "a\\x00b\\x1b[31m\\x0d");
	assert_shows("\x7f", 1, "\\x7f");
	assert_shows("\xC2\x9B", 2, "\\x9b");
	assert_shows("\xE2\x80\xAE", 3, "\\u202e"); /* right to left */
}

static void what_is_no_character_is_replaced(void **state)
{
	(void)state;
	assert_shows("a\xff z", 4, "a\xEF\xBF\xBD z");
	assert_shows("\xE2\x82", 2, "\xEF\xBF\xBD\xEF\xBF\xBD");		 /* cut */
	assert_shows("\xED\xA0\x80", 3, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* a surrogate */
	assert_shows("\xEF\xBF\xBE", 3, "\xEF\xBF\xBD");			 /* U+FFFE: none in XML */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markup_is_text),
		cmocka_unit_test(what_acts_is_shown),
		cmocka_unit_test(what_is_no_character_is_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
