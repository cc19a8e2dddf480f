// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/err.h"
#include <string.h>

static void sets_and_returns_false(void **state)
{
	(void)state;
	struct err e = { .line = 3, .col = 4 };

	assert_false(err_set(&e, ERR_IO, "no %s", "space"));
	assert_int_equal(e.code, ERR_IO);
	assert_string_equal(e.msg, "no space");
	assert_int_equal(e.line, 0);
	assert_false(err_set(NULL, ERR_IO, "nobody asks"));
}

static void stays_on_one_line(void **state)
{
	(void)state;
	struct err e;

	err_set(&e, ERR_SYNTAX, "a\nb\r\nc");
	assert_string_equal(e.msg, "a b  c");
}

static void long_text_is_cut_between_characters(void **state)
{
	(void)state;
	char text[1000];
	struct err e;

	for (size_t shift = 0; shift < 3; shift++) {
		memset(text, 'x', shift);
		for (size_t i = shift; i + 3 < sizeof text; i += 3)
			memcpy(text + i, "\xE2\x82\xAC", 4);
		err_set(&e, ERR_IO, "%s", text);

		size_t n = strlen(e.msg);

		assert_in_range(n, 509, 511);
		assert_int_equal((n - shift) % 3, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_and_returns_false),
		cmocka_unit_test(stays_on_one_line),
		cmocka_unit_test(long_text_is_cut_between_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
