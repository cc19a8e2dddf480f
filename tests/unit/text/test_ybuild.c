// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/ybuild.h"
#include <string.h>

static struct sources *all;
static struct arena arena;
static struct err err;

static struct ybuild builder(enum ydup dup, bool merge)
{
	static const char text[] = "0123456789\nabcdefghij\n";

	err = (struct err){ 0 };
	return (struct ybuild){
		.arena = &arena,
		.src = sources_add(all, "x", text, strlen(text)),
		.e = &err,
		.dup = dup,
		.merge = merge,
		.maxdepth = 4,
	};
}

static int setup(void **state)
{
	(void)state;
	all = sources_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	sources_free(all);
	arena_release(&arena);
	return 0;
}

static const struct ynode *word(struct ybuild *b, const char *text, uint32_t lo)
{
	return ybuild_scalar(b, (struct span){ b->src->id, lo, lo + 1 }, str_lit(text), true, 0);
}

static void a_root_and_its_children(void **state)
{
	(void)state;
	struct ybuild b = builder(YDUP_REFUSE, false);

	assert_true(ybuild_open(&b, Y_SEQ, 0));
	assert_true(ybuild_add(&b, word(&b, "a", 1)));
	assert_true(ybuild_add(&b, word(&b, "b", 5)));

	const struct ynode *n = ybuild_close(&b, 0);

	assert_true(ybuild_add(&b, n));
	assert_ptr_equal(b.root, n);
	assert_int_equal(n->n, 2);
	assert_int_equal(n->at.hi, 6);
	assert_null(n->key);
	ybuild_release(&b);
}

static void a_duplicate_names_both_places(void **state)
{
	(void)state;
	struct ybuild b = builder(YDUP_REFUSE, false);

	ybuild_open(&b, Y_MAP, 0);
	ybuild_add(&b, word(&b, "k", 2));
	ybuild_add(&b, word(&b, "1", 3));
	ybuild_add(&b, word(&b, "k", 13));
	ybuild_add(&b, word(&b, "2", 14));
	assert_null(ybuild_close(&b, 0));
	assert_int_equal(err.code, ERR_SYNTAX);
	assert_int_equal(err.line, 2);
	assert_int_equal(err.col, 3);
	assert_non_null(strstr(err.msg, "first on line 1"));
	ybuild_release(&b);
}

static void depth_counts_aliases(void **state)
{
	(void)state;
	struct ybuild b = builder(YDUP_LAST, true);

	for (int i = 0; i < 3; i++)
		assert_true(ybuild_open(&b, Y_SEQ, 0));

	const struct ynode *deep = ybuild_close(&b, 1);

	ybuild_add(&b, deep);
	deep = ybuild_close(&b, 1); /* two levels; one is open */
	assert_true(ybuild_add(&b, deep));
	assert_true(ybuild_alias(&b, deep, 0));
	ybuild_open(&b, Y_SEQ, 0);
	assert_true(ybuild_alias(&b, deep, 0));
	ybuild_open(&b, Y_SEQ, 0);
	assert_false(ybuild_alias(&b, deep, 0));
	assert_int_equal(err.code, ERR_LIMIT);
	ybuild_open(&b, Y_SEQ, 0);
	assert_false(ybuild_open(&b, Y_SEQ, 0));
	ybuild_release(&b);
}

static void an_alias_may_come_before_its_collections_start(void **state)
{
	(void)state;
	struct ybuild b = builder(YDUP_LAST, true);
	const struct ynode *early = word(&b, "x", 0);

	ybuild_open(&b, Y_SEQ, 8);
	assert_true(ybuild_alias(&b, early, 9));

	const struct ynode *n = ybuild_close(&b, 0);

	assert_int_equal(n->at.lo, 8);
	assert_true(n->at.hi >= n->at.lo);
	ybuild_release(&b);
}

static void nobody_needs_to_ask_why(void **state)
{
	(void)state;
	struct ybuild b = builder(YDUP_LAST, true);

	b.e = NULL;
	assert_false(ybuild_fail(&b, ERR_SYNTAX, 0, "x"));
	ybuild_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_root_and_its_children),
		cmocka_unit_test(a_duplicate_names_both_places),
		cmocka_unit_test(depth_counts_aliases),
		cmocka_unit_test(an_alias_may_come_before_its_collections_start),
		cmocka_unit_test(nobody_needs_to_ask_why),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
