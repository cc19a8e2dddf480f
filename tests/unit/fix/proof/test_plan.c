// SPDX-License-Identifier: MIT
/* What a plan writes for each kind of promise, in the config itself, in its base, through a variable and in a lazy
 * config; what it expects afterwards; and what it refuses, with the reason. */
#include "fix/proof/plan.h"
#include "python/value/dict.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

#define MAIN "/p/configs/main.py"
#define BASE "/p/configs/base.py"

static struct arena a;
static struct vfs *fs;
static struct pool *pool;
static struct graph *g;
static struct attempt t;
static const struct dialects nobody; /* no training code knows any key, so that variables only carry values */

static int begin(void **state)
{
	(void)state;
	fs = vfs_new_sealed();
	pool = pool_new(1);
	vfs_put(fs, "/p/setup.py", "", 0);
	return 0;
}

static int end(void **state)
{
	(void)state;
	vec_release(&t.edits);
	t = (struct attempt){ 0 };
	if (g)
		graph_free(g);
	g = NULL;
	pool_free(pool);
	vfs_free(fs);
	arena_release(&a);
	return 0;
}

static void file(const char *path, const char *text)
{
	vfs_put(fs, path, text, strlen(text));
}

static void files(const char *base, const char *text)
{
	file(BASE, base);
	file(MAIN, text);
}

static struct keypath path(const char *text)
{
	struct keypath p;
	struct err e = { 0 };

	if (!keypath_parse(&a, text, &p, &e))
		fail_msg("%s: %s", text, e.msg);
	return p;
}

static struct value num(int64_t i)
{
	return value_int(i, (struct span){ 0 });
}

static struct value dict_of(const char *key, int64_t i)
{
	struct value d = value_dict(&a, (struct span){ 0 });

	dict_put(&a, d.as.dict, value_text(key, (struct span){ 0 }), num(i), (struct span){ 0 });
	return d;
}

static struct promise set(const char *p, struct value want)
{
	return (struct promise){ .kind = PROMISE_SET, .path = path(p), .want = want };
}

static struct promise gone(const char *p)
{
	return (struct promise){ .kind = PROMISE_REMOVE, .path = path(p) };
}

static struct promise renamed(const char *p, const char *to)
{
	return (struct promise){ .kind = PROMISE_RENAME, .path = path(p), .name = str_lit(to) };
}

static struct promise added(const char *p, int64_t i)
{
	return (struct promise){ .kind = PROMISE_ADD, .path = path(p), .want = num(i) };
}

/* Plans these promises for MAIN as it stands; t is the attempt. */
static bool plan_with(const struct graph_opts *go, enum fix_scope scope, const struct promise *pr, uint32_t n)
{
	static struct fixplan fix;
	const char *paths[] = { MAIN };

	vec_release(&t.edits);
	if (g)
		graph_free(g);
	g = graph_load(fs, paths, 1, go, pool);
	fix = (struct fixplan){ .promise = pr, .n = n };
	t = (struct attempt){ .plan = &fix, .root = graph_find(g, MAIN) };
	assert_non_null(t.root);
	return attempt_plan(&a, g, &nobody, &t, scope);
}

static bool plan(enum fix_scope scope, const struct promise *pr, uint32_t n)
{
	struct graph_opts go = { .loader = LOADER_MMCV1 };

	return plan_with(&go, scope, pr, n);
}

/* What the planned edits make of a file. */
static void becomes(const char *name, const char *want)
{
	struct buf text = { 0 };
	const char *copy;

	if (t.reason)
		fail_msg("refused: %s", t.reason);
	edits_sort(&t.edits);
	edits_apply(&text, graph_find(g, name)->src, &t.edits);
	copy = arena_strndup(&a, buf_str(&text), text.n);
	buf_release(&text);
	assert_string_equal(copy, want);
}

static void refused(const char *reason)
{
	assert_int_equal(t.state, ATTEMPT_REFUSED);
	assert_non_null(t.reason);
	if (!strstr(t.reason, reason))
		fail_msg("refused because of: %s", t.reason);
}

#define CHILD(...) \
	plan(SCOPE_CHILD, (const struct promise[]){ __VA_ARGS__ }, \
	     sizeof((const struct promise[]){ __VA_ARGS__ }) / sizeof(struct promise))
#define OWNER(...) \
	plan(SCOPE_OWNER, (const struct promise[]){ __VA_ARGS__ }, \
	     sizeof((const struct promise[]){ __VA_ARGS__ }) / sizeof(struct promise))

/* --- claims */

