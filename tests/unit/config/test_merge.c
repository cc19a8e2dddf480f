// SPDX-License-Identifier: MIT
/* A child's dict over its base's: order, `_delete_`, clashes, elements of lists, and what is not known. */
#include "config/merge.h"
#include "python/eval/eval.h"
#include "python/state/state.h"
#include "python/syntax/parse.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

/* In texts, `unknown` is a value that is not known. */
static bool name_unknown(struct eval *ev, const struct node *n, struct value *out)
{
	*out = value_unknown(ev->arena, WHY_ENV, eval_span(ev, n), n->text->s);
	return !strcmp(n->text->s, "unknown");
}

static struct value value_of(struct arena *a, uint32_t file, const char *text)
{
	struct parser *p = parser_new();
	struct err e = { 0 };
	struct eval ev;
	struct eval_host host = { .name = name_unknown };
	const struct node *n = parse_expr(p, a, text, (uint32_t)strlen(text), 0, &e);
	parser_free(p);
	assert_non_null(n);
	eval_init(&ev, a, file);
	ev.host = &host;
	struct value v = eval_expr(&ev, n);
	assert_null(ev.exc);
	eval_release(&ev);
	return v;
}

static const char *text_of(struct arena *a, struct value v)
{
	struct buf b = { 0 };
	const char *text = op_repr(&b, v) ? arena_strdup(a, buf_str(&b)) : "not known";
	buf_release(&b);
	return text;
}

enum { BASE_FILE = 1, OWN_FILE = 2 };

static bool merge(struct arena *a, const char *base, const char *own, bool lists, struct value *out,
		  struct merge_error *err)
{
	struct value b = value_freeze(a, value_of(a, BASE_FILE, base));
	struct value o = value_freeze(a, value_of(a, OWN_FILE, own));
	bool ok = inherit_merge(a, b, o, lists, out, err);
	assert_string_equal(text_of(a, b), text_of(a, value_of(a, BASE_FILE, base))); /* as it was */
	return ok;
}

static void gives(const char *base, const char *own, bool lists, const char *want)
{
	struct arena a = { 0 };
	struct value v;
	struct merge_error err = { 0 };
	assert_true(merge(&a, base, own, lists, &v, &err));
	assert_string_equal(text_of(&a, v), want);
	arena_release(&a);
}

static void refuses(const char *base, const char *own, bool lists, const char *type, const char *msg)
{
	struct arena a = { 0 };
	struct value v;
	struct merge_error err = { 0 };
	assert_false(merge(&a, base, own, lists, &v, &err));
	assert_string_equal(err.type, type);
	assert_non_null(strstr(err.msg, msg));
	assert_int_equal(err.at.file, OWN_FILE);
	assert_int_equal(err.other.file, BASE_FILE);
	arena_release(&a);
}

static void what_replaces_and_what_merges(void **state)
{
	(void)state;
	gives("dict(model=dict(type='A', neck=dict(n=1, k=3), head=dict(c=10)), lr=1)",
	      "dict(runs=2, model=dict(neck=dict(_delete_=True, n=2), head=dict(c=20)), lr=0.1)", false,
	      "{'model': {'type': 'A', 'neck': {'n': 2}, 'head': {'c': 20}}, 'lr': 0.1, 'runs': 2}");
	gives("dict(a=[1, 2], b=dict(x=1), c=dict(y=1))", "dict(a=[3], b=None, c=(dict(y=2),))", false,
	      "{'a': [3], 'b': None, 'c': ({'y': 2},)}");
	gives("dict()", "dict(a=dict(b=1))", false, "{'a': {'b': 1}}");
	gives("dict(a=dict(b=1))", "dict()", false, "{'a': {'b': 1}}");
	gives("{1: dict(x=1)}", "{1: dict(y=2), 2: 0}", false, "{1: {'x': 1, 'y': 2}, 2: 0}");
}

