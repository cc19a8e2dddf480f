// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "code/aset.h"
#include "code/priv.h"

static struct aval text(const char *s, bool in)
{
	return (struct aval){ .kind = A_TEXT, .in = in, .text = str_lit(s) };
}

static struct aval built(const char *key)
{
	return (struct aval){ .kind = A_BUILT, .text = key ? str_lit(key) : NULL };
}

static void done(struct index *c)
{
	arena_release(&c->m.arena);
	arena_release(&c->scratch);
}

static void test_what_is_there_is_not_added_again(void **state)
{
	(void)state;
	struct index c = { 0 };
	struct aset from = { 0 }, permanent = { .permanent = true }, shared = { 0 };
	static const char *const name[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l" };
	for (size_t i = 0; i < ARRAY_SIZE(name); i++)
		assert_true(aset_add(&c, &from, text(name[i], false)));
	assert_true(aset_join(&c, &permanent, &from));
	assert_true(aset_join(&c, &shared, &from));
	for (size_t i = 0; i < ARRAY_SIZE(name); i++) {
		assert_false(aset_add(&c, &permanent, text(name[i], false)));
		assert_false(aset_add(&c, &shared, text(name[i], false)));
	}
	assert_false(aset_join(&c, &permanent, &from));
	assert_true(aset_add(&c, &shared, text("m", false)));
	assert_int_equal(from.n, ARRAY_SIZE(name)); /* an array that is shared stays as it was */
	assert_true(aset_join(&c, &permanent, &shared));
	assert_int_equal(permanent.n, ARRAY_SIZE(name) + 1);
	done(&c);
}

/* From a set nothing comes twice, but as elements of a container two things are one. */
static void test_elements_are_told_apart_from_what_is_beside_them(void **state)
{
	(void)state;
	struct index c = { 0 };
	struct aset from = { 0 }, to = { 0 };
	aset_add(&c, &from, text("a", false));
	aset_add(&c, &from, text("a", true));
	assert_int_equal(from.n, 2);
	aset_join_in(&c, &to, &from);
	assert_int_equal(to.n, 1);
	assert_true(to.at[0].in);
	done(&c);
}

static void test_any_key_covers_each(void **state)
{
	(void)state;
	struct index c = { 0 };
	struct aset from = { 0 }, to = { 0 }, all = { 0 };
	aset_add(&c, &from, built("a"));
	aset_add(&c, &from, built("b"));
	aset_add(&c, &from, text("c", false));
	aset_add(&c, &to, built(NULL));
	assert_true(aset_join(&c, &to, &from));
	assert_int_equal(to.n, 2);
	assert_false(aset_add(&c, &to, built("d")));
	aset_join_built(&c, &all, &from);
	assert_int_equal(all.n, 2);
	done(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_there_is_not_added_again),
		cmocka_unit_test(test_elements_are_told_apart_from_what_is_beside_them),
		cmocka_unit_test(test_any_key_covers_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
