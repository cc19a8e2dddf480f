// SPDX-License-Identifier: MIT
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

static const char *modules_by(const char *type, const char *scope)
{
	return code_modules(trained_code(&t), str_lit(type), str_lit(scope));
}

static void test_where_a_registry_finds_a_class(void **state)
{
	static const char registry[] = "from mmengine import Registry\nMODELS = Registry('model', parent=ROOT)\n";
	(void)state;
	trained_project(
		&t, NULL,
		"from pkg.registry import MODELS\n@MODELS.register_module()\nclass A:\n    pass\nclass B:\n    pass\n",
		"    cfg.a\n");
	trained_file(&t, "/p/pkg/registry.py", registry);
	trained_file(&t, "/p/side/registry.py", registry);
	trained_file(&t, "/p/side/a.py",
		     "from side.registry import MODELS\n@MODELS.register_module()\nclass A:\n    pass\n");
	trained_file(&t, "/p/late/a.py",
		     "from pkg.registry import MODELS\n@MODELS.register_module(force=True)\nclass A:\n    pass\n");
	assert_string_equal(code_modules(trained_code(&t), str_lit("B"), NULL), "pkg.helpers");
	assert_null(modules_by("B", "pkg")); /* it is not registered */
	assert_null(modules_by("B", ""));
	assert_non_null(strstr(modules_by("A", ""), "side.a"));
	assert_null(strstr(modules_by("A", "pkg"), "side.a"));
	assert_non_null(strstr(modules_by("A", "pkg"), "pkg.helpers"));
	assert_non_null(strstr(modules_by("A", "pkg"), "late.a"));
}

static void test_which_registries_are_asked_next(void **state)
{
	(void)state;
	trained_project(&t, NULL,
			"from net.registry import MODELS as NET, DATASETS as SETS\nfrom mmengine import Registry\n"
			"MODELS = Registry('model', parent=NET)\nDATASETS = Registry('dataset', parent=SETS)\n",
			"    cfg.a\n");
	trained_file(&t, "/p/two/registry.py",
		     "import net\nimport other\nA = R('a', parent=net.A)\nB = R('b', parent=other.B)\n");
	trained_file(&t, "/p/none/registry.py", "A = R('a')\n");
	assert_string_equal(code_parent(trained_code(&t), str_lit("pkg")), "net");
	assert_null(code_parent(trained_code(&t), str_lit("two")));
	assert_null(code_parent(trained_code(&t), str_lit("none")));
	assert_null(code_parent(trained_code(&t), str_lit("absent")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_where_a_registry_finds_a_class, end),
		cmocka_unit_test_teardown(test_which_registries_are_asked_next, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
