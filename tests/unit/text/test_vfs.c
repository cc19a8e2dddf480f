// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/vfs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char dir[] = "/tmp/cfglint-vfs-XXXXXX";

static int make_dir(void **state)
{
	(void)state;
	return !mkdtemp(dir);
}

static int remove_dir(void **state)
{
	char cmd[100];

	(void)state;
	snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
	return system(cmd);
}

static const char *at(const char *name)
{
	static char path[2][200]; /* the last two */
	static unsigned turn;

	turn = !turn;
	snprintf(path[turn], sizeof path[turn], "%s/%s", dir, name);
	return path[turn];
}

static void write_file(const char *name, size_t n)
{
	FILE *f = fopen(at(name), "w");

	assert_non_null(f);
	for (size_t i = 0; i < n; i++)
		fputc('x', f);
	fclose(f);
}

static void fails_with(const struct vfs *v, const char *path, int code)
{
	struct buf b = { 0 };
	struct err e = { 0 };

	buf_puts(&b, "kept");
	assert_false(vfs_read(v, path, &b, &e));
	assert_int_equal(e.code, code);
	assert_true(e.msg[0]);
	assert_string_equal(b.s, "kept");
	assert_int_equal(b.n, 4);
	buf_release(&b);
}

static void reads_and_appends(void **state)
{
	(void)state;
	struct vfs *v = vfs_new(NULL);
	struct buf b = { 0 };

	write_file("a.py", 3);
	assert_true(vfs_read(v, at("a.py"), &b, NULL));
	assert_true(vfs_read(v, at("a.py"), &b, NULL));
	assert_string_equal(buf_str(&b), "xxxxxx");
	assert_true(vfs_exists(v, at("a.py")));
	buf_release(&b);
	vfs_free(v);
}

static void only_regular_files(void **state)
{
	(void)state;
	struct vfs *v = vfs_new(NULL);
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(name.sun_path, sizeof name.sun_path, "%.100s", at("socket"));
	assert_int_equal(bind(s, (struct sockaddr *)&name, sizeof name), 0);
	assert_int_equal(mkfifo(at("fifo"), 0600), 0);
	assert_int_equal(symlink("/dev/zero", at("zero.py")), 0);
	fails_with(v, dir, ERR_NOT_REGULAR);
	fails_with(v, at("fifo"), ERR_NOT_REGULAR);
	fails_with(v, at("zero.py"), ERR_NOT_REGULAR);
	fails_with(v, at("socket"), ERR_NOT_REGULAR);
	fails_with(v, at("none.py"), ERR_NOT_FOUND);
	fails_with(v, at("fifo/x"), ERR_NOT_FOUND);
	assert_false(vfs_exists(v, at("fifo")));
	assert_false(vfs_exists(v, dir));
	close(s);
	vfs_free(v);
}

static void size_is_capped(void **state)
{
	(void)state;
	struct vfs *v = vfs_new(NULL);
	struct buf b = { 0 };

	write_file("full", 1 << 20);
	write_file("over", (1 << 20) + 1);
	assert_true(vfs_read(v, at("full"), &b, NULL));
	assert_int_equal(b.n, 1 << 20);
	fails_with(v, at("over"), ERR_TOO_LARGE);
	vfs_set_cap(v, 10);
	vfs_put(v, "/p", "12345678901", 11);
	fails_with(v, "/p", ERR_TOO_LARGE);
	fails_with(v, "/proc/self/status", ERR_TOO_LARGE); /* says that its size is 0 */

	struct vfs *above = vfs_new(v);

	fails_with(above, at("full"), ERR_TOO_LARGE);
	vfs_free(above);
	vfs_free(v);
	buf_release(&b);
}

static void upper_layers_win(void **state)
{
	(void)state;
	struct vfs *disk = vfs_new(NULL), *one = vfs_new(disk), *two = vfs_new(one);
	struct buf b = { 0 };

	write_file("a.py", 3);
	vfs_put(one, at("a.py"), "one", 3);
	vfs_put(two, at("b.py"), "", 0);
	vfs_put(two, at("c.py"), "old", 3);
	vfs_put(two, at("c.py"), "new", 3);
	assert_true(vfs_read(two, at("a.py"), &b, NULL));
	assert_true(vfs_read(two, at("c.py"), &b, NULL));
	assert_true(vfs_read(two, at("b.py"), &b, NULL));
	assert_true(vfs_read(disk, at("a.py"), &b, NULL));
	assert_string_equal(b.s, "onenewxxx");
	assert_true(vfs_exists(two, at("b.py")));
	assert_false(vfs_exists(one, at("b.py")));
	buf_release(&b);
	vfs_free(two);
	vfs_free(one);
	vfs_free(disk);
}

