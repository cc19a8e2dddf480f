// SPDX-License-Identifier: MIT
/* What marks a folder as a project's topmost one, for each question. */
#include "project/root.h"
#include "base/path.h"
#include <stdlib.h>
#include <unistd.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static struct vfs *tree(const char *const *files)
{
	struct vfs *fs = vfs_new_sealed();
	for (; *files; files += 2)
		vfs_put(fs, files[0], files[1], strlen(files[1]));
	return fs;
}

static bool marked(const struct vfs *fs, const char *dir, unsigned marks)
{
	struct arena a = { 0 };
	bool is = root_marked(&a, fs, dir, marks);
	arena_release(&a);
	return is;
}

/* Each mark is one file's, and no other's. */
static void one_mark_each(void **state)
{
	(void)state;
	static const char *const files[] = {
		"/s/.cfglint.yaml",  "", "/p/setup.py", "", "/t/.git", "gitdir: ../x\n", "/g/.git/HEAD", "",
		"/o/pyproject.toml", "", "/n/a.py",	"", NULL
	};
	static const struct {
		const char *dir;
		unsigned marks;
	} row[] = {
		{ "/s", ROOT_SETTINGS }, { "/p", ROOT_PACKAGE }, { "/t", ROOT_GIT },
		{ "/g", ROOT_GIT },	 { "/o", ROOT_PROJECT }, { "/n", 0 },
	};
	static const enum root_mark all[] = { ROOT_SETTINGS, ROOT_PACKAGE, ROOT_GIT, ROOT_PROJECT };
	struct vfs *fs = tree(files);
	for (size_t i = 0; i < ARRAY_SIZE(row); i++)
		for (size_t k = 0; k < ARRAY_SIZE(all); k++)
			assert_int_equal(marked(fs, row[i].dir, all[k]), (row[i].marks & all[k]) != 0);
	assert_true(marked(fs, "/p", ROOT_SETTINGS | ROOT_PACKAGE));
	assert_false(marked(fs, "/", ROOT_SETTINGS | ROOT_PACKAGE | ROOT_GIT | ROOT_PROJECT));
	vfs_free(fs);
}

/* An empty .git on disk, under an overlay that says nothing of it. */
static void folders_on_disk(void **state)
{
	(void)state;
	char top[] = "/tmp/cfglint-root-XXXXXX";
	struct arena a = { 0 };
	assert_non_null(mkdtemp(top));
	const char *git = path_join(&a, top, ".git");
	assert_int_equal(mkdir(git, 0700), 0);
	struct vfs *disk = vfs_new(NULL), *over = vfs_new(disk), *sealed = vfs_new_sealed();
	assert_true(marked(over, top, ROOT_GIT));
	assert_false(marked(sealed, top, ROOT_GIT));
	vfs_put(over, path_join(&a, top, "setup.py"), "", 0);
	assert_true(marked(over, top, ROOT_PACKAGE));
	assert_false(marked(disk, top, ROOT_PACKAGE));
	rmdir(git);
	rmdir(top);
	vfs_free(over);
	vfs_free(disk);
	vfs_free(sealed);
	arena_release(&a);
}

static void nearest_upwards(void **state)
{
	(void)state;
	static const char *const files[] = { "/setup.py", "",  "/p/.git/HEAD", "", "/p/x/setup.py", "", "/p/x/y/a.py",
					     "",	  NULL };
	struct vfs *fs = tree(files);
	struct arena a = { 0 };
	assert_string_equal(root_above(&a, fs, "/p/x/y", ROOT_GIT), "/p");
	assert_string_equal(root_above(&a, fs, "/p/x/y", ROOT_GIT | ROOT_PACKAGE), "/p/x");
	assert_string_equal(root_above(&a, fs, "/p/x", ROOT_PACKAGE), "/p/x");
	assert_null(root_above(&a, fs, "/q/z", ROOT_PACKAGE)); /* "/" is no project */
	assert_null(root_above(&a, fs, "relative", ROOT_PACKAGE));
	arena_release(&a);
	vfs_free(fs);
}

/* A repository before the packages in it; the outermost package, pyproject.toml or training script where there is no
 * repository; a settings file marks nothing. */
