// SPDX-License-Identifier: MIT
/* Which loader a file gets, its project root, package versions, text substitution and --cfg-options. */
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
				      "/p/mmseg/version.py",
				      "__version__ = '0.18.0'\n",
				      NULL };
	struct vfs *fs = tree(files);
	struct loader_finder *f = loader_finder_new(fs);
	const char *why;
	assert_int_equal(loader_of(f, "/p/configs/a.py", NULL, &why), LOADER_MMENGINE);
	assert_non_null(strstr(why, "tools/train.py"));
	assert_string_equal(project_root(f, "/p/configs/a.py"), "/p");
	assert_string_equal(package_version(f, "/p/configs/a.py", "mmseg"), "0.18.0");
	assert_null(package_version(f, "/p/configs/a.py", "mmdet"));
	loader_finder_free(f);
	vfs_free(fs);
}

/* Requirements, the package's own bounds; a package inside a repository is a part of it. */
static void more_markers(void **state)
{
	(void)state;
	const char *const files[] = { "/r/.cfglint.yaml",
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
	struct loader_finder *f = loader_finder_new(fs);
	const char *why;
	assert_string_equal(project_root(f, "/r/projects/x/configs/a.py"), "/r");
	assert_int_equal(loader_of(f, "/r/projects/x/configs/a.py", NULL, &why), LOADER_MMENGINE);
	assert_string_equal(why, "requirements/runtime.txt of this repository uses mmengine");
	assert_int_equal(loader_of(f, "/r/old/configs/a.py", NULL, &why), LOADER_MMCV1);
	assert_string_equal(project_root(f, "/s/configs/a.py"), "/s");
	assert_int_equal(loader_of(f, "/s/configs/a.py", NULL, &why), LOADER_MMCV1);
	assert_string_equal(why, "pkg/__init__.py of this repository uses mmcv 1.x");
	loader_finder_free(f);
	vfs_free(fs);
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
				      NULL };
	struct vfs *fs = tree(files);
	struct loader_finder *f = loader_finder_new(fs);
	assert_string_equal(project_home(f, "/p/configs/a.py"), "/p");
	assert_string_equal(project_home(f, "/p/apps/seg/configs/deep/a.py"), "/p/apps/seg");
	assert_string_equal(project_home(f, "/p/apps/a.py"), "/p");
	assert_string_equal(project_home(f, "/p/tools/misc/configs/a.py"), "/p");
	assert_string_equal(project_home(f, "/p/net/configs/a.py"), "/p");
	assert_string_equal(package_version(f, "/p/apps/seg/configs/a.py", "net"), "2.0");
	assert_string_equal(package_version(f, "/p/net/configs/a.py", "net"), "1.0");
	assert_null(*project_lent(f, "/p/apps/seg/configs/a.py"));
	assert_true(loader_is_the_projects(f, "/p/apps/seg/configs/a.py"));
	assert_false(loader_is_the_projects(f, "/p/configs/a.py"));
	loader_finder_free(f);
	vfs_free(fs);
}

/* A repository of packages that it doesn't train by itself. */
static void homes_of_packages(void **state)
{
	(void)state;
	const char *const files[] = { "/p/.cfglint.yaml",
				      "",
				      "/p/deploy/setup.py",
				      "",
				      "/p/det/tools/train.py",
				      "",
				      "/p/det/ops/setup.py",
				      "",
				      NULL };
	struct vfs *fs = tree(files);
	struct loader_finder *f = loader_finder_new(fs);
	assert_string_equal(project_home(f, "/p/deploy/configs/a.py"), "/p/deploy");
	assert_string_equal(project_home(f, "/p/det/ops/configs/a.py"), "/p/det");
	assert_string_equal(project_home(f, "/p/other/a.py"), "/p");
	loader_finder_free(f);
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
	struct loader_finder *f = loader_finder_new(fs);
	const char *const *lent = project_lent(f, "/p/seg/small/configs/a.py");
	assert_string_equal(lent[0], "/p/seg/net");
	assert_null(lent[1]);
	assert_string_equal(package_version(f, "/p/seg/small/configs/a.py", "net"), "1.0");
	assert_null(package_version(f, "/p/seg/small/configs/a.py", "unused"));
	assert_true(project_mentions(f, "/p/seg/small/configs/a.py", "net/apis.py: f", "knob"));
	loader_finder_free(f);
	vfs_free(fs);
}

static enum loader loader_of_text(const char *text)
{
	const char *const files[] = { "/q/a.py", text, NULL };
	struct vfs *fs = tree(files);
	struct loader_finder *f = loader_finder_new(fs);
	struct arena a = { 0 };
	struct parser *p = parser_new();
	struct parsed t;
	const char *why;
	parse_module(p, &a, text, (uint32_t)strlen(text), NULL, &t);
	enum loader found = loader_of(f, "/q/a.py", &t, &why);
	parser_free(p);
	arena_release(&a);
	loader_finder_free(f);
	vfs_free(fs);
	return found;
}

static void idioms_of_the_text(void **state)
{
	(void)state;
	assert_int_equal(loader_of_text("from mmengine.config import read_base\nx = 1\n"), LOADER_MMENGINE);
	assert_int_equal(loader_of_text("from pkg.models import Net as N\nmodel = dict(type=N, n=1)\n"),
			 LOADER_MMENGINE);
	assert_int_equal(loader_of_text("from pkg.models import Net\nmodel = {'a': [{'type': Net}]}\n"),
			 LOADER_MMENGINE);
	assert_int_equal(loader_of_text(
				 "import os\nfrom math import pi\nname = 'Net'\nmodel = dict(type=name, n=pi)\n"),
			 LOADER_MMCV1);
	assert_int_equal(loader_of_text("from pkg import sizes\nmodel = dict(type='Net', n=sizes)\n"), LOADER_MMCV1);
}

