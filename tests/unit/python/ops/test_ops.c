// SPDX-License-Identifier: MIT
/* Operators, text and formatting: results and exceptions as CPython 3.11 gives them; what happens with unknown
 * operands; rule expressions, which never raise. */
#include "base/buf.h"
#include "python/eval/eval.h"
#include "python/state/state.h"
#include "python/syntax/parse.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/value.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct span none = { 0 };

struct known {
	const char *expr, *want;
};
static const struct known results[] = {
	{ "1 + 2", "3" },
	{ "True + True", "2" },
	{ "7 // 2", "3" },
	{ "-7 // 2", "-4" },
	{ "-7 % 3", "2" },
	{ "7 % -3", "-2" },
	{ "7.5 // -2", "-4.0" },
	{ "-7.5 % 2", "0.5" },
	{ "0.1 + 0.2", "0.30000000000000004" },
	{ "10 / 3", "3.3333333333333335" },
	{ "6 / 3", "2.0" },
	{ "9007199254740993 / 3", "3002399751580331.0" },
	{ "9223372036854775807 / 7", "1.3176245766935393e+18" },
	{ "2 ** 10", "1024" },
	{ "2 ** -1", "0.5" },
	{ "(-2) ** 3", "-8" },
	{ "2 ** 0.5", "1.4142135623730951" },
	{ "0 ** 0", "1" },
	{ "1 << 5", "32" },
	{ "-9 >> 1", "-5" },
	{ "6 & 3", "2" },
	{ "True & False", "False" },
	{ "True | 2", "3" },
	{ "~5", "-6" },
	{ "not []", "True" },
	{ "-True", "-1" },
	{ "1e308 * 10", "inf" },
	{ "-0.0", "-0.0" },
	{ "5e-324", "5e-324" },
	{ "1e16", "1e+16" },
	{ "1e22", "1e+22" },
	{ "123456789012345.6", "123456789012345.6" },
	{ "1e-05", "1e-05" },
	{ "0.0001", "0.0001" },
	{ "2.0 ** -44", "5.684341886080802e-14" },
	{ "1.7976931348623157e308", "1.7976931348623157e+308" },
	{ "1 / 3", "0.3333333333333333" },
	{ "100000000000000000000.0", "1e+20" },
	{ "'a' + 'b'", "'ab'" },
	{ "'ab' * 3", "'ababab'" },
	{ "3 * [1]", "[1, 1, 1]" },
	{ "(1,) * 2", "(1, 1)" },
	{ "[1] + [2]", "[1, 2]" },
	{ "(1,) + (2,)", "(1, 2)" },
	{ "'%s_%d_%.2f' % ('a', 3, 1.5)", "'a_3_1.50'" },
	{ "'%5d|%-5s|%05.1f|%x|%%' % (3, 'a', 2.5, 255)", "'    3|a    |002.5|ff|%'" },
	{ "'%r %s' % ('a', [1])", "\"'a' [1]\"" },
	{ "'%(a)s' % {'a': 1}", "'1'" },
	{ "'%c%c' % (65, 'b')", "'Ab'" },
	{ "'%+d % d %e %G' % (1, 2, 12345.678, 1e-10)", "'+1  2 1.234568e+04 1E-10'" },
	{ "'%s' % (1, ) + '%s' % 2", "'12'" },
	{ "{'a': 1} | {'b': 2, 'a': 3}", "{'a': 3, 'b': 2}" },
	{ "{1} | {1}", "{1}" },
	{ "{1, 2} & {2}", "{2}" },
	{ "{1, 2} - {2}", "{1}" },
	{ "{1} ^ {1, 3}", "{3}" },
	{ "1 == 1.0 == True", "True" },
	{ "1 < 2.5 < 3", "True" },
	{ "'a' < 'b'", "True" },
	{ "[1, 2] < [1, 3]", "True" },
	{ "[1] < [1, 0]", "True" },
	{ "(1, 'a') == (1, 'a')", "True" },
	{ "[1] == (1,)", "False" },
	{ "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "True" },
	{ "{1, 2} <= {1, 2, 3}", "True" },
	{ "9007199254740993 == 9007199254740992.0", "False" },
	{ "9223372036854775807 < 9223372036854775808.0", "True" },
	{ "1 in [1, 2]", "True" },
	{ "'b' in 'abc'", "True" },
	{ "1.0 in {1: 2}", "True" },
	{ "3 in range(0, 10, 3)", "True" },
	{ "4 not in (1, 2)", "True" },
	{ "None is None", "True" },
	{ "1 is None", "False" },
	{ "[] is []", "False" },
	{ "[1, 2, 3][-1]", "3" },
	{ "'h\\xe9llo'[1]", "'\303\251'" },
	{ "(1, 2)[True]", "2" },
	{ "range(10)[-2]", "8" },
	{ "{'a': 1}['a']", "1" },
	{ "{1: 'x'}[True]", "'x'" },
	{ "[0, 1, 2, 3][1:3]", "[1, 2]" },
	{ "[0, 1, 2, 3][::-1]", "[3, 2, 1, 0]" },
	{ "[0, 1, 2, 3][-1:0:-2]", "[3, 1]" },
	{ "'h\\xe9\\u65e5x'[1:3]", "'\303\251\346\227\245'" },
	{ "'abc'[5:]", "''" },
	{ "(1, 2, 3)[:2]", "(1, 2)" },
	{ "range(10)[2:8:2]", "range(2, 8, 2)" },
	{ "range(10)[::-1]", "range(9, -1, -1)" },
	{ "[1, 2, 3][-100:100]", "[1, 2, 3]" },
	{ "f'{3:03d}|{1e-5:.2e}|{\"s\":>4}|{1234567:,}'", "'003|1.00e-05|   s|1,234,567'" },
	{ "f'{0.1}|{1e16}|{True}|{None!r}'", "'0.1|1e+16|True|None'" },
	{ "f'{255:#x}|{255:#010b}|{-3:+}|{3:+}|{5:^7}|{1.5:%}'", "'0xff|0b11111111|-3|+3|   5   |150.000000%'" },
	{ "f'{3.0:.3}|{1234.0:.3}|{12.0:.2}|{1e100:g}|{0.00001:g}'", "'3.0|1.23e+03|1.2e+01|1e+100|1e-05'" },
	{ "f'{1234.5:012,.1f}|{7:*^5}|{\"abc\":.2}|{65:c}'", "'00,001,234.5|**7**|ab|A'" },
	{ "f'{float(\"inf\"):010}|{float(\"nan\"):5.1f}'", "'0000000inf|  nan'" },
	{ "str([1, 'a', None, (1,), {'k': 1.0}])", "\"[1, 'a', None, (1,), {'k': 1.0}]\"" },
	{ "repr(\"it's\")", "'\"it\\'s\"'" },
	{ "repr('a\\x00\\x7f\\u200b\\U0001f600\\ud800')", "\"'a\\\\x00\\\\x7f\\\\u200b\360\237\230\200\\\\ud800'\"" },
	{ "str(range(3)) + str(set()) + str(()) + str(b'a\\n\"\\'')", "'range(0, 3)set()()b\\'a\\\\n\"\\\\\\'\\''" },
	{ "str(1j) + str(complex(1, -2))", "'1j(1-2j)'" },
	{ "repr(float('inf'))", "'inf'" },
	{ "str(int) + repr(len)", "\"<class 'int'><built-in function len>\"" },
	{ "divmod(-7, 2)", "(-4, 1)" },
	{ "round(-2.5)", "-2" },
	{ "round(1e300, -299)", "1e+300" },
};

static const struct known failures[] = {
	{ "1 // 0", "ZeroDivisionError: integer division or modulo by zero" },
	{ "1 % 0", "ZeroDivisionError: integer modulo by zero" },
	{ "1.0 // 0", "ZeroDivisionError: float floor division by zero" },
	{ "1.0 % 0", "ZeroDivisionError: float modulo" },
	{ "1 / 0", "ZeroDivisionError: division by zero" },
	{ "1.0 / 0", "ZeroDivisionError: float division by zero" },
	{ "0 ** -1", "ZeroDivisionError: 0.0 cannot be raised to a negative power" },
	{ "10.0 ** 400", "OverflowError: (34, 'Numerical result out of range')" },
	{ "'a' + 1", "TypeError: can only concatenate str (not \"int\") to str" },
	{ "1 + 'a'", "TypeError: unsupported operand type(s) for +: 'int' and 'str'" },
	{ "[1] + (1,)", "TypeError: can only concatenate list (not \"tuple\") to list" },
	{ "'a' * 1.5", "TypeError: can't multiply sequence by non-int of type 'float'" },
	{ "1 - 'a'", "TypeError: unsupported operand type(s) for -: 'int' and 'str'" },
	{ "{} + {}", "TypeError: unsupported operand type(s) for +: 'dict' and 'dict'" },
	{ "1 << -1", "ValueError: negative shift count" },
	{ "1.5 << 1", "TypeError: unsupported operand type(s) for <<: 'float' and 'int'" },
	{ "2 ** 'a'", "TypeError: unsupported operand type(s) for ** or pow(): 'int' and 'str'" },
	{ "1 @ 2", "TypeError: unsupported operand type(s) for @: 'int' and 'int'" },
	{ "-'a'", "TypeError: bad operand type for unary -: 'str'" },
	{ "~1.5", "TypeError: bad operand type for unary ~: 'float'" },
	{ "1 < 'a'", "TypeError: '<' not supported between instances of 'int' and 'str'" },
	{ "[1, 'a'] < [1, 2]", "TypeError: '<' not supported between instances of 'str' and 'int'" },
	{ "None + 1", "TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'" },
	{ "{} < {}", "TypeError: '<' not supported between instances of 'dict' and 'dict'" },
	{ "1 in 2", "TypeError: argument of type 'int' is not iterable" },
	{ "1 in 'a'", "TypeError: 'in <string>' requires string as left operand, not int" },
	{ "[1]['a']", "TypeError: list indices must be integers or slices, not str" },
	{ "'a'['a']", "TypeError: string indices must be integers, not 'str'" },
	{ "[1][3]", "IndexError: list index out of range" },
	{ "(1,)[3]", "IndexError: tuple index out of range" },
	{ "'a'[5]", "IndexError: string index out of range" },
	{ "range(3)[5]", "IndexError: range object index out of range" },
	{ "1[0]", "TypeError: 'int' object is not subscriptable" },
	{ "None[0]", "TypeError: 'NoneType' object is not subscriptable" },
	{ "{}['a']", "KeyError: 'a'" },
	{ "{}[[]]", "TypeError: unhashable type: 'list'" },
	{ "[1][::0]", "ValueError: slice step cannot be zero" },
	{ "'a'['x':]", "TypeError: slice indices must be integers or None or have an __index__ method" },
	{ "'%d' % 'a'", "TypeError: %d format: a real number is required, not str" },
	{ "'%d %d' % 1", "TypeError: not enough arguments for format string" },
	{ "'%d' % (1, 2)", "TypeError: not all arguments converted during string formatting" },
	{ "'%z' % 1", "ValueError: unsupported format character 'z' (0x7a) at index 1" },
	{ "'%' % 1", "ValueError: incomplete format" },
	{ "'%(a)s' % 1", "TypeError: format requires a mapping" },
	{ "'%x' % 1.5", "TypeError: %x format: an integer is required, not float" },
	{ "f'{1:.3d}'", "ValueError: Precision not allowed in integer format specifier" },
	{ "f'{\"a\":d}'", "ValueError: Unknown format code 'd' for object of type 'str'" },
	{ "f'{\"a\":*=5}'", "ValueError: '=' alignment not allowed in string format specifier" },
	{ "f'{[]:5}'", "TypeError: unsupported format string passed to list.__format__" },
	{ "f'{1:,x}'", "ValueError: Cannot specify ',' with 'x'." },
	{ "f'{1.5:d}'", "ValueError: Unknown format code 'd' for object of type 'float'" },
	{ "f'{1:5.}'", "ValueError: Format specifier missing precision" },
	{ "[].foo", "AttributeError: 'list' object has no attribute 'foo'" },
	{ "{[]: 1}", "TypeError: unhashable type: 'list'" },
	{ "{[]}", "TypeError: unhashable type: 'list'" },
};

/* Names of the tests' expressions. */
static bool test_name(struct eval *ev, const struct node *n, struct value *out)
{
	if (!strcmp(n->text->s, "unknown"))
		*out = value_unknown(ev->arena, WHY_IMPORT, none, "unknown");
	else if (!strcmp(n->text->s, "open_list")) {
		*out = value_list(ev->arena, VALUE_LIST, 1, none);
		list_push(ev->arena, out->as.list, value_int(1, none), none);
		out->as.list->open = true;
	} else if (!strcmp(n->text->s, "open_dict")) {
		*out = value_dict(ev->arena, none);
		dict_put(ev->arena, out->as.dict, value_text("a", none), value_int(1, none), none);
		out->as.dict->open = true;
	} else if (!strcmp(n->text->s, "maybe")) {
		*out = value_dict(ev->arena, none);
		dict_put(ev->arena, out->as.dict, value_text("a", none), value_int(1, none), none)->flags |= EF_MAYBE;
	} else {
		return false;
	}
	return true;
}

static void is(const char *expr, const char *want, bool rule)
{
	static const struct eval_host host = { .name = test_name };
	struct parser *p = parser_new();
	struct arena a = { 0 };
	struct eval ev;
	struct err e = { 0 };
	struct buf b = { 0 };
	const struct node *n = parse_expr(p, &a, expr, (uint32_t)strlen(expr), 0, &e);
	if (!n)
		fail_msg("%s: %s", expr, e.msg);
	eval_init(&ev, &a, 1);
	ev.host = &host;
	ev.rule = rule;
	struct value v = eval_expr(&ev, n);
	if (ev.exc)
		buf_printf(&b, "%s: %s", ev.exc->type, ev.exc->msg);
	else if (!op_repr(&b, v))
		value_dump(&b, v);
	if (strcmp(buf_str(&b), want))
		print_error("%s\n", expr);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
	eval_release(&ev);
	arena_release(&a);
	parser_free(p);
}

static void results_are_pythons(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(results); i++)
		is(results[i].expr, results[i].want, false);
}

