// SPDX-License-Identifier: MIT
/* Loading and inheritance on small trees held in memory: values, order, provenance, sharing, refusals. */
#include "config/graph.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

struct fixture {
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
};

static struct fixture load(enum loader loader, const char *const *files, const char *main)
{
	struct fixture f = { vfs_new_sealed(), pool_new(2), NULL };
	for (; *files; files += 2)
		vfs_put(f.fs, files[0], files[1], strlen(files[1]));
	struct graph_opts o = { .loader = loader, .packages_none = true };
	f.g = graph_load(f.fs, &main, 1, &o, f.pool);
	return f;
}

static void unload(struct fixture *f)
{
	graph_free(f->g);
	pool_free(f->pool);
	vfs_free(f->fs);
}

static char *text_of(const struct fixture *f, const char *path)
{
	struct buf b = { 0 };
	const struct module *m = graph_find(f->g, path);
	assert_non_null(m);
	if (m->state != MODULE_OK)
		buf_puts(&b, m->refusal);
	else
		op_repr(&b, m->merged);
	return b.s ? b.s : xstrdup("?");
}

static void expect(enum loader loader, const char *const *files, const char *want)
{
	struct fixture f = load(loader, files, "/p/a.py");
	char *got = text_of(&f, "/p/a.py");
	assert_string_equal(got, want);
	free(got);
	unload(&f);
}

static void test_merge(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = './b.py'\nm = dict(x=2, n=dict(q=1))\nz = [3]\n", "/p/b.py",
				      "m = dict(x=1, y=1)\nz = [1, 2]\nk = 0\n", NULL };
	expect(LOADER_MMCV1, files, "{'m': {'x': 2, 'y': 1, 'n': {'q': 1}}, 'z': [3], 'k': 0}");
	expect(LOADER_MMENGINE, files, "{'m': {'x': 2, 'y': 1, 'n': {'q': 1}}, 'z': [3], 'k': 0}");
}

static void test_delete(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py",
				      "_base_ = ['b.py']\nm = dict(_delete_=True, x=2)\nn = dict(_delete_=True)\n",
				      "/p/b.py", "m = dict(x=1, y=1)\n", NULL };
	expect(LOADER_MMCV1, files, "{'m': {'x': 2}, 'n': {'_delete_': True}}");
}

static void test_base_object_is_copied_on_write(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = ['b.py']\n_base_.m.h.x = 5\nq = _base_.l\nq.append(2)\n",
				      "/p/b.py", "_base_ = 'c.py'\n",
				      "/p/c.py", "m = dict(h=dict(x=1), k=1)\nl = [1]\n",
				      NULL };
	struct fixture f = load(LOADER_MMENGINE, files, "/p/a.py");
	char *a = text_of(&f, "/p/a.py"), *c = text_of(&f, "/p/c.py");
	assert_string_equal(a, "{'m': {'h': {'x': 5}, 'k': 1}, 'l': [1, 2], 'q': [1, 2]}");
	assert_string_equal(c, "{'m': {'h': {'x': 1}, 'k': 1}, 'l': [1]}");
	free(a);
	free(c);
	unload(&f);
}

/* Keys of a base are apart, also where one dict was put under several of them, and in lists of those. */
static void test_base_keys_are_apart(void **state)
{
	(void)state;
	const char *const files[] = {
		"/p/a.py", "_base_ = ['b.py']\nt = _base_.t\nfor e in t:\n    e['d']['l'][0]['k'] = 2\n", "/p/b.py",
		"l = [dict(k=1)]\nx = dict(d=dict(l=l))\ny = dict(d=dict(l=l))\nt = [x, y]\n", NULL
	};
	expect(LOADER_MMENGINE, files,
	       "{'l': [{'k': 1}], 'x': {'d': {'l': [{'k': 1}]}}, 'y': {'d': {'l': [{'k': 1}]}}, "
	       "'t': [{'d': {'l': [{'k': 2}]}}, {'d': {'l': [{'k': 2}]}}], 'e': {'d': {'l': [{'k': 2}]}}}");
}

/* A file without a style of its own is read as its importer is: with functions, modules and __file__ under a lazy one.
 */
