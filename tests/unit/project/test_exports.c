// SPDX-License-Identifier: MIT
/* Names of packages by release, from the tables as they are shipped. */
#include "project/exports.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka needs the three above
#include <cmocka.h>

static struct arena a;

static bool find(const char *module, const char *name, struct export_row *x)
{
	return export_find(&a, module, name, x);
}

static void a_name_that_went(void **state)
{
	struct export_row x;

	(void)state;
	assert_true(find("transformers.trainer", "ShardedDDPOption", &x));
	assert_string_equal(x.package, "transformers");
	assert_string_equal(x.until, "4.34.1");
	assert_false(x.whole);
}

static void a_module_that_went_takes_its_names_along(void **state)
{
	struct export_row x;

	(void)state;
	assert_true(find("pytorch_lightning.metrics", NULL, &x));
	assert_true(x.whole);
	assert_string_equal(x.until, "1.4.9");
	assert_true(find("pytorch_lightning.metrics", "Accuracy", &x)); /* a name below it */
	assert_string_equal(x.until, "1.4.9");
}

static void a_name_that_came(void **state)
{
	struct export_row x;

	(void)state;
	assert_true(find("trl", "GRPOTrainer", &x));
	assert_string_equal(x.since, "0.14.0");
	assert_null(x.until);
}

static void what_has_no_row_is_not_found(void **state)
{
	struct export_row x;

	(void)state;
	assert_false(find("transformers", "Trainer", &x));
	assert_false(find("transformers.trainer", "Trainer", &x));
	assert_false(find("nobody.knows", "it", &x));
	assert_false(find("", "", &x));
	assert_false(find("trl.zzz", "GRPOTrainer", &x)); /* behind the last module */
	assert_false(find("trl.", "GRPOTrainer", &x));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_that_went),
		cmocka_unit_test(a_module_that_went_takes_its_names_along),
		cmocka_unit_test(a_name_that_came),
		cmocka_unit_test(what_has_no_row_is_not_found),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	arena_release(&a);
	return failed;
}
