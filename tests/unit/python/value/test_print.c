// SPDX-License-Identifier: MIT
/* Values as source: quotes, dict() or {}, breaking long lines, what has no source form; numbers in an old literal's
 * manner. */
#include "python/eval/eval.h"
#include "python/syntax/parse.h"
#include "python/value/print.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct span none = { 0 };

static struct value value_of(struct arena *a, const char *expr)
{
	struct parser *p = parser_new();
	struct eval ev;
	struct err e = { 0 };
	const struct node *n = parse_expr(p, a, expr, (uint32_t)strlen(expr), 0, &e);
	assert_non_null(n);
	eval_init(&ev, a, 1);
	struct value v = eval_expr(&ev, n);
	assert_null(ev.exc);
	eval_release(&ev);
	parser_free(p);
	return v;
}

static void prints(const char *expr, struct pystyle style, const char *want)
{
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct value v = value_of(&a, expr);
	assert_true(print_python(&b, v, &style));
	assert_string_equal(buf_str(&b), want);
	assert_true(value_same(value_of(&a, b.s), v)); /* what is printed is the value */
	buf_release(&b);
	arena_release(&a);
}

static void one_line(void **state)
{
	(void)state;
	struct pystyle single = { .quote = '\'' }, calls = { .quote = '"', .dict_calls = true };
	prints("{'a': [1, 2.0, None], 'b': (1,), 'c': ()}", single, "{'a': [1, 2.0, None], 'b': (1,), 'c': ()}");
	prints("dict(type='SGD', lr=1e-4, n=dict())", calls, "dict(type=\"SGD\", lr=0.0001, n=dict())");
	prints("{'a': 1, 'b-c': {'x': 1}}", calls, "{\"a\": 1, \"b-c\": dict(x=1)}");
	prints("{'class': 1}", calls, "{\"class\": 1}");
	prints("{1: 2}", calls, "{1: 2}");
	prints("'it\\'s \"q\"\\n\\\\'", single, "'it\\'s \"q\"\\n\\\\'");
	prints("'it\\'s \"q\"'", calls, "\"it's \\\"q\\\"\"");
	prints("float('inf')", single, "float('inf')");
	prints("[-float('inf'), -0.0, 1e22]", single, "[-float('inf'), -0.0, 1e+22]");
	prints("[True, b'a\\x00', 2j, range(3), ...]", single, "[True, b'a\\x00', 2j, range(0, 3), ...]");
	prints("[{1}, set(), frozenset(), frozenset([1])]", single, "[{1}, set(), frozenset(), frozenset({1})]");
	prints("123456789012345678901234567890", single, "123456789012345678901234567890");
}

static void long_lines_break(void **state)
{
	(void)state;
	struct pystyle s = { .quote = '\'', .dict_calls = true, .indent = 4, .width = 40 };
	prints("dict(type='Adam', lr=0.1)", s, "dict(type='Adam', lr=0.1)");
	prints("dict(type='LongName', values=[1, 2, 3, 4], other=dict(a=1))", s,
	       "dict(\n"
	       "        type='LongName',\n"
	       "        values=[1, 2, 3, 4],\n"
	       "        other=dict(a=1),\n"
	       "    )");
}

static void what_has_no_source_form(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct pystyle s = { .quote = '\'' };
	struct value l = value_list(&a, VALUE_LIST, 1, none);
	list_push(&a, l.as.list, value_unknown(&a, WHY_CALL, none, NULL), none);
	assert_false(print_python(&b, l, &s));
	assert_false(print_python(&b, value_object(&a, "module", "math", none), &s));
	l.as.list->n = 0;
	l.as.list->open = true;
	assert_false(print_python(&b, l, &s));
	assert_int_equal(b.n, 0);
	buf_release(&b);
	arena_release(&a);
}

static void like(double f, const char *old, const char *want)
{
	struct buf b = { 0 };
	print_number_like(&b, value_float(f, none), old, strlen(old));
	assert_string_equal(buf_str(&b), want);
	assert_true(strtod(b.s, NULL) == f);
	buf_release(&b);
}

static void numbers_keep_the_old_spelling(void **state)
{
	(void)state;
	like(0.0004, "2e-4", "4e-4");
	like(0.00015, "2e-4", "1.5e-4");
	like(0.02, "0.010", "0.02");
	like(256.0, "512.", "256.");
	like(2.0, "1.0", "2.0");
	like(0.5, ".25", ".5");
	like(0.0001, "1E-05", "1E-04");
	like(3e5, "1e+05", "3e+05");
	like(0.1, "1", "0.1");
	like(0.30000000000000004, "1e-1", "3.0000000000000004e-1");
	like(-0.002, "-1e-3", "-2e-3");
	like(1e-7, "0.001", "1e-07");
	like(1.5e-3, "2.0e-3", "1.5e-3");
	like(4e-3, "2.0e-3", "4.0e-3");
	like(7.0, "_", "7.0");
	like(123456.789, "1e-4", "1.23456789e5");
}

static void other_numbers(void **state)
{
	(void)state;
	struct buf b = { 0 };
	print_number_like(&b, value_int(7, none), "1e3", 3);
	buf_putc(&b, ' ');
	print_number_like(&b, value_float(INFINITY, none), "1e3", 3);
	buf_putc(&b, ' ');
	print_number_like(&b, value_float(0, none), "1e3", 3);
	assert_string_equal(b.s, "7 float('inf') 0.0");
	buf_release(&b);
}

/* Whatever the old literal was, the printed text reads back as the value. */
static void spelling_never_changes_the_value(void **state)
{
	(void)state;
	static const char *const old[] = { "1e-4", "0.001", "5.",      ".5", "1.50E+10", "100.0",
					   "00.1", "1e5",   "12.5e-3", "1",  "x" };
	srand(3);
	for (unsigned i = 0; i < 20000; i++) {
		double f = ldexp((double)rand() / RAND_MAX - 0.5, rand() % 100 - 50);
		struct buf b = { 0 };
		if (i % 3 == 0)
			f = round(f * 1000) / 1000;
		const char *like_this = old[(unsigned)rand() % ARRAY_SIZE(old)];
		print_number_like(&b, value_float(f, none), like_this, strlen(like_this));
		assert_true(strtod(b.s, NULL) == f);
		assert_non_null(strpbrk(b.s, ".en")); /* stays a float */
		buf_release(&b);
	}
}

static void identifiers(void **state)
{
	(void)state;
	assert_true(print_is_identifier(str_lit("_a1")));
	assert_false(print_is_identifier(str_lit("1a")));
	assert_false(print_is_identifier(str_lit("")));
	assert_false(print_is_identifier(str_lit("lambda")));
	assert_true(print_is_identifier(str_lit("match")));
	assert_false(print_is_identifier(str_lit("a-b")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_line),
		cmocka_unit_test(long_lines_break),
		cmocka_unit_test(what_has_no_source_form),
		cmocka_unit_test(numbers_keep_the_old_spelling),
		cmocka_unit_test(other_numbers),
		cmocka_unit_test(spelling_never_changes_the_value),
		cmocka_unit_test(identifiers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
