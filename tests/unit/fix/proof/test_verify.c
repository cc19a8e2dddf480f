// SPDX-License-Identifier: MIT
/* Trials of edits written by hand: exactly the promised keys may differ, in the config and in all that inherit; the
 * finding must go and none as heavy come; and of several fixes the guilty one is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>
#include "rules.h"
#include "fix/proof/verify.h"

#define BASE "/p/configs/base.py"
#define A "/p/configs/a.py"
#define B "/p/configs/b.py"
#define INHERITS "_base_ = ['base.py']\n"
#define COMPLETE "model = 1\n"

static struct project p;
static struct linter l;
static struct verifier v;
static struct fixplan plan = { .n = 1 };
static struct attempt t[3];
static struct expect want[3];
static struct diag found[3];

static int begin(void **state)
{
	struct overrides over = { .isolated = true };

	(void)state;
	project_begin(&p);
	project_rule(&p, "data/size.yaml",
		     "id: SIZ001\nsummary: s\nscope: file\nwhen: cfg.data.size > 4 and not has(cfg.free)\n"
		     "at: cfg.data.size\nmessage: \"size {cfg.data.size}\"\n");
	project_rule(&p, "data/odd.yaml",
		     "id: SIZ002\nsummary: s\nscope: file\nwhen: cfg.data.size == 3\nat: cfg.data.size\n"
		     "message: \"odd size\"\n");
	if (project_ready(&p))
		return 1;
	l = (struct linter){ .vfs = p.fs, .pool = p.pool, .rules = p.rs, .graph = { .loader = LOADER_MMCV1 } };
	linter_open(&l, &over, NULL);
	project_file(&p, "/p/setup.py", "");
	return 0;
}

static int end(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(t); i++)
		vec_release(&t[i].edits);
	memset(t, 0, sizeof t);
	linter_close(&l);
	project_end(&p);
	return 0;
}

/* --- setting up */

static void load(const char *const *paths, size_t n, bool edit_bases)
{
	p.g = linter_load(&l, paths, n);
	v = (struct verifier){ .l = &l, .a = &p.arena, .cur = p.g, .wide = p.g, .vfs = p.fs, .edit_bases = edit_bases };
}

static void load_one(const char *text)
{
	project_file(&p, A, text);
	load((const char *const[]){ A }, 1, false);
}

static void load_family(const char *base, const char *a, const char *b, bool edit_bases)
{
	project_file(&p, BASE, base);
	project_file(&p, A, a);
	project_file(&p, B, b);
	load((const char *const[]){ A, B }, 2, edit_bases);
}

/* The number i: promises that `key` of the config becomes `val`, for a finding of SIZ001 there. */
static struct attempt *attempt(size_t i, const char *config, const char *key, int64_t val)
{
	struct err e = { 0 };

	vec_release(&t[i].edits);
	want[i] = (struct expect){ .want = value_int(val, (struct span){ 0 }) };
	if (!keypath_parse(&p.arena, key, &want[i].path, &e))
		fail_msg("%s", e.msg);
	found[i] = (struct diag){ .rule = ruleset_find(p.rs, "SIZ001"), .severity = SEV_WARNING, .path = key };
	t[i] = (struct attempt){
		.diag = &found[i], .plan = &plan, .root = graph_find(p.g, config), .expect = &want[i], .nexpect = 1
	};
	t[i].twin = &t[i];
	assert_non_null(t[i].root);
	return &t[i];
}

/* Replaces the first `old` of a file. */
static void edit(struct attempt *x, const char *file, const char *old, const char *new)
{
	const struct source *s = graph_find(p.g, file)->src;
	const char *at = strstr(s->bytes, old);
	uint32_t lo;

	assert_non_null(at);
	lo = (uint32_t)(at - s->bytes);
	edits_put(&p.arena, &x->edits, (struct span){ .file = s->id, .lo = lo, .hi = lo + (uint32_t)strlen(old) }, new,
		  strlen(new));
}

static bool tried(struct attempt *first, struct attempt *second)
{
	struct attempt *all[] = { first, second };
	struct attempt_set set = { all, second ? 2 : 1 };

	return verify_attempts(&v, &set, &set);
}

static void refused(const struct attempt *x, const char *reason)
{
	assert_true(x->suspect);
	assert_non_null(x->reason);
	if (strcmp(x->reason, reason) != 0)
		fail_msg("refused because of: %s", x->reason);
}

/* data.size = 4 in A by this edit is refused. */
static void refuses(const char *old, const char *new, const char *reason)
{
	struct attempt *x = attempt(0, A, "data.size", 4);

	edit(x, A, old, new);
	assert_false(tried(x, NULL));
	refused(x, reason);
}

