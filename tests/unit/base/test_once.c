// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/once.h"
#include <string.h>

static unsigned made;

static const void *copy(struct arena *a, const char *text, uint32_t len)
{
	made++;
	return arena_strndup(a, text, len);
}

static const void *other(struct arena *a, const char *text, uint32_t len)
{
	(void)text;
	return arena_printf(a, "%u bytes", len);
}

static void test_each_text_of_each_file_is_made_once(void **state)
{
	struct once *m = once_new();
	char text[] = "ab";
	const char *first = once_get(m, copy, "/a", text, 2), *changed;

	(void)state;
	assert_string_equal(first, "ab");
	assert_ptr_equal(once_get(m, copy, "/a", "ab", 2), first);
	assert_int_equal(made, 1);
	assert_ptr_not_equal(once_get(m, copy, "/b", "ab", 2), first);
	assert_string_equal(once_get(m, other, "/a", "ab", 2), "2 bytes");
	text[1] = 'c'; /* the text was copied */
	changed = once_get(m, copy, "/a", text, 2);
	assert_string_equal(changed, "ac");
	assert_string_equal(once_get(m, copy, "/a", "a", 1), "a");
	assert_ptr_equal(once_get(m, copy, "/a", "ab", 2), first);
	assert_ptr_equal(once_get(m, copy, "/a", "ac", 2), changed);
	assert_int_equal(made, 4);
	once_free(m);
	once_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_each_text_of_each_file_is_made_once) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