static void exceptions_are_pythons(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(failures); i++)
		is(failures[i].expr, failures[i].want, false);
}

static void too_large_is_unknown(void **state)
{
	(void)state;
	static const char *const big[] = { "9223372036854775807 + 1",
					   "-9223372036854775807 - 2",
					   "4611686018427387904 * 2",
					   "2 ** 63",
					   "1 << 63",
					   "123456789012345678901234567890 + 1",
					   "abs(-9223372036854775808)",
					   "int(1e300)" };
	for (size_t i = 0; i < ARRAY_SIZE(big); i++)
		is(big[i], "?(is a number too large to compute with)", false);
	is("-9223372036854775808", "-9223372036854775808", false);
	is("123456789012345678901234567890 > 1", "True", false);
	is("'a' * 10000000", "?(takes more steps or memory than a config may)", false);
	is("[1] * 1000000", "?(takes more steps or memory than a config may)", false);
	is("list(range(10000000))", "?(takes more steps or memory than a config may)", false);
	is("len(range(10000000))", "10000000", false);
}

#define NOT_KNOWN "?(comes from an import that is not evaluated: unknown)"

static void unknown_operands(void **state)
{
	(void)state;
	is("unknown + 1", NOT_KNOWN, false);
	is("-unknown", NOT_KNOWN, false);
	is("not unknown", NOT_KNOWN, false);
	is("1 in [1, unknown]", "True", false);
	is("2 in [1, unknown]", NOT_KNOWN, false);
	is("[1, unknown] == [2, 3]", "False", false);
	is("[1, unknown] == [1]", "False", false);
	is("[unknown] + [1]", "list[" NOT_KNOWN ", 1]", false);
	is("[unknown, 5][1]", "5", false);
	is("unknown is None", NOT_KNOWN, false);
	is("(1 is 1) is None", "?(uses an operation that is not evaluated)", false);
	is("1 is 2", "False", false);
	is("f'{unknown}'", NOT_KNOWN, false);
	is("'%s' % unknown", NOT_KNOWN, false);
	is("False and unknown", "False", false);
	is("unknown['a']", NOT_KNOWN, false);
}

