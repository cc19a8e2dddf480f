// SPDX-License-Identifier: MIT
/* Where a project's own code looks for bases, in the shapes that such code has, and which configs it imports. */
#include "project/reader.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static void expect(const char *text, enum reads_bases want)
{
	struct vfs *fs = vfs_new_sealed();
	vfs_put(fs, "/p/lib/load.py", text, strlen(text));
	if (project_reads_bases(fs, "/p") != want)
		fail_msg("%d, not %d: %s", project_reads_bases(fs, "/p"), want, text);
	vfs_free(fs);
}

static void where_code_looks(void **state)
{
	(void)state;
	expect("def f(p):\n    return load(cfg['_base_'])\n", BASES_FROM_TOP);
	expect("def f(p):\n    if '_base_' in cfg:\n        c = load(cfg.pop(\"_base_\"))\n", BASES_FROM_TOP);
	expect("def f(p):\n    return load(cfg._base_)\n\ndef g(p):\n    return os.path.join(a, p)\n", BASES_FROM_TOP);
	expect("def f(p):\n    d = osp.dirname(p)\n    return load(osp.join(d, cfg._base_))\n", BASES_BESIDE);
	expect("def f(p):\n    return load(Path(p).parent / cfg.get('_base_'))\n", BASES_BESIDE);
	expect("def f(p):\n    return load(osp.join(TOP, cfg['_base_']))\n", BASES_UNKNOWN);
	expect("def f(p):\n    return load(cfg['_base_'])\ndef g(p):\n    return load(dirname(p) + cfg['_base_'])\n",
	       BASES_UNKNOWN);
	expect("x = 1  # cfg['_base_']\n", BASES_BY_FRAMEWORK);
	expect("if '_base_' in path:\n    pass\n", BASES_BY_FRAMEWORK);
	expect("_base_ = ['x.py']\nmodel = _base_.model\n", BASES_BY_FRAMEWORK);
	expect("from mmcv import Config\nc = Config.fromfile(p)\nb = c['_base_']\n", BASES_BY_FRAMEWORK);
}

static bool imports(const char *text, const char *path)
{
	struct vfs *fs = vfs_new_sealed();
	vfs_put(fs, "/p/main.py", text, strlen(text));
	bool found = project_imports_config(fs, "/p", path);
	vfs_free(fs);
	return found;
}

static void who_imports_configs(void **state)
{
	(void)state;
	assert_true(imports("from configs.net import a\n", "/p/configs/net/a.py"));
	assert_true(imports("    import configs.net.b\n", "/p/configs/net/a.py"));
	assert_true(imports("m = importlib.import_module(f'configs.{name}')\n", "/p/configs/net/a.py"));
	assert_false(imports("from configs.nets import a\n", "/p/configs/net/a.py"));
	assert_false(imports("from configs.other import a\n", "/p/configs/net/a.py"));
	assert_false(imports("from net.config import a\n", "/p/net/a.py"));
	assert_false(imports("with read_base():\n    from configs.net import a\n", "/p/configs/net/a.py"));
	assert_false(imports("from configs.net import a\n", "/q/configs/net/a.py"));
}

static void which_texts_read_bases(void **state)
{
	(void)state;
	assert_true(
		text_reads_base("from mmengine.config import read_base\nwith read_base():\n    from .a import *\n"));
	assert_true(text_reads_base("if True:\n\twith mmengine.config.read_base():\n\t\tfrom .a import *\n"));
	assert_false(text_reads_base("from mmengine.config import read_base\ncfg = Config.fromfile('a.py')\n"));
	assert_false(text_reads_base("with open(p) as f:\n    read_base(f)\n"));
}

static bool fills_in(const char *name, const char *text, const char *word)
{
	struct vfs *fs = vfs_new_sealed();
	vfs_put(fs, name, text, strlen(text));
	bool found = project_fills_in(fs, "/p", word, strlen(word));
	vfs_free(fs);
	return found;
}

static void who_fills_in_words(void **state)
{
	(void)state;
	assert_true(fills_in("/p/a.py", "t = t.replace('NUM', n)\n", "NUM"));
	assert_true(fills_in("/p/a.py", "t = t.replace(\n    \"<num>\", n)\n", "num"));
	assert_true(fills_in("/p/a.py", "t = re.sub(r'{NUM}', n, t)\n", "NUM"));
	assert_true(fills_in("/p/a.py", "w = {'A': 1, \"NUM\" : 2}\nt = t.replace(k, v)\n", "NUM"));
	assert_false(fills_in("/p/a.py", "w = {'A': 1, 'NUM': 2}\nt = t.replace('B', v)\n", "NUM"));
	assert_false(fills_in("/p/a.py", "w = {'num': 2}\nt = t.replace(k, v)\n", "num"));
	assert_false(fills_in("/p/a.py", "w = 'NUM'\nt = t.replace(k, v)\n", "NUM"));
	assert_false(fills_in("/p/a.py", "t = t.replace('NUMB', n)\nt.replace('", "NUM"));
	assert_false(fills_in("/p/a.py", "t = t.replace('a NUM', n)\n", "NUM"));
	assert_false(fills_in("/p/a.py", "t = t.replace('', n)\n", ""));
	assert_false(fills_in("/q/a.py", "t = t.replace('NUM', n)\n", "NUM"));
	assert_true(fills_in("/p/a.sh", "sed -e 's/A/1/' -e \"s#NUM#$N#\" x\n", "NUM"));
	assert_true(fills_in("/p/a.sh", "sed -i s/NUM/1/ x\n", "NUM"));
	assert_false(fills_in("/p/a.sh", "echo s/NUM/1/\nsed x\n", "NUM"));
	assert_false(fills_in("/p/a.sh", "sed s", "NUM"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(where_code_looks),
		cmocka_unit_test(who_imports_configs),
		cmocka_unit_test(which_texts_read_bases),
		cmocka_unit_test(who_fills_in_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
