// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/buf.h"
#include "code/signatures.h"

static const char near_table[] = "# made up\n"
				 "versions:\n"
				 "  1.0: aaaa\n"
				 "  1.1: bbbb\n"
				 "  2.0: cccc\n"
				 "files:\n"
				 "  __init__.py:\n"
				 "  - Top 1 1.0-2.0 t\n"
				 "  heads/__init__.py:\n"
				 "  - Handed 0 1.0-2.0 > near.other.Plain\n"
				 "  heads/base.py:\n"
				 "  - Base 3 1.0 width\n"
				 "  - Base 4 1.1-2.0 width depth\n"
				 "  - Child 20 1.0-2.0 size > Base\n"
				 "  - Drops 30 1.0-2.0 a > *\n"
				 "  - Fickle 40 1.0-1.1 a > *\n"
				 "  - Fickle 40 2.0 a\n"
				 "  - Gone 50 1.0 old\n"
				 "  - Lost 60 1.0-2.0 > Gone\n"
				 "  - Odd 70 1.0-1.1 a\n"
				 "  - Odd 70 2.0 > ?\n"
				 "  - Long 80 1.0 a b c d\n"
				 "  - Long 80 1.1 ~3 e\n"
				 "  - Long 80 2.0 ~4 f > Base\n"
				 "  - Ring 90 1.0-2.0 > Ring\n"
				 "  other.py:\n"
				 "  - Plain 1 1.0-2.0\n"
				 "  - Twin 1 1.0-2.0 a\n"
				 "  - Abroad 1 1.0-2.0 x > far.Thing\n"
				 "  - Nowhere 1 1.0-2.0 x > unknown.Thing\n"
				 "  twin.py:\n"
				 "  - Twin 1 2.0 b\n";
static const char far_table[] = "versions:\n  7: x\n  8: y\nfiles:\n  thing.py:\n  - Thing 1 7 p\n  - Thing 1 8 q\n";

static const char *text(const char *path, size_t *n)
{
	const char *s = !strcmp(path, "signatures/near.yaml")  ? near_table
			: !strcmp(path, "signatures/far.yaml") ? far_table
							       : NULL;
	*n = s ? strlen(s) : 0;
	return s;
}

static struct arena arena;
static struct signature got;

static bool find(const char *dotted)
{
	struct signatures s = { .arena = &arena, .text = text };
	return signature_find(&s, str_lit(dotted), &got);
}

