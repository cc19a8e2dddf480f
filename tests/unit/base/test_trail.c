// SPDX-License-Identifier: MIT
/* A trail holds while the disk answers as it did, and no longer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/retrace.h"
#include "base/trail.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char top[] = "/tmp/cfglint-trail-XXXXXX";

static const char *at(const char *name)
{
	static char path[4][PATH_MAX];
	static unsigned turn;
	char *to = path[turn++ % 4];

	snprintf(to, PATH_MAX, "%s/%s", top, name);
	return to;
}

static void put(const char *name, const char *text)
{
	FILE *f = fopen(at(name), "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int make(void **state)
{
	(void)state;
	return !mkdtemp(top) || mkdir(at("d"), 0700) || symlink("d", at("l"));
}

/* What is young can't be relied on: the disk's clock and ours are one. */
static void wait_until_old(void)
{
	usleep((TRAIL_YOUNG * 1000 + 300) * 1000);
}

static struct buf trail_of(void (*ask)(void))
{
	struct buf b = { 0 };
	struct trail *t = trail_new();

	trail_begin(t);
	ask();
	trail_end(t);
	if (!trail_write(t, &b))
		buf_clear(&b);
	trail_free(t);
	return b;
}

static bool held(const struct buf *b)
{
	return retrace(b->s, b->n);
}

static void ask_file(void)
{
	struct stat st;

	disk_stat(at("l/f"), &st);
}

static void a_file_counts_for_its_stamp(void **state)
{
	(void)state;
	put("d/f", "1");
	wait_until_old();
	struct buf b = trail_of(ask_file);

	assert_true(b.n && held(&b));
	put("d/g", "x");
	assert_true(held(&b)); /* the folder wasn't listed */
	put("d/f", "2");
	assert_false(held(&b));
	buf_release(&b);
}

static void ask_there(void)
{
	assert_true(S_ISREG(disk_mode(at("d/f"))));
}

static void what_is_only_there_may_change(void **state)
{
	(void)state;
	put("d/f", "1");
	wait_until_old();
	struct buf b = trail_of(ask_there);

	assert_true(b.n && held(&b));
	put("d/f", "23");
	assert_true(held(&b));
	chmod(at("d/f"), 0400);
	assert_false(held(&b));
	chmod(at("d/f"), 0644);
	buf_release(&b);
}

static void ask_missing(void)
{
	struct stat st;

	assert_int_equal(disk_stat(at("d/no/such"), &st), -1);
	assert_int_equal(errno, ENOENT);
}

static void a_missing_name_counts(void **state)
{
	(void)state;
	wait_until_old();
	struct buf b = trail_of(ask_missing);

	assert_true(b.n && held(&b));
	put("d/other", "");
	assert_true(held(&b));
	mkdir(at("d/no"), 0700);
	assert_false(held(&b));
	rmdir(at("d/no"));
	buf_release(&b);
}

static void ask_many(void)
{
	struct stat st;

	for (int i = 0; i < 40; i++) {
		char name[16];

		snprintf(name, sizeof name, "d/m%d", i);
		disk_lstat(at(name), &st);
	}
}

/* The answer holds until that file is there. */
static void holds_until(void (*ask)(void), const char *name)
{
	wait_until_old();
	struct buf b = trail_of(ask);

	assert_true(b.n && held(&b));
	put(name, "");
	assert_false(held(&b));
	unlink(at(name));
	buf_release(&b);
}

static void many_missing_names_make_the_folder_count(void **state)
{
	(void)state;
	holds_until(ask_many, "d/m39");
}

static void ask_list(void)
{
	struct stat st;

	close(disk_open(at("l"), O_DIRECTORY, &st));
}

static void a_listed_folder_counts_for_its_names(void **state)
{
	(void)state;
	holds_until(ask_list, "d/new");
}

