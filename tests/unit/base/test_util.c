// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/path.h"
#include "base/util.h"
#include "base/vec.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

VEC(numbers, int);

/* Runs body in a child with stderr in text; the child's wait status. */
static int run_child(void (*body)(void), char *text, size_t size)
{
	int ends[2], status = 0;

	assert_int_equal(pipe(ends), 0);

	pid_t child = fork();

	if (!child) {
		dup2(ends[1], 2);
		signal(SIGABRT, SIG_DFL);
		body();
		_exit(0);
	}
	close(ends[1]);

	ssize_t n = read(ends[0], text, size - 1);

	text[n > 0 ? n : 0] = '\0';
	close(ends[0]);
	waitpid(child, &status, 0);
	return status;
}

static void dies(void)
{
	die("no %s", "luck");
}

static void bugs(void)
{
	BUG("value %d", 7);
}

static void asks_for_too_much(void)
{
	volatile size_t n = SIZE_MAX / 2;

	free(xrealloc(NULL, n, 4));
}

static void die_exits_3_with_one_line(void **state)
{
	(void)state;
	char text[200];
	int status = run_child(dies, text, sizeof text);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
	assert_string_equal(text, "cfglint: no luck\n");
}

static void bug_aborts_and_names_its_place(void **state)
{
	(void)state;
	char text[200];
	int status = run_child(bugs, text, sizeof text);

	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_non_null(strstr(text, "test_util.c:"));
	assert_non_null(strstr(text, "value 7"));
}

static void takes_what_is_not_there(void)
{
	struct numbers v = { 0 };

	vec_push(&v, 1);
	(void)vec_pop(&v);
	printf("%d\n", vec_pop(&v));
}

static void path_that_is_not_absolute(void)
{
	struct arena a = { 0 };

	path_relative(&a, "/a", "b");
}

static void check_names_the_promise_that_a_caller_broke(void **state)
{
	(void)state;
	char text[200];
	int status = run_child(path_that_is_not_absolute, text, sizeof text);

	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_non_null(strstr(text, "path.c:"));
	assert_non_null(strstr(text, "path_relative: a caller broke from_dir[0] == '/' && to[0] == '/'"));
	status = run_child(takes_what_is_not_there, text, sizeof text);
	assert_true(WIFSIGNALED(status));
	assert_non_null(strstr(text, "test_util.c:"));
}

static void end_7(void)
{
	_exit(7);
}

static void bugs_after_all_is_set_up(void)
{
	bug_ends_by(end_7);
	BUG("value %d", 7);
}

static void bug_ends_as_it_was_told_to(void **state)
{
	(void)state;
	char text[200];
	int status = run_child(bugs_after_all_is_set_up, text, sizeof text);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_non_null(strstr(text, "value 7; please report it\n"));
}

static void overflowing_sizes_die(void **state)
{
	(void)state;
	char text[200];
	int status = run_child(asks_for_too_much, text, sizeof text);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
	assert_non_null(strstr(text, "out of memory"));
}

static void allocation_of_nothing_is_a_pointer(void **state)
{
	(void)state;
	char *p = xcalloc(0, 8), *q = xrealloc(NULL, 0, 1), *s = xstrdup("");

	assert_non_null(p);
	assert_non_null(q);
	assert_string_equal(s, "");
	free(p);
	free(q);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(die_exits_3_with_one_line),
		cmocka_unit_test(bug_aborts_and_names_its_place),
		cmocka_unit_test(check_names_the_promise_that_a_caller_broke),
		cmocka_unit_test(bug_ends_as_it_was_told_to),
		cmocka_unit_test(overflowing_sizes_die),
		cmocka_unit_test(allocation_of_nothing_is_a_pointer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