/* Taken out where the base has the key, whatever stands there; an entry like others elsewhere. */
static void delete_cuts(void **state)
{
	(void)state;
	gives("dict(a=dict(x=1, y=2), b=0)", "dict(a=dict(_delete_=True, z=3))", false, "{'a': {'z': 3}, 'b': 0}");
	gives("dict(a=1)", "dict(a=dict(_delete_=True, z=3))", false, "{'a': {'z': 3}}");
	gives("dict(a=dict(x=1))", "dict(a=dict(_delete_=False, z=3))", false, "{'a': {'x': 1, 'z': 3}}");
	gives("dict(a=1)", "dict(new=dict(_delete_=True, z=3))", false, "{'a': 1, 'new': {'_delete_': True, 'z': 3}}");
	gives("dict(a=dict(x=dict(p=1)))", "dict(a=dict(_delete_=True, x=dict(_delete_=True, q=1)))", false,
	      "{'a': {'x': {'_delete_': True, 'q': 1}}}");
	gives("dict(_delete_=1, a=1)", "dict(b=2)", false, "{'_delete_': 1, 'a': 1, 'b': 2}");
}

static void dict_over_something_else(void **state)
{
	(void)state;
	refuses("dict(a=1)", "dict(a=dict(z=3))", false, "TypeError",
		"a={'z': 3} in child config cannot inherit from base because a is a dict in the child config but is of "
		"type <class 'int'> in base config.");
	refuses("dict(m=dict(a=[1]))", "dict(m=dict(a=dict(z=3)))", false, "TypeError", "is of type <class 'list'>");
	refuses("dict(a=None)", "dict(a=dict(_delete_=0))", false, "TypeError", "<class 'NoneType'>");
}

/* Of a long dict its beginning is shown, in whole characters. */
static void long_ones_are_shown_in_part(void **state)
{
	(void)state;
	refuses("dict(a=1)",
		"dict(a=dict(type='Shared2FCBBoxHead', in_channels=256, fc_out_channels=1024, roi_feat_size=7))", false,
		"TypeError",
		"a={'type': 'Shared2FCBBoxHead', 'in_channels': 256, 'fc_out_channels': 1024, 'roi_... in ");
	refuses("dict(a=1)", "dict(a={'k': 'éééééééééééééééééééééééééééééééééééééééééééé'})", false, "TypeError",
		"éé... in child");
	refuses("dict(a=1)", "dict(a={'ké': 'éééééééééééééééééééééééééééééééééééééééééééé'})", false, "TypeError",
		"éé... in child");
	refuses("dict(a=1)", "dict(a={'kk': 'éééééééééééééééééééééééééééééééééééééééééééé'})", false, "TypeError",
		"éé... in child");
}

/* --cfg-options: digits index lists there, and only there. */
static void elements_of_lists(void **state)
{
	(void)state;
	gives("dict(p=[dict(type='A', n=1), dict(type='B')])", "{'p': {'1': {'type': 'C'}}}", true,
	      "{'p': [{'type': 'A', 'n': 1}, {'type': 'C'}]}");
	gives("dict(p=[[dict(x=1)]])", "{'p': {'0': {'0': {'y': 2}}}}", true, "{'p': [[{'x': 1, 'y': 2}]]}");
	refuses("dict(p=[1])", "{'p': {'0': {'y': 2}}}", true, "AttributeError",
		"'int' object has no attribute 'copy'");
	refuses("dict(p=[dict()])", "{'p': {'0': 1}}", true, "AttributeError", "'int' object has no attribute 'items'");
	refuses("dict(p=[dict()])", "{'p': {'1': {'y': 2}}}", true, "KeyError", "Index 1 exceeds the length of list");
	refuses("dict(p=[dict()])", "{'p': {'x': {'y': 2}}}", true, "TypeError", "list indices must be integers");
	refuses("dict(p=[dict()])", "{'p': {'0': {'y': 2}}}", false, "TypeError", "is of type <class 'list'>");
}