static void sealed_never_asks_the_disk(void **state)
{
	(void)state;
	struct vfs *v = vfs_new_sealed(), *above = vfs_new(v);
	char path[40];

	write_file("a.py", 1);
	fails_with(above, at("a.py"), ERR_NOT_FOUND);
	assert_false(vfs_exists(above, at("a.py")));
	for (int i = 0; i < 100; i++) {
		snprintf(path, sizeof path, "/r/%d.py", i);
		vfs_put(v, path, path, strlen(path));
	}
	assert_true(vfs_exists(above, "/r/77.py"));

	char **names;

	assert_int_equal(vfs_list(above, dir, &names, NULL), 0);
	free(names);
	vfs_free(above);
	vfs_free(v);
}

static void lists_all_layers_once(void **state)
{
	(void)state;
	struct vfs *disk = vfs_new(NULL), *v = vfs_new(disk);
	char **names;

	assert_int_equal(mkdir(at("list"), 0700), 0);
	write_file("list/b.py", 1);
	write_file("list/d.py", 1);
	vfs_put(disk, at("list/b.py"), "", 0);
	vfs_put(v, at("list/a.py"), "", 0);
	vfs_put(v, at("list/sub/deep/c.py"), "", 0);
	vfs_put(v, at("listing.py"), "", 0);

	size_t n = vfs_list(v, at("list"), &names, NULL);
	static const char *const wanted[] = { "a.py", "b.py", "d.py", "sub" };

	assert_int_equal(n, 4);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(names[i], wanted[i]);
		free(names[i]);
	}
	free(names);
	assert_int_equal(vfs_list(v, at("no"), &names, NULL), 0);
	free(names);
	vfs_free(v);
	vfs_free(disk);
}

static void a_fence_is_held(void **state)
{
	(void)state;
	struct vfs *v = vfs_new(NULL), *above = vfs_new(v), *late;
	char **names, cmd[400];
	struct buf b = { 0 };
	struct err e = { 0 };

	snprintf(cmd, sizeof cmd,
		 "cd %s && mkdir -p in/deep out && echo x >in/a.py && echo x >out/b.py && ln -s ../out in/way && "
		 "ln -s ../out/b.py in/b.py && ln -s a.py in/c.py && ln -s in door",
		 dir);
	assert_int_equal(system(cmd), 0);
	vfs_fence(v);
	late = vfs_new(v);
	fails_with(v, at("in/a.py"), ERR_OUTSIDE);
	fails_with(v, at("in/nothing.py"), ERR_NOT_FOUND);
	vfs_allow(v, at("door"));
	vfs_allow(v, at("in"));
	assert_true(vfs_read(late, at("in/a.py"), &b, &e));
	assert_true(vfs_read(late, at("door/a.py"), &b, &e));
	assert_true(vfs_read(late, at("in/c.py"), &b, &e));
	fails_with(late, at("in/b.py"), ERR_OUTSIDE);
	fails_with(late, at("in/way/b.py"), ERR_OUTSIDE);
	fails_with(late, at("out/b.py"), ERR_OUTSIDE);
	assert_int_equal(vfs_list(late, at("in/way"), &names, &e), 0);
	assert_int_equal(e.code, ERR_OUTSIDE);
	free(names);
	assert_true(vfs_read_below(v, at("out"), at("out/b.py"), &b, &e));
	assert_true(vfs_read_below(v, "/", at("in/b.py"), &b, &e));
	assert_false(vfs_read_below(v, at("in"), at("in/b.py"), &b, &e));
	vfs_put(late, at("out/b.py"), "laid over", 9);
	assert_true(vfs_read(late, at("out/b.py"), &b, &e));
	assert_false(vfs_allows(v, at("out/b.py")));
	vfs_allow(v, at("out"));
	assert_true(vfs_allows(v, at("out/b.py")));
	buf_release(&b);
	vfs_free(late);
	vfs_free(above);
	vfs_free(v);
}

static void missing_is_what_nobody_can_read(void **state)
{
	(void)state;
	struct vfs *v = vfs_new(NULL);

	write_file("there.py", 1);
	assert_int_equal(mkdir(at("folder.py"), 0700), 0);
	assert_int_equal(mkfifo(at("pipe.py"), 0600), 0);
	assert_false(vfs_missing(v, at("there.py")));
	assert_false(vfs_missing(v, at("pipe.py")));
	assert_true(vfs_missing(v, at("folder.py")));
	assert_true(vfs_missing(v, at("nothing.py")));
	assert_true(vfs_missing(v, at("there.py/below.py")));
	vfs_free(v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_and_appends),
		cmocka_unit_test(only_regular_files),
		cmocka_unit_test(size_is_capped),
		cmocka_unit_test(upper_layers_win),
		cmocka_unit_test(sealed_never_asks_the_disk),
		cmocka_unit_test(lists_all_layers_once),
		cmocka_unit_test(a_fence_is_held),
		cmocka_unit_test(missing_is_what_nobody_can_read),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
