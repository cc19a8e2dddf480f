// SPDX-License-Identifier: MIT
/* What is charged, and that what is spent stays spent. */
#include "base/arena.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void steps_are_refused_at_the_end(void **state)
{
	(void)state;
	struct budget b = { .steps = 10 };
	assert_true(budget_steps(&b, 7));
	assert_true(budget_steps(&b, 3));
	assert_false(b.spent);
	assert_false(budget_steps(&b, 1));
	assert_true(b.spent);

	struct budget c = { .steps = 10 };
	assert_false(budget_steps(&c, 11)); /* nor does a smaller one get the rest */
	assert_false(budget_steps(&c, 1));
}

static void arenas_charge_their_bytes(void **state)
{
	(void)state;
	struct budget b = { .steps = 10, .bytes = 100000 };
	struct arena a = { .budget = &b };
	for (unsigned i = 0; i < 50; i++)
		arena_array(&a, char, 1000);
	assert_false(b.spent);
	assert_true(b.bytes < 51000);
	assert_non_null(arena_array(&a, char, 60000)); /* memory is had all the same */
	assert_true(b.spent);
	assert_int_equal(b.steps, 0);
	arena_release(&a);
}

static void a_run_is_shared(void **state)
{
	(void)state;
	struct budget_run run = { .limit = 100000 };
	struct budget b = { .steps = 10, .bytes = 1 << 30, .run = &run }, c = b;
	struct arena a = { .budget = &b }, d = { .budget = &c };
	arena_array(&a, char, 60000);
	assert_false(b.spent || budget_run_over(&run));
	arena_array(&d, char, 60000);
	assert_true(c.spent && budget_run_over(&run));
	assert_false(b.spent);
	arena_array(&a, char, 10000);
	assert_true(b.spent);
	arena_release(&a);
	arena_release(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_are_refused_at_the_end),
		cmocka_unit_test(arenas_charge_their_bytes),
		cmocka_unit_test(a_run_is_shared),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
