// SPDX-License-Identifier: MIT
/* --cfg-options: the grammar of a value, and what several options make together. */
#include "config/options.h"
#include "python/value/repr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static void options(void **state)
{
	(void)state;
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "1", "1" },
		{ "1_000", "1000" },
		{ "1e-3", "0.001" },
		{ "0x10", "'0x10'" },
		{ "True", "True" },
		{ "None", "None" },
		{ "none", "'none'" },
		{ "[1,2]", "[1, 2]" },
		{ "(1,[2,a])", "(1, [2, 'a'])" },
		{ "1,,2", "[1, '', 2]" },
		{ "'a'", "'a'" },
		{ "a b", "'ab'" },
		{ "[]", "[]" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		struct arena a = { 0 };
		struct buf b = { 0 };
		struct value v;
		const char *why;
		assert_true(option_value(&a, row[i].text, (struct span){ 0 }, &v, &why));
		assert_true(op_repr(&b, v));
		assert_string_equal(buf_str(&b), row[i].want);
		buf_release(&b);
		arena_release(&a);
	}
}

static void bad_options(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value v;
	const char *why;
	const struct option_given noeq[] = { { .text = "a" } }, twice[] = { { .text = "a=1" }, { .text = "a.b=2" } };
	assert_false(option_value(&a, "(1,2", (struct span){ 0 }, &v, &why));
	assert_non_null(strstr(why, "Imbalanced"));
	assert_false(options_dict(&a, noeq, 1, 0, &v, &why));
	assert_false(options_dict(&a, twice, 2, 0, &v, &why));
	assert_non_null(strstr(why, "'int' object does not support item assignment"));
	arena_release(&a);
}

/* One that is given twice keeps its place and takes its last value; the first ones may be forgotten. */
static void repeated_options(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value v;
	const char *why;
	struct buf b = { 0 };
	const struct option_given list[] = { { .text = "a=1" }, { .text = "b=2" }, { .text = "a=3" } };
	for (uint32_t skip = 0; skip < 3; skip++) {
		assert_true(options_dict(&a, list, 3, skip, &v, &why));
		assert_true(op_repr(&b, v));
		buf_putc(&b, ' ');
	}
	assert_string_equal(buf_str(&b), "{'a': 3, 'b': 2} {'b': 2, 'a': 3} {'a': 3} ");
	buf_release(&b);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options),
		cmocka_unit_test(bad_options),
		cmocka_unit_test(repeated_options),
	};
	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
