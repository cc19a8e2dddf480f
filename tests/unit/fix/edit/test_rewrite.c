// SPDX-License-Identifier: MIT
/* Edits in real layouts: the text that comes out, and as a property, what it loads to: a key inserted in every dict of
 * the samples, every item removed once. */
#include "fix/edit/remove.h"
#include "fix/edit/rewrite.h"
#include "fix/fix.h"
#include "python/value/dict.h"
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
	const struct module *m;
};

static void load(struct fixture *f, const char *text)
{
	static const char *const path = "/p/configs/c.py";
	struct graph_opts o = { .loader = LOADER_MMCV1 };

	memset(f, 0, sizeof *f);
	f->fs = vfs_new_sealed();
	f->pool = pool_new(1);
	vfs_put(f->fs, path, text, strlen(text));
	f->g = graph_load(f->fs, &path, 1, &o, f->pool);
	f->m = graph_find(f->g, path);
	assert_non_null(f->m);
}

static void unload(struct fixture *f)
{
	graph_free(f->g);
	pool_free(f->pool);
	vfs_free(f->fs);
	arena_release(&f->a);
}

static struct place place_of(struct fixture *f, const char *path)
{
	struct keypath p;
	struct err e = { 0 };

	assert_true(keypath_parse(&f->a, path, &p, &e));
	return place_find(&f->a, f->g, f->m, p, SCOPE_CHILD);
}

static void check_text(struct fixture *f, struct edits *edits, const char *want)
{
	struct buf out = { 0 };

	edits_sort(edits);
	edits_apply(&out, f->m->src, edits);
	assert_string_equal(buf_str(&out), want);
	buf_release(&out);
	vec_release(edits);
}

static void sets(const char *text, const char *path, struct value want, const char *result)
{
	struct fixture f;
	struct edits edits = { 0 };
	struct err e = { 0 };
	struct place p;

	load(&f, text);
	p = place_of(&f, path);
	if (!rewrite_set(&f.a, &p, want, &edits, &e))
		fail_msg("%s: %s", path, e.msg);
	check_text(&f, &edits, result);
	unload(&f);
}

static void removes(const char *text, const char *path, const char *result)
{
	struct fixture f;
	struct edits edits = { 0 };
	struct err e = { 0 };
	struct place p;

	load(&f, text);
	p = place_of(&f, path);
	if (!remove_key(&f.a, &p, &edits, &e))
		fail_msg("%s: %s", path, e.msg);
	check_text(&f, &edits, result);
	unload(&f);
}

static void adds(const char *text, const char *path, struct value element, const char *result)
{
	struct fixture f;
	struct edits edits = { 0 };
	struct err e = { 0 };
	struct place p;

	load(&f, text);
	p = place_of(&f, path);
	if (!rewrite_add(&f.a, &p, element, &edits, &e))
		fail_msg("%s: %s", path, e.msg);
	check_text(&f, &edits, result);
	unload(&f);
}

static void renames(const char *text, const char *path, const char *name, const char *result)
{
	struct fixture f;
	struct edits edits = { 0 };
	struct err e = { 0 };
	struct place p;

	load(&f, text);
	p = place_of(&f, path);
	if (!rename_key(&f.a, &p, str_lit(name), &edits, &e))
		fail_msg("%s: %s", path, e.msg);
	check_text(&f, &edits, result);
	unload(&f);
}

static struct value num(int64_t i)
{
	return value_int(i, (struct span){ 0 });
}

static struct value text_value(const char *s)
{
	return value_text(s, (struct span){ 0 });
}