static void what_the_config_sets_is_changed_there(void **state)
{
	(void)state;
	file(MAIN, "data = dict(size=8, list=[1], n=2)\n");
	assert_true(CHILD(set("data.size", num(4))));
	becomes(MAIN, "data = dict(size=4, list=[1], n=2)\n");
	assert_true(CHILD(set("data.new", num(4))));
	becomes(MAIN, "data = dict(size=8, list=[1], n=2, new=4)\n");
	assert_true(CHILD(set("more.new", num(4))));
	becomes(MAIN, "data = dict(size=8, list=[1], n=2)\nmore = dict(new=4)\n");
	assert_true(CHILD(gone("data.n")));
	becomes(MAIN, "data = dict(size=8, list=[1])\n");
	assert_true(CHILD(renamed("data.n", "m")));
	becomes(MAIN, "data = dict(size=8, list=[1], m=2)\n");
	assert_true(CHILD(added("data.list", 3)));
	becomes(MAIN, "data = dict(size=8, list=[1, 3], n=2)\n");
}

static void what_a_base_sets_is_overridden_or_changed_in_the_base(void **state)
{
	(void)state;
	files("data = dict(size=8, list=[1])\n", "_base_ = ['base.py']\n");
	assert_true(CHILD(set("data.size", num(4))));
	becomes(MAIN, "_base_ = ['base.py']\ndata = dict(size=4)\n");
	assert_true(OWNER(set("data.size", num(4))));
	becomes(BASE, "data = dict(size=4, list=[1])\n");
	assert_true(CHILD(added("data.list", 3)));
	becomes(MAIN, "_base_ = ['base.py']\ndata = dict(list=[1, 3])\n");
	assert_true(OWNER(added("data.list", 3)));
	becomes(BASE, "data = dict(size=8, list=[1, 3])\n");
	assert_true(OWNER(gone("data.size")));
	becomes(BASE, "data = dict(list=[1])\n");
	assert_true(OWNER(renamed("data.size", "n")));
	becomes(BASE, "data = dict(n=8, list=[1])\n");
}

static void a_base_keeps_what_a_child_cannot_take_away(void **state)
{
	(void)state;
	files("data = dict(size=8)\n", "_base_ = ['base.py']\n");
	assert_false(CHILD(gone("data.size")));
	refused("set in configs/base.py:1, inherited by 1 config; use --edit-bases");
	assert_false(CHILD(renamed("data.size", "n")));
	refused("set in configs/base.py:1");
}

static void a_new_dict_cuts_a_base_off_where_merging_would_not_give_it(void **state)
{
	(void)state;
	files("opt = dict(clip=None, sub=dict(k=1))\n", "_base_ = ['base.py']\n");
	assert_true(CHILD(set("opt.clip", dict_of("norm", 35))));
	becomes(MAIN, "_base_ = ['base.py']\nopt = dict(clip=dict(_delete_=True, norm=35))\n");
	assert_true(CHILD(set("opt.sub", dict_of("norm", 35))));
	becomes(MAIN, "_base_ = ['base.py']\nopt = dict(sub=dict(_delete_=True, norm=35))\n");
	assert_true(CHILD(set("opt.sub", dict_of("k", 35))));
	becomes(MAIN, "_base_ = ['base.py']\nopt = dict(sub=dict(k=35))\n");
}

static void a_variable_that_only_carries_the_value_is_changed(void **state)
{
	(void)state;
	file(MAIN, "size = 8\ndata = dict(size=size)\n");
	assert_true(CHILD(set("data.size", num(4))));
	becomes(MAIN, "size = 4\ndata = dict(size=size)\n");
	file(MAIN, "size = 8\ndata = dict(size=size, half=size // 2)\n");
	assert_true(CHILD(set("data.size", num(4))));
	becomes(MAIN, "size = 8\ndata = dict(size=4, half=size // 2)\n");
	file(MAIN, "size = 8\ndata = dict(size=size)\n");
	assert_false(CHILD(gone("size")));
	refused("line 2 uses the name size; write its value there first");
}

#define IMPORT "from mmengine.config import read_base\nwith read_base():\n    from .base import *\n"

static void a_lazy_config_updates_what_it_imported(void **state)
{
	struct graph_opts go = { .loader = LOADER_MMENGINE };
	struct promise to4 = set("data.size", num(4)), away = gone("data.size");

	(void)state;
	files("data = dict(size=8, n=1)\n", IMPORT);
	assert_true(plan_with(&go, SCOPE_CHILD, &to4, 1));
	becomes(MAIN, IMPORT "\ndata.update(dict(size=4))\n");
	assert_true(plan_with(&go, SCOPE_CHILD, &away, 1));
	becomes(MAIN, IMPORT "\ndata.pop('size')\n");
	file(MAIN, IMPORT "data.update(n=2)\n");
	assert_true(plan_with(&go, SCOPE_CHILD, &to4, 1));
	becomes(MAIN, IMPORT "data.update(n=2, size=4)\n");
}

