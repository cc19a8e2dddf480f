// SPDX-License-Identifier: MIT
/* What is said of the keys of plain configs: "lr=read epoch=unread". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "config/data_config.h"
#include "plain/keys.h"
#include "python/value/copy.h"
#include "scripts.h"

#define LOADS "import yaml\ncfg = yaml.safe_load(open('/p/a.yaml'))\n"

static struct plain_project *project;

static int end(void **state)
{
	plain_project_free(project);
	project = NULL;
	return project_end(state);
}

/* "none": nothing reads it. */
static const char *said_of(const char *path, const char *text)
{
	const struct source *s = sources_add(sources, path, text, strlen(text));
	struct substituted same = { .text = s->bytes, .len = s->len };
	struct err e = { 0 };
	struct value config, tree, keys;

	buf_clear(&out);
	if (!project)
		project = plain_project_new(&know, fs, sources, "/p", NULL);
	if (!data_load(&a, s, &same, &config, &e))
		return "broken";
	if (!project || !plain_keys(&a, project, path, config, &tree))
		return "none";
	tree = value_freeze(&a, tree);
	keys = dict_get(tree, "keys");
	for (uint32_t i = 0; i < keys.as.list->n; i++) {
		struct value k = keys.as.list->at[i].val, fate = dict_get(k, "fate");
		buf_printf(&out, "%s%s=%s", i ? " " : "", dict_get(k, "path").as.s->s,
			   fate.kind == VALUE_STR ? fate.as.s->s : "?");
	}
	return buf_str(&out);
}

static void read_and_unread(void **state)
{
	(void)state;
	file("/p/train.py",
	     LOADS "print(cfg['lr'], cfg.get('optim')['momentum'])\nfor s in cfg['steps']:\n    print(s['at'])\n");
	assert_string_equal(said_of("/p/a.yaml",
				    "lr: 1\nepoch: 2\noptim: {momentum: 1, decay: 2}\nsteps: [{at: 1, to: 2}]\n"),
			    "lr=read epoch=unread optim=read optim.momentum=read optim.decay=unread steps=read "
			    "steps[0].at=read steps[0].to=?");
}

static void not_followed(void **state)
{
	(void)state;
	file("/p/train.py", LOADS "import lib\nprint(cfg['lr'])\nlib.train(cfg['model'])\nprint(cfg[lib.key])\n");
	assert_string_equal(said_of("/p/a.yaml", "lr: 1\nmodel: {depth: 2}\nother: 1\n"),
			    "lr=read model=read model.depth=? other=?");
}

static void of_another_file(void **state)
{
	(void)state;
	file("/p/train.py", LOADS "print(cfg['lr'])\n");
	assert_string_equal(said_of("/p/data/b.yaml", "lr: 1\nmodel: 2\n"), "none");
	assert_string_equal(said_of("/p/a.json", "{\"lr\": 1}"), "none");
	assert_string_equal(said_of("/p/b.yaml", "lr: 1\nmodel: 2\n"), "lr=read model=unread");
}

/* What only a report reads are results; where a training reads the file too, the report's keys count as read. */
static void of_programs_that_train(void **state)
{
	(void)state;
	file("/p/report.py", "import common\nprint(common.load()['mean'])\nif __name__ == '__main__':\n    pass\n");
	file("/p/common.py", LOADS "def load():\n    return cfg\n");
	assert_string_equal(said_of("/p/a.yaml", "mean: 1\nstd: 2\n"), "none");
}

static void of_both(void **state)
{
	(void)state;
	file("/p/report.py", LOADS "print(cfg['mean'])\n");
	file("/p/main.py", LOADS "import loop\nprint(cfg['lr'])\n");
	file("/p/loop.py", "def run(loss):\n    loss.backward()\n");
	assert_string_equal(said_of("/p/a.yaml", "mean: 1\nstd: 2\nlr: 3\n"), "mean=read std=unread lr=read");
}

/* The folder of packages is one of the project's. */
static void of_a_package_deeper_down(void **state)
{
	(void)state;
	file("/p/train.py", "import kit.conf\nloss.backward()\n");
	file("/p/libs/kit/conf.py", LOADS "print(cfg['lr'])\n");
	assert_string_equal(said_of("/p/a.yaml", "lr: 1\nstd: 2\n"), "lr=read std=unread");
}

static void what_scripts_write(void **state)
{
	(void)state;
	file("/p/train.py", LOADS "print(cfg['mean'])\n");
	file("/p/prepare.py", "with open('a.yaml', 'w') as f:\n    f.write('mean: 1')\n");
	assert_string_equal(said_of("/p/a.yaml", "mean: 1\nstd: 2\n"), "none");
}

