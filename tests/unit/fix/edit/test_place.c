// SPDX-License-Identifier: MIT
/* Which place a key path leads to: the file's own value, its own dict, a new statement, the owner, or nowhere and why.
 */
#include "fix/edit/place.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static const char *const path[] = { "/p/configs/c.py", "/p/configs/base.py" };

struct fixture {
	struct arena a;
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
	const struct module *m;
};

static void load(struct fixture *f, const char *child, const char *base)
{
	struct graph_opts o = { .loader = LOADER_MMENGINE };

	memset(f, 0, sizeof *f);
	f->fs = vfs_new_sealed();
	f->pool = pool_new(1);
	vfs_put(f->fs, "/p/setup.py", "", 0);
	vfs_put(f->fs, path[0], child, strlen(child));
	if (base)
		vfs_put(f->fs, path[1], base, strlen(base));
	f->g = graph_load(f->fs, path, 1, &o, f->pool);
	f->m = graph_find(f->g, path[0]);
	assert_int_equal(f->m->state, MODULE_OK);
}

static void unload(struct fixture *f)
{
	graph_free(f->g);
	pool_free(f->pool);
	vfs_free(f->fs);
	arena_release(&f->a);
}

static const char *describe(struct fixture *f, const struct place *p)
{
	static const char *const kind[] = { "none", "value", "insert", "new", "update" };
	const struct source *s = p->file->src;
	struct buf b = { 0 };
	char *out;

	buf_printf(&b, "%s %s", p->file == f->m ? "child" : "base", kind[p->kind]);
	if (p->node)
		buf_printf(&b, " `%.*s`", (int)(p->node->hi - p->node->lo), s->bytes + p->node->lo);
	if (p->prefix.n) {
		buf_putc(&b, ' ');
		keypath_print(&b, p->prefix);
		buf_putc(&b, '|');
	}
	if (p->rest.n) {
		buf_putc(&b, ' ');
		keypath_print(&b, p->rest);
	}
	if (p->why_not)
		buf_printf(&b, ": %s", p->why_not);
	out = arena_strdup(&f->a, buf_str(&b));
	buf_release(&b);
	return out;
}

static void check_scope(const char *child, const char *base, const char *key, enum fix_scope scope, const char *want)
{
	struct fixture f;
	struct keypath k;
	struct place p;

	load(&f, child, base);
	assert_true(keypath_parse(&f.a, key, &k, NULL));
	p = place_find(&f.a, f.g, f.m, k, scope);
	assert_string_equal(describe(&f, &p), want);
	unload(&f);
}

static void check(const char *child, const char *base, const char *key, const char *want)
{
	check_scope(child, base, key, SCOPE_CHILD, want);
}

#define BASE "_base_ = './base.py'\n"

static void own_values_are_replaced_at_their_use(void **state)
{
	(void)state;
	check("a = 1\n", NULL, "a", "child value `1`");
	check("a = dict(b=(2 + 3))\n", NULL, "a.b", "child value `2 + 3`");
	check("v = 1\na = dict(b=v)\n", NULL, "a.b", "child value `v`");
	check("a = [dict(b=1)]\n", NULL, "a[0].b", "child value `1`");
	check("a = dict()\na.update(b=3)\n", NULL, "a.b", "child value `3`");
	check(BASE "a = dict(b=2)\n", "a = dict(b=1, c=3)\n", "a.b", "child value `2`");
	check(BASE "_base_.a.b = 4\n", "a = dict(b=1)\n", "a.b", "child value `4`");
}

static void missing_keys_go_into_the_own_dict(void **state)
{
	(void)state;
	check("a = dict(b=dict())\n", NULL, "a.b.c.d", "child insert `dict()` c.d");
	check("a = {'b': 1}\n", NULL, "a.c", "child insert `{'b': 1}` c");
	check(BASE "a = dict(b=2)\n", "a = dict(b=1, c=3)\n", "a.c", "child insert `dict(b=2)` c");
	check(BASE "a = dict(x=dict(y=2))\n", "a = dict(b=dict(c=1))\n", "a.b.c",
	      "child insert `dict(x=dict(y=2))` b.c");
}

static void else_a_new_statement(void **state)
{
	(void)state;
	check("a = 1\n", NULL, "b.c", "child new b.c");
	check(BASE, "a = dict(b=1)\n", "a.b", "child new a.b");
}

static void lists_of_a_base_can_not_be_reached(void **state)
{
	(void)state;
	check(BASE, "a = [dict(b=1)]\n", "a[0].b",
	      "child none: a is a list of configs/base.py:1, and lists don't merge");
	check(BASE "a = [dict(c=1)]\n", "a = [dict(b=1)]\n", "a[0].b", "child insert `dict(c=1)` b");
	check(BASE, "a = None\n", "a.b", "child none: a is NoneType in configs/base.py:1, not a dict");
}

static void code_that_runs_often_is_left_alone(void **state)
{
	(void)state;
	check("a = [dict(b=i) for i in range(2)]\n", NULL, "a[0].b",
	      "child none: line 1 makes several values at once (a loop, comprehension or function)");
	check("a = [dict(b=i) for i in range(2)]\n", NULL, "a[0].c",
	      "child none: a[0] is not written as one dict (configs/c.py:1)");
	check("def f():\n    return dict(b=1)\na = f()\n", NULL, "a.c",
	      "child none: a is not written as one dict (configs/c.py:2)");
}

static void owner_scope_goes_to_the_base(void **state)
{
	(void)state;
	check_scope(BASE, "a = dict(b=1)\n", "a.b", SCOPE_OWNER, "base value `1`");
	check_scope(BASE, "a = [dict(b=1)]\n", "a[0].b", SCOPE_OWNER, "base value `1`");
	check_scope(BASE, "a = [dict(b=1)]\n", "a[0].c", SCOPE_OWNER, "base insert `dict(b=1)` c");
	check_scope(BASE "a = dict(b=2)\n", "a = dict(b=1)\n", "a.b", SCOPE_OWNER, "child value `2`");
	check_scope(BASE, "a = dict(b=1)\n", "a.c", SCOPE_OWNER, "child new a.c");
}

#define LAZY "from mmengine.config import read_base\nwith read_base():\n    from .base import *\n"

static void lazy_configs_change_what_they_import(void **state)
{
	(void)state;
	check(LAZY, "a = dict(b=1)\n", "x.b", "child new x.b");
	check(LAZY, "a = 1\n", "a", "child new a");
	check(LAZY, "a = dict(b=1)\n", "a.b", "child update a| b");
	check(LAZY, "a = dict(b=dict(c=1))\n", "a.b.d", "child update a| b.d");
	check(LAZY, "a = [dict(b=1)]\n", "a[0].b", "child update a[0]| b");
	check(LAZY, "a = [1, 2]\n", "a[1]", "child update a[1]|");
	check(LAZY "a.update(c=1)\n", "a = dict(b=1)\n", "a.b", "child insert `a.update(c=1)` b");
	check(LAZY "a.update(dict(c=dict(d=1)))\n", "a = dict(b=1, c=dict(e=1))\n", "a.c.e",
	      "child insert `dict(d=1)` e");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_values_are_replaced_at_their_use),
		cmocka_unit_test(missing_keys_go_into_the_own_dict),
		cmocka_unit_test(else_a_new_statement),
		cmocka_unit_test(lists_of_a_base_can_not_be_reached),
		cmocka_unit_test(code_that_runs_often_is_left_alone),
		cmocka_unit_test(owner_scope_goes_to_the_base),
		cmocka_unit_test(lazy_configs_change_what_they_import),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
