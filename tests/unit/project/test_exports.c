// SPDX-License-Identifier: MIT
/* Names of packages by release, from the tables as they are shipped. */
#include "project/exports.h"
#include "spec/embedded.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the five above
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

/* Each line of each table, whatever lies around it. */
static void every_row_is_found(void **state)
{
	char module[200] = "", name[200];
	size_t rows = 0;

	(void)state;
	for (size_t i = 0; i < embedded_count; i++) {
		const char *line = (const char *)embedded_files[i].bytes;

		if (strncmp(embedded_files[i].path, "exports/", 8) != 0)
			continue;
		for (line = strstr(line, "\nrows: |\n") + 9; *line; line += strcspn(line, "\n") + 1) {
			struct export_row x;

			if (sscanf(line, "  [%199[^]]]", module) == 1)
				continue;
			assert_int_equal(sscanf(line, "  %199s", name), 1);
			rows++;
			if (!find(module, name, &x) || x.whole)
				fail_msg("%s: %s", module, name);
			assert_false(find(module, strcat(name, "~"), &x) && !x.whole);
			arena_release(&a);
		}
	}
	assert_true(rows > 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_that_went),   cmocka_unit_test(a_module_that_went_takes_its_names_along),
		cmocka_unit_test(a_name_that_came),   cmocka_unit_test(what_has_no_row_is_not_found),
		cmocka_unit_test(every_row_is_found),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	arena_release(&a);
	return failed;
}
