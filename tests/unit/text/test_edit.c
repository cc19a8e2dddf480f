// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/edit.h"
#include <stdlib.h>
#include <string.h>

static struct edit make(uint32_t file, uint32_t lo, uint32_t hi, const char *text, uint32_t order)
{
	return (struct edit){ .at = { file, lo, hi }, .text = text, .len = (uint32_t)strlen(text), .order = order };
}

/* Whether e can be added to what is there; a collision must leave it as it was. */
static bool adds(struct edits *to, struct edit e)
{
	struct edits more = { .at = &e, .n = 1, .cap = 1 };
	size_t before = to->n;
	bool ok = edits_add_all(to, &more);

	if (!ok)
		assert_int_equal(to->n, before);
	return ok;
}

static void overlap(void **state)
{
	(void)state;
	struct edits e = { 0 };

	assert_true(adds(&e, make(1, 10, 20, "x", 0)));
	assert_false(adds(&e, make(1, 15, 25, "y", 0)));
	assert_false(adds(&e, make(1, 5, 11, "y", 0)));
	assert_false(adds(&e, make(1, 12, 13, "y", 0)));
	assert_false(adds(&e, make(1, 5, 25, "y", 0)));
	assert_false(adds(&e, make(1, 10, 20, "y", 0)));
	assert_false(adds(&e, make(1, 15, 15, "y", 0)));
	assert_true(adds(&e, make(2, 15, 25, "y", 0)));
	assert_true(adds(&e, make(1, 20, 25, "y", 0)));
	assert_true(adds(&e, make(1, 10, 10, "y", 0)));
	assert_true(adds(&e, make(1, 25, 25, "y", 0)));
	assert_int_equal(e.n, 5);
	vec_release(&e);
}

static void equal_edits_count_once(void **state)
{
	(void)state;
	struct edits e = { 0 };

	assert_true(adds(&e, make(1, 10, 20, "x", 0)));
	assert_true(adds(&e, make(1, 10, 20, "x", 0)));
	assert_true(adds(&e, make(1, 5, 5, "i", 0)));
	assert_true(adds(&e, make(1, 5, 5, "i", 0)));
	assert_true(adds(&e, make(1, 5, 5, "j", 0)));
	assert_true(adds(&e, make(1, 5, 5, "i", 1)));
	assert_int_equal(e.n, 4);
	vec_release(&e);
}

static void all_or_none(void **state)
{
	(void)state;
	struct edits e = { 0 }, more = { 0 };

	assert_true(adds(&e, make(1, 10, 20, "x", 0)));
	vec_push(&more, make(1, 1, 2, "a", 0));
	vec_push(&more, make(1, 19, 30, "b", 0));
	assert_false(edits_add_all(&e, &more));
	assert_int_equal(e.n, 1);
	more.at[1] = make(1, 1, 3, "own", 0); /* collides with its own neighbour */
	assert_false(edits_add_all(&e, &more));
	assert_int_equal(e.n, 1);
	vec_release(&e);
	vec_release(&more);
}

static void applies(struct edits *e, const char *from, const char *to)
{
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "x.py", from, strlen(from));
	struct buf out = { 0 };

	edits_sort(e);
	edits_apply(&out, s, e);
	assert_string_equal(buf_str(&out), to);
	buf_release(&out);
	sources_free(all);
}

static void apply_in_any_order_of_adding(void **state)
{
	(void)state;
	const struct edit edit[] = {
		make(1, 0, 0, "<", 0), make(1, 2, 4, "XY", 0), make(1, 2, 2, "b", 2),	       make(1, 2, 2, "a", 1),
		make(1, 4, 4, "!", 0), make(1, 6, 6, ">", 0),  make(2, 1, 3, "other file", 0), make(1, 2, 2, "c", 2),
	};

	srand(1);
	for (int round = 0; round < 50; round++) {
		struct edits e = { 0 };

		for (size_t i = 0; i < ARRAY_SIZE(edit); i++)
			vec_push(&e, edit[i]);
		for (size_t i = e.n; i > 1; i--) {
			size_t j = (size_t)rand() % i;
			struct edit was = e.at[i - 1];

			e.at[i - 1] = e.at[j];
			e.at[j] = was;
		}
		applies(&e, "012345", "<01abcXY!45>");
		vec_release(&e);
	}
}

static void nothing_to_do_copies(void **state)
{
	(void)state;
	struct edits e = { 0 };

	applies(&e, "a\r\nb", "a\r\nb");
	applies(&e, "", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlap),
		cmocka_unit_test(equal_edits_count_once),
		cmocka_unit_test(all_or_none),
		cmocka_unit_test(apply_in_any_order_of_adding),
		cmocka_unit_test(nothing_to_do_copies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