static void projects_of_files(void **state)
{
	(void)state;
	static const char *const files[] = { "/r/.git/HEAD",
					     "",
					     "/r/x/setup.py",
					     "",
					     "/s/setup.py",
					     "",
					     "/s/ops/setup.py",
					     "",
					     "/r/sub/.cfglint.yaml",
					     "",
					     "/o/pyproject.toml",
					     "",
					     "/o/configs/.cfglint.yaml",
					     "",
					     "/t/tools/train.py",
					     "",
					     "/t/projects/a/train.py",
					     "",
					     "/u/.cfglint.yaml",
					     "",
					     "/u/configs/.cfglint.yaml",
					     "",
					     "/v/configs/train.py",
					     "",
					     NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	assert_string_equal(project_root(f, "/r/x/configs/a.py"), "/r");
	assert_string_equal(project_root(f, "/r/sub/deep/a.py"), "/r");
	assert_string_equal(project_root(f, "/s/ops/a.py"), "/s");
	assert_string_equal(project_root(f, "/o/configs/a.py"), "/o");
	assert_string_equal(project_root(f, "/t/projects/a/x.py"), "/t");
	assert_string_equal(project_root(f, "/u/configs/a.py"), "/u/configs"); /* nothing else tells */
	assert_null(project_marked_root(f, "/u/configs/a.py"));
	assert_null(project_marked_root(f, "/v/configs/a.py")); /* a config of that name */
	assert_string_equal(project_marked_root(f, "/o/configs/a.py"), "/o");
	assert_string_equal(project_root(f, "/nowhere/x/a.py"), "/nowhere/x");
	assert_ptr_equal(project_root(f, "/s/ops/a.py"), project_root(f, "/s/ops/b.py"));
	folders_free(f);
	vfs_free(fs);
}

/* Where nothing is marked the working directory is the project, and settings around it move it further up. */
static void unmarked_projects(void **state)
{
	(void)state;
	struct arena a = { 0 };
	char top[] = "/tmp/cfglint-root-XXXXXX", before[4096];
	assert_non_null(getcwd(before, sizeof before));
	assert_non_null(mkdtemp(top));
	const char *here = path_join(&a, top, "here");
	assert_int_equal(mkdir(here, 0700), 0);
	assert_int_equal(chdir(here), 0);
	struct vfs *fs = vfs_new_sealed();
	vfs_put(fs, path_join(&a, here, "configs/" SETTINGS_FILE), "", 0);
	struct folders *f = folders_new(fs);
	assert_string_equal(project_root(f, path_join(&a, here, "configs/a.py")), here);
	folders_free(f);
	vfs_put(fs, path_join(&a, top, SETTINGS_FILE), "", 0);
	f = folders_new(fs);
	assert_string_equal(project_root(f, path_join(&a, here, "x/a.py")), top);
	assert_string_equal(project_root(f, path_join(&a, here, "configs/a.py")), here);
	folders_free(f);
	vfs_free(fs);
	assert_int_equal(chdir(before), 0);
	rmdir(here);
	rmdir(top);
	arena_release(&a);
}

/* Ends at the root; where nothing marks one, at the last folder. Numbers stay. */
static void walks_upwards(void **state)
{
	(void)state;
	static const char *const files[] = { "/p/setup.py", "", NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	struct folder_walk w = { .path = "/p/x/a.py" };
	assert_true(folders_up(f, &w));
	assert_string_equal(w.dir, "/p/x");
	uint32_t number = w.number;
	assert_true(folders_up(f, &w));
	assert_string_equal(w.dir, "/p");
	assert_int_not_equal(w.number, number);
	assert_false(folders_up(f, &w));
	w = (struct folder_walk){ .path = "/p/x/b.py" };
	assert_true(folders_up(f, &w));
	assert_int_equal(w.number, number);
	w = (struct folder_walk){ .path = "/q/a.py" };
	assert_true(folders_up(f, &w) && folders_up(f, &w));
	assert_string_equal(w.dir, "/");
	assert_false(folders_up(f, &w));
	folders_free(f);
	vfs_free(fs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_mark_each),     cmocka_unit_test(folders_on_disk),
		cmocka_unit_test(nearest_upwards),   cmocka_unit_test(projects_of_files),
		cmocka_unit_test(unmarked_projects), cmocka_unit_test(walks_upwards),
	};
	return cmocka_run_group_tests_name("root", tests, NULL, NULL);
}
