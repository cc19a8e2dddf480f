// SPDX-License-Identifier: MIT
/* Boxes and arrows of a model's picture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/svg_flow.h"
#include <string.h>

static int count(struct buf *b, const char *what)
{
	int n = 0;

	for (const char *p = buf_str(b); (p = strstr(p, what)); p++)
		n++;
	return n;
}

static void boxes_of_neighbouring_columns_are_joined(void **state)
{
	const struct svg_box box[] = { { .column = 0, .line = { "data" } },
				       { .column = 1, .line = { "a" } },
				       { .column = 1, .line = { "b" }, .marked = true },
				       { .column = 2, .line = { "head" } } };
	struct buf b = { 0 };

	(void)state;
	svg_flow(&b, "alt", box, 4);
	assert_int_equal(count(&b, "<rect"), 4);
	assert_int_equal(count(&b, "class=\"arrow\""), 4); /* to both, from both; none past them */
	assert_int_equal(count(&b, "box marked"), 1);
	assert_int_equal(count(&b, ">! b<"), 1);
	buf_release(&b);
}

static void lines_are_escaped_and_cut(void **state)
{
	const struct svg_box box = { .line = { "</svg><script>",
					       "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
					       "\xc3\xa4\xc3\xa4 0123456789 0123456789",
					       "3", "4", "5", "6" } };
	struct buf b = { 0 };

	(void)state;
	svg_flow(&b, "<alt>", &box, 1);
	assert_int_equal(count(&b, "<script>") + count(&b, "<alt>"), 0);
	assert_int_equal(count(&b, "</text>"), 6);
	assert_int_equal(count(&b, " 0123456789 012345\xe2\x80\xa6<"), 1); /* 27 letters, not bytes */
	buf_release(&b);
}

static void nothing_to_draw(void **state)
{
	struct buf b = { 0 };

	(void)state;
	svg_flow(&b, "alt", NULL, 0);
	assert_int_equal(count(&b, "<rect"), 0);
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_of_neighbouring_columns_are_joined),
		cmocka_unit_test(lines_are_escaped_and_cut),
		cmocka_unit_test(nothing_to_draw),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
