// SPDX-License-Identifier: MIT
/* Values: overlay dicts against a plain model under random edits, keys, copies, freezing. */
#include "python/ops/op_compare.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include "python/value/value.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct span none = { 0 };

static enum truth equal(struct value x, struct value y)
{
	struct eval ev = { .own.steps = UINT32_MAX };
	ev.budget = &ev.own;
	return op_equal(&ev, x, y);
}

static struct value key_of(unsigned i)
{
	char text[16];
	snprintf(text, sizeof text, "k%u", i);
	return i % 3 ? value_text(text, none) : value_int((int64_t)i, none);
}

static void dumps_as(struct value v, const char *want)
{
	struct buf b = { 0 };
	value_dump(&b, v);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

/* An ordered list of pairs that does everything the slow way. */
struct model {
	unsigned key[400];
	int64_t val[400];
	unsigned n;
};

static unsigned model_at(const struct model *m, unsigned key)
{
	unsigned i = 0;
	while (i < m->n && m->key[i] != key)
		i++;
	return i;
}

static void model_put(struct model *m, unsigned key, int64_t val)
{
	unsigned i = model_at(m, key);
	m->key[i] = key;
	m->val[i] = val;
	m->n += i == m->n;
}

static bool model_delete(struct model *m, unsigned key)
{
	unsigned i = model_at(m, key);
	if (i == m->n)
		return false;
	for (m->n--; i < m->n; i++) {
		m->key[i] = m->key[i + 1];
		m->val[i] = m->val[i + 1];
	}
	return true;
}

static void agree(const struct dict *d, const struct model *m)
{
	struct dict_iter it;
	const struct entry *e;
	unsigned n = 0;
	assert_int_equal(d->count, m->n);
	for (dict_begin(&it, d); (e = dict_next(&it)); n++) {
		assert_true(n < m->n);
		assert_true(key_same(e->key, key_of(m->key[n])));
		assert_int_equal(e->val.as.i, m->val[n]);
		assert_ptr_equal(dict_find(d, e->key), e);
	}
	assert_int_equal(n, m->n);
}

static void edit(struct arena *a, struct value d, struct model *m, unsigned steps, unsigned keys)
{
	for (unsigned i = 0; i < steps; i++) {
		unsigned k = (unsigned)rand() % keys;
		if (rand() % 3) {
			dict_put(a, d.as.dict, key_of(k), value_int(i, none), none);
			model_put(m, k, i);
		} else {
			assert_int_equal(dict_delete(a, d.as.dict, key_of(k)), model_delete(m, k));
		}
	}
	agree(d.as.dict, m);
}

static void overlays_behave_as_one_dict(void **state)
{
	(void)state;
	srand(7);
	for (unsigned round = 0; round < 60; round++) {
		struct arena a = { 0 };
		struct model m = { .n = 0 };
		struct value d = value_dict(&a, none);
		unsigned keys = 3 + (unsigned)rand() % 60;
		for (unsigned level = 0; level < 14; level++) {
			for (unsigned burst = 0; burst < 4; burst++)
				edit(&a, d, &m, (unsigned)rand() % 40, keys);
			d = value_freeze(&a, d);
			agree(d.as.dict, &m);
			d = dict_overlay(&a, &d);
			assert_true(d.as.dict->depth <= 8);
			agree(d.as.dict, &m);
		}
		arena_release(&a);
	}
}

static void a_replaced_base_entry_is_remembered(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct span use = { 1, 5, 6 };
	struct value d = value_dict(&a, none), k = value_text("k", none);
	dict_put(&a, d.as.dict, k, value_int(1, none), none);
	assert_null(dict_put(&a, d.as.dict, k, value_int(2, none), none)->over);
	d = value_freeze(&a, d);
	struct value o = dict_overlay(&a, &d);
	struct entry *e = dict_put(&a, o.as.dict, k, value_int(3, none), use);
	assert_int_equal(e->over->val.as.i, 2);
	assert_int_equal(dict_find_lit(o.as.dict, "k")->use.lo, 5);
	dict_put(&a, o.as.dict, k, value_int(4, none), use);
	assert_int_equal(dict_find_lit(o.as.dict, "k")->over->val.as.i, 2);
	assert_int_equal(dict_find_lit(d.as.dict, "k")->val.as.i, 2);
	arena_release(&a);
}

static void deleted_keys_come_back_at_the_end(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value d = value_dict(&a, none);
	for (unsigned i = 0; i < 4; i++)
		dict_put(&a, d.as.dict, value_int(i, none), value_int(i, none), none);
	d = value_freeze(&a, d);
	struct value o = dict_overlay(&a, &d);
	assert_true(dict_delete(&a, o.as.dict, value_int(1, none)));
	assert_false(dict_delete(&a, o.as.dict, value_int(1, none)));
	dict_put(&a, o.as.dict, value_int(2, none), value_text("two", none), none);
	dumps_as(o, "{0: 0, 2: 'two', 3: 3}");
	dict_put(&a, o.as.dict, value_int(1, none), value_text("one", none), none);
	dumps_as(o, "{0: 0, 2: 'two', 3: 3, 1: 'one'}");
	dict_clear(&a, o.as.dict);
	dumps_as(o, "{}");
	dumps_as(d, "{0: 0, 1: 1, 2: 2, 3: 3}");
	arena_release(&a);
}

static void keys_compare_as_in_python(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value one = value_int(1, none), yes = value_bool(true, none), f = value_float(1.0, none);
	struct value s = value_text("1", none), t = value_list(&a, VALUE_TUPLE, 1, none),
		     u = value_list(&a, VALUE_TUPLE, 1, none);
	assert_true(key_same(one, yes) && key_same(yes, f) && key_same(one, f));
	assert_int_equal(key_hash(one), key_hash(f));
	assert_int_equal(key_hash(one), key_hash(yes));
	assert_false(key_same(one, s));
	list_push(&a, t.as.list, one, none);
	list_push(&a, u.as.list, f, none);
	assert_true(key_same(t, u));
	assert_int_equal(key_hash(t), key_hash(u));
	assert_true(value_hashable(t));
	list_push(&a, t.as.list, value_list(&a, VALUE_LIST, 0, none), none);
	assert_false(value_hashable(t));
	assert_false(key_same(value_int(INT64_MAX, none), value_float(9223372036854775808.0, none)));
	arena_release(&a);
}

static void copies_keep_what_is_shared(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value l = value_list(&a, VALUE_LIST, 0, none), both = value_list(&a, VALUE_LIST, 0, none);
	list_push(&a, both.as.list, l, none);
	list_push(&a, both.as.list, l, none);
	list_push(&a, both.as.list, both, none); /* a cycle */
	struct value c = value_copy(&a, both);
	assert_ptr_equal(c.as.list->at[0].val.as.list, c.as.list->at[1].val.as.list);
	assert_ptr_not_equal(c.as.list->at[0].val.as.list, l.as.list);
	assert_ptr_equal(c.as.list->at[2].val.as.list, c.as.list);
	arena_release(&a);
}

static void freezing_makes_a_tree(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value l = value_list(&a, VALUE_LIST, 0, none), d = value_dict(&a, none),
		     old = value_list(&a, VALUE_LIST, 0, none);
	list_push(&a, l.as.list, value_int(1, none), none);
	old = value_freeze(&a, old);
	dict_put(&a, d.as.dict, value_text("a", none), l, none);
	dict_put(&a, d.as.dict, value_text("b", none), l, none);
	dict_put(&a, d.as.dict, value_text("o", none), old, none);
	dict_put(&a, d.as.dict, value_text("self", none), d, none);
	d = value_freeze(&a, d);
	const struct value x = dict_find_lit(d.as.dict, "a")->val, y = dict_find_lit(d.as.dict, "b")->val;
	assert_true(d.as.dict->frozen && x.as.list->frozen && y.as.list->frozen);
	assert_ptr_not_equal(x.as.list, y.as.list);
	assert_true(value_same(x, y));
	assert_ptr_equal(dict_find_lit(d.as.dict, "o")->val.as.list, old.as.list);
	assert_int_equal(dict_find_lit(d.as.dict, "self")->val.kind, VALUE_UNKNOWN);
	assert_false(value_is_deep_known(d));
	arena_release(&a);
}

/* [[[...]]] deeper than the limit, and a graph whose tree would be enormous: both end. */
static void hostile_data_ends(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct value deep = value_list(&a, VALUE_LIST, 0, none), wide = value_list(&a, VALUE_LIST, 0, none);
	struct buf b = { 0 };
	for (unsigned i = 0; i < 5000; i++) {
		struct value outer = value_list(&a, VALUE_LIST, 1, none);
		list_push(&a, outer.as.list, deep, none);
		deep = outer;
	}
	for (unsigned i = 0; i < 60; i++) {
		struct value outer = value_list(&a, VALUE_LIST, 2, none);
		list_push(&a, outer.as.list, wide, none);
		list_push(&a, outer.as.list, wide, none);
		wide = outer;
	}
	struct value twin = value_copy(&a, wide);
	assert_false(value_is_deep_known(deep));
	assert_false(op_repr(&b, deep));
	assert_false(op_repr(&b, wide));
	assert_int_equal(equal(wide, twin), UNKNOWN3);
	value_same(wide, twin);
	value_is_deep_known(wide);
	value_freeze(&a, value_copy(&a, deep));
	value_freeze(&a, wide);
	buf_release(&b);
	arena_release(&a);
}

static void copies_end_with_the_budget(void **state)
{
	(void)state;
	struct budget b = { .steps = 1000, .bytes = 1 << 20 };
	struct arena a = { .budget = &b };
	struct value list = value_list(&a, VALUE_LIST, 100, none);
	for (unsigned i = 0; i < 100; i++)
		list_push(&a, list.as.list, value_list(&a, VALUE_LIST, 1, none), none);
	assert_false(value_freeze(&a, value_copy(&a, list)).kind == VALUE_UNKNOWN);
	assert_false(b.spent);
	for (unsigned i = 0; i < 100000 && !b.spent; i++)
		list = value_copy(&a, list);
	assert_true(b.spent);
	assert_int_equal(b.steps, 0);
	struct value last = value_copy(&a, list); /* the outermost is one still, for who expects a container */
	assert_int_equal(last.kind, VALUE_LIST);
	assert_int_equal(last.as.list->at[99].val.kind, VALUE_UNKNOWN);
	assert_int_equal(last.as.list->at[99].val.as.cause->why, WHY_FUEL);
	arena_release(&a);
}

static void sameness_ignores_order_and_places(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct span here = { 1, 2, 3 };
	struct value x = value_dict(&a, none), y = value_dict(&a, here);
	dict_put(&a, x.as.dict, value_text("a", none), value_int(1, none), none);
	dict_put(&a, x.as.dict, value_text("b", none), value_float(2, none), none);
	dict_put(&a, y.as.dict, value_text("b", here), value_float(2, here), here);
	dict_put(&a, y.as.dict, value_text("a", here), value_int(1, here), here);
	assert_true(value_same(x, y));
	dict_put(&a, y.as.dict, value_text("a", here), value_float(1, here), here);
	assert_false(value_same(x, y)); /* equal, but of another type */
	assert_int_equal(equal(x, y), TRUE3);
	assert_true(value_same(value_unknown(&a, WHY_CALL, here, "x"), value_unknown(&a, WHY_CALL, here, NULL)));
	assert_false(value_same(value_unknown(&a, WHY_CALL, here, NULL), value_unknown(&a, WHY_CALL, none, NULL)));
	arena_release(&a);
}

static void what_a_dict_lacks_is_unknown(void **state)
{
	struct arena a = { 0 };
	struct value d = value_dict(&a, none);

	(void)state;
	dict_put(&a, d.as.dict, value_text("name", none), value_text("x", none), none);
	dict_put(&a, d.as.dict, value_text("on", none), value_bool(true, none), none);
	dict_put(&a, d.as.dict, value_text("off", none), value_bool(false, none), none);
	assert_string_equal(dict_get_text(d, "name"), "x");
	assert_null(dict_get_text(d, "on"));
	assert_true(dict_get_true(d, "on"));
	assert_false(dict_get_true(d, "off") || dict_get_true(d, "name") || dict_get_true(d, "absent"));
	assert_false(value_is_known(dict_get(d, "absent")) || value_is_known(dict_get(dict_get(d, "name"), "on")));
	arena_release(&a);
}

static void a_zeroed_value_is_unknown(void **state)
{
	(void)state;
	struct value v = { 0 };
	assert_false(value_is_known(v));
	assert_int_equal(value_truth(v), UNKNOWN3);
	assert_string_equal(why_text(WHY_NONE), "not known");
	dumps_as(v, "?(not known)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlays_behave_as_one_dict),
		cmocka_unit_test(a_replaced_base_entry_is_remembered),
		cmocka_unit_test(deleted_keys_come_back_at_the_end),
		cmocka_unit_test(keys_compare_as_in_python),
		cmocka_unit_test(copies_keep_what_is_shared),
		cmocka_unit_test(freezing_makes_a_tree),
		cmocka_unit_test(hostile_data_ends),
		cmocka_unit_test(copies_end_with_the_budget),
		cmocka_unit_test(sameness_ignores_order_and_places),
		cmocka_unit_test(what_a_dict_lacks_is_unknown),
		cmocka_unit_test(a_zeroed_value_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