static void replaces_only_the_value(void **state)
{
	(void)state;
	sets("data = dict(a=1,  b = 2)\n", "data.b", num(7), "data = dict(a=1,  b = 7)\n");
	sets("data = {'a': (1)}\n", "data.a", num(7), "data = {'a': (7)}\n");
	sets("a = 1  # one\nb = 2\n", "a", num(7), "a = 7  # one\nb = 2\n");
	sets("v = 3\ndata = dict(a=v)\n", "data.a", num(7), "v = 3\ndata = dict(a=7)\n");
	sets("data = dict(a=1)\ndata['a'] = 2\n", "data.a", num(7), "data = dict(a=1)\ndata['a'] = 7\n");
}

static void keeps_spelling_and_quotes(void **state)
{
	struct value f = value_float(0.0004, (struct span){ 0 });

	(void)state;
	sets("lr = 2e-4\n", "lr", f, "lr = 4e-4\n");
	sets("lr = 0.0002\n", "lr", f, "lr = 0.0004\n");
	sets("base = 2e-4\nopt = dict(lr=base)\n", "opt.lr", f, "base = 2e-4\nopt = dict(lr=4e-4)\n");
	sets("a = \"x\"\n", "a", text_value("y"), "a = \"y\"\n");
	sets("a = 'x'\nb = 1\n", "b", text_value("y"), "a = 'x'\nb = 'y'\n");
	sets("a = \"x\"\nb = 1\n", "b", text_value("y"), "a = \"x\"\nb = \"y\"\n");
}

static void inserts_on_the_line(void **state)
{
	(void)state;
	sets("data = dict()\n", "data.x", num(1), "data = dict(x=1)\n");
	sets("data = {}\n", "data.x", num(1), "data = {'x': 1}\n");
	sets("data = dict(a=1)\n", "data.x", num(1), "data = dict(a=1, x=1)\n");
	sets("data = dict(a=1,)\n", "data.x", num(1), "data = dict(a=1, x=1,)\n");
	sets("data = {'a': 1}\n", "data.x", num(1), "data = {'a': 1, 'x': 1}\n");
	sets("data = {\"a\": (1)}\n", "data.x", num(1), "data = {\"a\": (1), \"x\": 1}\n");
	sets("data = dict(a=[\n    1,\n])\n", "data.x", num(1), "data = dict(a=[\n    1,\n], x=1)\n");
	sets("data = dict(a=1, b=dict(c=1))\n", "data.b.x", num(1), "data = dict(a=1, b=dict(c=1, x=1))\n");
	sets("data = [dict(a=1), dict(b=2)]\n", "data[1].x", num(1), "data = [dict(a=1), dict(b=2, x=1)]\n");
}

static void inserts_on_a_line_of_its_own(void **state)
{
	(void)state;
	sets("data = dict(\n    a=1,\n    b=2)\n", "data.x", num(1), "data = dict(\n    a=1,\n    b=2,\n    x=1)\n");
	sets("data = dict(\n    a=1,\n    b=2,\n)\n", "data.x", num(1),
	     "data = dict(\n    a=1,\n    b=2,\n    x=1,\n)\n");
	sets("data = dict(\n    a=1,\n    b=2\n)\n", "data.x", num(1),
	     "data = dict(\n    a=1,\n    b=2,\n    x=1\n)\n");
	sets("data = dict(a=1,\n            b=2)\n", "data.x", num(1),
	     "data = dict(a=1,\n            b=2,\n            x=1)\n");
	sets("data = dict(\n    a=1,\n    b=2, )\n", "data.x", num(1),
	     "data = dict(\n    a=1,\n    b=2,\n    x=1, )\n");
}

static void the_class_comes_first(void **state)
{
	(void)state;
	sets("data = dict(a=1)\n", "data.type", text_value("X"), "data = dict(type='X', a=1)\n");
	sets("data = {'a': 1}\n", "data.type", text_value("X"), "data = {'type': 'X', 'a': 1}\n");
	sets("data = dict(\n    # one\n    a=1,\n    b=2)\n", "data.type", text_value("X"),
	     "data = dict(\n    type='X',\n    # one\n    a=1,\n    b=2)\n");
	sets("data = dict(a=1,\n            b=2)\n", "data.type", text_value("X"),
	     "data = dict(type='X',\n            a=1,\n            b=2)\n");
	sets("c = dict(a=1)\ndata = dict(**c)\n", "data.type", text_value("X"),
	     "c = dict(a=1)\ndata = dict(**c, type='X')\n");
}

