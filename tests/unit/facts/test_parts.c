// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"

static struct project p;

static int end(void **state)
{
	(void)state;
	project_end(&p);
	return 0;
}

#define FACTS "facts:\n  classes: how many\n  widths: of its outputs\nscope_keys: [_scope_]\n"

/* Rows of package `net`, of which there are no others. */
static const char *facts = FACTS;
static void rows(const char *text)
{
	struct buf b = { 0 };
	buf_printf(&b, "packages: [net, old]\nparts:\n%s", text);
	project_begin(&p);
	project_rule(&p, "data/a.yaml", "id: AAA001\nsummary: s\nwhen: 'False'\nat: lr\nmessage: m\n");
	project_rule(&p, "parts.yaml", facts);
	project_rule(&p, "parts/net.yaml", buf_str(&b));
	buf_release(&b);
	project_load(&p);
}

static void refused(const char *text, const char *why)
{
	rows(text);
	assert_null(p.rs);
	if (!strstr(p.err.msg, why))
		fail_msg("%s", p.err.msg);
	project_end(&p);
}

static const struct part_row *row(const char *package, const char *name)
{
	return parts_find(&p.rs->dialects.vocab->parts, str_lit(package), str_lit("mmcv1"), str_lit(name));
}

static void test_a_fact_that_is_misspelt(void **state)
{
	(void)state;
	refused("  Head: {args: {num_classes: ''}, clases: num_classes}\n",
		"unknown fact of a class 'clases' (did you mean 'classes'?)");
	project_begin(&p); /* for the teardown */
}

static void test_a_name_that_is_no_argument(void **state)
{
	(void)state;
	refused("  Head: {args: {num_classes: ''}, classes: num_clases}\n", "num_clases");
	project_begin(&p);
}

static void test_a_default_uses_no_other_argument(void **state)
{
	(void)state;
	refused("  Head: {args: {a: '1', b: a + 1}}\n", "'a'");
	project_begin(&p);
}

static void test_like_nothing(void **state)
{
	(void)state;
	refused("  Head: {like: Heap}\n", "Head is like net.Heap, which has no row");
	refused("  Head: {like: other.Head}\n", "Head is like other.Head, which has no row");
	project_begin(&p);
}

static void test_what_is_no_map(void **state)
{
	(void)state;
	refused("  Head: 3\n", "a class");
	refused("  Head: {args: [num_classes]}\n", "args");
	refused("  Head: {subclasses: perhaps}\n", "subclasses");
	refused("  Head: {heirs: perhaps}\n", "subclasses"); /* its old name */
	project_begin(&p);
}

static void test_rows_of_both_packages_and_families(void **state)
{
	(void)state;
	rows("  Base: {args: {n: '1', w: ''}, classes: n}\n"
	     "  Head: [{family: mmengine, classes: '5'}, {family: mmcv1, like: Base, widths: '[w]'}]\n");
	assert_non_null(p.rs);
	const struct part_list *all = &p.rs->dialects.vocab->parts;
	const struct str *old = str_lit("mmcv1"), *new = str_lit("mmengine");
	const struct part_row *head = row("old", "Head");
	assert_non_null(head);
	assert_null(row("other", "Head"));
	assert_null(row("net", "Hea"));
	assert_true(parts_find(all, str_lit("net"), new, str_lit("Head")) != row("net", "Head"));
	/* of the row that it is like */
	assert_non_null(parts_fact(all, head, old, str_lit("classes")));
	assert_non_null(parts_fact(all, head, old, str_lit("widths")));
	assert_non_null(parts_arg(all, head, old, str_lit("n"))->expr);
	assert_null(parts_arg(all, head, old, str_lit("w"))->expr); /* must be given */
	assert_null(parts_arg(all, head, old, str_lit("x")));
	assert_null(parts_fact(all, row("net", "Base"), old, str_lit("widths")));
}

static void test_circles_of_likeness_end(void **state)
{
	(void)state;
	rows("  A: {like: B}\n  B: {like: A}\n  C: {like: C}\n");
	assert_non_null(p.rs);
	const struct part_list *all = &p.rs->dialects.vocab->parts;
	assert_null(parts_fact(all, row("net", "A"), str_lit("mmcv1"), str_lit("classes")));
	assert_null(parts_arg(all, row("net", "C"), str_lit("mmcv1"), str_lit("n")));
}

/* What subclasses keep: names, and after `unless` the words that do no harm. */
static void test_what_subclasses_keep(void **state)
{
	(void)state;
	facts = FACTS "keeps:\n  classes: [loss, forward unless seg cls]\n  classes of neck: [forward unless seg]\n";
	rows("  Head: {args: {num_classes: ''}, classes: num_classes}\n");
	assert_non_null(p.rs);
	const struct part_list *all = &p.rs->dialects.vocab->parts;
	const struct part_keep *k = parts_keep(all, str_lit("classes"));
	assert_non_null(k);
	assert_int_equal(k->n, 2);
	assert_string_equal(k->never[0]->s, "loss");
	assert_string_equal(k->words[0]->s, "");
	assert_string_equal(k->never[1]->s, "forward");
	assert_string_equal(k->words[1]->s, "seg cls");
	assert_non_null(parts_keep(all, str_lit("classes of neck")));
	assert_null(parts_keep(all, str_lit("widths")));
	assert_string_equal(all->words->s, "seg cls");
	project_end(&p);
	facts = FACTS "keeps:\n  classes: [loss unless seg]\n  widths: as classes\n";
	rows("  Head: {}\n");
	assert_non_null(p.rs);
	k = parts_keep(&p.rs->dialects.vocab->parts, str_lit("widths"));
	assert_non_null(k);
	assert_int_equal(k->n, 1);
	assert_string_equal(k->never[0]->s, "loss");
	assert_string_equal(k->words[0]->s, "seg");
	project_end(&p);
	facts = FACTS "keeps:\n  widths: as classes\n  classes: [loss]\n";
	refused("  Head: {}\n", "no fact 'classes' stands before");
	facts = FACTS "keeps: {clases: [loss]}\n";
	refused("  Head: {}\n", "unknown fact of a class 'clases' (did you mean 'classes'?)");
	facts = FACTS "keeps: [classes]\n";
	refused("  Head: {}\n", "keeps");
	facts = FACTS;
	project_begin(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_a_fact_that_is_misspelt, end),
		cmocka_unit_test_teardown(test_a_name_that_is_no_argument, end),
		cmocka_unit_test_teardown(test_a_default_uses_no_other_argument, end),
		cmocka_unit_test_teardown(test_like_nothing, end),
		cmocka_unit_test_teardown(test_what_is_no_map, end),
		cmocka_unit_test_teardown(test_rows_of_both_packages_and_families, end),
		cmocka_unit_test_teardown(test_circles_of_likeness_end, end),
		cmocka_unit_test_teardown(test_what_subclasses_keep, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