/* The base's value may be a dict with more keys, or clash: what the child says holds, and no more is said. */
static void over_unknown(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value v;
	struct merge_error err = { 0 };
	assert_true(merge(&a, "dict(a=unknown, b=unknown)", "dict(a=dict(z=dict(w=1)), b=2)", false, &v, &err));
	const struct entry *e = dict_find_lit(v.as.dict, "a");
	assert_true(e->val.kind == VALUE_DICT && e->val.as.dict->open);
	e = dict_find_lit(e->val.as.dict, "z");
	assert_true(e->val.kind == VALUE_DICT && e->val.as.dict->open);
	assert_int_equal(dict_find_lit(e->val.as.dict, "w")->val.as.i, 1);
	assert_int_equal(dict_find_lit(v.as.dict, "b")->val.as.i, 2);
	assert_false(v.as.dict->open);
	assert_true(merge(&a, "dict(a=dict(x=1))", "dict(a=dict(_delete_=unknown, z=1))", false, &v, &err));
	assert_int_equal(dict_find_lit(v.as.dict, "a")->val.kind, VALUE_UNKNOWN);
	arena_release(&a);
}

/* A key that may be set, and a dict that may hold any key. */
static void doubtful_children(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value v, own = value_of(&a, OWN_FILE, "dict(a=1, c=3)");
	struct value base = value_freeze(&a, value_of(&a, BASE_FILE, "dict(a=0, b=0)"));
	struct merge_error err = { 0 };
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, own.as.dict); (e = dict_next(&it));)
		dict_put(&a, own.as.dict, e->key, e->val, e->use)->flags |= EF_MAYBE;
	assert_true(inherit_merge(&a, base, value_freeze(&a, own), false, &v, &err));
	e = dict_find_lit(v.as.dict, "a");
	assert_true(e->val.kind == VALUE_UNKNOWN && !(e->flags & EF_MAYBE));
	e = dict_find_lit(v.as.dict, "c");
	assert_true(e->val.kind == VALUE_UNKNOWN && (e->flags & EF_MAYBE));
	assert_int_equal(dict_find_lit(v.as.dict, "b")->val.kind, VALUE_INT);
	own = value_of(&a, OWN_FILE, "dict(a=1)");
	own.as.dict->open = true;
	assert_true(inherit_merge(&a, base, value_freeze(&a, own), false, &v, &err));
	assert_true(v.as.dict->open);
	assert_int_equal(dict_find_lit(v.as.dict, "a")->val.as.i, 1);
	e = dict_find_lit(v.as.dict, "b");
	assert_true(e->val.kind == VALUE_UNKNOWN && (e->flags & EF_MAYBE));
	own = value_freeze(&a, value_of(&a, OWN_FILE, "dict(b=1)")); /* what the base may have, the child has */
	assert_true(inherit_merge(&a, value_freeze(&a, v), own, false, &v, &err));
	assert_false(dict_find_lit(v.as.dict, "b")->flags & EF_MAYBE);
	arena_release(&a);
}

/* What the child doesn't name is the base's very container. */
static void costs_what_it_names(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value v, base = value_freeze(&a, value_of(&a, BASE_FILE, "dict(big=dict(x=1), small=dict(y=1))"));
	struct merge_error err = { 0 };
	struct value own = value_freeze(&a, value_of(&a, OWN_FILE, "dict(small=dict(y=2))"));
	assert_true(inherit_merge(&a, base, own, false, &v, &err));
	assert_ptr_equal(v.as.dict->base, base.as.dict);
	assert_ptr_equal(dict_find_lit(v.as.dict, "big")->val.as.dict, dict_find_lit(base.as.dict, "big")->val.as.dict);
	assert_int_equal(dict_find_lit(v.as.dict, "small")->use.file, OWN_FILE);
	assert_int_equal(dict_find_lit(v.as.dict, "big")->use.file, BASE_FILE);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_replaces_and_what_merges),
		cmocka_unit_test(delete_cuts),
		cmocka_unit_test(dict_over_something_else),
		cmocka_unit_test(long_ones_are_shown_in_part),
		cmocka_unit_test(elements_of_lists),
		cmocka_unit_test(over_unknown),
		cmocka_unit_test(doubtful_children),
		cmocka_unit_test(costs_what_it_names),
	};
	return cmocka_run_group_tests_name("merge", tests, NULL, NULL);
}