static bool takes(const char *names)
{
	char all[200] = "";
	for (uint32_t i = 0; i < got.n; i++) {
		strcat(all, i ? " " : "");
		strcat(all, got.name[i]->s);
	}
	return !strcmp(all, names);
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static void test_a_class_is_found_by_its_module_and_the_packages_around(void **state)
{
	(void)state;
	assert_true(find("near.heads.base.Child") && find("near.heads.Child") && find("near.Child") &&
		    find("near.Top"));
	assert_false(find("near.other.Child"));
	assert_false(find("near.head.Child"));
	assert_false(find("near.heads.base.Child.Child"));
	assert_false(find("near.heads.Missing"));
	assert_false(find("strange.heads.Child"));
	assert_false(find("Child"));
}

static void test_what_any_version_takes_is_taken(void **state)
{
	(void)state;
	assert_true(find("near.heads.Base"));
	assert_false(got.swallows);
	assert_string_equal(got.by, "Base of near 1.0 to 2.0");
	assert_true(find("near.heads.Gone") && takes("old"));
	assert_string_equal(got.by, "Gone of near 1.0 to 1.0");
}

static void test_the_rest_goes_on_to_the_base_of_the_same_version(void **state)
{
	(void)state;
	assert_true(find("near.Child") && !got.swallows);
	assert_true(str_among(str_lit("size"), got.name, got.n) && str_among(str_lit("depth"), got.name, got.n));
	assert_true(find("near.heads.Handed") && got.n == 0);
	assert_false(find("near.Lost")); /* its base is not there in every version that has it */
	assert_false(find("near.Ring"));
}

static void test_another_package_may_have_any_version(void **state)
{
	(void)state;
	assert_true(find("near.Abroad"));
	assert_true(str_among(str_lit("p"), got.name, got.n) && str_among(str_lit("q"), got.name, got.n));
	assert_false(find("near.Nowhere"));
}

static void test_versions_that_differ_in_what_they_do_tell_nothing(void **state)
{
	(void)state;
	assert_true(find("near.Drops") && got.swallows && takes("a"));
	assert_false(find("near.Fickle"));
	assert_false(find("near.Odd"));
	assert_false(find("near.Twin")); /* two classes of one version */
	assert_true(find("near.twin.Twin") && takes("b"));
}

static void test_rows_that_share_their_beginning(void **state)
{
	(void)state;
	assert_true(find("near.Long"));
	static const char *const all[] = { "a", "b", "c", "d", "e", "f", "width", "depth" };
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		assert_true(str_among(str_lit(all[i]), got.name, got.n));
}

static bool skip_none(void *x, const struct str *package)
{
	(void)package;
	++*(int *)x;
	return false;
}

static bool skip_all(void *x, const struct str *package)
{
	(void)x;
	(void)package;
	return true;
}

/* The tables that the program brings. */
struct list {
	struct buf b;
	const char *name; /* of which the files are listed */
};

static void put(void *list, const char *file, const struct str *name)
{
	struct list *l = list;

	if (strcmp(name->s, l->name) == 0)
		buf_printf(&l->b, "%s%s", l->b.n ? " " : "", file);
}

static void lists(const char *name, const char *from, const char *before, const char *want)
{
	struct signatures s = { .arena = &arena, .text = text };
	struct list l = { .name = name };

	signature_each(&s, str_lit("near"), from, before, put, &l);
	assert_string_equal(buf_str(&l.b), want);
	buf_release(&l.b);
}

static void test_the_classes_of_some_versions(void **state)
{
	(void)state;
	lists("Top", NULL, NULL, "near/");
	lists("Plain", NULL, NULL, "near/other");
	lists("Twin", NULL, "2.0", "near/other");
	lists("Twin", "2.0", NULL, "near/twin near/other");
	lists("Gone", "1.1", NULL, "");
	lists("Gone", NULL, "1.1", "near/heads/base");
}

static void test_embedded(void **state)
{
	(void)state;
	int asked = 0;
	struct signatures s = { .arena = &arena };
	assert_true(signature_find(&s, str_lit("mmengine.evaluator.BaseMetric"), &got));
	assert_true(str_among(str_lit("prefix"), got.name, got.n) && !got.swallows);
	assert_true(signature_find(&s, str_lit("torch.nn.Module"), &got) && !got.n && !got.swallows);
	assert_true(signature_names(&s, str_lit("ResNet"), str_lit("EncoderDecoder"), skip_none, &asked) && asked);
	assert_false(signature_names(&s, str_lit("ResNet"), str_lit("EncoderDecoder"), skip_all, NULL));
	assert_false(signature_names(&s, str_lit("ResNet"), str_lit("NoSuchClass"), skip_none, &asked));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_a_class_is_found_by_its_module_and_the_packages_around, end),
		cmocka_unit_test_teardown(test_what_any_version_takes_is_taken, end),
		cmocka_unit_test_teardown(test_the_rest_goes_on_to_the_base_of_the_same_version, end),
		cmocka_unit_test_teardown(test_another_package_may_have_any_version, end),
		cmocka_unit_test_teardown(test_versions_that_differ_in_what_they_do_tell_nothing, end),
		cmocka_unit_test_teardown(test_rows_that_share_their_beginning, end),
		cmocka_unit_test_teardown(test_the_classes_of_some_versions, end),
		cmocka_unit_test_teardown(test_embedded, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
