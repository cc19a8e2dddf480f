// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "facts/filetag.h"
#include "project/versions.h"
#include "python/value/dict.h"
#include "python/value/keypath.h"
#include <string.h>

static const struct span nowhere;

static void text_comes_back(void **state)
{
	(void)state;
	static const char *const good[] = { "a",	  "data.train.batch", "workflow[0]",
					    "a['b-c'].d", "x[-1][2]",	      "['two words']" };
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		struct arena a = { 0 };
		struct keypath p;
		struct buf b = { 0 };
		assert_true(keypath_parse(&a, good[i], &p, NULL));
		keypath_print(&b, p);
		assert_string_equal(buf_str(&b), good[i]);
		buf_release(&b);
		arena_release(&a);
	}
}

static void malformed_text_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"", ".", "a.", "a..b", "a[", "a[x]", "a['b]", "a b", "a[99999999999999999999]", "a]"
	};
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct arena a = { 0 };
		struct keypath p;
		struct err e = { 0 };
		assert_false(keypath_parse(&a, bad[i], &p, &e));
		assert_int_equal(e.code, ERR_USAGE);
		assert_true(e.col > 0);
		arena_release(&a);
	}
}

static void prefixes_are_recognised(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct keypath p, q;
	assert_true(keypath_parse(&a, "a.b[0]", &p, NULL));
	assert_true(keypath_parse(&a, "a.b", &q, NULL));
	assert_true(keypath_under(p, q));
	assert_false(keypath_under(q, p));
	assert_true(keypath_same(keypath_add(&a, q, value_int(0, nowhere)), p));
	arena_release(&a);
}

/* {'a': {'lr': 1, 'list': [5, 6]}, 'n': None}, places 10.. in file 7 */
static struct value sample(struct arena *a)
{
	struct value root = value_dict(a, nowhere), in = value_dict(a, (struct span){ 7, 10, 20 }),
		     list = value_list(a, VALUE_LIST, 2, nowhere);
	list_push(a, list.as.list, value_int(5, nowhere), (struct span){ 7, 14, 15 });
	list_push(a, list.as.list, value_int(6, nowhere), (struct span){ 7, 16, 17 });
	dict_put(a, in.as.dict, value_text("lr", (struct span){ 7, 11, 12 }), value_int(1, nowhere),
		 (struct span){ 7, 12, 13 });
	dict_put(a, in.as.dict, value_text("list", nowhere), list, (struct span){ 7, 14, 18 });
	dict_put(a, root.as.dict, value_text("a", nowhere), in, (struct span){ 7, 10, 20 });
	dict_put(a, root.as.dict, value_text("n", nowhere), value_none(nowhere), nowhere);
	return root;
}

static struct slot get(struct arena *a, const char *path)
{
	struct keypath p;
	assert_true(keypath_parse(a, path, &p, NULL));
	return keypath_get(a, sample(a), p);
}

static void present_values_have_their_places(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct slot s = get(&a, "a.lr");
	assert_int_equal(s.found, 2);
	assert_int_equal(s.val.as.i, 1);
	assert_int_equal(s.key.lo, 11);
	assert_int_equal(s.use.lo, 12);
	assert_int_equal(s.parent_at.lo, 10);
	assert_int_equal(get(&a, "a.list[-1]").val.as.i, 6);
	assert_int_equal(get(&a, "a.list.0").use.lo, 14);
	arena_release(&a);
}

static void absent_values_know_their_nearest_parent(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct slot s = get(&a, "a.x.y");
	assert_int_equal(s.found, 1);
	assert_int_equal(s.val.kind, VALUE_UNKNOWN);
	assert_int_equal(s.val.as.cause->why, WHY_ABSENT);
	assert_int_equal(s.parent_at.lo, 10);
	assert_int_equal(get(&a, "n.x").val.as.cause->why, WHY_ABSENT);
	assert_int_equal(get(&a, "a.list[2]").val.as.cause->why, WHY_ABSENT);
	arena_release(&a);
}

static void doubt_is_not_absence(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value root = sample(&a);
	struct keypath p, q;
	root.as.dict->open = true;
	dict_put(&a, root.as.dict, value_text("maybe", nowhere), value_int(1, nowhere), nowhere)->flags = EF_MAYBE;
	assert_true(keypath_parse(&a, "unseen.x", &p, NULL));
	assert_true(keypath_parse(&a, "maybe", &q, NULL));
	assert_int_equal(keypath_get(&a, root, p).val.as.cause->why, WHY_BASE);
	assert_int_equal(keypath_get(&a, root, q).val.as.cause->why, WHY_BRANCH);
	arena_release(&a);
}

static void tags_are_read_from_names(void **state)
{
	(void)state;
	struct filetag t;
	assert_true(filetag_find("/x/net_8xb64-100e_coco.py", &t));
	assert_int_equal(t.gpus, 8);
	assert_int_equal(t.batch, 64);
	assert_false(t.plain);
	assert_true(filetag_find("yolox_s_8x8_300e.py", &t));
	assert_true(t.plain);
	static const char *const none[] = { "x101_32x4d_fpn.py", "r50_512x1024_40k.py", "tsn_1x1x8_50e.py",
					    "heat_64x64.py",	 "8xb4/net.py",		"a8xb4.py" };
	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		assert_false(filetag_find(none[i], &t));
}

static void versions_compare_by_number(void **state)
{
	(void)state;
	assert_true(version_order("1.10.0", "1.9") > 0);
	assert_true(version_order("1.0rc1", "1.0") < 0);
	assert_int_equal(version_order("0.20", "0.20.0"), 0);
	assert_true(version_order("0.18.0", "0.20") < 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_comes_back),
		cmocka_unit_test(malformed_text_is_refused),
		cmocka_unit_test(prefixes_are_recognised),
		cmocka_unit_test(present_values_have_their_places),
		cmocka_unit_test(absent_values_know_their_nearest_parent),
		cmocka_unit_test(doubt_is_not_absence),
		cmocka_unit_test(tags_are_read_from_names),
		cmocka_unit_test(versions_compare_by_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
