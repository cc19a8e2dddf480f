// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/str.h"
#include "base/pool.h"
#include <stdio.h>
#include <string.h>

static void equal_text_is_one_pointer(void **state)
{
	(void)state;
	char text[] = "model.backbone";

	assert_ptr_equal(str_of(text, 5), str_lit("model"));
	assert_ptr_not_equal(str_lit("a"), str_lit("b"));
	assert_string_equal(str_of(text, 5)->s, "model");
	assert_int_equal(str_of(text, 5)->len, 5);
	assert_ptr_equal(str_of(NULL, 0), str_lit(""));
}

static void nul_bytes_are_text(void **state)
{
	(void)state;
	const struct str *s = str_of("a\0b", 3);

	assert_int_equal(s->len, 3);
	assert_memory_equal(s->s, "a\0b", 4);
	assert_ptr_not_equal(s, str_of("a", 1));
	assert_ptr_not_equal(s, str_of("a\0c", 3));
}

static void many_strings_keep_their_address(void **state)
{
	(void)state;
	static const struct str *seen[20000];
	char text[32];

	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < ARRAY_SIZE(seen); i++) {
			size_t n = (size_t)snprintf(text, sizeof text, "key_%zu", i);
			const struct str *s = str_of(text, n);

			assert_string_equal(s->s, text);
			if (round)
				assert_ptr_equal(s, seen[i]);
			seen[i] = s;
		}
}

static void intern_numbers(void *arg)
{
	const struct str **out = arg;
	char text[32];

	for (int i = 0; i < 2000; i++) {
		snprintf(text, sizeof text, "shared%d", i);
		out[i] = str_lit(text);
	}
}

static void threads_agree(void **state)
{
	(void)state;
	static const struct str *seen[8][2000];
	struct pool *p = pool_new(8);

	for (int i = 0; i < 8; i++)
		pool_push(p, intern_numbers, seen[i]);
	pool_wait(p);
	pool_free(p);
	for (int i = 1; i < 8; i++)
		assert_memory_equal(seen[i], seen[0], sizeof seen[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_text_is_one_pointer),
		cmocka_unit_test(nul_bytes_are_text),
		cmocka_unit_test(many_strings_keep_their_address),
		cmocka_unit_test(threads_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
