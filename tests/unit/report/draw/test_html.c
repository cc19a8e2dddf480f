// SPDX-License-Identifier: MIT
/* Text in pages. What a whole page is: tests/html.test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/draw/html.h"
#include <string.h>

static void assert_shows(const char *text, size_t n, const char *want)
{
	struct buf b = { 0 };

	html_bytes(&b, text, n);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

#define SHOWS(text, want) assert_shows(text, sizeof text - 1, want)

static void markup_is_text(void **state)
{
	(void)state;
	SHOWS("</script><b a='1' c=\"2\">&amp;", "&lt;/script&gt;&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
	SHOWS("one\ttwo\nthree", "one\ttwo\nthree");
	SHOWS("Grüße 数", "Grüße 数");
}

static void what_acts_is_shown(void **state)
{
	(void)state;
	SHOWS("a\0b\x1b[31m\r\x7f", "a\\x00b\\x1b[31m\\x0d\\x7f");
	SHOWS("\x7f", "\\x7f");
	SHOWS("\xC2\x9B", "\\x9b");
	SHOWS("\xE2\x80\xAE", "\\u202e"); /* right to left */
}

static void what_is_no_character_is_replaced(void **state)
{
	(void)state;
	SHOWS("a\xff z", "a\xEF\xBF\xBD z");
	SHOWS("\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD");		       /* cut */
	SHOWS("\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* a surrogate */
	SHOWS("\xEF\xBF\xBE", "\xEF\xBF\xBD");			       /* U+FFFE: none in XML */
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
