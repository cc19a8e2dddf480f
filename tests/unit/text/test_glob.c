// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/glob.h"
#include <string.h>
#include <time.h>

static bool match(const char *pattern, const char *path)
{
	struct err e = { 0 };
	size_t n = strlen(path);
	bool is_dir = n && path[n - 1] == '/';
	char plain[300] = "";
	struct glob *g = glob_new(pattern, &e);

	if (!g)
		fail_msg("%s: %s", pattern, e.msg);
	memcpy(plain, path, n - is_dir);

	bool yes = glob_match(g, plain, is_dir);

	glob_free(g);
	return yes;
}

/* Folders end in '/'. The answers are git's (checked by test_walk.c with git itself for the rule files). */
static void gitignore_semantics(void **state)
{
	(void)state;
	static const struct {
		const char *pattern, *path;
		bool yes;
	} cases[] = {
		{ "x.py", "x.py", true },
		{ "x.py", "a/b/x.py", true },
		{ "x.py", "x.pyc", false },
		{ "/x.py", "x.py", true },
		{ "/x.py", "a/x.py", false },
		{ "a/x.py", "b/a/x.py", false },
		{ "*.py", "a/b.py", true },
		{ "*.py", ".py", true },
		{ "a/*.py", "a/b/c.py", false },
		{ "a/*.py", "a/c.py", true },
		{ "build/", "build/", true },
		{ "build/", "build", false },
		{ "build/", "a/build/", true },
		{ "/build/", "a/build/", false },
		{ "**/x.py", "x.py", true },
		{ "**/x.py", "a/b/x.py", true },
		{ "a/**", "a/b/c", true },
		{ "a/**", "a/", false },
		{ "a/**/x", "a/x", true },
		{ "a/**/x", "a/b/c/x", true },
		{ "a/**/x", "ab/x", false },
		{ "a**b", "axxb", true },
		{ "a**/b", "ax/b", true },
		{ "a**/b", "a/x/b", false },
		{ "?.py", "a.py", true },
		{ "?.py", "ab.py", false },
		{ "a?b", "a/b", false },
		{ "[ab].py", "b.py", true },
		{ "[!ab].py", "b.py", false },
		{ "[^ab].py", "c.py", true },
		{ "a[!x]b", "a/b", false },
		{ "[a-c]x", "bx", true },
		{ "[a-c]x", "-x", false },
		{ "[]]x", "]x", true },
		{ "[!]]x", "ax", true },
		{ "[a-]x", "-x", true },
		{ "[[:digit:]]x", "7x", true },
		{ "[[:digit:]]x", "ax", false },
		{ "[\\]]x", "]x", true },
		{ "\\*.py", "*.py", true },
		{ "\\*.py", "a.py", false },
		{ "\\!x", "!x", true },
		{ "a.b", "axb", false },
		{ "a+b(c)|d", "a+b(c)|d", true },
		{ "**", "a/b", true },
		{ "a{b,c}", "a{b,c}", true },
		{ "configs/**/x.py", "configs/a/x.py", true },
		{ "x\n", "x\n", true },
		{ "x", "x\n", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		if (match(cases[i].pattern, cases[i].path) != cases[i].yes)
			fail_msg("'%s' and '%s'", cases[i].pattern, cases[i].path);
}

static void bad_patterns_are_errors(void **state)
{
	(void)state;
	static const char *const bad[] = { "", "/", "[a", "a\\", "[z-a]" };
	char longest[5000];

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct err e = { 0 };

		assert_null(glob_new(bad[i], &e));
		assert_int_equal(e.code, ERR_USAGE);
		assert_true(e.msg[0]);
	}
	memset(longest, 'a', sizeof longest);
	longest[sizeof longest - 1] = '\0';
	assert_null(glob_new(longest, NULL));
	glob_free(NULL);
}

static void backtracking_is_bounded(void **state)
{
	(void)state;
	char pattern[200] = "", path[290];
	clock_t start = clock();

	for (int i = 0; i < 40; i++)
		strcat(pattern, "*a");
	strcat(pattern, "b");
	memset(path, 'a', sizeof path);
	path[sizeof path - 1] = '\0';
	assert_false(match(pattern, path));
	assert_true(clock() - start < CLOCKS_PER_SEC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gitignore_semantics),
		cmocka_unit_test(bad_patterns_are_errors),
		cmocka_unit_test(backtracking_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
