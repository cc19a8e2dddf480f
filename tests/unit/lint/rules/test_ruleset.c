// SPDX-License-Identifier: MIT
/* For whom the compiled rules are (that they are what their files say: tests/unit/spec/test_compiled.c). */
#include "lint/rules/ruleset.h"
#include "lint/judge/code_rules.h"
#include "run/run_subject.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void not_compiled(const struct subject_kind *const *kinds)
{
	struct err e = { 0 };
	struct ruleset *rs = ruleset_load(NULL, &(struct rule_host){ kinds, native_code_names() }, &e);
	assert_non_null(rs);
	assert_false(rs->compiled);
	assert_ptr_equal(ruleset_find(rs, "PYT001")->on, subject_kind_find(kinds, "script"));
	ruleset_free(rs);
}

/* Who has other kinds of files, or has them in another order, gets rules that were read, not the program's. */
static void another_host(void **state)
{
	(void)state;
	const struct subject_kind *kinds[32] = { 0 };
	size_t n = 0;
	for (; known_kinds[n]; n++)
		kinds[n] = known_kinds[n];
	assert_true(n > 2);
	kinds[1] = known_kinds[2];
	kinds[2] = known_kinds[1];
	not_compiled(kinds);
	kinds[n] = kinds[0];
	not_compiled(kinds);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(another_host) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
