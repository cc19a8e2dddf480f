// SPDX-License-Identifier: MIT
/* The text of a question is checked when a rule is loaded. */
#include "code/classes/wired.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char *mistake(struct arena *a, const char *question)
{
	const char *why = wired_mistake(a, question);
	return why ? why : "";
}

static void good_questions(void **state)
{
	static const char *const good[] = {
		"feeds backbone neck",
		"feeds backbone head without neck",
		"method forward",
		"method forward a b",
		"hands backbone neck loss",
		"hands backbone neck loss forward",
		"copies train_cfg into head",
		"stores num_classes",
		"numbers cat2label from zero",
	};
	struct arena a = { 0 };
	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_string_equal(mistake(&a, good[i]), "");
	arena_release(&a);
}

static void mistakes_are_told(void **state)
{
	struct arena a = { 0 };
	(void)state;
	assert_string_equal(mistake(&a, "feed backbone neck"), "unknown verb 'feed' (did you mean 'feeds'?)");
	assert_string_equal(mistake(&a, ""), "unknown verb ''");
	assert_string_equal(mistake(&a, "feeds backbone"), "`feeds` takes PART PART / without PART");
	assert_string_equal(mistake(&a, "feeds backbone neck without"), "`feeds` takes PART PART / without PART");
	assert_string_equal(mistake(&a, "copies a from b"), "`copies` takes ARGUMENT into ARGUMENT");
	assert_string_equal(mistake(&a, "numbers a from one"), "`numbers` takes ATTRIBUTE from zero");
	assert_string_equal(mistake(&a, "stores a b"), "`stores` takes ARGUMENT");
	assert_string_equal(mistake(&a, "method f a b c d"), "`method` takes METHOD / WORD / WORD / WORD");
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(good_questions),
		cmocka_unit_test(mistakes_are_told),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