static void inserts_behind_comments(void **state)
{
	(void)state;
	sets("data = dict(\n    a=1,  # one\n    b=2  # two\n)\n", "data.x", num(1),
	     "data = dict(\n    a=1,  # one\n    b=2,  # two\n    x=1\n)\n");
	sets("data = dict(\n    a=1,  # one\n    # not this\n    b=2,  # two\n    # c=3,\n)\n", "data.x", num(1),
	     "data = dict(\n    a=1,  # one\n    # not this\n    b=2,  # two\n    x=1,\n    # c=3,\n)\n");
	sets("data = dict(  # empty\n)\n", "data.x", num(1), "data = dict(  # empty\n    x=1,\n)\n");
	sets("data = dict(\n)\n", "data.x", num(1), "data = dict(\n    x=1,\n)\n");
	sets("data = {\n\t# none\n}\n", "data.x", num(1), "data = {\n\t# none\n\t'x': 1,\n}\n");
}

static void inserts_with_the_files_ends(void **state)
{
	(void)state;
	sets("data = dict(\r\n    a=1,\r\n)\r\n", "data.x", num(1), "data = dict(\r\n    a=1,\r\n    x=1,\r\n)\r\n");
	sets("data = dict(\n\ta=1,\n)\n", "data.x", num(1), "data = dict(\n\ta=1,\n\tx=1,\n)\n");
	sets("a = 1\r\n", "x", num(1), "a = 1\r\nx = 1\r\n");
}

static void writes_new_statements(void **state)
{
	(void)state;
	sets("a = 1\n", "x.y.z", num(1), "a = 1\nx = dict(y=dict(z=1))\n");
	sets("a = 1", "x", num(1), "a = 1\nx = 1");
	sets("a = 1\n\nb = 2\n", "x", num(1), "a = 1\n\nb = 2\n\nx = 1\n");
	sets("a = 1\n\n\n", "x", num(1), "a = 1\nx = 1\n\n\n");
	sets("# nothing\n", "x", num(1), "# nothing\nx = 1\n");
	sets("", "x", num(1), "x = 1\n");
}

static void removes_lines(void **state)
{
	(void)state;
	removes("data = dict(\n    a=1,  # one\n    b=2,\n)\n", "data.a", "data = dict(\n    b=2,\n)\n");
	removes("data = dict(\n    a=1,\n    b=2,  # two\n)\n", "data.b", "data = dict(\n    a=1,\n)\n");
	removes("data = dict(\n    a=1,  # one\n    b=2\n)\n", "data.b", "data = dict(\n    a=1  # one\n)\n");
	removes("data = dict(\n    a=1,\n    b=dict(\n        c=2),\n    d=3)\n", "data.b",
		"data = dict(\n    a=1,\n    d=3)\n");
	removes("a = 1\nb = 2  # two\nc = 3\n", "b", "a = 1\nc = 3\n");
	removes("a = 1\nb = 2", "b", "a = 1");
	removes("a = 1\r\n\r\nb = 2", "b", "a = 1");
	removes("a = 1\n\nb = 2\n\n", "b", "a = 1\n\n");
	removes("a = dict(b=1)\na['c'] = 2\nd = 1\n", "a.c", "a = dict(b=1)\nd = 1\n");
	removes("if True:\n    b = 2\nc = 1\n", "b", "if True:\n    pass\nc = 1\n");
	removes("data = dict(\r\n    a=1,\r\n    b=2)\r\n", "data.a", "data = dict(\r\n    b=2)\r\n");
}

