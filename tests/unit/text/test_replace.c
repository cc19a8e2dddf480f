// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/pool.h"
#include "text/replace.h"
#include "text/vfs.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static char dir[] = "/tmp/cfglint-replace-XXXXXX";
static struct vfs *disk;

static int make_dir(void **state)
{
	(void)state;
	umask(022);
	disk = vfs_new(NULL);
	return !mkdtemp(dir) || chdir(dir);
}

static int remove_dir(void **state)
{
	char cmd[100];

	(void)state;
	vfs_free(disk);
	snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
	return system(cmd);
}

static void write_file(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void file_is(const char *name, const char *text)
{
	struct vfs *v = vfs_new(NULL);
	struct buf b = { 0 };

	assert_true(vfs_read(v, name, &b, NULL));
	assert_string_equal(buf_str(&b), text);
	buf_release(&b);
	vfs_free(v);
}

static void no_temporary_left(void)
{
	DIR *d = opendir(".");

	for (struct dirent *e; (e = readdir(d));)
		assert_null(strstr(e->d_name, ".cfglint-"));
	closedir(d);
}

static bool replace(const char *name, const char *now, const char *expect, bool force, struct err *e)
{
	*e = (struct err){ 0 };

	bool ok = file_replace(disk, name, now, strlen(now), expect, expect ? strlen(expect) : 0, force, e);

	assert_true(ok == (e->code == ERR_NONE));
	no_temporary_left();
	return ok;
}

static void refused(const char *name, const char *expect, bool force, int code)
{
	struct err e;

	assert_false(replace(name, "new", expect, force, &e));
	assert_int_equal(e.code, code);
	assert_true(e.msg[0]);
}

static void replaces_and_keeps_the_mode(void **state)
{
	(void)state;
	struct stat st;
	struct err e;

	write_file("a.py", "old\r\n");
	assert_int_equal(chmod("a.py", 0755), 0);
	setxattr("a.py", "user.note", "v", 1, 0);

	char value[4];
	bool has_xattr = getxattr("a.py", "user.note", value, sizeof value) == 1;

	assert_true(replace("a.py", "new\r\n", "old\r\n", false, &e));
	file_is("a.py", "new\r\n");
	assert_int_equal(stat("a.py", &st), 0);
	assert_int_equal(st.st_mode & 07777, 0755);
	assert_int_equal(st.st_uid, geteuid());
	if (has_xattr)
		assert_int_equal(getxattr("a.py", "user.note", value, sizeof value), 1);
	assert_true(replace("a.py", "", "new\r\n", false, &e));
	file_is("a.py", "");
}

static void keeps_owner_when_root(void **state)
{
	(void)state;
	struct stat st;
	struct err e;

	if (geteuid())
		skip();
	write_file("owned.py", "old");
	assert_int_equal(chown("owned.py", 1234, 2345), 0);
	assert_int_equal(chmod("owned.py", 04640), 0);
	assert_true(replace("owned.py", "new", "old", false, &e));
	assert_int_equal(stat("owned.py", &st), 0);
	assert_int_equal(st.st_uid, 1234);
	assert_int_equal(st.st_gid, 2345);
	assert_int_equal(st.st_mode & 07777, 04640);
}

static void changed_files_stay(void **state)
{
	(void)state;
	struct err e;

	write_file("c.py", "somebody else's");
	refused("c.py", "old", false, ERR_CHANGED);
	refused("c.py", "somebody else's text", false, ERR_CHANGED);
	refused("c.py", "somebody", false, ERR_CHANGED);
	refused("c.py", "", false, ERR_CHANGED);
	refused("gone.py", "old", false, ERR_CHANGED);
	file_is("c.py", "somebody else's");
	assert_true(replace("c.py", "forced", "old", true, &e));
	file_is("c.py", "forced");
}

static void new_files_never_overwrite(void **state)
{
	(void)state;
	struct stat st;
	struct err e;

	assert_true(replace("new.py", "text", NULL, false, &e));
	file_is("new.py", "text");
	assert_int_equal(stat("new.py", &st), 0);
	assert_int_equal(st.st_mode & 07777, 0644);
	assert_int_equal(st.st_nlink, 1);
	refused("new.py", NULL, false, ERR_CHANGED);
	file_is("new.py", "text");
	assert_true(replace("new.py", "forced", NULL, true, &e));
	assert_true(replace("new2.py", "forced", NULL, true, &e));
	file_is("new2.py", "forced");
	refused("no/such/folder.py", NULL, false, ERR_NOT_FOUND);
}

static void links_are_followed(void **state)
{
	(void)state;
	struct stat st;
	struct err e;

	assert_int_equal(mkdir("sub", 0700), 0);
	write_file("sub/target.py", "old");
	assert_int_equal(symlink("sub/target.py", "link.py"), 0);
	assert_int_equal(symlink("nothing", "dangling.py"), 0);
	assert_true(replace("link.py", "new", "old", false, &e));
	assert_int_equal(lstat("link.py", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	file_is("sub/target.py", "new");
	refused("dangling.py", "old", false, ERR_NOT_FOUND);

	write_file("hard1.py", "old");
	assert_int_equal(link("hard1.py", "hard2.py"), 0);
	assert_true(replace("hard1.py", "new", "old", false, &e));
	file_is("hard2.py", "old");
}

static void new_files_follow_no_link(void **state)
{
	(void)state;
	struct stat st;
	struct err e;

	write_file("theirs.py", "old");
	assert_int_equal(symlink("theirs.py", "new-link.py"), 0);
	assert_int_equal(symlink("nowhere", "new-dangling.py"), 0);
	refused("new-link.py", NULL, false, ERR_CHANGED);
	refused("new-dangling.py", NULL, false, ERR_CHANGED);
	assert_true(replace("new-link.py", "new", NULL, true, &e));
	assert_true(replace("new-dangling.py", "new", NULL, true, &e));
	file_is("theirs.py", "old");
	file_is("new-link.py", "new");
	assert_int_equal(lstat("new-link.py", &st), 0);
	assert_true(S_ISREG(st.st_mode));
	assert_int_equal(access("nowhere", F_OK), -1);
}

static void nothing_behind_the_fence_is_written(void **state)
{
	(void)state;
	struct vfs *open = disk;
	struct stat st;
	struct err e;

	assert_int_equal(mkdir("in", 0700), 0);
	assert_int_equal(mkdir("out", 0700), 0);
	write_file("in/own.py", "old");
	write_file("out/a.py", "old");
	assert_int_equal(symlink("../out", "in/way"), 0);
	assert_int_equal(symlink("../out/a.py", "in/a.py"), 0);
	assert_int_equal(symlink("own.py", "in/b.py"), 0);
	disk = vfs_new(NULL);
	vfs_fence(disk);
	refused("in/own.py", "old", false, ERR_OUTSIDE);
	vfs_allow(disk, "in");
	refused("in/way/a.py", "old", false, ERR_OUTSIDE);
	refused("in/way/new.py", NULL, false, ERR_OUTSIDE);
	refused("in/a.py", "old", true, ERR_OUTSIDE);
	refused("out/a.py", "old", true, ERR_OUTSIDE);
	assert_true(replace("in/b.py", "new", "old", false, &e));
	assert_false(folder_make(disk, "in/way/deep/er", &e));
	assert_int_equal(e.code, ERR_OUTSIDE);
	assert_true(folder_make(disk, "in/deep/er", &e));
	assert_true(folder_make(disk, "in/deep/er", &e));
	assert_int_equal(stat("in/deep/er", &st), 0);
	assert_int_equal(stat("out/deep", &st), -1);
	vfs_allow(disk, "later/on");
	assert_true(folder_make(disk, "later/on", &e));
	vfs_free(disk);
	disk = open;
	file_is("out/a.py", "old");
	file_is("in/own.py", "new");
}

static bool there(const char *name)
{
	struct stat st;

	return !lstat(name, &st);
}

static void old(const char *name)
{
	const struct timespec then[] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };

	assert_int_equal(utimensat(AT_FDCWD, name, then, AT_SYMLINK_NOFOLLOW), 0);
}

static void leftovers_are_swept(void **state)
{
	(void)state;
	static const char *const stays[] = {
		"swept/.b.py.cfglint-aB3xyZ" /* new */, "swept/c.py.cfglint-aB3xyZ", "swept/.d.py.cfglint-aB3xy",
		"swept/.e.py.cfglint-aB3x.Z",		"swept/.cfglint-aB3xyZ",     "swept/.cfglint.yaml"
	};

	assert_int_equal(mkdir("swept", 0700), 0);
	write_file("swept/.a.py.cfglint-aB3xyZ", "half");
	old("swept/.a.py.cfglint-aB3xyZ");
	for (size_t i = 0; i < ARRAY_SIZE(stays); i++) {
		write_file(stays[i], "x");
		if (i)
			old(stays[i]);
	}
	assert_int_equal(symlink("nothing", "swept/.l.py.cfglint-aB3xyZ"), 0);
	old("swept/.l.py.cfglint-aB3xyZ");
	write_file("swept/.o.py.cfglint-aB3xyZ", "another user's");
	if (!geteuid())
		assert_int_equal(chown("swept/.o.py.cfglint-aB3xyZ", 65534, 65534), 0);
	old("swept/.o.py.cfglint-aB3xyZ");
	file_sweep(disk, "swept");
	assert_false(there("swept/.a.py.cfglint-aB3xyZ"));
	for (size_t i = 0; i < ARRAY_SIZE(stays); i++)
		assert_true(there(stays[i]));
	assert_true(there("swept/.l.py.cfglint-aB3xyZ"));
	assert_true(there("swept/.o.py.cfglint-aB3xyZ") == !geteuid());
}

static void only_writable_regular_files(void **state)
{
	(void)state;
	write_file("ro.py", "old");
	assert_int_equal(chmod("ro.py", 0444), 0);
	refused("ro.py", "old", false, ERR_DENIED);
	refused("ro.py", "old", true, ERR_DENIED);
	file_is("ro.py", "old");
	assert_int_equal(mkfifo("fifo", 0600), 0);
	refused("fifo", "old", true, ERR_NOT_REGULAR);
	refused(".", "old", true, ERR_NOT_REGULAR);
	refused("/dev/null", "old", true, ERR_NOT_REGULAR);
}

/* RLIMIT_FSIZE stands in for a full disk: write fails in the middle. */
static void failed_writes_leave_the_old_file(void **state)
{
	(void)state;
	write_file("full.py", "old");

	pid_t child = fork();

	if (!child) {
		struct rlimit small = { 10000, 10000 };
		char *big = xcalloc(50000, 1);
		struct err e = { 0 };

		signal(SIGXFSZ, SIG_IGN); /* as the program does */
		setrlimit(RLIMIT_FSIZE, &small);

		bool ok = file_replace(disk, "full.py", big, 50000, "old", 3, false, &e);

		_exit(ok || e.code != ERR_IO);
	}

	int status;

	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	file_is("full.py", "old");
	no_temporary_left();
}

static void replace_for_ever(void *arg)
{
	const char *name = arg;
	size_t n = 1 << 19;
	char *a = xcalloc(n, 1), *b = xcalloc(n, 1);

	memset(a, 'a', n - 1);
	memset(b, 'b', n - 1);
	for (;;) {
		file_replace(disk, name, a, n - 1, b, n - 1, true, NULL);
		file_replace(disk, name, b, n - 1, a, n - 1, true, NULL);
	}
}

static void whole(const char *name)
{
	struct vfs *v = vfs_new(NULL);
	struct buf b = { 0 };

	assert_true(vfs_read(v, name, &b, NULL));
	assert_true(b.n == 3 || b.n == (1 << 19) - 1);
	for (size_t i = 1; b.n > 3 && i < b.n; i++)
		assert_true(b.s[i] == b.s[0]);
	buf_release(&b);
	vfs_free(v);
}

static void signals_clean_up(void **state)
{
	(void)state;
	static const int sig[] = { SIGINT, SIGTERM, SIGHUP };
	char name[] = "sig.py";

	write_file("sig.py", "old");
	for (int i = 0; i < 60; i++) {
		pid_t child = fork();

		if (!child) {
			signal(sig[i % 3], SIG_DFL);	   /* nohup ignores one of them */
			pool_call(replace_for_ever, name); /* as the program does: the first thread waits */
		}
		usleep((useconds_t)(3000 + 311 * i));
		kill(child, sig[i % 3]);

		int status;

		waitpid(child, &status, 0);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), sig[i % 3]);
		no_temporary_left();
		whole("sig.py");
	}
}

