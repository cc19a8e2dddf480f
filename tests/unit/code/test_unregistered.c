// SPDX-License-Identifier: MIT
/* A helper that no registry has is what no type means, where classes are registered at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/util.h"
#include "code/classes/member.h"
#include "trained.h"

#define A "class A:\n    N = 1\n"
#define HEIR "class A(Base):\n    N = 1\n"
#define B MODEL "class B:\n    N = 2\n"

static struct trained t;

static int end(void **state)
{
	(void)state;
	trained_end(&t);
	return 0;
}

/* What is known of N of the class that a type of mmdet's means. */
static int known_of(const char *type)
{
	struct code_class_name of = { .type = str_lit(type), .package = str_lit("mmdet") };
	return (int)code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")).is;
}

static void test_said_by_nobody(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY A B);
	assert_int_equal(known_of("A"), CODE_MEMBER_NONE);
	struct code_class_name of = { .type = str_lit("A"), .package = str_lit("pkg") };
	assert_int_equal(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")).is, CODE_MEMBER_KNOWN);
}

static void test_used_but_not_handed_on(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY
		      "__all__ = ['A', 'B']\n" A "    def __init__(self):\n        super(A, self).__init__()\n"
		      "class C(A):\n    def __init__(self, x):\n        self.a = A() if isinstance(x, A) else x\n" B);
	trained_file(&t, "/p/pkg/__init__.py", "from .helpers import A, B\n");
	assert_int_equal(known_of("A"), CODE_MEMBER_NONE);
}

static void test_made_from_another(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY B MODEL "class Base(metaclass=abc.ABCMeta):\n    pass\n" HEIR);
	assert_int_equal(known_of("A"), CODE_MEMBER_NONE);
}

/* What is registered is known, comes from outside, or is how a registry does it. */
static void test_beside_registered_variables(void **state)
{
	(void)state;
	trained_types(
		&t,
		"import torch\n" REGISTRY A B "class D:\n    N = 3\n"
		"for x in [D, torch.nn.ReLU]:\n    MODELS.register_module(module=x)\n"
		"for name in dir(torch.optim):\n    y = getattr(torch.optim, name)\n    MODELS.register_module()(y)\n"
		"class Own:\n    def register_module(self, name=None, module=None):\n"
		"        self.register_module(name, module=module)\n");
	assert_int_equal(known_of("A"), CODE_MEMBER_NONE);
	assert_int_equal(known_of("D"), CODE_MEMBER_UNKNOWN);		  /* it is registered, and none of mmdet's */
	assert_false(code_knows_type(trained_code(&t), str_lit("ReLU"))); /* torch's is meant, wherever it is named */
	assert_non_null(code_types_open(trained_code(&t)));		  /* for types from outside */
}

static void test_ways_that_nobody_follows(void **state)
{
	static const char *const ways[] = {
		REGISTRY A B "MODELS.module_dict.update(A=A)\n",
		REGISTRY B "reg = MODELS.register_module\n@reg()\n" A,
		REGISTRY B "class Base:\n    def __init_subclass__(cls):\n        MODELS.add(cls)\n" HEIR,
		REGISTRY B "class Base(metaclass=Adding):\n    pass\n" HEIR,
		REGISTRY B "class Base(**how):\n    pass\n" HEIR,
		REGISTRY A B "__all__ = {'A': A}\n",
		REGISTRY A B "def make():\n    return A()\n",
		REGISTRY A B "class C:\n    def __init__(self, a):\n        A(**a)\n",
		REGISTRY A B "NAMES = ['A']\n",
		REGISTRY A B "from .helpers import A as C\n",
		REGISTRY A B "def add(cls):\n    MODELS.register_module(module=cls)\n",
		REGISTRY A B "for x in KNOWN:\n    MODELS.register_module(module=x)\n",
		REGISTRY A B "for x, y in KNOWN:\n    MODELS.register_module(module=y)\n",
		REGISTRY A B "for x in [B, A]:\n    MODELS.register_module(name=x.__name__)(x)\n",
		A, /* nothing is registered at all */
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		trained_types(&t, ways[i]);
		if (known_of("A") != CODE_MEMBER_UNKNOWN)
			fail_msg("%s", ways[i]);
		trained_end(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_said_by_nobody, end),
		cmocka_unit_test_teardown(test_used_but_not_handed_on, end),
		cmocka_unit_test_teardown(test_made_from_another, end),
		cmocka_unit_test_teardown(test_beside_registered_variables, end),
		cmocka_unit_test(test_ways_that_nobody_follows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
