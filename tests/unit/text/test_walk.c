// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "text/glob.h"
#include "text/vfs.h"
#include "text/walk.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[] = "/tmp/cfglint-walk-XXXXXX";

struct seen {
	struct buf text; /* found paths below dir, one a line */
	int failures;
	const char *exclude, *ext;
	size_t *budget;
	bool stamps;
	bool (*ignored)(void *ctx, const char *path, bool is_dir);
	struct buf mounts; /* one a line */
};

static int remove_dir(void **state)
{
	char cmd[100];

	(void)state;
	snprintf(cmd, sizeof cmd, "chmod -R u+rwx %s; rm -rf %s", dir, dir);
	return system(cmd);
}

static void sh(const char *script)
{
	char cmd[4000];

	snprintf(cmd, sizeof cmd, "cd %s && set -e && { %s\n}", dir, script);
	assert_int_equal(system(cmd), 0);
}

static int make_tree(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return 1;
	sh("git init -q .; mkdir -p configs/b/deep configs/a build/x configs/gen .hidden work_dirs\n"
	   "touch top.py configs/z.py configs/a/1.py configs/a/10.py configs/a/2.py configs/b/deep/d.py "
	   "configs/b/deep/keep.log\n"
	   "touch build/x/b.py configs/gen/g.py configs/gen/kept.py .hidden/h.py work_dirs/w.py configs/b/x.log "
	   "configs/b/s.py\n"
	   "touch 'configs/b/trail ' configs/b/sec.py\n"
	   "printf 'build/\\n*.log\\n/work_dirs\\n# comment\\n\\nconfigs/gen/*\\n!configs/gen/kept.py\\n' >.gitignore\n"
	   "printf '!keep.log\\r\\n/s.py\\ntrail\\\\ \\n' >configs/b/.gitignore\n"
	   "ln -s ../a configs/b/link; ln -s ../z.py configs/b/zlink.py; ln -s nowhere configs/b/dangling.py; mkfifo "
	   "configs/b/fifo.py");
	return 0;
}

static bool excluded(void *ctx, const char *path, bool is_dir)
{
	const struct seen *s = ctx;

	return s->exclude && is_dir && strstr(path, s->exclude);
}

static bool wanted(void *ctx, const struct walked *file)
{
	const struct seen *s = ctx;
	const char *path = file->path;
	size_t n = strlen(path), m = s->ext ? strlen(s->ext) : 0;

	return n >= m && (!m || !strcmp(path + n - m, s->ext));
}

static void found(void *ctx, const struct walked *file)
{
	struct seen *s = ctx;
	const char *path = file->path;
	struct stat st;

	assert_memory_equal(path, dir, strlen(dir));
	assert_int_equal(lstat(path, &st), 0);
	assert_int_equal(file->link, S_ISLNK(st.st_mode));
	assert_true(S_ISREG(file->st->st_mode));
	assert_true(!s->stamps || file->link || file->st->st_ino == st.st_ino);
	buf_printf(&s->text, "%s\n", path + strlen(dir) + 1);
}

static void failed(void *ctx, const char *path, const struct err *e)
{
	(void)path;
	assert_true(e->code && e->msg[0]);
	((struct seen *)ctx)->failures++;
}

static bool nothing(void *ctx, const struct walked *file)
{
	(void)ctx;
	(void)file;
	return false;
}

static void mounted(void *ctx, const char *path)
{
	buf_printf(&((struct seen *)ctx)->mounts, "%s\n", path);
}

static void walk(struct seen *s, const char *below, bool ignore_files)
{
	s->stamps = !ignore_files; /* found is the same either way */

	struct vfs *disk = vfs_new(NULL);
	struct walk_opts o = { .fs = disk,
			       .excluded = excluded,
			       .wanted = wanted,
			       .found = found,
			       .failed = failed,
			       .mounted = mounted,
			       .ctx = s,
			       .ignored = s->ignored,
			       .budget = s->budget,
			       .stamps = s->stamps,
			       .ignore_files = ignore_files };
	char path[200];

	snprintf(path, sizeof path, "%s%s", dir, below);
	walk_folder(path, &o);
	vfs_free(disk);
}