static void test_base_is_read_lazily(void **state)
{
	(void)state;
	const char *const files[] = {
		"/p/a.py",
		"from mmengine.config import read_base\nwith read_base():\n    from .b import f as g, n, d\nk = "
		"dict(n=n)\ndel g\n",
		"/p/b.py",
		"import os\nd = os.path.dirname(__file__)\nn = '{{ fileBasename }}'\ndef f(x):\n    return x\n", NULL
	};
	expect(LOADER_MMENGINE, files, "{'n': '{{ fileBasename }}', 'd': '/p', 'k': {'n': '{{ fileBasename }}'}}");
	struct fixture f = load(LOADER_MMENGINE, files, "/p/b.py");
	char *b = text_of(&f, "/p/b.py");
	assert_string_equal(b, "NameError: name '__file__' is not defined");
	free(b);
	unload(&f);
	const char *const derived[] = { "/p/a.py", "from pkg import Net\nclass My(Net):\n    pass\n", NULL };
	expect(LOADER_MMENGINE, derived, "RuntimeError");
	const char *const built[] = { "/p/a.py", "from pkg import info\nd = info.build()\ndel d\nn = 2\n", NULL };
	expect(LOADER_MMENGINE, built, "{'n': 2}");
}

static void test_placeholder(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = 'b.py'\np = {{ _base_.l }}\nd = '{{ fileBasename }}'\n",
				      "/p/b.py", "l = [1, 2]\n", NULL };
	expect(LOADER_MMCV1, files, "{'l': [1, 2], 'p': [1, 2], 'd': 'a.py'}");
}

static void test_refusals(void **state)
{
	(void)state;
	const char *const clash[] = { "/p/a.py", "_base_ = 'b.py'\nk = dict(a=1)\n", "/p/b.py", "k = 1\n", NULL };
	expect(LOADER_MMCV1, clash,
	       "TypeError: k={'a': 1} in child config cannot inherit from base because k is a dict in the child config "
	       "but is of type "
	       "<class 'int'> in base config. You may set `_delete_=True` to ignore the base config.");
	const char *const dup[] = {
		"/p/a.py", "_base_ = ['b.py', 'c.py']\n", "/p/b.py", "k = 1\n", "/p/c.py", "k = 1\n", NULL
	};
	expect(LOADER_MMENGINE, dup, "KeyError: 'Duplicate key is not allowed among bases. Duplicate keys: {'k'}'");
	const char *const missing[] = { "/p/a.py", "_base_ = 'van-b3.py'\n", "/p/van_b3.py", "k = 1\n", NULL };
	expect(LOADER_MMCV1, missing, "FileNotFoundError: file \"/p/van-b3.py\" does not exist");
	const char *const raises[] = { "/p/a.py", "x = 1 / 0\n", NULL };
	expect(LOADER_MMCV1, raises, "ZeroDivisionError: division by zero");
	const char *const reserved[] = { "/p/a.py", "text = 1\n", NULL };
	expect(LOADER_MMCV1, reserved, "KeyError: 'text is reserved for config file'");
}

static void test_cycle(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = 'b.py'\n", "/p/b.py", "_base_ = 'a.py'\n", NULL };
	struct fixture f = load(LOADER_MMCV1, files, "/p/a.py");
	const struct module *m = graph_find(f.g, "/p/a.py");
	assert_int_equal(m->state, MODULE_REFUSED);
	assert_non_null(strstr(m->refusal, "a.py -> b.py -> a.py"));
	assert_string_equal(m->notes.at[0].id, "CFG015");
	unload(&f);
}

static void test_missing_base_suggests(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = 'van-b3.py'\n", "/p/van_b3.py", "k = 1\n", NULL };
	struct fixture f = load(LOADER_MMCV1, files, "/p/a.py");
	const struct module *m = graph_find(f.g, "/p/a.py");
	assert_int_equal(m->notes.n, 1);
	assert_string_equal(m->notes.at[0].id, "CFG001");
	assert_string_equal(m->notes.at[0].hint, "did you mean 'van_b3.py'?");
	assert_int_equal(m->notes.at[0].at.lo, 9);
	unload(&f);
}

/* What ends alike is no likeness. */
static void test_missing_base_is_like_no_other(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = 'id11.py'\n", "/p/1.py", "k = 1\n", NULL };
	struct fixture f = load(LOADER_MMCV1, files, "/p/a.py");
	const struct module *m = graph_find(f.g, "/p/a.py");
	assert_string_equal(m->notes.at[0].id, "CFG001");
	assert_null(m->notes.at[0].hint);
	unload(&f);
	const char *const hidden[] = { "/p/a.py", "_base_ = '.hid.py'\n", "/p/.hide.py", "k = 1\n", NULL };
	f = load(LOADER_MMCV1, hidden, "/p/a.py");
	assert_string_equal(graph_find(f.g, "/p/a.py")->notes.at[0].hint, "did you mean '.hide.py'?");
	unload(&f);
}