/* --- one config */

static void the_promised_key_may_differ(void **state)
{
	struct attempt *x;

	(void)state;
	load_one("data = dict(size=8, n=2)\n");
	x = attempt(0, A, "data.size", 4);
	edit(x, A, "8", "4");
	assert_true(tried(x, NULL));
	assert_false(x->suspect);
	assert_null(x->carried.first);
	x = attempt(0, A, "more.deep.size", 4); /* nothing but what leads there */
	found[0].path = "data.size";
	found[0].rule = ruleset_find(p.rs, "SIZ002");
	edit(x, A, "n=2)", "n=2)\nmore = dict(deep=dict(size=4))");
	assert_true(tried(x, NULL));
}

static void nothing_else_may_differ(void **state)
{
	(void)state;
	load_one("data = dict(size=8, n=2)\nopt = dict(k=1)\n");
	refuses("size=8, n=2", "size=4, n=3", "it would also change data.n");
	refuses("size=8, n=2", "n=2, size=4", "it would also change data");
	refuses("size=8, n=2", "size=4", "it would also change data.n");
	refuses("size=8, n=2", "size=4, n=2, m=1", "it would also change data.m");
	refuses("size=8, n=2)", "size=4, n=2)\nnew = 1", "it would also change new");
	refuses("size=8, n=2)\nopt = dict(k=1)", "size=4, n=2)", "it would also change opt");
}

static void the_promise_must_hold(void **state)
{
	struct attempt *x;

	(void)state;
	load_one("data = dict(size=8, n=2)\n");
	refuses("8", "5", "data.size would not get the value");
	refuses("size=8, ", "", "data.size would not get the value");
	x = attempt(0, A, "data.size", 0);
	want[0].absent = true;
	edit(x, A, "8", "4");
	assert_false(tried(x, NULL));
	refused(x, "data.size would still exist");
	x = attempt(0, A, "data.size", 0);
	want[0].dict = true;
	edit(x, A, "8", "4");
	assert_false(tried(x, NULL));
	refused(x, "data.size would not become a dict");
}

static void the_result_must_load(void **state)
{
	struct attempt *x;

	(void)state;
	load_one("data = dict(size=8, n=2)\n");
	x = attempt(0, A, "data.size", 4);
	edit(x, A, "size=8", "size=(4");
	assert_false(tried(x, NULL));
	assert_non_null(strstr(x->reason, "the result would have a syntax error"));
	x = attempt(0, A, "data.size", 4);
	edit(x, A, "size=8, n=2)", "size=4, n=2)\n{}['no']");
	assert_false(tried(x, NULL));
	assert_non_null(strstr(x->reason, "the result would not load: KeyError"));
}

static void the_finding_must_go_and_no_other_come(void **state)
{
	struct attempt *x;

	(void)state;
	load_one("data = dict(size=8)\n");
	x = attempt(0, A, "data.size", 6);
	edit(x, A, "8", "6");
	assert_false(tried(x, NULL));
	refused(x, "the finding would remain");
	x = attempt(0, A, "data.size", 3);
	edit(x, A, "8", "3");
	found[0].severity = SEV_INFO; /* lighter than what comes */
	assert_false(tried(x, NULL));
	assert_true(x->brings);
	refused(x, "it would cause SIZ002: odd size");
	found[0].severity = SEV_WARNING; /* as heavy: for the next round */
	assert_true(tried(x, NULL));
}

static void a_variable_that_carries_the_value_may_change_along(void **state)
{
	struct attempt *x;

	(void)state;
	load_one("model = 8\nside = 8\ndata = dict(size=side, n=model)\n");
	x = attempt(0, A, "data.size", 4);
	edit(x, A, "side = 8", "side = 4");
	assert_true(tried(x, NULL));
	assert_string_equal(x->carried.first->key, "side");
	assert_null(x->carried.first->next);
	x = attempt(0, A, "data.n", 4);
	edit(x, A, "model = 8", "model = 4"); /* training code looks that up */
	assert_false(tried(x, NULL));
	refused(x, "it would also change model");
}

/* --- several fixes */

static void of_two_files_the_guilty_one_is_suspect(void **state)
{
	struct attempt *good, *bad;

	(void)state;
	load_family("x = 1\n", INHERITS "data = dict(size=8)\n", INHERITS "data = dict(size=8)\n", false);
	good = attempt(0, A, "data.size", 4);
	edit(good, A, "8", "4");
	bad = attempt(1, B, "data.size", 4);
	edit(bad, B, "8)", "4, n=1)");
	assert_false(tried(good, bad));
	assert_false(good->suspect);
	assert_true(bad->sure); /* good is not in its config */
	refused(bad, "it would also change data.n");
}

