// SPDX-License-Identifier: MIT
/* Boxes of a model's way through a page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/draw/html_flow.h"
#include <string.h>

static int count(struct buf *b, const char *what)
{
	int n = 0;

	for (const char *p = buf_str(b); (p = strstr(p, what)); p++)
		n++;
	return n;
}

static void columns_with_their_boxes(void **state)
{
	const struct flow_box box[] = { { .column = 0, .line = { "data" } },
					{ .column = 1, .line = { "a", "gives 256" } },
					{ .column = 1, .line = { "b" }, .marked = true },
					{ .column = 2, .line = { "head" } } };
	struct buf b = { 0 };

	(void)state;
	html_flow(&b, box, 4);
	assert_int_equal(count(&b, "<li>"), 3);
	assert_int_equal(count(&b, "<div class=\"box"), 4);
	assert_int_equal(count(&b, "<strong>a</strong><br/>gives 256</div><div"), 1); /* in one column with b */
	assert_int_equal(count(&b, "<div class=\"box marked\">! <strong>b</strong>"), 1);
	buf_release(&b);
}

static void lines_are_escaped(void **state)
{
	const struct flow_box box = { .line = { "</li><script>", "2", "3", "4", "5", "6" } };
	struct buf b = { 0 };

	(void)state;
	html_flow(&b, &box, 1);
	assert_int_equal(count(&b, "<script>"), 0);
	assert_int_equal(count(&b, "<br/>"), 5);
	buf_release(&b);
}

static void nothing_to_draw(void **state)
{
	struct buf b = { 0 };

	(void)state;
	html_flow(&b, NULL, 0);
	assert_int_equal(b.n, 0);
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_with_their_boxes),
		cmocka_unit_test(lines_are_escaped),
		cmocka_unit_test(nothing_to_draw),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