static void removes_its_heading(void **state)
{
	(void)state;
	removes("a = 1\n# of b\nb = 2\n# of c\nc = 3\n", "b", "a = 1\n# of c\nc = 3\n");
	removes("a = 1\n\n# of b\nb = 2\n\nc = 3\n", "b", "a = 1\n\nc = 3\n");
	removes("a = 1\n# of b\nb = 2\n", "b", "a = 1\n");
	/* the heading of more, code that was switched off, a word for a tool, several lines */
	removes("# of both\na = 1\nb = 2\n", "a", "# of both\nb = 2\n");
	removes("a = 1\n# b = 3\nb = 2\n", "b", "a = 1\n# b = 3\n");
	removes("a = 1\n# fmt: off\nb = 2\n# fmt: on\n", "b", "a = 1\n# fmt: off\n# fmt: on\n");
	removes("a = 1\n# one\n# two\nb = 2\n", "b", "a = 1\n# one\n# two\n");
}

static void removes_within_lines(void **state)
{
	(void)state;
	removes("data = dict(a=1)\n", "data.a", "data = dict()\n");
	removes("data = dict(\n    a=1,\n)\n", "data.a", "data = dict()\n");
	removes("data = dict(\n    a=1,  # one\n)\n", "data.a", "data = dict(\n)\n");
	removes("data = dict(a=1, b=2)\n", "data.a", "data = dict(b=2)\n");
	removes("data = dict(a=1, b=2)\n", "data.b", "data = dict(a=1)\n");
	removes("data = dict(a=1, b=2,)\n", "data.b", "data = dict(a=1,)\n");
	removes("data = {'a': 1, 'b': 2, 'c': 3}\n", "data.b", "data = {'a': 1, 'c': 3}\n");
	removes("data = dict(a=1,\n            b=2)\n", "data.a", "data = dict(b=2)\n");
	removes("data = dict(a=1,  # one\n            # two\n            b=2)\n", "data.a",
		"data = dict(\n            # two\n            b=2)\n");
	removes("data = dict(\n    a=1,\n    b=2)\n", "data.b", "data = dict(\n    a=1)\n");
	removes("data = dict(\n    a=1,  # one\n    b=2)\n", "data.b", "data = dict(\n    a=1  # one\n    )\n");
	removes("data = dict(\n    a=1, b=2,\n    c=3)\n", "data.b", "data = dict(\n    a=1,\n    c=3)\n");
	removes("data = dict(\n    a=1, b=2,\n    c=3)\n", "data.a", "data = dict(\n    b=2,\n    c=3)\n");
	removes("l = [1, 2, 3]\n", "l[1]", "l = [1, 3]\n");
}

static void adds_to_lists(void **state)
{
	(void)state;
	adds("l = []\n", "l", num(1), "l = [1]\n");
	adds("l = [\n    dict(a=1),\n    dict(b=2),\n]\n", "l", num(1),
	     "l = [\n    dict(a=1),\n    dict(b=2),\n    1,\n]\n");
	adds("l = (1,)\n", "l", num(2), "l = (1, 2)\n");
	adds("l = ()\n", "l", num(2), "l = (2,)\n");
}

static void renames_key_tokens(void **state)
{
	(void)state;
	renames("data = dict(sample_per_gpu=2)\n", "data.sample_per_gpu", "samples_per_gpu",
		"data = dict(samples_per_gpu=2)\n");
	renames("data = {\"a\": 2}\n", "data.a", "b", "data = {\"b\": 2}\n");
	renames("data = dict()\ndata['a'] = 2\n", "data.a", "b", "data = dict()\ndata['b'] = 2\n");
	renames("a = 2\n", "a", "b", "b = 2\n");
}

static void several_items_share_commas(void **state)
{
	static const char *const key[] = { "data.b", "data.c" };
	struct fixture f;
	struct edits edits = { 0 };
	struct place p[2];

	(void)state;
	load(&f, "data = dict(a=1, b=2, c=3)\n");
	for (int i = 0; i < 2; i++)
		p[i] = place_of(&f, key[i]);
	assert_true(remove_items(&f.a, p, 2, &edits, NULL));
	check_text(&f, &edits, "data = dict(a=1)\n");
	unload(&f);
}

