// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "base/utf8.h"
#include <string.h>

static void grows_and_stays_terminated(void **state)
{
	(void)state;
	struct buf b = { 0 };

	assert_string_equal(buf_str(&b), "");
	for (int i = 0; i < 1000; i++) {
		buf_puts(&b, "ab");
		assert_int_equal(b.s[b.n], 0);
	}
	buf_putc(&b, 'c');
	buf_printf(&b, "%d%s", 12, "x");
	assert_int_equal(b.n, 2004);
	assert_string_equal(b.s + 2000, "c12x");
	buf_clear(&b);
	assert_string_equal(buf_str(&b), "");
	buf_release(&b);
	assert_null(b.s);
}

static void json_is(const char *s, size_t n, const char *wanted)
{
	struct buf b = { 0 };

	buf_json(&b, s, n);
	assert_string_equal(buf_str(&b), wanted);
	buf_release(&b);
}

static void json_escapes(void **state)
{
	(void)state;
	json_is("", 0, "\"\"");
	json_is("a\"\\\n\r\t\b\f", 8, "\"a\\\"\\\\\\n\\r\\t\\b\\f\"");
	json_is("\0\x1b\x7f", 3, "\"\\u0000\\u001b\\u007f\"");
	json_is("\xC3\xA9\xF0\x9F\x98\x80", 6, "\"\xC3\xA9\xF0\x9F\x98\x80\"");
	/* what would act on a terminal that shows the JSON */
	json_is("\xC2\x9B\xE2\x80\xAE\xE2\x81\xA6", 8, "\"\\u009b\\u202e\\u2066\"");
}

static void json_replaces_what_is_not_utf8(void **state)
{
	(void)state;
	json_is("a\xFF"
		"b",
		3,
		"\"a\xEF\xBF\xBD"
		"b\"");
	json_is("\xC3", 1, "\"\xEF\xBF\xBD\"");
}

static void utf8_is_strict(void **state)
{
	(void)state;
	static const char *const bad[] = { "\xC0\x80",	       "\xC1\xBF",	   "\xE0\x9F\xBF",     "\xED\xA0\x80",
					   "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80",
					   "\xE2\x82" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(utf8_len(bad[i], strlen(bad[i])), 0);
	assert_int_equal(utf8_len("\xE2\x82\xAC", 3), 3);
	assert_int_equal(utf8_len("\xF4\x8F\xBF\xBF", 4), 4);
	assert_int_equal(utf8_len("x", 0), 0);
	assert_int_equal(utf8_valid("sixteen letters!\xE2\x82\xAC and more", 28), 28);
	assert_int_equal(utf8_valid("sixteen letters!1\xC3 and more", 27), 17);
	assert_int_equal(utf8_valid("seven..\xE2\x82", 9), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grows_and_stays_terminated),
		cmocka_unit_test(json_escapes),
		cmocka_unit_test(json_replaces_what_is_not_utf8),
		cmocka_unit_test(utf8_is_strict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