/* mmcv's configs belong to mmcv. */
static void of_another_loader(void **state)
{
	(void)state;
	file("/p/train.py", LOADS "from mmcv import Config\nprint(cfg['lr'], Config.fromfile('x.py'))\n");
	assert_string_equal(said_of("/p/a.yaml", "lr: 1\nmodel: 2\n"), "none");
}

static void defaults(void **state)
{
	(void)state;
	file("/p/config.py",
	     "from yacs.config import CfgNode as CN\n_C = CN()\n_C.LR = 0.1\n_C.A = CN()\n_C.A.B = [1]\n_C.C = _C.A\n");
	file("/p/train.py", "from config import _C\n_C.merge_from_file('a.yaml')\n");
	assert_string_equal(said_of("/p/a.yaml", "LR: 1\nA: {B: 1, D: 2}\nC: {B: []}\n"),
			    "LR=read A=read A.B=read A.D=rejected C=read C.B=read");
	assert_string_equal(said_of("/p/exp/a.yaml", "X: 1\nY: 2\nLR: 1\n"), "none");
}

/* Whatever stands in a file: an answer in short time. */
static void hostile_files(void **state)
{
	struct buf many = { 0 };

	(void)state;
	file("/p/train.py", LOADS "print(cfg['lr'])\n");
	assert_string_equal(said_of("/p/a.yaml", ""), "none");
	assert_string_equal(said_of("/p/a.yaml", "- 1\n- 2\n"), "none");
	assert_string_equal(said_of("/p/a.yaml", "lr: 1\n3: 4\n1.5: 2\nnull: 3\n2001-01-01: 4\n"), "lr=read");
	assert_string_equal(said_of("/p/a.yaml", "lr: &x {a: &y [1]}\nb: *x\n<<: *x\n"),
			    "a=unread lr=read lr.a=unread b=unread");
	said_of("/p/a.yaml", "lr: &x [*x]\n");
	said_of("/p/a.yaml", "lr: 1\n? [a, b]\n: 1\n");
	for (int i = 0; i < 60; i++)
		buf_printf(&many, "%*slr:\n", i, "");
	assert_non_null(strstr(said_of("/p/a.yaml", buf_str(&many)), "lr=read lr.lr=unread"));
	buf_clear(&many);
	for (int i = 0; i < 20000; i++)
		buf_printf(&many, "k%d: %d\n", i, i);
	assert_non_null(strstr(said_of("/p/a.yaml", buf_str(&many)), "k19999=unread"));
	buf_release(&many);
}

static void hostile_code(void **state)
{
	struct buf code = { 0 };

	(void)state;
	buf_puts(&code, "import yaml, argparse\nfrom yacs.config import CfgNode\nf = open(f)\n");
	for (int i = 0; i < 40; i++)
		buf_puts(&code, "f = f.read()\n");
	buf_puts(&code, "def g(p):\n    return g(p) or yaml.safe_load(open(p))\ng(f)\ncfg = "
			"yaml.safe_load(f)\nprint(cfg['lr'])\n"
			"C = CfgNode()\nC.A = C\nC.A.A = C.A\nC.B.C.D = 1\n");
	for (int i = 0; i < 9000; i++)
		buf_printf(&code, "C.k%d = 1\n", i);
	buf_puts(&code, "C.merge_from_file(f)\nx = 1");
	for (int i = 0; i < 3000; i++)
		buf_puts(&code, " + 1");
	buf_puts(&code, "\nC");
	for (int i = 0; i < 3000; i++)
		buf_puts(&code, ".a");
	buf_puts(&code, " = 1\np = argparse.ArgumentParser()\np.set_defaults(**cfg)\np.set_defaults(**p)\n");
	file("/p/train.py", buf_str(&code));
	said_of("/p/a.yaml", "lr: 1\nA: {A: {A: 1}}\n");
	said_of("/p/a.yaml", "k1: 1\nk2: 1\nx: 3\n");
	buf_release(&code);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(read_and_unread, project_begin, end),
		cmocka_unit_test_setup_teardown(not_followed, project_begin, end),
		cmocka_unit_test_setup_teardown(of_another_file, project_begin, end),
		cmocka_unit_test_setup_teardown(of_another_loader, project_begin, end),
		cmocka_unit_test_setup_teardown(of_programs_that_train, project_begin, end),
		cmocka_unit_test_setup_teardown(of_both, project_begin, end),
		cmocka_unit_test_setup_teardown(of_a_package_deeper_down, project_begin, end),
		cmocka_unit_test_setup_teardown(what_scripts_write, project_begin, end),
		cmocka_unit_test_setup_teardown(defaults, project_begin, end),
		cmocka_unit_test_setup_teardown(hostile_files, project_begin, end),
		cmocka_unit_test_setup_teardown(hostile_code, project_begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