/* Each process appends its letter to what it read until that worked: no letter may get lost. */
static void append(char letter)
{
	struct vfs *v = vfs_new(NULL);
	struct buf was = { 0 }, now = { 0 };

	for (int done = 0; done < 20;) {
		buf_clear(&was);
		buf_clear(&now);
		if (!vfs_read(v, "race.py", &was, NULL))
			continue;
		buf_add(&now, was.s, was.n);
		buf_putc(&now, letter);
		done += file_replace(disk, "race.py", now.s, now.n, buf_str(&was), was.n, false, NULL);
	}
	_exit(0);
}

static void parallel_runs_lose_nothing(void **state)
{
	(void)state;
	enum { RUNS = 6 };
	pid_t child[RUNS];

	write_file("race.py", "");
	for (int i = 0; i < RUNS; i++) {
		child[i] = fork();
		if (!child[i])
			append((char)('a' + i));
	}
	for (int i = 0; i < RUNS; i++)
		waitpid(child[i], NULL, 0);

	struct vfs *v = vfs_new(NULL);
	struct buf now = { 0 };
	size_t of[RUNS] = { 0 };

	assert_true(vfs_read(v, "race.py", &now, NULL));
	assert_int_equal(now.n, 20 * RUNS);
	for (size_t i = 0; i < now.n; i++) { /* what a run reports as written is what it wrote */
		assert_in_range(now.s[i], 'a', 'a' + RUNS - 1);
		of[now.s[i] - 'a']++;
	}
	for (int i = 0; i < RUNS; i++)
		assert_int_equal(of[i], 20);
	buf_release(&now);
	vfs_free(v);
	no_temporary_left();
}

