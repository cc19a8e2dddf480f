// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/jwrite.h"

static struct buf b;

static void is(const char *text)
{
	assert_string_equal(buf_str(&b), text);
	buf_release(&b);
}

static void one_value_stands_alone(void **state)
{
	struct jwrite top = { .b = &b };

	(void)state;
	jwrite_text(&top, NULL, "a\"b");
	is("\"a\\\"b\"");
	jwrite_text(&top, NULL, NULL);
	is("null");
}

static void items_on_one_line_are_parted_by_commas(void **state)
{
	static const char *const words[] = { "x", "y" };
	struct jwrite top = { .b = &b }, o = jwrite_object(&top, NULL, false), empty;

	(void)state;
	jwrite_int(&o, "i", -3);
	jwrite_bool(&o, "yes", true);
	jwrite_null(&o, "none");
	jwrite_texts(&o, "words", words, 2);
	empty = jwrite_list(&o, "empty", true);
	jwrite_end(&empty);
	jwrite_end(&o);
	is("{\"i\": -3, \"yes\": true, \"none\": null, \"words\": [\"x\", \"y\"], \"empty\": []}");
}

static void items_with_a_line_each_are_indented_by_open_containers_of_that_kind(void **state)
{
	struct jwrite top = { .b = &b }, all = jwrite_list(&top, NULL, true), o = jwrite_object(&all, NULL, false),
		      inner = jwrite_list(&o, "in", true);

	(void)state;
	jwrite_int(&inner, NULL, 1);
	jwrite_int(&inner, NULL, 2);
	jwrite_end(&inner);
	jwrite_end(&o);
	jwrite_int(&all, NULL, 3);
	jwrite_end(&all);
	is("[\n  {\"in\": [\n    1,\n    2\n  ]},\n  3\n]");
}

static void the_buffer_may_be_emptied_between_items(void **state)
{
	struct jwrite top = { .b = &b }, all = jwrite_list(&top, NULL, true);

	(void)state;
	jwrite_int(&all, NULL, 1);
	is("[\n  1");
	jwrite_int(&all, NULL, 2);
	is(",\n  2");
	jwrite_end(&all);
	is("\n]");
}

static void a_place_takes_what_others_write_under_any_key(void **state)
{
	struct jwrite top = { .b = &b }, o = jwrite_object(&top, NULL, false), at = jwrite_place(&o, "a\0b", 3), list;

	(void)state;
	buf_puts(at.b, "1e5");
	at = jwrite_place(&o, "c", 1);
	list = jwrite_list(&at, NULL, at.lines);
	jwrite_end(&list);
	jwrite_end(&o);
	is("{\"a\\u0000b\": 1e5, \"c\": []}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_value_stands_alone),
		cmocka_unit_test(items_on_one_line_are_parted_by_commas),
		cmocka_unit_test(items_with_a_line_each_are_indented_by_open_containers_of_that_kind),
		cmocka_unit_test(the_buffer_may_be_emptied_between_items),
		cmocka_unit_test(a_place_takes_what_others_write_under_any_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