static void inserts_two(const char *text, const char *result)
{
	struct fixture f;
	struct edits edits = { 0 };
	struct override *list = NULL;
	struct place p;

	load(&f, text);
	p = place_of(&f, "data.z");
	assert_true(override_add(&f.a, &list, p.rest, num(1), (struct as_written){ 0 }));
	p = place_of(&f, "data.y");
	assert_true(override_add(&f.a, &list, p.rest, num(2), (struct as_written){ 0 }));
	assert_true(rewrite_override(&f.a, &p, list, &edits, NULL));
	check_text(&f, &edits, result);
	unload(&f);
}

static void several_keys_keep_their_order(void **state)
{
	(void)state;
	inserts_two("data = dict()\n", "data = dict(z=1, y=2)\n");
	inserts_two("data = {}\n", "data = {'z': 1, 'y': 2}\n");
	inserts_two("data = dict(a=1,)\n", "data = dict(a=1, z=1, y=2,)\n");
	inserts_two("data = dict(\n    a=1,  # one\n)\n", "data = dict(\n    a=1,  # one\n    z=1,\n    y=2,\n)\n");
	inserts_two("data = dict(\n    a=1  # one\n)\n", "data = dict(\n    a=1,  # one\n    z=1,\n    y=2\n)\n");
	inserts_two("a = 1\n", "a = 1\ndata = dict(z=1, y=2)\n");
}

/* --- properties */

static const char *const sample[] = {
	"model = dict(\n    type='A',\n    backbone=dict(\n        type='R',\n        depth=50,  # layers\n        "
	"norm_cfg=dict(type='BN'),\n"
	"        style='pytorch'),\n    head=dict(type='H', loss=dict(type='L', weight=1.0)),\n    # tests\n    "
	"test_cfg=dict(mode='whole'))\n",
	"train = [\n    dict(type='Load'),\n    dict(type='Resize', scale=(1, 2), keep=True),\n    dict(\n        "
	"type='Pad',\n        v=[1, 2],\n    ),\n]\n"
	"data = dict(samples=2, train=dict(type='D', pipeline=train), val=dict(x={'a': 1, 'b': {}, 3: dict()}, ))\n",
	"a = dict(\r\n\tb=1,\r\n\tc=dict(\r\n\t\td=2,\t# two\r\n\t\te=(3)\r\n\t))\r\nf = {  # open\r\n}\r\n",
	"a = dict(b=1,\n         c=2,  # c\n         # d\n         d=dict(e=1,\n                f=2)); z = 1\nlog = "
	"{'x': [\n    {'y': 1},\n    {'z': 2}, ],\n}",
	"x = dict(a=dict(b=dict(c=dict(d=1))))\ny = dict(\n    a=1\n    ,\n    b=2\n    ,)\nw = dict(\n    # only a "
	"comment\n)\n",
};

struct walk {
	struct fixture *f;
	const char *text;
	struct keypath path;
	unsigned done;
};

static const struct module *reload(struct graph **g, struct fixture *f, struct edits *edits)
{
	static const char *const path = "/p/configs/c.py";
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	struct vfs *over = vfs_new(f->fs);
	struct buf out = { 0 };

	edits_sort(edits);
	edits_apply(&out, f->m->src, edits);
	vfs_put(over, path, buf_str(&out), out.n);
	*g = graph_load(over, &path, 1, &o, f->pool);
	buf_release(&out);
	vfs_free(over);
	return graph_find(*g, path);
}

