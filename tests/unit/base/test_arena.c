// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/arena.h"
#include <string.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

static void memory_is_zeroed_and_aligned(void **state)
{
	(void)state;
	struct arena a = { 0 };

	for (size_t n = 1; n < 3000; n += 7) {
		arena_alloc(&a, 1, 1, 1);

		uint64_t *p = arena_array(&a, uint64_t, n);

		assert_int_equal((uintptr_t)p % alignof(uint64_t), 0);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xAA, n * sizeof *p);
	}
	arena_release(&a);
	assert_null(a.head);
	assert_int_equal(a.used, 0);
}

static void large_requests_leave_the_head_in_use(void **state)
{
	(void)state;
	struct arena a = { 0 };
	char *small = arena_alloc(&a, 1, 1, 1);

	memset(arena_alloc(&a, 1 << 20, 1, 1), 1, 1 << 20);
	char *next = arena_alloc(&a, 1, 1, 1); /* sanitizers leave a gap */

	assert_true(next > small && next <= small + 16);
	assert_int_equal(a.used, (1 << 20) + 2);
	arena_release(&a);
}

static void arrays_grow_and_keep_what_they_held(void **state)
{
	(void)state;
	struct arena a = { 0 };
	uint64_t *at = NULL, *once = NULL;
	uint32_t cap = 0, moved = 0;

	for (uint32_t n = 0; n < 1000; n++) {
		uint64_t *more = arena_one_more(&a, uint64_t, at, n, cap, 4);
		moved += more != at;
		at = more;
		assert_true(cap > n);
		assert_int_equal(at[n], 0);
		at[n] = n;
	}
	for (uint32_t n = 0; n < 1000; n++)
		assert_int_equal(at[n], n);
	assert_int_equal(cap, 1024);
	assert_int_equal(moved, 9); /* 4, 8, ..., 1024 */
	cap = 0;
	once = arena_one_more(&a, uint64_t, once, 0, cap, 1);
	assert_non_null(once);
	assert_int_equal(cap, 1);
	arena_release(&a);
}

/* Where a sanitizer looks on, what lies behind an allocation may not be read. */
static void the_end_is_guarded(void **state)
{
	(void)state;
#ifdef __SANITIZE_ADDRESS__
	struct arena a = { 0 };
	char *s = arena_strdup(&a, "abc"), *big = arena_alloc(&a, 100001, 1, 1);

	arena_strdup(&a, "next");
	assert_false(__asan_address_is_poisoned(s + 3));
	assert_true(__asan_address_is_poisoned(s + 4));
	assert_false(__asan_address_is_poisoned(big + 100000));
	assert_true(__asan_address_is_poisoned(big + 100001));
	arena_release(&a);
#endif
}

static void text_is_copied_and_terminated(void **state)
{
	(void)state;
	struct arena a = { 0 };
	char from[] = "abcdef";
	char *s = arena_strndup(&a, from, 3);

	from[0] = 'x';
	assert_string_equal(s, "abc");
	assert_string_equal(arena_strdup(&a, ""), "");
	assert_string_equal(arena_strndup(&a, NULL, 0), "");
	assert_string_equal(arena_printf(&a, "%s-%05d", "n", 42), "n-00042");
	arena_release(&a);
}

static void a_big_printf_fits(void **state)
{
	(void)state;
	struct arena a = { 0 };
	char *s = arena_printf(&a, "%*d", 100000, 1);

	assert_int_equal(strlen(s), 100000);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zeroed_and_aligned),
		cmocka_unit_test(large_requests_leave_the_head_in_use),
		cmocka_unit_test(arrays_grow_and_keep_what_they_held),
		cmocka_unit_test(the_end_is_guarded),
		cmocka_unit_test(text_is_copied_and_terminated),
		cmocka_unit_test(a_big_printf_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
