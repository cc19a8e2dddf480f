// SPDX-License-Identifier: MIT
/* Whose code a config is, what is lent to it, and what its packages say. */
#include "project/home.h"
#include "project/versions.h"
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

/* A project within the project has a training script; a script among scripts, or a package's module, makes none. */
static void homes(void **state)
{
	(void)state;
	const char *const files[] = { "/p/setup.py",
				      "",
				      "/p/tools/train.py",
				      "Config.fromfile",
				      "/p/tools/misc/train.py",
				      "",
				      "/p/apps/seg/train.py",
				      "",
				      "/p/apps/seg/net/version.py",
				      "__version__ = '2.0'\n",
				      "/p/net/version.py",
				      "__version__ = '1.0'\n",
				      "/p/net/__init__.py",
				      "",
				      "/p/net/train.py",
				      "",
				      "/p/src/train.py",
				      "",
				      "/p/apps/seg/code/train.py",
				      "",
				      NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	assert_string_equal(project_home(f, "/p/configs/a.py"), "/p");
	assert_string_equal(project_home(f, "/p/apps/seg/configs/deep/a.py"), "/p/apps/seg");
	assert_string_equal(project_home(f, "/p/apps/a.py"), "/p");
	assert_string_equal(project_home(f, "/p/tools/misc/configs/a.py"), "/p");
	assert_string_equal(project_home(f, "/p/net/configs/a.py"), "/p");
	assert_string_equal(project_home(f, "/p/src/configs/a.py"), "/p"); /* the sources of a project are none */
	assert_string_equal(project_home(f, "/p/apps/seg/code/a.py"), "/p/apps/seg/code"); /* deeper they may be one */
	assert_string_equal(package_version(f, "/p/apps/seg/configs/a.py", "net"), "2.0");
	assert_string_equal(package_version(f, "/p/net/configs/a.py", "net"), "1.0");
	assert_null(*project_lent(f, "/p/apps/seg/configs/a.py"));
	assert_true(project_has_loader(f, "/p/apps/seg/configs/a.py"));
	assert_false(project_has_loader(f, "/p/configs/a.py"));
	folders_free(f);
	vfs_free(fs);
}

/* A repository of packages that it doesn't train by itself. */
static void homes_of_packages(void **state)
{
	(void)state;
	const char *const files[] = { "/p/.git/HEAD",
				      "",
				      "/p/deploy/setup.py",
				      "",
				      "/p/det/tools/train.py",
				      "",
				      "/p/det/ops/setup.py",
				      "",
				      NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	assert_string_equal(project_home(f, "/p/deploy/configs/a.py"), "/p/deploy");
	assert_string_equal(project_home(f, "/p/det/ops/configs/a.py"), "/p/det");
	assert_string_equal(project_home(f, "/p/other/a.py"), "/p");
	folders_free(f);
	vfs_free(fs);
}

/* What a project's script imports is the repository's, unless it has its own. */
static void lent_packages(void **state)
{
	(void)state;
	const char *const files[] = { "/p/setup.py",
				      "",
				      "/p/seg/net/version.py",
				      "__version__ = '1.0'\n",
				      "/p/seg/net/__init__.py",
				      "",
				      "/p/seg/net/apis.py",
				      "cfg.get('knob')\n",
				      "/p/seg/own/__init__.py",
				      "",
				      "/p/seg/unused/__init__.py",
				      "",
				      "/p/seg/unused/version.py",
				      "__version__ = '3.0'\n",
				      "/p/seg/small/own/__init__.py",
				      "",
				      "/p/seg/small/train.py",
				      "import own\ndef f():\n    from net.apis import g\n#import unused\n",
				      NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	const char *const *lent = project_lent(f, "/p/seg/small/configs/a.py");
	assert_string_equal(lent[0], "/p/seg/net");
	assert_null(lent[1]);
	assert_string_equal(package_version(f, "/p/seg/small/configs/a.py", "net"), "1.0");
	assert_null(package_version(f, "/p/seg/small/configs/a.py", "unused"));
	assert_true(project_mentions(f, "/p/seg/small/configs/a.py", "net/apis.py: f", "knob"));
	folders_free(f);
	vfs_free(fs);
}

static void folders_of_old_files(void **state)
{
	(void)state;
	const char *const files[] = { "/p/setup.py", "", NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	assert_true(project_put_away(f, "/p/configs/_Old/a.py"));
	assert_true(project_put_away(f, "/p/archive/a.py"));
	assert_true(project_put_away(f, "/p/configs/SLR_backup2-4 May 2026/net/a.py"));
	assert_true(project_put_away(f, "/p/configs/net_old/a.py"));
	assert_true(project_put_away(f, "/p/configs/bak-3/a.py"));
	assert_false(project_put_away(f, "/p/configs/gold/a.py"));
	assert_false(project_put_away(f, "/p/configs/unused_classes/a.py")); /* a word that means more */
	assert_false(project_put_away(f, "/p/configs/net_old.py"));	     /* a file */
	assert_false(project_put_away(f, "/p/configs/a.py"));
	folders_free(f);
	vfs_free(fs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(homes),
		cmocka_unit_test(folders_of_old_files),
		cmocka_unit_test(homes_of_packages),
		cmocka_unit_test(lent_packages),
	};
	return cmocka_run_group_tests_name("home", tests, NULL, NULL);
}
