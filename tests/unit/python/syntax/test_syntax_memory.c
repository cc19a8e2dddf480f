// SPDX-License-Identifier: MIT
#include "python/syntax/syntax_memory.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 3000, PIECES = 500 };

static void fill(unsigned char *at, size_t n, unsigned char seed)
{
	for (size_t i = 0; i < n; i++)
		at[i] = (unsigned char)(seed + i);
}

static void holds(const unsigned char *at, size_t n, unsigned char seed)
{
	for (size_t i = 0; i < n; i++)
		assert_int_equal(at[i], (unsigned char)(seed + i));
}

static void pieces_keep_apart(void **state)
{
	(void)state;
	unsigned char *at[PIECES];
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < PIECES; i++) {
			at[i] = memory_take(i * 7);
			fill(at[i], i * 7, (unsigned char)i);
		}
		for (size_t i = 0; i < PIECES; i++) {
			holds(at[i], i * 7, (unsigned char)i);
			assert_int_equal((uintptr_t)at[i] % 8, 0);
			memory_give(at[i]);
		}
	}
	memory_give(NULL);
}

static void a_piece_that_grows_keeps_what_it_holds(void **state)
{
	(void)state;
	size_t had = 1;
	unsigned char *at = memory_resize(NULL, had);
	fill(at, had, 3);
	for (size_t n = 2; n < MOST; n += n / 3 + 1) {
		at = memory_resize(at, n);
		holds(at, had, 3);
		fill(at, n, 3);
		at = memory_resize(at, n / 2 + 1);
		holds(at, n / 2 + 1, 3);
		at = memory_resize(at, n);
		fill(at, n, 3);
		had = n;
	}
	memory_give(at);
}

static void what_is_asked_for_zeroed_is(void **state)
{
	(void)state;
	for (int round = 0; round < 2; round++)
		for (size_t n = 1; n < MOST; n += 61) {
			unsigned char *at = memory_zeroed(n, 1);
			for (size_t i = 0; i < n; i++)
				assert_int_equal(at[i], 0);
			memset(at, 255, n);
			memory_give(at);
		}
}

static void what_is_taken_is_counted(void **state)
{
	(void)state;
	void *before = memory_take(40);
	memory_count(true);
	void *at = memory_take(100), *large = memory_take(100000);
	assert_true(memory_taken() >= 100100);
	large = memory_resize(large, 300000);
	assert_true(memory_taken() >= 300100);
	memory_give(large);
	memory_give(at);
	assert_int_equal(memory_taken(), 0);
	memory_count(false);
	memory_give(before);
}

static void *take_some(void *out)
{
	void **at = out;
	for (size_t i = 0; i < PIECES; i++)
		at[i] = memory_take(50);
	return NULL;
}

static void threads_may_give_back_what_others_took(void **state)
{
	(void)state;
	void *at[4][PIECES];
	pthread_t thread[4];
	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, take_some, at[i]), 0);
	for (int i = 0; i < 4; i++) {
		pthread_join(thread[i], NULL);
		for (size_t k = 0; k < PIECES; k++)
			memset(at[i][k], i, 50);
	}
	for (int i = 0; i < 4; i++)
		for (size_t k = 0; k < PIECES; k++) {
			assert_int_equal(*(char *)at[i][k], i);
			memory_give(at[i][k]);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_keep_apart),
		cmocka_unit_test(a_piece_that_grows_keeps_what_it_holds),
		cmocka_unit_test(what_is_asked_for_zeroed_is),
		cmocka_unit_test(what_is_taken_is_counted),
		cmocka_unit_test(threads_may_give_back_what_others_took),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