static void idioms(void **state)
{
	(void)state;
	const char *const files[] = { "/q/a.py", "optim_wrapper = dict()\n",	 "/q/b.py", "lr_config = dict()\n",
				      "/q/c.py", "_base_ = ['./a.py']\nx = 1\n", "/q/d.py", "x = 1\n",
				      NULL };
	struct vfs *fs = tree(files);
	struct loader_finder *f = loader_finder_new(fs);
	const char *why;
	assert_int_equal(loader_of(f, "/q/a.py", NULL, &why), LOADER_MMENGINE);
	assert_int_equal(loader_of(f, "/q/b.py", NULL, &why), LOADER_MMCV1);
	assert_int_equal(loader_of(f, "/q/c.py", NULL, &why), LOADER_MMENGINE); /* by its base */
	assert_int_equal(loader_of(f, "/q/d.py", NULL, &why), LOADER_MMCV1);
	loader_finder_free(f);
	vfs_free(fs);
}

static void substitution_keeps_places(void **state)
{
	(void)state;
	static const char text[] = "a = '{{ fileBasename }}'\nb = {{ _base_.x.y }}\nc = 3\n";
	struct arena a = { 0 };
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "/p/main.py", text, strlen(text));
	struct graph_opts o = { 0 };
	struct substituted sub;
	subst_text(&a, s, "/p/main.py", LOADER_MMCV1, &o, &sub);
	assert_non_null(strstr(sub.text, "a = 'main.py'\n"));
	assert_int_equal(sub.ntokens, 1);
	assert_string_equal(sub.token[0].path, "x.y");
	uint32_t c = (uint32_t)(strstr(sub.text, "c = 3") - sub.text);
	assert_int_equal(textmap_back(&sub.map, c, false), strstr(text, "c = 3") - text);
	assert_memory_equal(text + sub.token[0].at.lo, "{{ _base_.x.y }}", 16);
	sources_free(all);
	arena_release(&a);
}

static void environment(void **state)
{
	(void)state;
	static const char text[] = "a = '{{$PORT:80}}'\nb = '{{$HOST:}}'\n";
	struct arena a = { 0 };
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "/p/main.py", text, strlen(text));
	const char *const env[] = { "PORT=81", NULL };
	struct graph_opts o = { .env = env };
	struct substituted sub;
	subst_text(&a, s, "/p/main.py", LOADER_MMENGINE, &o, &sub);
	assert_null(sub.refusal);
	assert_non_null(strstr(sub.text, "a = '81'\n"));
	o.packages_none = true; /* as on a bare machine: HOST is certainly not set */
	subst_text(&a, s, "/p/main.py", LOADER_MMENGINE, &o, &sub);
	assert_non_null(strstr(sub.refusal, "KeyError"));
	sources_free(all);
	arena_release(&a);
}

static void options(void **state)
{
	(void)state;
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "1", "1" },
		{ "1_000", "1000" },
		{ "1e-3", "0.001" },
		{ "0x10", "'0x10'" },
		{ "True", "True" },
		{ "None", "None" },
		{ "none", "'none'" },
		{ "[1,2]", "[1, 2]" },
		{ "(1,[2,a])", "(1, [2, 'a'])" },
		{ "1,,2", "[1, '', 2]" },
		{ "'a'", "'a'" },
		{ "a b", "'ab'" },
		{ "[]", "[]" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		struct arena a = { 0 };
		struct buf b = { 0 };
		struct value v;
		const char *why;
		assert_true(option_value(&a, row[i].text, (struct span){ 0 }, &v, &why));
		assert_true(op_repr(&b, v));
		assert_string_equal(buf_str(&b), row[i].want);
		buf_release(&b);
		arena_release(&a);
	}
}

static void bad_options(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value v;
	const char *why;
	const char *const noeq[] = { "a", NULL }, *const twice[] = { "a=1", "a.b=2", NULL };
	assert_false(option_value(&a, "(1,2", (struct span){ 0 }, &v, &why));
	assert_non_null(strstr(why, "Imbalanced"));
	assert_false(options_dict(&a, noeq, 0, 0, &v, &why));
	assert_false(options_dict(&a, twice, 0, 0, &v, &why));
	assert_non_null(strstr(why, "'int' object does not support item assignment"));
	arena_release(&a);
}

/* One that is given twice keeps its place and takes its last value; the first ones may be forgotten. */
static void repeated_options(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value v;
	const char *why;
	struct buf b = { 0 };
	const char *const list[] = { "a=1", "b=2", "a=3", NULL };
	for (uint32_t skip = 0; skip < 3; skip++) {
		assert_true(options_dict(&a, list, skip, 0, &v, &why));
		assert_true(op_repr(&b, v));
		buf_putc(&b, ' ');
	}
	assert_string_equal(buf_str(&b), "{'a': 3, 'b': 2} {'b': 2, 'a': 3} {'a': 3} ");
	buf_release(&b);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markers_come_first),
		cmocka_unit_test(homes),
		cmocka_unit_test(lent_packages),
		cmocka_unit_test(homes_of_packages),
		cmocka_unit_test(idioms),
		cmocka_unit_test(more_markers),
		cmocka_unit_test(idioms_of_the_text),
		cmocka_unit_test(substitution_keeps_places),
		cmocka_unit_test(environment),
		cmocka_unit_test(options),
		cmocka_unit_test(bad_options),
		cmocka_unit_test(repeated_options),
	};
	return cmocka_run_group_tests_name("loader", tests, NULL, NULL);
}