static void doubtful_containers(void **state)
{
	(void)state;
	is("open_dict['a']", "1", false);
	is("open_dict['b']", "?(depends on a condition that is not known)", false);
	is("'a' in open_dict", "True", false);
	is("len(open_dict)", "?(depends on a condition that is not known)", false);
	is("bool(open_dict)", "True", false);
	is("open_list[0]", "?(depends on a condition that is not known)", false);
	is("maybe['a']", "?(depends on a condition that is not known)", false);
	is("1 in open_list", "True", false);
	is("open_list == []", "?(uses an operation that is not evaluated)", false);
}

static void rules_never_raise(void **state)
{
	(void)state;
	is("1 / 0", "?(raises an exception: ZeroDivisionError)", true);
	is("{'a': 1}['b']", "?(the key is absent: b)", true);
	is("{'a': {'b': 2}}.a.b", "2", true);
	is("[1][5]", "?(the key is absent: 5)", true);
	is("1 + 'a'", "?(raises an exception: TypeError)", true);
}

/* Shortest text that reads back: compared with the longest one. */
static void floats_round_trip(void **state)
{
	(void)state;
	srand(5);
	for (unsigned i = 0; i < 20000; i++) {
		union {
			uint64_t bits;
			double f;
		} x = { ((uint64_t)rand() << 42) ^ ((uint64_t)rand() << 21) ^ (uint64_t)rand() };
		struct buf b = { 0 };
		float_repr(&b, x.f);
		assert_true(strtod(b.s, NULL) == x.f || x.f != x.f);
		buf_release(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_pythons),	cmocka_unit_test(exceptions_are_pythons),
		cmocka_unit_test(too_large_is_unknown), cmocka_unit_test(unknown_operands),
		cmocka_unit_test(doubtful_containers),	cmocka_unit_test(rules_never_raise),
		cmocka_unit_test(floats_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
