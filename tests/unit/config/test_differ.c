// SPDX-License-Identifier: MIT
/* What counts as a difference of two effective configs, and under which path it is reported. */
#include "config/graph.h"
#include "config/differ.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

struct fixture {
	struct arena a;
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
};

static struct value load(struct fixture *f, const char *text)
{
	static const char *const path = "/p/configs/c.py";
	struct graph_opts o = { .loader = LOADER_MMCV1 };

	f->fs = vfs_new_sealed();
	f->pool = pool_new(1);
	vfs_put(f->fs, path, text, strlen(text));
	f->g = graph_load(f->fs, &path, 1, &o, f->pool);
	assert_int_equal(graph_find(f->g, path)->state, MODULE_OK);
	return graph_find(f->g, path)->merged;
}

static void unload(struct fixture *f)
{
	graph_free(f->g);
	pool_free(f->pool);
	vfs_free(f->fs);
	arena_release(&f->a);
}

static void put_changes(struct buf *b, const struct changes *diff)
{
	static const char sign[] = { '+', '-', '~', '%' };

	for (size_t i = 0; i < diff->n; i++) {
		buf_putc(b, sign[diff->at[i].kind]);
		keypath_print(b, diff->at[i].path);
		buf_putc(b, ' ');
	}
}

static void check(const char *before, const char *after, const char *want)
{
	struct fixture x = { 0 }, y = { 0 };
	struct value p = load(&x, before), q = load(&y, after);
	struct changes diff = { 0 };
	struct buf b = { 0 };

	config_diff(&x.a, p, q, &diff);
	put_changes(&b, &diff);
	assert_string_equal(buf_str(&b), want);
	assert_int_equal(config_same(p, q), want[0] == '\0');
	buf_release(&b);
	vec_release(&diff);
	unload(&x);
	unload(&y);
}

static void equal_configs_have_none(void **state)
{
	(void)state;
	check("a = dict(b=1, c=[1, 2])\n", "c = [1, 2]\na = {'b': 1}\na['c'] = c\ndel c\n", "");
	check("import torch\na = torch.x(1)\n", "\n\nimport torch\na = torch.x(1)\n", "");
	check("f = lambda: 1\na = int\n", "\nf = lambda: 1\na = int\n", "");
}

static void values_are_named_by_path(void **state)
{
	(void)state;
	check("a = 1\n", "a = 2\n", "~a ");
	check("a = 1\n", "a = 1.0\n", "~a ");
	check("a = 1\n", "a = True\n", "~a ");
	check("a = dict(b=dict(c=1), d=2)\n", "a = dict(b=dict(c=5), d=2)\n", "~a.b.c ");
	check("a = dict(b=1)\n", "a = dict(b=1, c=2)\n", "+a.c ");
	check("a = dict(b=1, c=2)\n", "a = dict(b=1)\n", "-a.c ");
	check("a = dict(b=1)\n", "a = 5\n", "~a ");
	check("import torch\na = torch.x(1)\n", "import torch\na = torch.y(1)\n", "~a ");
}

static void lists_are_aligned(void **state)
{
	(void)state;
	check("a = [1, 2, 3]\n", "a = [1, 5, 3]\n", "~a[1] ");
	check("a = [1, 2, 3]\n", "a = [1, 3]\n", "-a[1] ");
	check("a = [1, 3]\n", "a = [1, 2, 3]\n", "+a[1] ");
	check("a = []\n", "a = [1, 2]\n", "+a[0] +a[1] ");
	check("a = [dict(b=1), dict(c=1)]\n", "a = [dict(b=1), dict(c=2)]\n", "~a[1].c ");
	check("a = [1]\n", "a = (1,)\n", "~a ");
}

static void order_is_told(void **state)
{
	(void)state;
	check("a = dict(b=1, c=2)\n", "a = dict(c=2, b=1)\n", "%a ");
	check("a = dict(b=1, c=2)\n", "a = dict(b=1, x=0, c=2)\n", "+a.x ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_configs_have_none),
		cmocka_unit_test(values_are_named_by_path),
		cmocka_unit_test(lists_are_aligned),
		cmocka_unit_test(order_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