static void test_places(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = 'b.py'\nopt = dict(lr=LR)\n", "/p/b.py",
				      "opt = dict(lr=2e-4, type='A')\n", NULL };
	const char *const fixed[] = { "/p/a.py", "_base_ = 'b.py'\nLR = 4e-4\nopt = dict(lr=LR)\n", "/p/b.py", files[3],
				      NULL };
	struct fixture f = load(LOADER_MMCV1, fixed, "/p/a.py");
	const struct module *m = graph_find(f.g, "/p/a.py");
	struct arena a = { 0 };
	struct err e = { 0 };
	struct keypath p;
	assert_true(keypath_parse(&a, "opt.lr", &p, &e));
	struct slot s = keypath_get(&a, m->merged, p);
	const char *t = fixed[1];
	assert_memory_equal(t + s.val.at.lo, "4e-4", 4); /* the literal */
	assert_memory_equal(t + s.use.lo, "LR)", 3);	 /* where it was put */
	assert_memory_equal(t + s.key.lo, "lr=", 3);
	assert_true(keypath_parse(&a, "opt.type", &p, &e));
	s = keypath_get(&a, m->merged, p);
	assert_string_equal(graph_owner(f.g, s.use.file)->path, "/p/b.py");
	arena_release(&a);
	unload(&f);
}

static void test_dependents(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "_base_ = 'b.py'\n", "/p/b.py", "_base_ = 'c.py'\n",
				      "/p/c.py", "k = 1\n",	      NULL };
	struct fixture f = load(LOADER_MMCV1, files, "/p/a.py");
	const struct module **d;
	assert_int_equal(graph_dependents(f.g, graph_find(f.g, "/p/c.py"), &d), 2);
	assert_string_equal(d[0]->path, "/p/a.py");
	assert_string_equal(d[1]->path, "/p/b.py");
	free(d);
	unload(&f);
}

static void test_unknown_import_is_no_key(void **state)
{
	(void)state;
	const char *const files[] = { "/p/a.py", "import os\nimport torch\nx = 1\n", NULL };
	expect(LOADER_MMCV1, files, "{'x': 1}");
}

static void test_undecided_branch(void **state)
{
	(void)state;
	const char *const files[] = {
		"/p/a.py", "import torch\nx = 1\ny = [1]\nif torch.cuda.is_available():\n    x = 2\n    y.append(3)\n",
		NULL
	};
	struct fixture f = load(LOADER_MMCV1, files, "/p/a.py");
	const struct module *m = graph_find(f.g, "/p/a.py");
	assert_int_equal(m->state, MODULE_OK);
	assert_int_equal(dict_find_lit(m->merged.as.dict, "x")->val.kind, VALUE_UNKNOWN);
	assert_true(dict_find_lit(m->merged.as.dict, "y")->val.as.list->open);
	unload(&f);
}

/* Each file of a chain is a call inside the last one, and Python allows 1,000. */
static void chain_of(int files, enum module_state state)
{
	struct fixture f = { vfs_new_sealed(), pool_new(2), NULL };
	struct arena a = { 0 };
	for (int i = 0; i < files; i++) {
		const char *text = i == files - 1 ? "d = dict(last=1)\n"
						  : arena_printf(&a, "_base_ = 'c%d.py'\nd = dict(k%d=1)\n", i + 1, i);
		vfs_put(f.fs, arena_printf(&a, "/p/c%d.py", i), text, strlen(text));
	}
	const char *main = "/p/c0.py";
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	f.g = graph_load(f.fs, &main, 1, &o, f.pool);
	const struct module *m = graph_find(f.g, main);
	assert_int_equal(m->state, state);
	if (state == MODULE_OK)
		assert_int_equal(dict_find_lit(m->merged.as.dict, "d")->val.as.dict->count, files);
	else
		assert_non_null(strstr(m->refusal, "RecursionError"));
	arena_release(&a);
	unload(&f);
}

static void test_long_chain(void **state)
{
	(void)state;
	chain_of(999, MODULE_OK);
	chain_of(1000, MODULE_REFUSED);
	chain_of(1500, MODULE_REFUSED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_delete),
		cmocka_unit_test(test_base_object_is_copied_on_write),
		cmocka_unit_test(test_base_keys_are_apart),
		cmocka_unit_test(test_base_is_read_lazily),
		cmocka_unit_test(test_placeholder),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_cycle),
		cmocka_unit_test(test_missing_base_suggests),
		cmocka_unit_test(test_missing_base_is_like_no_other),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_dependents),
		cmocka_unit_test(test_unknown_import_is_no_key),
		cmocka_unit_test(test_undecided_branch),
		cmocka_unit_test(test_long_chain),
	};
	return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