static void job(void *arg)
{
	char name[32];

	snprintf(name, sizeof name, "job%d.py", *(int *)arg);
	assert_true(file_replace(disk, name, name, strlen(name), NULL, 0, false, NULL));
}

static void threads_take_turns(void **state)
{
	(void)state;
	struct pool *p = pool_new(4);
	int number[30];

	for (int i = 0; i < 30; i++) {
		number[i] = i;
		pool_push(p, job, &number[i]);
	}
	pool_wait(p);
	pool_free(p);
	file_is("job0.py", "job0.py");
	file_is("job29.py", "job29.py");
	no_temporary_left();
}

static void long_names_fit(void **state)
{
	(void)state;
	char name[256];
	struct err e;

	memset(name, 'n', 255);
	name[255] = '\0';
	assert_true(replace(name, "x", NULL, false, &e));
	assert_true(replace(name, "y", "x", false, &e));
}

enum { TOGETHER = 20 /* as many as are synced at once */ };

struct together {
	struct replacement x[TOGETHER];
	char name[TOGETHER][32];
	size_t n;
	bool unmoved; /* when it was checked, no file was new yet */
};

/* As a fix of the first file and the one behind it. */
static void first_two_agree(void *ctx)
{
	struct together *t = ctx;
	struct stat st;

	t->unmoved = true;
	for (size_t i = 0; i < t->n; i++)
		t->unmoved &= !stat(t->name[i], &st) && st.st_size == 3;
	t->x[0].failed = t->x[1].failed = t->x[0].failed || t->x[1].failed;
}