static void walks(const char *below, struct seen s, bool ignore_files, const char *expected)
{
	walk(&s, below, ignore_files);
	assert_string_equal(buf_str(&s.text), expected);
	buf_release(&s.text);
}

static void sorted_without_links_to_folders(void **state)
{
	(void)state;
	walks("", (struct seen){ .ext = ".py" }, false,
	      ".hidden/h.py\nbuild/x/b.py\nconfigs/a/1.py\nconfigs/a/10.py\nconfigs/a/2.py\nconfigs/b/deep/d.py\n"
	      "configs/b/s.py\nconfigs/b/sec.py\nconfigs/b/zlink.py\nconfigs/gen/g.py\nconfigs/gen/kept.py\nconfigs/"
	      "z.py\n"
	      "top.py\nwork_dirs/w.py\n");
	walks("", (struct seen){ .ext = ".py", .exclude = "/configs" }, false,
	      ".hidden/h.py\nbuild/x/b.py\ntop.py\nwork_dirs/w.py\n");
}

static void ignore_files_hold_from_the_top_down(void **state)
{
	(void)state;
	static const char *const below_b = "configs/b/.gitignore\nconfigs/b/deep/d.py\nconfigs/b/deep/keep.log\n"
					   "configs/b/sec.py\nconfigs/b/zlink.py\n";

	walks("/configs/b", (struct seen){ 0 }, true, below_b);
	walks("/configs/gen", (struct seen){ 0 }, true, "configs/gen/kept.py\n");
	walks("", (struct seen){ .ext = ".py" }, true,
	      ".hidden/h.py\nconfigs/a/1.py\nconfigs/a/10.py\nconfigs/a/2.py\nconfigs/b/deep/d.py\nconfigs/b/sec.py\n"
	      "configs/b/zlink.py\nconfigs/gen/kept.py\nconfigs/z.py\ntop.py\n");
}

/* The same files that git would add, except for links, which git adds as links. */
static void agrees_with_git(void **state)
{
	(void)state;
	struct seen s = { 0 };
	char cmd[300], line[300];
	struct buf git = { 0 };

	walk(&s, "", true);
	snprintf(cmd, sizeof cmd, "cd %s && git -c core.quotepath=off ls-files -co --exclude-standard | LC_ALL=C sort",
		 dir);

	FILE *p = popen(cmd, "r");

	while (fgets(line, sizeof line, p))
		if (!strstr(line, "/link\n") && !strstr(line, "dangling"))
			buf_puts(&git, line);
	pclose(p);

	/* Both in plain byte order of whole paths. */
	snprintf(cmd, sizeof cmd, "LC_ALL=C sort >%s/.git/walked", dir);
	p = popen(cmd, "w");
	fputs(buf_str(&s.text), p);
	pclose(p);
	snprintf(cmd, sizeof cmd, "%s/.git/walked", dir);
	p = fopen(cmd, "r");
	buf_clear(&s.text);
	while (fgets(line, sizeof line, p))
		buf_puts(&s.text, line);
	fclose(p);
	assert_string_equal(buf_str(&s.text), buf_str(&git));
	buf_release(&s.text);
	buf_release(&git);
}

static bool any_ignored(void *ctx, const char *path, bool is_dir)
{
	(void)ctx, (void)path, (void)is_dir;
	return true;
}

/* As git: what it tracks counts, whatever ignore files say; in a folder that they name nothing else does. */
static void what_git_tracks_counts(void **state)
{
	static const char *const version[] = { "2", "3", "4" };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct seen s = { .ext = ".py", .ignored = any_ignored };
		char cmd[200];

		sh("git init -q t; mkdir -p t/configs/a t/out; touch t/configs/a/1.py t/configs/new.py t/configs/z.py "
		   "t/out/o.py t/configsx.py");
		snprintf(cmd, sizeof cmd,
			 "cd t; git config index.version %s; git add -f configs/a/1.py configs/z.py configsx.py; "
			 "[ %s != 3 ] || { touch n.py; git add -N n.py; }",
			 version[i], version[i]);
		sh(cmd);
		sh("cd t; git update-index --index-version $(git config index.version); printf 'configs/\nout\n' "
		   ">.gitignore");
		walks("/t", s, true,
		      i == 1 ? "t/configs/a/1.py\nt/configs/z.py\nt/configsx.py\nt/n.py\n"
			     : "t/configs/a/1.py\nt/configs/z.py\nt/configsx.py\n");
		walks("/t/configs", s, true, "t/configs/a/1.py\nt/configs/new.py\nt/configs/z.py\n");
		if (i == 0) { /* names out of order aren't git's */
			sh("sed -i 's/configsx.py/aonfigsx.py/' t/.git/index");
			walks("/t", s, true, "t/configsx.py\n");
		}
		sh("printf DIRC >t/.git/index");
		walks("/t", s, true, i == 1 ? "t/configsx.py\nt/n.py\n" : "t/configsx.py\n");
		sh("rm -rf t");
	}
}