static void promises_that_meet_are_written_together(void **state)
{
	(void)state;
	file(MAIN, "data = dict(old=2e-3, z=1)\n");
	assert_true(CHILD(set("data.loader.new", value_float(2e-3, (struct span){ 0 })), gone("data.old")));
	becomes(MAIN, "data = dict(loader=dict(new=2e-3), z=1)\n");
	file(MAIN, "data = dict(a=1, b=2, c=3)\n");
	assert_true(CHILD(gone("data.b"), gone("data.c")));
	becomes(MAIN, "data = dict(a=1)\n");
	assert_true(CHILD(set("data.new.x", num(1)), set("data.new.y", num(2))));
	becomes(MAIN, "data = dict(a=1, b=2, c=3, new=dict(x=1, y=2))\n");
	files("data = dict(k=1)\n", "_base_ = ['base.py']\nx = 1\ndata = dict(a=1, b=2)\n");
	assert_true(CHILD(gone("data.a"), gone("data.b")));
	becomes(MAIN, "_base_ = ['base.py']\nx = 1\n"); /* it would override nothing any more */
}

static void refusals_have_reasons(void **state)
{
	(void)state;
	file(MAIN, "data = dict(size=8, list=[1])\nmany = [dict(k=i) for i in range(2)]\n");
	assert_false(CHILD(gone("data.other")));
	refused("data.other does not exist");
	assert_false(CHILD(renamed("data.other", "n")));
	refused("data.other does not exist");
	assert_false(CHILD(added("data.size", 1)));
	refused("data.size is not a list");
	assert_false(CHILD(set("data.new.a", num(1)), set("data.new", num(2))));
	refused("its changes contradict each other");
	assert_false(CHILD(set("many[0].k", num(7))));
	refused("line 2 makes several values at once (a loop, comprehension or function); change the code by hand");
	assert_false(CHILD(renamed("data.size", "no name")));
	refused("'no name' can't be written as a name");
	assert_false(plan(SCOPE_CHILD, NULL, 0));
	refused("there is nothing to change");
}

static void bases_of_others_are_not_edited(void **state)
{
	const char *const roots[] = { "/shared", NULL };
	struct graph_opts go = { .loader = LOADER_MMCV1, .roots = roots };
	struct promise to4 = set("data.size", num(4));

	(void)state;
	file("/shared/base.py", "data = dict(size=8)\n");
	file(MAIN, "_base_ = ['/shared/base.py']\nx = 1\n");
	assert_false(plan_with(&go, SCOPE_OWNER, &to4, 1));
	refused("/shared/base.py lies outside the project");
	assert_true(plan_with(&go, SCOPE_CHILD, &to4, 1));
	becomes(MAIN, "_base_ = ['/shared/base.py']\nx = 1\ndata = dict(size=4)\n");
}

static void each_promise_says_what_to_expect(void **state)
{
	struct promise written = { .kind = PROMISE_BECOMES, .want = dict_of("k", 2) };

	(void)state;
	files("opt = dict(k=1)\n", "_base_ = ['base.py']\ndata = dict(size=8, list=[1, 2, 3])\n");
	assert_true(CHILD(renamed("data.size", "n")));
	assert_int_equal(t.nexpect, 2);
	assert_true(t.expect[0].absent);
	assert_true(keypath_same(t.expect[0].path, path("data.size")));
	assert_true(keypath_same(t.expect[1].path, path("data.n")));
	assert_int_equal(t.expect[1].want.as.i, 8);
	assert_true(CHILD(gone("data.list[0]"), gone("data.list[-1]")));
	assert_true(keypath_same(t.expect[0].path, path("data.list"))); /* the others move up */
	assert_int_equal(t.expect[0].want.as.list->n, 1);
	assert_int_equal(t.expect[0].want.as.list->at[0].val.as.i, 2);
	assert_true(CHILD(added("data.list", 4)));
	assert_int_equal(t.expect[0].want.as.list->n, 4);
	written.path = path("opt");
	CHILD(written); /* the edits would be given: none are */
	assert_true(t.expect[0].dict);
	refused("there is nothing to change");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_the_config_sets_is_changed_there, begin, end),
		cmocka_unit_test_setup_teardown(what_a_base_sets_is_overridden_or_changed_in_the_base, begin, end),
		cmocka_unit_test_setup_teardown(a_base_keeps_what_a_child_cannot_take_away, begin, end),
		cmocka_unit_test_setup_teardown(a_new_dict_cuts_a_base_off_where_merging_would_not_give_it, begin, end),
		cmocka_unit_test_setup_teardown(a_variable_that_only_carries_the_value_is_changed, begin, end),
		cmocka_unit_test_setup_teardown(a_lazy_config_updates_what_it_imported, begin, end),
		cmocka_unit_test_setup_teardown(promises_that_meet_are_written_together, begin, end),
		cmocka_unit_test_setup_teardown(refusals_have_reasons, begin, end),
		cmocka_unit_test_setup_teardown(bases_of_others_are_not_edited, begin, end),
		cmocka_unit_test_setup_teardown(each_promise_says_what_to_expect, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
