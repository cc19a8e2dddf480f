// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/path.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void normal_form(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{ "", "." },
		{ ".", "." },
		{ "/", "/" },
		{ "//", "/" },
		{ "a/b/", "a/b" },
		{ "a//b", "a/b" },
		{ "./a/./b", "a/b" },
		{ "a/../b", "b" },
		{ "a/..", "." },
		{ "../a", "../a" },
		{ "a/../../b", "../b" },
		{ "../..", "../.." },
		{ "/../a", "/a" },
		{ "/a/..", "/" },
		{ "/a/../../b", "/b" },
		{ "..a/.b", "..a/.b" },
		{ "../../a/..", "../.." },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_string_equal(path_normal(&a, cases[i][0]), cases[i][1]);
	arena_release(&a);
}

static void joining(void **state)
{
	(void)state;
	struct arena a = { 0 };

	assert_string_equal(path_join(&a, "/c/d", "../_base_/x.py"), "/c/_base_/x.py");
	assert_string_equal(path_join(&a, "/c", "/x//y"), "/x/y");
	assert_string_equal(path_join(&a, "", "x"), "x");
	assert_string_equal(path_join(&a, ".", "x"), "x");
	assert_string_equal(path_join(&a, "/", "x"), "/x");
	arena_release(&a);
}

static void absolute_uses_the_working_directory(void **state)
{
	(void)state;
	struct arena a = { 0 };
	char *cwd = getcwd(NULL, 0);

	assert_string_equal(path_absolute(&a, "x/.."), cwd);
	assert_string_equal(path_absolute(&a, "/x/.."), "/");
	free(cwd);
	arena_release(&a);
}

static void parts(void **state)
{
	(void)state;
	struct arena a = { 0 };

	assert_string_equal(path_dir(&a, "a/b"), "a");
	assert_string_equal(path_dir(&a, "b"), ".");
	assert_string_equal(path_dir(&a, "/b"), "/");
	assert_string_equal(path_dir(&a, "/"), "/");
	assert_string_equal(path_dir(&a, "/a/b/c"), "/a/b");
	assert_string_equal(path_base("a/b.py"), "b.py");
	assert_string_equal(path_base("b.py"), "b.py");
	assert_string_equal(path_ext("a.d/b"), "");
	assert_string_equal(path_ext("a/b.tar.gz"), ".gz");
	assert_string_equal(path_ext("a/.gitignore"), "");
	assert_string_equal(path_ext("x.py"), ".py");
	arena_release(&a);
}

static void relative(void **state)
{
	(void)state;
	static const char *const cases[][3] = {
		{ "/a", "/a", "." },
		{ "/a", "/a/b", "b" },
		{ "/a/b", "/a", ".." },
		{ "/a", "/ab", "../ab" },
		{ "/", "/a/b", "a/b" },
		{ "/a/b", "/", "../.." },
		{ "/a/b/c", "/a/x/y", "../../x/y" },
		{ "/", "/", "." },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_string_equal(path_relative(&a, cases[i][0], cases[i][1]), cases[i][2]);
	arena_release(&a);
}

static void inside(void **state)
{
	(void)state;
	assert_true(path_inside("/a", "/a"));
	assert_true(path_inside("/a", "/a/b"));
	assert_false(path_inside("/a", "/ab"));
	assert_false(path_inside("/a/b", "/a"));
	assert_true(path_inside("/", "/x"));
	assert_true(path_inside(".", "x/y"));
	assert_true(path_inside(".", "..x"));
	assert_false(path_inside(".", "../x"));
}

static void the_shorter_name_wins(void **state)
{
	struct arena a = { 0 };

	(void)state;
	assert_string_equal(path_shown(&a, "/p/q", "/p/q/x/a.py"), "x/a.py");
	assert_string_equal(path_shown(&a, "/home/u/long/way/down", "/a.py"), "/a.py");
	assert_string_equal(path_shown(&a, "/p/q", "--cfg-options"), "--cfg-options");
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(normal_form),
		cmocka_unit_test(joining),
		cmocka_unit_test(the_shorter_name_wins),
		cmocka_unit_test(absolute_uses_the_working_directory),
		cmocka_unit_test(parts),
		cmocka_unit_test(relative),
		cmocka_unit_test(inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