static void dot_ignore_beats_gitignore(void **state)
{
	(void)state;
	sh("mkdir -p ig; touch ig/a.py ig/b.py; echo '*.py' >ig/.gitignore; echo '!b.py' >ig/.ignore");
	walks("/ig", (struct seen){ .ext = ".py" }, true, "ig/b.py\n");
	sh("rm -r ig");
}

static void unreadable_folders_are_told(void **state)
{
	(void)state;
	struct seen s = { 0 };

	walk(&s, "/none", true);
	assert_int_equal(s.failures, 1);
	assert_string_equal(buf_str(&s.text), "");
	if (geteuid()) {
		sh("mkdir closed; chmod 0 closed");
		walk(&s, "/closed", false);
		assert_int_equal(s.failures, 2);
	}
	buf_release(&s.text);
}

static void make_leaf(const char *in)
{
	struct arena a = { 0 };

	fclose(fopen(arena_printf(&a, "%s/leaf.py", in), "w"));
	arena_release(&a);
}

/* What lies deeper than is looked is reported. */
static void ends_at_a_depth(void **state)
{
	(void)state;
	struct seen s = { .ext = "leaf.py" };
	struct buf path = { 0 };

	buf_puts(&path, dir);
	buf_puts(&path, "/deep");
	assert_int_equal(mkdir(path.s, 0700), 0);
	for (int i = 1; i < 1500; i++) {
		buf_puts(&path, "/d");
		assert_int_equal(mkdir(path.s, 0700), 0);
		if (i == WALK_DEEP_MAX - 1 || i == WALK_DEEP_MAX)
			make_leaf(path.s);
	}
	walk(&s, "/deep", true);
	assert_int_equal(s.text.n, strlen("deep") + 2 * (WALK_DEEP_MAX - 1) + strlen("/leaf.py\n"));
	assert_int_equal(s.failures, 1);
	buf_release(&s.text);
	buf_release(&path);
	sh("rm -r deep");
}

/* What is left of a budget is what the walk did not look at; nothing is found beyond it. */
static void ends_with_its_budget(void **state)
{
	size_t left = 3;
	struct seen s = { .budget = &left };

	(void)state;
	walk(&s, "/configs/a", false);
	assert_string_equal(buf_str(&s.text), "configs/a/1.py\nconfigs/a/10.py\n");
	assert_int_equal(left, 0);
	buf_release(&s.text);
}

static dev_t disk_of(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : st.st_dev;
}

/* /dev holds other file systems wherever Linux runs. */
static void stays_on_its_file_system(void **state)
{
	struct seen s = { 0 };
	struct vfs *disk = vfs_new(NULL);
	struct walk_opts o = { .fs = disk, .wanted = nothing, .failed = failed, .mounted = mounted, .ctx = &s };

	(void)state;
	if (!disk_of("/dev/pts") || disk_of("/dev/pts") == disk_of("/dev"))
		skip();
	walk_folder("/dev", &o);
	vfs_free(disk);
	assert_non_null(strstr(buf_str(&s.mounts), "/dev/pts\n"));
	buf_release(&s.mounts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sorted_without_links_to_folders),
		cmocka_unit_test(ignore_files_hold_from_the_top_down),
		cmocka_unit_test(agrees_with_git),
		cmocka_unit_test(what_git_tracks_counts),
		cmocka_unit_test(dot_ignore_beats_gitignore),
		cmocka_unit_test(unreadable_folders_are_told),
		cmocka_unit_test(ends_at_a_depth),
		cmocka_unit_test(ends_with_its_budget),
		cmocka_unit_test(stays_on_its_file_system),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_dir);
}
