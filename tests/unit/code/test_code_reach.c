// SPDX-License-Identifier: MIT
/* Which words the code behind a type names, and what of the code that is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "trained.h"

static struct trained t;

static int end(void **state)
{
	(void)state;
	trained_end(&t);
	return 0;
}

static struct code_named named(const char *type, const char *word)
{
	const struct str *types[] = { str_lit(type) }, *words[] = { str_lit(word) };
	return code_named(trained_code(&t), &t.arena,
			  &(struct code_words){ .type = types, .word = words, .ntypes = 1, .nwords = 1 });
}

static void test_words_behind_a_type(void **state)
{
	(void)state;
	trained_project(&t, NULL,
			REGISTRY "def helper():\n    auto_fp16()\n" MODEL
				 "class A:\n    def m(self):\n        helper()\n" MODEL
				 "class B:\n    def m(self):\n        build(dict(type='A'))\n" MODEL
				 "class C:\n    def m(self):\n        'auto_fp16'\n" MODEL
				 "class D:\n    def m(self):\n        eval('A')()\n",
			"    cfg.a\n");
	assert_int_equal(named("A", "helper").is, CODE_NAMED);
	assert_int_equal(named("A", "absent").is, CODE_NAMED_NOT);
	assert_int_equal(named("A", "auto_fp16").is, CODE_NAMED);
	assert_string_equal(named("D", "absent").why, "eval() may bring any code");
	assert_int_equal(named("B", "auto_fp16").is, CODE_NAMED); /* builds an A */
	assert_int_equal(named("C", "auto_fp16").is, CODE_NAMED_NOT);
	assert_int_equal(named("Other", "auto_fp16").is, CODE_NAMED_UNKNOWN);
	assert_string_equal(named("Other", "auto_fp16").why, "Other lies outside the project");
}

static void test_words_behind_a_variable_of_a_module(void **state)
{
	(void)state;
	trained_project(&t, NULL,
			REGISTRY "def helper():\n    auto_fp16()\n" MODEL
				 "class A:\n    def m(self):\n        TABLE['x']()\n"
				 "FIRST = 1\nTABLE = {'x': helper}\n",
			"    cfg.a\n");
	assert_int_equal(named("A", "auto_fp16").is, CODE_NAMED);
	assert_int_equal(named("A", "absent").is, CODE_NAMED_NOT);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_teardown(f, end)
	const struct CMUnitTest tests[] = {
		TEST(test_words_behind_a_type),
		TEST(test_words_behind_a_variable_of_a_module),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