static void replace_together(size_t n, const char *changed)
{
	struct together t = { .n = n };

	for (size_t i = 0; i < n; i++) {
		snprintf(t.name[i], sizeof t.name[i], "t%zu.py", i);
		write_file(t.name[i], "old");
		t.x[i] = (struct replacement){
			.path = t.name[i], .bytes = "newer", .n = 5, .expect = "old", .nexpect = 3
		};
	}
	t.x[1].expect = changed;
	files_replace(disk, t.x, n, first_two_agree, &t);
	assert_true(t.unmoved);
	assert_int_equal(t.x[1].why.code, strcmp(changed, "old") ? ERR_CHANGED : ERR_NONE);
	for (size_t i = 0; i < n; i++) {
		bool stays = i < 2 && strcmp(changed, "old");

		assert_int_equal(t.x[i].failed, stays);
		file_is(t.name[i], stays ? "old" : "newer");
	}
	no_temporary_left();
}

static void several_go_together(void **state)
{
	(void)state;
	replace_together(3, "old");
	replace_together(3, "odd");
	replace_together(TOGETHER, "old");
	replace_together(TOGETHER, "odd");
}

struct late {
	struct replacement x[3];
	int asked;
};

/* Somebody writes to the second file when all are already found good. */
static void second_changes_late(void *ctx)
{
	struct late *l = ctx;

	if (!l->asked++) {
		write_file("l1.py", "other");
		return;
	}
	assert_true(l->x[0].done && !l->x[0].failed && l->x[1].failed);
	l->x[2].failed = true;
}

static void none_follows_one_that_fails(void **state)
{
	static const char *const name[] = { "l0.py", "l1.py", "l2.py" };
	struct late l = { .asked = 0 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		write_file(name[i], "old");
		l.x[i] = (struct replacement){
			.path = name[i], .bytes = "newer", .n = 5, .expect = "old", .nexpect = 3
		};
	}
	files_replace(disk, l.x, 3, second_changes_late, &l);
	assert_int_equal(l.asked, 2);
	assert_int_equal(l.x[1].why.code, ERR_CHANGED);
	file_is("l0.py", "newer");
	file_is("l1.py", "other");
	file_is("l2.py", "old");
	no_temporary_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replaces_and_keeps_the_mode),
		cmocka_unit_test(keeps_owner_when_root),
		cmocka_unit_test(changed_files_stay),
		cmocka_unit_test(new_files_never_overwrite),
		cmocka_unit_test(links_are_followed),
		cmocka_unit_test(new_files_follow_no_link),
		cmocka_unit_test(nothing_behind_the_fence_is_written),
		cmocka_unit_test(leftovers_are_swept),
		cmocka_unit_test(only_writable_regular_files),
		cmocka_unit_test(failed_writes_leave_the_old_file),
		cmocka_unit_test(signals_clean_up),
		cmocka_unit_test(parallel_runs_lose_nothing),
		cmocka_unit_test(threads_take_turns),
		cmocka_unit_test(long_names_fit),
		cmocka_unit_test(several_go_together),
		cmocka_unit_test(none_follows_one_that_fails),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
