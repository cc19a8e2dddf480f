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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(where_code_looks),
		cmocka_unit_test(who_imports_configs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
