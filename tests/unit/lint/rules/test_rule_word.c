// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"
#include "lint/rules/rule_word.h"

static struct project p;

static int begin(void **state)
{
	(void)state;
	static const char body[] = "summary: s\nwhen: lr > 1\nat: lr\nmessage: m\n";
	project_begin(&p);
	project_rule(&p, "data/few-workers.yaml", arena_printf(&p.arena, "id: DAT001\n%s", body));
	project_rule(&p, "data/no-pins.yaml", arena_printf(&p.arena, "id: DAT012\n%s", body));
	project_rule(&p, "performance/slow.yaml", arena_printf(&p.arena, "id: PRF001\n%s", body));
	return project_ready(&p);
}

static int end(void **state)
{
	(void)state;
	project_end(&p);
	return 0;
}

static unsigned names(const char *word, const char *rule)
{
	return word_names(word, strlen(word), ruleset_find(p.rs, rule));
}

static void beginnings_names_and_categories_in_any_case(void **state)
{
	(void)state;
	assert_int_equal(names("DAT001", "DAT001"), WORD_NAME);
	assert_int_equal(names("dat001", "DAT001"), WORD_NAME);
	assert_int_equal(names("Few-Workers", "DAT001"), WORD_NAME);
	assert_int_equal(names("DAT0", "DAT001"), WORD_PREFIX + 4);
	assert_int_equal(names("DAT00", "DAT012"), WORD_NOT);
	assert_int_equal(names("Data", "DAT012"), WORD_PREFIX + 3);
	assert_int_equal(names("few", "DAT001"), WORD_NOT);
	assert_int_equal(names("dat", "PRF001"), WORD_NOT);
	assert_int_equal(names("", "PRF001"), WORD_NOT);
	assert_int_equal(names("DAT0012", "DAT001"), WORD_NOT);
	assert_true(word_is_rules(p.rs, "PRF"));
	assert_false(word_is_rules(p.rs, "PRE"));
}

static void levels_in_any_case(void **state)
{
	(void)state;
	enum severity level = SEV_INFO;
	bool all;
	assert_true(word_is_level("PERF", &level, &all) && level == SEV_PERFORMANCE && !all);
	assert_true(word_is_level("Error", &level, &all) && level == SEV_ERROR && !all);
	assert_true(word_is_level("ALL", &level, &all) && all);
	assert_false(word_is_level("PRF", &level, &all));
}

static void what_was_meant(void **state)
{
	(void)state;
	assert_string_equal(word_nearest(p.rs, "PFR", false), "PRF");
	assert_string_equal(word_nearest(p.rs, "dta", false), "data");
	assert_string_equal(word_nearest(p.rs, "datas", false), "data");
	assert_string_equal(word_nearest(p.rs, "few_worker", false), "few-workers");
	assert_string_equal(word_nearest(p.rs, "DAT021", false), "DAT001");
	assert_string_equal(word_nearest(p.rs, "perfs", true), "perf");
	assert_string_equal(word_nearest(p.rs, "perf", false), "PRF");
	assert_null(word_nearest(p.rs, "unrelated", true));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(beginnings_names_and_categories_in_any_case),
		cmocka_unit_test(levels_in_any_case),
		cmocka_unit_test(what_was_meant),
	};
	return cmocka_run_group_tests_name("word", tests, begin, end);
}
