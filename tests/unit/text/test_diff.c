// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/diff.h"
#include "text/edit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char dir[] = "/tmp/cfglint-diff-XXXXXX";

static int make_dir(void **state)
{
	(void)state;
	return !mkdtemp(dir) || chdir(dir);
}

static int remove_dir(void **state)
{
	char cmd[100];

	(void)state;
	snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
	return system(cmd);
}

static void write_file(const char *name, const char *text, size_t n)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	fclose(f);
}

static void file_is(const char *name, const char *text, size_t n)
{
	FILE *f = fopen(name, "r");
	char *got = calloc(n + 2, 1);

	assert_non_null(f);
	assert_int_equal(fread(got, 1, n + 1, f), n);
	if (n)
		assert_memory_equal(got, text, n);
	fclose(f);
	free(got);
}

static void git_applies_n(const char *name, const char *old, size_t nold, const char *new, size_t nnew,
			  unsigned context)
{
	struct buf d = { 0 };

	write_file(name, old, nold);
	text_diff(&d, name, old, nold, new, nnew, context);
	write_file("patch", d.s ? d.s : "", d.n);
	if (d.n && system(context ? "git apply --whitespace=nowarn patch"
				  : "git apply --unidiff-zero --whitespace=nowarn patch"))
		fail_msg("git refuses:\n%s", d.s);
	file_is(name, new, nnew);
	buf_release(&d);
}

static void git_applies(const char *old, const char *new)
{
	for (unsigned context = 0; context < 4; context++)
		git_applies_n("x.py", old, strlen(old), new, strlen(new), context);
}

static void looks_like_gits(void **state)
{
	(void)state;
	static const char old[] = "1\n2\n3\n4\n5\n6\n7\n8\n9\n", new[] = "1\n2\n3\n4\nfive\n6\n7\n8\n9";
	struct buf d = { 0 };

	text_diff(&d, "configs/a.py", old, strlen(old), new, strlen(new), 1);
	assert_string_equal(buf_str(&d),
			    "diff --git a/configs/a.py b/configs/a.py\n--- a/configs/a.py\n+++ b/configs/a.py\n"
			    "@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n@@ -8,2 +8,2 @@\n 8\n-9\n+9\n"
			    "\\ No newline at end of file\n");
	buf_clear(&d);
	text_diff(&d, "a", old, strlen(old), old, strlen(old), 3);
	assert_int_equal(d.n, 0);
	buf_release(&d);
}

static void git_applies_edges(void **state)
{
	(void)state;
	git_applies("a\nb\nc\n", "a\nx\nc\n");
	git_applies("a\nb\nc", "a\nb\nc\n");
	git_applies("a\nb\nc\n", "a\nb\nc");
	git_applies("a\nb\nc", "a\nb\nd");
	git_applies("a", "b");
	git_applies("a\r\nb\r\nc\r\n", "a\r\nx = 1\r\nc\r\n");
	git_applies("a\r\nb\r\nc", "a\r\nb\r\nd");
	git_applies("a\r\nb\n", "a\nb\r\n");
	git_applies("a\n", "z\na\n");
	git_applies("a\n", "a\nz\n");
	git_applies("a\nb\n", "b\n");
	git_applies("\n\n\n", "\n\n\n\nx\n\n");
	git_applies("a\rb\n", "a\rc\n");
	git_applies("--- a\n+++ b\n", "--- a\n-x\n+++ b\n");
}

static void git_applies_emptying_and_filling(void **state)
{
	(void)state;
	git_applies("a\nb\n", "");
	git_applies("", "a\nb\n");
	git_applies("", "a");
}

static void git_applies_odd_names(void **state)
{
	(void)state;
	static const char *const name[] = { "with blank.py", "q\"uote.py", "back\\slash.py",
					    "new\nline.py",  "tab\t.py",   "\xC3\xA9.py" };

	for (size_t i = 0; i < ARRAY_SIZE(name); i++)
		git_applies_n(name[i], "a\nb\n", 4, "a\nc\n", 4, 3);
}

/* Texts of few different lines have the most ways to be aligned wrongly. */
static size_t random_text(char *to, size_t most)
{
	static const char *const line[] = { "a\n", "b\n", "c\r\n", "\n", "dd\n" };
	size_t n = 0;

	for (size_t lines = (size_t)rand() % most; lines; lines--)
		n += (size_t)sprintf(to + n, "%s", line[rand() % 5]);
	if (n && rand() % 4 == 0)
		n -= 1;
	to[n] = '\0';
	return n;
}

static void git_applies_random_texts(void **state)
{
	(void)state;
	char old[200], new[200];

	srand(7);
	for (int i = 0; i < 150; i++) {
		size_t n = random_text(old, 30), m = random_text(new, 30);

		git_applies_n("r.py", old, n, new, m, (unsigned)rand() % 4);
	}
}

static size_t count(const char *s, const char *what)
{
	size_t n = 0;

	for (; (s = strstr(s, what)); s++)
		n++;
	return n;
}

static void finds_the_least_change(void **state)
{
	(void)state;
	static const char old[] = "A\nB\nC\nA\nB\nB\nA\n",
			  new[] = "C\nB\nA\nB\nA\nC\n"; /* 5 differences, in Myers' paper */
	struct buf d = { 0 };

	text_diff(&d, "x", old, strlen(old), new, strlen(new), 3);

	const char *hunk = strstr(buf_str(&d), "@@\n");

	assert_int_equal(count(hunk, "\n-") + count(hunk, "\n+"), 5);
	buf_release(&d);
}

static void large_texts_are_bounded(void **state)
{
	(void)state;
	struct buf old = { 0 }, new = { 0 };
	clock_t start = clock();

	for (int i = 0; i < 30000; i++) {
		buf_printf(&old, "o%d\n", i % 20000);
		buf_printf(&new, "n%d\n", i);
	}
	git_applies_n("big.py", old.s, old.n, new.s, new.n, 3);
	buf_clear(&new);
	buf_add(&new, old.s, old.n / 2);
	buf_puts(&new, "inserted\n");
	buf_add(&new, old.s + old.n / 2, old.n - old.n / 2);
	git_applies_n("big.py", old.s, old.n, new.s, new.n, 3);
	assert_true(clock() - start < 5 * CLOCKS_PER_SEC);
	buf_release(&old);
	buf_release(&new);
}

static void git_creates(const char *name, const char *text)
{
	struct buf d = { 0 };

	text_diff_new(&d, name, text, strlen(text));
	write_file("patch", d.s, d.n);
	if (system("git apply --whitespace=nowarn patch"))
		fail_msg("git refuses:\n%s", d.s);
	file_is(name, text, strlen(text));
	buf_release(&d);
}

static void new_files(void **state)
{
	(void)state;
	git_creates("new1.py", "a\nb\n");
	git_creates("sub/dir/new 2.py", "a\r\nb");
	git_creates("new3.py", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(looks_like_gits),
		cmocka_unit_test(git_applies_edges),
		cmocka_unit_test(git_applies_emptying_and_filling),
		cmocka_unit_test(git_applies_odd_names),
		cmocka_unit_test(git_applies_random_texts),
		cmocka_unit_test(finds_the_least_change),
		cmocka_unit_test(large_texts_are_bounded),
		cmocka_unit_test(new_files),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