/* Both reach the config that is wrong: each alone tells which it was. */
static void of_one_file_all_are_suspect_until_tried_apart(void **state)
{
	struct attempt *good, *bad;

	(void)state;
	load_one("data = dict(size=8, n=2)\nopt = dict(k=1)\n");
	good = attempt(0, A, "data.size", 4);
	edit(good, A, "8", "4");
	bad = attempt(1, A, "opt.k", 2);
	found[1].rule = ruleset_find(p.rs, "SIZ002");
	edit(bad, A, "k=1", "k=3");
	assert_false(tried(good, bad));
	assert_true(good->suspect && bad->suspect);
	assert_false(good->sure || bad->sure);
	assert_true(tried(good, NULL));
	assert_false(good->suspect);
	assert_false(tried(bad, NULL));
	refused(bad, "opt.k would not get the value");
}

/* What was applied before is applied along with what is on trial, and its changes are its own. */
static void kept_fixes_are_applied_but_not_judged(void **state)
{
	struct attempt *kept, *next, *all[2];
	struct attempt_set both = { all, 2 }, alone = { &all[1], 1 };

	(void)state;
	load_one("data = dict(size=8, n=2)\n");
	kept = attempt(0, A, "data.n", 1);
	edit(kept, A, "n=2", "n=1");
	next = attempt(1, A, "data.size", 4);
	edit(next, A, "8", "4");
	all[0] = kept;
	all[1] = next;
	assert_true(verify_attempts(&v, &both, &alone));
	want[1].want = value_int(5, (struct span){ 0 });
	assert_false(verify_attempts(&v, &both, &alone));
	assert_true(next->suspect);
	assert_false(kept->suspect);
}

/* --- bases */

static void no_dependent_may_change_unasked(void **state)
{
	struct attempt *x;

	(void)state;
	load_family(COMPLETE "data = dict(size=8)\n", INHERITS, INHERITS, false);
	x = attempt(0, A, "data.size", 4);
	edit(x, BASE, "8", "4");
	assert_false(tried(x, NULL));
	refused(x, "2 configs inherit from configs/base.py and would change too; use --edit-bases");
}

static void dependents_change_alike(void **state)
{
	struct attempt *x;
	bool told = false;

	(void)state;
	load_family(COMPLETE "data = dict(size=8)\n", INHERITS, INHERITS, true);
	x = attempt(0, A, "data.size", 4);
	edit(x, BASE, "8", "4");
	assert_true(tried(x, NULL));
	assert_string_equal(x->edited, "configs/base.py");
	assert_int_equal(x->ndependents, 2);
	for (const struct ripple *r = x->ripple.first; r; r = r->next)
		told |= strcmp(r->config, "configs/b.py") == 0 && strcmp(r->key, "data.size") == 0;
	assert_true(told);
}

/* Of a.py and b.py, which is `other`: both promise data.size = 4 by one edit of the base, from `8)` to `text`. */
static void twins(struct attempt **x, struct attempt **y, const char *other, const char *text)
{
	load_family(COMPLETE "data = dict(size=8)\n", INHERITS, other, true);
	*x = attempt(0, A, "data.size", 4);
	edit(*x, BASE, "8)", text);
	*y = attempt(1, B, "data.size", 4);
	edit(*y, BASE, "8)", text);
	(*y)->diag = (*x)->diag;
	(*y)->twin = *x;
}

/* One edit of the base is for both, and only one of them gets what was promised. */
static void of_twins_the_one_whose_promise_fails_is_sure(void **state)
{
	struct attempt *x, *y;

	(void)state;
	twins(&x, &y, INHERITS "data = dict(size=8)\n", "4)");
	assert_false(tried(x, y));
	assert_true(x->suspect && y->suspect);
	assert_false(x->sure);
	assert_true(y->sure);
	refused(y, "data.size would not get the value");
}

/* What goes wrong by the edit itself goes wrong for all of them. */
static void twins_are_sure_together(void **state)
{
	struct attempt *x, *y;

	(void)state;
	twins(&x, &y, INHERITS, "4, n=1)");
	assert_false(tried(x, y));
	assert_true(x->sure && y->sure);
	refused(x, "configs/base.py: it would also change data.n");
}