/* Exactly this one path differs, and in this way; a helper variable may mirror it. */
static void check_one_change(struct walk *w, struct edits *edits, struct keypath path, enum change_kind kind)
{
	struct changes diff = { 0 };
	struct graph *g;
	const struct module *after = reload(&g, w->f, edits);
	bool found = false;

	if (after->state != MODULE_OK)
		fail_msg("%s: does not load", w->text);
	config_diff(&w->f->a, w->f->m->merged, after->merged, &diff);
	for (size_t i = 0; i < diff.n; i++)
		found |= keypath_same(diff.at[i].path, path) && diff.at[i].kind == kind;
	if (!found || diff.n > 2) {
		struct buf b = { 0 };

		edits_apply(&b, w->f->m->src, edits);
		fail_msg("%zu changes:\n%s", diff.n, buf_str(&b));
	}
	w->done++;
	vec_release(&diff);
	graph_free(g);
}

static void try_insert(struct walk *w)
{
	struct keypath p = keypath_add(&w->f->a, w->path, text_value("new_key"));
	struct place at = place_find(&w->f->a, w->f->g, w->f->m, p, SCOPE_CHILD);
	struct edits edits = { 0 };
	struct err e = { 0 };

	if (!rewrite_set(&w->f->a, &at, num(7), &edits, &e))
		fail_msg("insert: %s", e.msg);
	check_one_change(w, &edits, p, CHANGE_ADDED);
	vec_release(&edits);
}

static void try_remove(struct walk *w)
{
	struct place at = place_find(&w->f->a, w->f->g, w->f->m, w->path, SCOPE_CHILD);
	struct edits edits = { 0 };
	struct err e = { 0 };

	if (at.kind == PLACE_VALUE && at.container && at.container->kind != NODE_TUPLE &&
	    remove_key(&w->f->a, &at, &edits, &e))
		check_one_change(w, &edits, w->path, CHANGE_REMOVED);
	vec_release(&edits);
}

static void walk_value(struct walk *w, struct value v, bool in_dict);

static void walk_kid(struct walk *w, struct value part, struct value v, bool in_dict)
{
	struct keypath before = w->path;

	w->path = keypath_add(&w->f->a, before, part);
	walk_value(w, v, in_dict);
	w->path = before;
}

static void walk_value(struct walk *w, struct value v, bool in_dict)
{
	const struct entry *e;
	struct dict_iter it;

	if (in_dict && w->path.n > 1)
		try_remove(w);
	if (v.kind == VALUE_DICT) {
		try_insert(w);
		dict_begin(&it, v.as.dict);
		while ((e = dict_next(&it)))
			walk_kid(w, e->key, e->val, true);
	} else if (v.kind == VALUE_LIST) {
		for (uint32_t i = 0; i < v.as.list->n; i++)
			walk_kid(w, num(i), v.as.list->at[i].val, false);
	}
}

static void every_dict_takes_a_key_and_gives_each(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sample); i++) {
		struct fixture f;
		struct walk w = { .f = &f, .text = sample[i] };

		load(&f, sample[i]);
		assert_int_equal(f.m->state, MODULE_OK);
		walk_value(&w, f.m->merged, false);
		assert_true(w.done > 5);
		unload(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replaces_only_the_value),
		cmocka_unit_test(keeps_spelling_and_quotes),
		cmocka_unit_test(inserts_on_the_line),
		cmocka_unit_test(inserts_on_a_line_of_its_own),
		cmocka_unit_test(the_class_comes_first),
		cmocka_unit_test(inserts_behind_comments),
		cmocka_unit_test(inserts_with_the_files_ends),
		cmocka_unit_test(writes_new_statements),
		cmocka_unit_test(removes_lines),
		cmocka_unit_test(removes_its_heading),
		cmocka_unit_test(removes_within_lines),
		cmocka_unit_test(adds_to_lists),
		cmocka_unit_test(renames_key_tokens),
		cmocka_unit_test(several_items_share_commas),
		cmocka_unit_test(several_keys_keep_their_order),
		cmocka_unit_test(every_dict_takes_a_key_and_gives_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
