// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/pool.h"
#include <stdatomic.h>
#include <unistd.h>

struct order {
	int seen[200];
	int n;
};

struct item {
	struct order *to;
	int value;
};

static void record(void *arg)
{
	struct item *i = arg;

	i->to->seen[i->to->n++] = i->value;
}

static void one_thread_keeps_push_order(void **state)
{
	(void)state;
	struct order order = { 0 };
	struct item item[200];
	struct pool *p = pool_new(1);

	for (int i = 0; i < 200; i++) {
		item[i] = (struct item){ &order, i };
		pool_push(p, record, &item[i]);
	}
	assert_int_equal(order.n, 0);
	pool_wait(p);
	assert_int_equal(order.n, 200);
	for (int i = 0; i < 200; i++)
		assert_int_equal(order.seen[i], i);
	pool_free(p);
}

struct tree {
	struct pool *pool;
	atomic_int *count;
	int depth;
};

static struct tree trees[1 << 13];
static atomic_int ntrees;

static void grow(void *arg)
{
	struct tree *t = arg;

	atomic_fetch_add(t->count, 1);
	for (int i = 0; t->depth && i < 2; i++) {
		struct tree *kid = &trees[atomic_fetch_add(&ntrees, 1)];

		*kid = (struct tree){ t->pool, t->count, t->depth - 1 };
		pool_push(t->pool, grow, kid);
	}
}

static void jobs_push_jobs(void **state)
{
	(void)state;
	static const unsigned threads[] = { 1, 2, 4, 16, 0 };

	for (size_t i = 0; i < ARRAY_SIZE(threads); i++) {
		atomic_int count = 0;
		struct pool *p = pool_new(threads[i]);
		struct tree root = { p, &count, 11 };

		ntrees = 0;
		pool_push(p, grow, &root);
		pool_wait(p);
		assert_int_equal(count, (1 << 12) - 1);
		pool_free(p);
	}
}

static void nap(void *arg)
{
	usleep(20000);
	atomic_fetch_add((atomic_int *)arg, 1);
}

static void wait_covers_running_jobs(void **state)
{
	(void)state;
	atomic_int done = 0;
	struct pool *p = pool_new(4);

	for (int round = 1; round < 4; round++) {
		for (int i = 0; i < 4; i++)
			pool_push(p, nap, &done);
		pool_wait(p);
		assert_int_equal(done, 4 * round);
	}
	pool_wait(p);
	pool_free(p);
	pool_free(NULL);
}

static void free_ends_what_was_pushed(void **state)
{
	(void)state;
	atomic_int done = 0;
	struct pool *p = pool_new(2);

	for (int i = 0; i < 5; i++)
		pool_push(p, nap, &done);
	pool_free(p);
	assert_int_equal(done, 5);
}

static void uses_stack(void *arg)
{
	volatile char room[4 << 20];

	for (size_t i = 0; i < sizeof room; i += 4096)
		room[i] = 1;
	*(int *)arg = room[0];
}

static void call_has_the_stack_of_jobs(void **state)
{
	(void)state;
	int done = 0;

	pool_call(uses_stack, &done);
	assert_int_equal(done, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_thread_keeps_push_order), cmocka_unit_test(jobs_push_jobs),
		cmocka_unit_test(wait_covers_running_jobs),    cmocka_unit_test(free_ends_what_was_pushed),
		cmocka_unit_test(call_has_the_stack_of_jobs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
