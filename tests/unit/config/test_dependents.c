// SPDX-License-Identifier: MIT
/* Which files the texts of a folder let reach a base: all spellings of a name, chains, names that are computed. */
#include "config/dependents.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four above
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char dir[] = "/tmp/cfglint-dependents-XXXXXX";

static void put(const char *name, const char *text)
{
	char path[200];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int by_text(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static bool no_folder(void *ctx, const char *path, bool is_dir)
{
	(void)ctx;
	(void)path;
	return is_dir;
}

static void expect(const char *base, bool flat, const char *want)
{
	struct arena a = { 0 };
	struct vfs *fs = vfs_new(NULL);
	struct dependents found;
	struct buf b = { 0 };
	const char *of[] = { arena_printf(&a, "%s/%s", dir, base), NULL }, *in[] = { dir, NULL };
	struct dependents_search s = { .fs = fs, .of = of, .in = in, .excluded = flat ? no_folder : NULL };

	dependents_find(&a, &s, &found);
	if (found.n > 1)
		qsort(found.path, found.n, sizeof *found.path, by_text);
	for (size_t i = 0; i < found.n; i++)
		buf_printf(&b, "%s ", found.path[i] + strlen(dir) + 1);
	assert_string_equal(buf_str(&b), want);
	assert_false(found.cut);
	assert_null(found.path[found.n]);
	buf_release(&b);
	vfs_free(fs);
	arena_release(&a);
}

static int make_tree(void **state)
{
	char cmd[200];

	(void)state;
	if (!mkdtemp(dir))
		return 1;
	snprintf(cmd, sizeof cmd, "mkdir %s/sub %s/pkg", dir, dir);
	if (system(cmd))
		return 1;
	put("base-x.py", "lr = 1\n");
	put("data.json", "{\"_base_\": \"base-x.py\"}\n");
	put("deep.yaml", "_base_:\n  - ./data.json\n");
	put("plain.py", "_base_ = ['../sub/a b.py', # base-x\n    './other.py']\n");
	put("python.py", "_base_ = \"./sub/../base-x.py\"\n");
	put("mentions.py", "x = 'base-x.py'\n");
	put("same_stem.py", "_base_ = './base-xy.py'\n");
	put("sub/a b.py", "_base_ = ['../python.py']\n");
	put("lazy_base.py", "lr = 1\n");
	put("pkg/lazy.py", "with read_base():\n    from ..lazy_base import *\n");
	put("pkg/__init__.py", "lr = 2\n");
	put("of_pkg.py", "with read_base():\n    from .pkg import lr\n");
	put("far.py", "_base_ = 'nothing.py'\n");
	return 0;
}

static int remove_tree(void **state)
{
	char cmd[200];

	(void)state;
	snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
	return system(cmd);
}

/* Python, JSON and YAML; through files in between; a name with a space; no other file of a longer name. */
static void all_spellings(void **state)
{
	(void)state;
	expect("base-x.py", false, "data.json deep.yaml plain.py python.py sub/a b.py ");
}

static void folders_may_be_left_out(void **state)
{
	(void)state;
	expect("base-x.py", true, "data.json deep.yaml python.py ");
}

static void imports(void **state)
{
	(void)state;
	expect("lazy_base.py", false, "pkg/lazy.py ");
	expect("pkg/__init__.py", false, "of_pkg.py ");
}

/* A name that is put together may be any: by a variable, an f-string, a format, a sum. */
static void computed_names(void **state)
{
	static const char *const text[] = { "_base_ = base\n",
					    "_base_ = f'{x}.py'\n",
					    "_base_ = './' + x\n",
					    "_base_ = [\n  # why\n  'far.py', x]\n",
					    "_base_ = './{}.py'.format(x)\n",
					    "_base_ = 'far.py'\n_base_ += x\n",
					    "_base_ = '{{ fileBasename }}'\n_base_ = x\n",
					    "_base_ = []\n_base_.append(x)\n",
					    "_base_ = []\n_base_ . extend([x, y])\n",
					    "_base_ = []\n_base_.insert(0, x)\n",
					    "(_base_ := x)\n",
					    "_base_: list = x\n",
					    "_base_ = ['a.py']\n_base_[0] = x\n",
					    "_base_, a = x, 1\n",
					    "globals()['_base_'] = x\n" };

	(void)state;
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		put("computed.py", text[i]);
		expect("far.py", false, "computed.py ");
	}
	put("computed.py", "_base_ = [ 'nothing.py', (\"no.py\"), '''x'''] # far\nx = y + z\n");
	expect("far.py", false, "");
	put("computed.py", "_base_ = ['../_base_/no.py']\nlr = _base_.lr\nwd = {{_base_.wd}}\nmy_base_x = y\n");
	expect("far.py", false, "");
	put("computed.py", "_base_ = 'no end\n");
	expect("far.py", false, "computed.py ");
	put("computed.py", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_spellings),
		cmocka_unit_test(folders_may_be_left_out),
		cmocka_unit_test(imports),
		cmocka_unit_test(computed_names),
	};

	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