static void a_listed_folder_may_be_written_to(void **state)
{
	(void)state;
	put("d/f", "1");
	wait_until_old();
	struct buf b = trail_of(ask_list);

	put("d/f~", "2");
	assert_false(held(&b));
	rename(at("d/f~"), at("d/f")); /* the same names again */
	assert_true(held(&b));
	unlink(at("d/f"));
	mkdir(at("d/f"), 0700); /* another kind by the same name */
	assert_false(held(&b));
	rmdir(at("d/f"));
	buf_release(&b);
}

static void a_link_counts_for_where_it_leads(void **state)
{
	(void)state;
	put("d/f", "1");
	wait_until_old();
	struct buf b = trail_of(ask_file);

	assert_true(b.n && held(&b));
	rename(at("d"), at("e"));
	assert_false(held(&b));
	unlink(at("l"));
	symlink("e", at("l"));
	assert_false(held(&b)); /* the same file by another way */
	unlink(at("l"));
	rename(at("e"), at("d"));
	symlink("d", at("l"));
	buf_release(&b);
}

static void ask_behind_link(void)
{
	struct stat st;

	disk_stat(at("m/f"), &st);
}

/* Who copied a project without a folder that a link of it leads to isn't to pay for that with each run. */
static void a_link_may_lead_nowhere(void **state)
{
	(void)state;
	assert_int_equal(symlink("d/gone", at("m")), 0);
	wait_until_old();
	struct buf b = trail_of(ask_behind_link);

	assert_true(b.n && held(&b));
	mkdir(at("d/gone"), 0700);
	assert_false(held(&b));
	rmdir(at("d/gone"));
	assert_true(held(&b));
	unlink(at("m"));
	symlink("d", at("m"));
	assert_false(held(&b));
	unlink(at("m"));
	put("d/f", "1");
	symlink("d/f", at("m")); /* to a file, where a folder was needed */
	wait_until_old();
	buf_release(&b);
	b = trail_of(ask_behind_link);
	assert_true(b.n && held(&b));
	unlink(at("m"));
	symlink("d", at("m"));
	assert_false(held(&b));
	unlink(at("m"));
	buf_release(&b);
}

static void what_is_young_is_not_kept(void **state)
{
	(void)state;
	put("d/f", "1");
	struct buf b = trail_of(ask_file);

	assert_int_equal(b.n, 0);
	buf_release(&b);
}

static void ask_relative(void)
{
	struct stat st;

	disk_stat("a/../b", &st);
}

static void a_path_that_is_not_plain_is_not_kept(void **state)
{
	(void)state;
	struct buf b = trail_of(ask_relative);

	assert_int_equal(b.n, 0);
	buf_release(&b);
}

static void other_bytes_never_hold(void **state)
{
	(void)state;
	put("d/f", "1");
	wait_until_old();
	struct buf b = trail_of(ask_file);

	for (size_t n = 0; n < b.n; n++)
		assert_false(retrace(b.s, n));
	assert_false(held(&(struct buf){ .s = (char[]){ "f/" }, .n = 2 }));
	buf_release(&b);
}

static int clear(void **state)
{
	(void)state;
	char command[PATH_MAX];

	snprintf(command, sizeof command, "rm -rf %s", top);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_counts_for_its_stamp),
		cmocka_unit_test(what_is_only_there_may_change),
		cmocka_unit_test(a_missing_name_counts),
		cmocka_unit_test(many_missing_names_make_the_folder_count),
		cmocka_unit_test(a_listed_folder_counts_for_its_names),
		cmocka_unit_test(a_listed_folder_may_be_written_to),
		cmocka_unit_test(a_link_counts_for_where_it_leads),
		cmocka_unit_test(a_link_may_lead_nowhere),
		cmocka_unit_test(what_is_young_is_not_kept),
		cmocka_unit_test(a_path_that_is_not_plain_is_not_kept),
		cmocka_unit_test(other_bytes_never_hold),
	};

	return cmocka_run_group_tests(tests, make, clear);
}