/* In a.py something is wrong by one of two, in b.py by the first alone. */
static void who_is_sure_was_bad_where_that_is_sure(void **state)
{
	struct attempt *x, *y;

	(void)state;
	load_family(COMPLETE "data = dict(size=8)\n", INHERITS "n = 1\n", INHERITS "free = 1\n", true);
	x = attempt(0, A, "data.size", 4);
	edit(x, BASE, "8", "4");
	y = attempt(1, A, "n", 2);
	edit(y, A, "n = 1", "m = 2");
	assert_false(tried(x, y));
	assert_true(x->sure);
	assert_string_equal(x->bad_at->path, B);
	assert_string_equal(y->bad_at->path, A);
}

static void where_an_earlier_twin_was_bad_says_nothing(void **state)
{
	struct attempt *x, *y, *z;

	(void)state;
	twins(&x, &y, INHERITS "n = 1\n", "4)");
	x->expect->want = value_int(5, (struct span){ 0 });
	assert_false(tried(x, y));
	assert_string_equal(x->bad_at->path, A);
	z = attempt(2, B, "n", 2);
	edit(z, B, "n = 1", "m = 2");
	assert_false(tried(y, z));
	assert_true(y->suspect && !y->sure);
	assert_string_equal(y->bad_at->path, B);
}

static void a_dependent_that_overrides_stays_as_it_is(void **state)
{
	struct attempt *x;

	(void)state;
	load_family(COMPLETE "data = dict(size=8)\n", INHERITS, INHERITS "data = dict(size=2)\n", true);
	x = attempt(0, A, "data.size", 4);
	edit(x, BASE, "8", "4");
	assert_true(tried(x, NULL));
	for (const struct ripple *r = x->ripple.first; r; r = r->next)
		assert_string_not_equal(r->config, "configs/b.py");
	v.edit_bases = false; /* no other one changes, except the base itself, which is no config */
	assert_false(tried(x, NULL));
	refused(x, "2 configs inherit from configs/base.py and would change too; use --edit-bases");
}

static void a_dependent_without_the_finding_stands_in_the_way(void **state)
{
	struct attempt *x;

	(void)state;
	load_family(COMPLETE "data = dict(size=8)\n", INHERITS, INHERITS "free = 1\n", true);
	x = attempt(0, A, "data.size", 4);
	edit(x, BASE, "8", "4");
	assert_false(tried(x, NULL));
	refused(x, "configs/b.py: it would change configs/b.py too, which has no such finding");
}

static void a_dependent_changes_in_the_promised_key_alone(void **state)
{
	struct attempt *x;

	(void)state;
	load_family(COMPLETE "data = dict(size=8)\n", INHERITS, INHERITS "half = {{_base_.data.size}}\n", true);
	x = attempt(0, A, "data.size", 4);
	edit(x, BASE, "8", "4");
	assert_false(tried(x, NULL));
	refused(x, "configs/b.py: it would also change half");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_promised_key_may_differ, begin, end),
		cmocka_unit_test_setup_teardown(nothing_else_may_differ, begin, end),
		cmocka_unit_test_setup_teardown(the_promise_must_hold, begin, end),
		cmocka_unit_test_setup_teardown(the_result_must_load, begin, end),
		cmocka_unit_test_setup_teardown(the_finding_must_go_and_no_other_come, begin, end),
		cmocka_unit_test_setup_teardown(a_variable_that_carries_the_value_may_change_along, begin, end),
		cmocka_unit_test_setup_teardown(of_two_files_the_guilty_one_is_suspect, begin, end),
		cmocka_unit_test_setup_teardown(of_one_file_all_are_suspect_until_tried_apart, begin, end),
		cmocka_unit_test_setup_teardown(kept_fixes_are_applied_but_not_judged, begin, end),
		cmocka_unit_test_setup_teardown(no_dependent_may_change_unasked, begin, end),
		cmocka_unit_test_setup_teardown(dependents_change_alike, begin, end),
		cmocka_unit_test_setup_teardown(of_twins_the_one_whose_promise_fails_is_sure, begin, end),
		cmocka_unit_test_setup_teardown(twins_are_sure_together, begin, end),
		cmocka_unit_test_setup_teardown(who_is_sure_was_bad_where_that_is_sure, begin, end),
		cmocka_unit_test_setup_teardown(where_an_earlier_twin_was_bad_says_nothing, begin, end),
		cmocka_unit_test_setup_teardown(a_dependent_that_overrides_stays_as_it_is, begin, end),
		cmocka_unit_test_setup_teardown(a_dependent_without_the_finding_stands_in_the_way, begin, end),
		cmocka_unit_test_setup_teardown(a_dependent_changes_in_the_promised_key_alone, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
