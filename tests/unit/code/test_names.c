// SPDX-License-Identifier: MIT
/* Names that are other names of classes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "trained.h"
#include <stdio.h>

static struct trained t;

static int end(void **state)
{
	(void)state;
	trained_end(&t);
	return 0;
}

/* `B = A` is A where nothing else may bind B. */
static void test_another_name_of_a_class(void **state)
{
	static const char *const open[] = { "B = A\nB = other()\n",
					    "if x:\n    B = A\n",
					    "B = A\nB, c = other()\n",
					    "B = A\ndef f():\n    global B\n    B = other()\n",
					    "B: type = A\n",
					    "B = A.x\n",
					    "class K:\n    B = A\n",
					    "B = C\nC = B\n",
					    "B = A\nfor B in x():\n    pass\n",
					    "B = A\nwith x() as (B, c):\n    pass\n",
					    "B = A\n[c, B] = x()\n",
					    "B = A\n(c, *B), d = x()\n",
					    "B = A\nprint(B := x())\n",
					    "B = A\ntry:\n    pass\nexcept E as B:\n    pass\n",
					    "B = A\ndel B\n",
					    "B = A\nfrom .other import *\n",
					    "if x():\n    A = other\nB = A\n" };
	char text[600];

	(void)state;
	trained_project(&t, NULL,
			REGISTRY "class A:\n    def __init__(self, a):\n        pass\nB = A\nC = B\n"
				 "MODELS.register_module(name='Bee', module=C)\n" MODEL "class D(C):\n    pass\n",
			"    cfg.a\n");
	assert_true(trained_params(&t, "D") && takes(trained_params(&t, "D"), "a") && !trained_params(&t, "D")->open);
	assert_true(trained_params(&t, "Bee") && takes(trained_params(&t, "Bee"), "a"));
	for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
		trained_end(&t);
		snprintf(text, sizeof text,
			 REGISTRY "class A:\n    def __init__(self, a):\n        pass\n%s" MODEL
				  "class D(B):\n    pass\n",
			 open[i]);
		trained_types(&t, text);
		assert_true(trained_params(&t, "D")->open);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_another_name_of_a_class, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
