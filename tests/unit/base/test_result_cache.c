// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/result_cache.h"
#include <string.h>

static unsigned made;

static const void *copy(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	(void)m;
	made++;
	return arena_strndup(a, text, len);
}

static const void *other(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	(void)m, (void)text;
	return arena_printf(a, "%u bytes", len);
}

static void test_each_text_of_each_file_is_made_once(void **state)
{
	struct result_cache *m = result_cache_new();
	char text[] = "ab";
	const char *first = result_cache_get(m, copy, "/a", text, 2), *changed;

	(void)state;
	assert_string_equal(first, "ab");
	assert_ptr_equal(result_cache_get(m, copy, "/a", "ab", 2), first);
	assert_int_equal(made, 1);
	assert_ptr_not_equal(result_cache_get(m, copy, "/b", "ab", 2), first);
	assert_string_equal(result_cache_get(m, other, "/a", "ab", 2), "2 bytes");
	text[1] = 'c'; /* the text was copied */
	changed = result_cache_get(m, copy, "/a", text, 2);
	assert_string_equal(changed, "ac");
	assert_string_equal(result_cache_get(m, copy, "/a", "a", 1), "a");
	assert_ptr_equal(result_cache_get(m, copy, "/a", "ab", 2), first);
	assert_ptr_equal(result_cache_get(m, copy, "/a", "ac", 2), changed);
	assert_int_equal(made, 4);
	result_cache_free(m);
	result_cache_free(NULL);
}

static const void *both(struct arena *a, const void *by, const char *path, const char *key)
{
	made++;
	return arena_printf(a, "%s %s of %s", (const char *)by, key, path);
}

static const void *alone(struct arena *a, const void *by, const char *path, const char *key)
{
	(void)by, (void)key;
	return arena_strdup(a, path);
}

static void test_what_is_worked_out_is_forgotten_but_lives(void **state)
{
	struct result_cache *m = result_cache_new();
	const char *first, *again;

	(void)state;
	made = 0;
	first = result_cache_compute(m, both, "ab", "/a", "top");
	assert_string_equal(first, "ab top of /a");
	assert_ptr_equal(result_cache_compute(m, both, "cd", "/a", "top"), first);
	assert_string_equal(result_cache_compute(m, both, "cd", "/a", "other"), "cd other of /a");
	assert_int_equal(made, 2);
	assert_string_equal(result_cache_compute(m, alone, "ab", "/a", "top"), "/a"); /* another work of the same key */
	result_cache_forget(m);
	again = result_cache_compute(m, both, "cd", "/a", "top");
	assert_string_equal(again, "cd top of /a");
	assert_string_equal(first, "ab top of /a");
	assert_int_equal(made, 3);
	result_cache_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_each_text_of_each_file_is_made_once),
					    cmocka_unit_test(test_what_is_worked_out_is_forgotten_but_lives) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
