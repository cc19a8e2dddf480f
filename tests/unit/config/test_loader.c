// SPDX-License-Identifier: MIT
/* Which loader a file gets: by markers of its repository, else by what it says itself. */
#include "config/loader.h"
#include "config/options.h"
#include "config/subst.h"
#include "python/value/repr.h"
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

static void markers_come_first(void **state)
{
	(void)state;
	const char *const files[] = { "/p/setup.py",
				      "",
				      "/p/tools/train.py",
				      "from mmengine.config import Config\n",
				      "/p/configs/a.py",
				      "optimizer = dict()\ndata = dict()\n",
				      NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	struct loaders *l = loaders_new(fs, f);
	const char *why;
	assert_int_equal(loader_of(l, "/p/configs/a.py", &why), LOADER_MMENGINE);
	assert_non_null(strstr(why, "tools/train.py"));
	loaders_free(l);
	folders_free(f);
	vfs_free(fs);
}

/* Requirements, the package's own bounds; a package inside a repository is a part of it. */
static void more_markers(void **state)
{
	(void)state;
	const char *const files[] = { "/r/.git/HEAD",
				      "",
				      "/r/requirements/runtime.txt",
				      "numpy\nmmengine-lite==0.11\n",
				      "/r/projects/x/setup.py",
				      "",
				      "/r/projects/x/configs/a.py",
				      "x = 1\n",
				      "/r/old/requirements.txt",
				      "mmcv_full==1.4.0\n",
				      "/r/old/configs/a.py",
				      "x = 1\n",
				      "/s/setup.py",
				      "",
				      "/s/pkg/__init__.py",
				      "mmcv_maximum_version = '1.7.0'\n",
				      "/s/configs/a.py",
				      "x = 1\n",
				      NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	struct loaders *l = loaders_new(fs, f);
	const char *why;
	assert_int_equal(loader_of(l, "/r/projects/x/configs/a.py", &why), LOADER_MMENGINE);
	assert_string_equal(why, "requirements/runtime.txt of this repository uses mmengine");
	assert_int_equal(loader_of(l, "/r/old/configs/a.py", &why), LOADER_MMCV1);
	assert_int_equal(loader_of(l, "/s/configs/a.py", &why), LOADER_MMCV1);
	assert_string_equal(why, "pkg/__init__.py of this repository uses mmcv 1.x");
	loaders_free(l);
	folders_free(f);
	vfs_free(fs);
}

static enum loader loader_among(const char *const *files, const char *path)
{
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	struct loaders *l = loaders_new(fs, f);
	const char *why;
	enum loader found = loader_of(l, path, &why);
	loaders_free(l);
	folders_free(f);
	vfs_free(fs);
	return found;
}

/* What is commented out is neither read nor required. */
static void comments_are_no_markers(void **state)
{
	(void)state;
	const char *const old[] = { "/q/tools/train.py",
				    "from mmcv import Config, DictAction\n"
				    "# from mmengine import Config\n"
				    "  # import mmengine\n",
				    "/q/a.py", "optim_wrapper = dict()\n", NULL };
	const char *const ported[] = { "/q/tools/train.py",
				       "# from mmcv import Config\n"
				       "from mmengine.config import Config  # from mmcv import Config\n",
				       "/q/a.py", "optimizer = dict()\n", NULL };
	const char *const required[] = { "/q/requirements.txt", "torch\n# mmengine\nmmcv-full==1.7.0 # not mmcv>=2\n",
					 "/q/a.py", "optim_wrapper = dict()\n", NULL };
	assert_int_equal(loader_among(old, "/q/a.py"), LOADER_MMCV1);
	assert_int_equal(loader_among(ported, "/q/a.py"), LOADER_MMENGINE);
	assert_int_equal(loader_among(required, "/q/a.py"), LOADER_MMCV1);
}

/* A child that was half moved to the new names is read as its bases are. */
static void bases_vote_too(void **state)
{
	(void)state;
	const char *const half[] = { "/q/run.py", "default_hooks = dict()\nenv_cfg = dict()\nparam_scheduler = []\n",
				     "/q/a.py", "_base_ = ['./run.py']\noptimizer = dict()\ndata = dict()\n", NULL };
	const char *const old[] = { "/q/run.py", "checkpoint_config = dict()\nrunner = dict()\n", "/q/a.py",
				    "_base_ = ['./run.py']\noptimizer = dict()\nenv_cfg = dict()\n", NULL };
	const char *const yaml[] = { "/q/a.yaml", "optim_wrapper: {}\ntrain_dataloader:\n  data: {}\n", NULL };
	const char *const json[] = { "/q/a.json", "{\"param_scheduler\": [],\n \"x\": {\"data\": {}, \"runner\": {}}}",
				     NULL };
	assert_int_equal(loader_among(half, "/q/a.py"), LOADER_MMENGINE);
	assert_int_equal(loader_among(old, "/q/a.py"), LOADER_MMCV1);
	assert_int_equal(loader_among(yaml, "/q/a.yaml"), LOADER_MMENGINE);
	assert_int_equal(loader_among(json, "/q/a.json"), LOADER_MMENGINE);
}

static enum loader trainer_of(const char *script, const char *config)
{
	const char *const files[] = { "/p/setup.py", "", "/p/tools/train.py", script, "/p/configs/a.py", config, NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	struct loaders *l = loaders_new(fs, f);
	const char *why;
	enum loader found = loader_trainer(l, "/p/configs/a.py", loader_of(l, "/p/configs/a.py", &why));
	loaders_free(l);
	folders_free(f);
	vfs_free(fs);
	return found;
}

static enum loader trainer_among(const char *script)
{
	return trainer_of(script, "data = dict()\n");
}

static void one_reads_and_the_other_trains(void **state)
{
	(void)state;
	const char *const runner = "from mmengine.config import Config\nfrom mmengine.runner import Runner\n";
	const char *const old = "from mmengine import Config\nfrom mmdet.apis import (set_random_seed,\n"
				"                         train_detector)\n";
	const char *const own = "from mmengine import Config\nfrom loop import train_model\n";
	const char *const both = "from mmengine import Config\nfrom mmengine.runner import Runner\n"
				 "from mmdet.apis import train_detector\n";
	const char *const left = "from mmengine import Config\n# from mmdet.apis import train_detector\n";
	assert_int_equal(trainer_among(old), LOADER_MMCV1);
	assert_int_equal(trainer_among(runner), LOADER_MMENGINE);
	assert_int_equal(trainer_among(own), LOADER_MMENGINE);
	assert_int_equal(trainer_among("from mmengine import Config\nfrom mmdet.apis import init_detector\n"),
			 LOADER_MMENGINE);
	assert_int_equal(trainer_among(both), LOADER_MMENGINE);
	assert_int_equal(trainer_among(left), LOADER_MMENGINE);
	assert_int_equal(trainer_among("from mmcv import Config\n"), LOADER_MMCV1);
	assert_int_equal(trainer_of(old, "optim_wrapper = dict()\ntrain_dataloader = dict()\n"), LOADER_MMENGINE);
}

/* What the syntax shows counts in a text that has `_base_.` somewhere. */
static enum loader loader_told_by(const char *text)
{
	struct buf b = { 0 };
	buf_printf(&b, "# as _base_.x\n%s", text);
	const char *const files[] = { "/q/a.py", buf_str(&b), NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	struct loaders *l = loaders_new(fs, f);
	const char *why;
	enum loader found = loader_of(l, "/q/a.py", &why);
	buf_release(&b);
	loaders_free(l);
	folders_free(f);
	vfs_free(fs);
	return found;
}

static void idioms_of_the_text(void **state)
{
	(void)state;
	assert_int_equal(loader_told_by("from mmengine.config import read_base\nx = 1\n"), LOADER_MMENGINE);
	assert_int_equal(loader_told_by("from pkg.models import Net as N\nmodel = dict(type=N, n=1)\n"),
			 LOADER_MMENGINE);
	assert_int_equal(loader_told_by("from pkg.models import Net\nmodel = {'a': [{'type': Net}]}\n"),
			 LOADER_MMENGINE);
	assert_int_equal(loader_told_by(
				 "import os\nfrom math import pi\nname = 'Net'\nmodel = dict(type=name, n=pi)\n"),
			 LOADER_MMCV1);
	assert_int_equal(loader_told_by("from pkg import sizes\nmodel = dict(type='Net', n=sizes)\n"), LOADER_MMCV1);
}

static void idioms(void **state)
{
	(void)state;
	const char *const files[] = { "/q/a.py", "optim_wrapper = dict()\n",
				      "/q/b.py", "lr_config = dict()\n",
				      "/q/c.py", "_base_ = ['./a.py']\nx = 1\n",
				      "/q/d.py", "x = 1\n",
				      "/q/e.py", "_base_ = \\\n    ['./a.py']\nx = 1\n",
				      "/q/f.py", "_base_ = (\n    './a.py',\n)\n",
				      NULL };
	struct vfs *fs = tree(files);
	struct folders *f = folders_new(fs);
	struct loaders *l = loaders_new(fs, f);
	const char *why;
	assert_int_equal(loader_of(l, "/q/a.py", &why), LOADER_MMENGINE);
	assert_int_equal(loader_of(l, "/q/b.py", &why), LOADER_MMCV1);
	assert_int_equal(loader_of(l, "/q/c.py", &why), LOADER_MMENGINE); /* by its base */
	assert_int_equal(loader_of(l, "/q/d.py", &why), LOADER_MMCV1);
	assert_int_equal(loader_of(l, "/q/e.py", &why), LOADER_MMENGINE); /* wherever the base is written */
	assert_int_equal(loader_of(l, "/q/f.py", &why), LOADER_MMENGINE);
	loaders_free(l);
	folders_free(f);
	vfs_free(fs);
}

static void the_table_knows_their_words(void **state)
{
	(void)state;
	struct arena a = { 0 };
	for (enum loader l = LOADER_AUTO; l < LOADERS; l++)
		assert_int_equal(loader_by_name(loader_name(l)), l);
	assert_null(loader_name(LOADERS));
	assert_int_equal(loader_by_name("mmcv2"), LOADERS);
	assert_string_equal(loader_names(&a), "mmcv1 or mmengine");
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markers_come_first),
		cmocka_unit_test(the_table_knows_their_words),
		cmocka_unit_test(idioms),
		cmocka_unit_test(more_markers),
		cmocka_unit_test(comments_are_no_markers),
		cmocka_unit_test(one_reads_and_the_other_trains),
		cmocka_unit_test(bases_vote_too),
		cmocka_unit_test(idioms_of_the_text),
	};
	return cmocka_run_group_tests_name("loader", tests, NULL, NULL);
}
