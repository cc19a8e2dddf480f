// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/near.h"
#include <string.h>

static void distance(void **state)
{
	(void)state;
	assert_int_equal(near_distance("", ""), 0);
	assert_int_equal(near_distance("", "abc"), 3);
	assert_int_equal(near_distance("abc", ""), 3);
	assert_int_equal(near_distance("kitten", "sitting"), 3);
	assert_int_equal(near_distance("optimzier", "optimizer"), 1);
	assert_int_equal(near_distance("ca", "abc"), 3); /* restricted: a swapped pair isn't edited again */
}

static void long_words_are_far(void **state)
{
	(void)state;
	char word[300];

	memset(word, 'a', sizeof word);
	word[256] = '\0';
	assert_int_equal(near_distance(word, "a"), 99);
	word[255] = '\0';
	assert_int_equal(near_distance(word, ""), 255);
}

static void finds_the_nearest(void **state)
{
	(void)state;
	static const char *const keys[] = { "optimizer", "lr_config", "lr", "optim_wrapper" };

	assert_string_equal(near_find("optimiser", keys, 4), "optimizer");
	assert_string_equal(near_find("lr_confg", keys, 4), "lr_config");
	assert_null(near_find("total_epochs", keys, 4));
	assert_null(near_find("x", NULL, 0));
}

static void longer_by_words_beats_two_edits(void **state)
{
	(void)state;
	static const char *const keys[] = { "drop_rate", "drop_path_rate", "drop_pat" };

	assert_string_equal(near_find("drop_path", keys, 2), "drop_path_rate");
	assert_string_equal(near_find("drop_path", keys, 3), "drop_pat");
	assert_string_equal(near_find("drop_path", keys, 1), "drop_rate");
	assert_null(near_find("drop_path", keys + 1, 1)); /* nothing is near */
	assert_string_equal(near_find("drop_rat", keys, 2), "drop_rate");
	assert_null(near_find("drop", keys, 3));
	assert_null(near_find("lr", (const char *const[]){ "lr_mult" }, 1));
}

static void a_common_last_word_makes_no_word_longer(void **state)
{
	(void)state;
	static const char *const keys[] = { "afe_cfg", "norm_cfg", "loss_cls" };

	assert_null(near_find("fam_cfg", keys, 3));
	assert_string_equal(near_find("fae_cfg", keys, 3), "afe_cfg"); /* neighbours swapped: one edit */
	assert_string_equal(near_find("nomr_cgf", keys, 3), "norm_cfg");
	assert_string_equal(near_find("lss_clss", keys, 3), "loss_cls");
}

static void short_words_need_distance_one(void **state)
{
	(void)state;
	static const char *const keys[] = { "ab", "bc", "abc" };

	assert_null(near_find("xy", keys, 3));
	assert_string_equal(near_find("ac", keys, 3), "ab"); /* the first of a tie */
}

/* Words that people type: capitals, `_` for `-`, a word that goes on. */
static void words_of_ours(void **state)
{
	(void)state;
	static const char *const keys[] = { "gpus", "gpu_mem", "select", "extend-select", "extends" };

	assert_string_equal(near_word("gpu_mem_gib", keys, 5), "gpu_mem");
	assert_string_equal(near_word("gpu_me", keys, 5), "gpu_mem");
	assert_string_equal(near_word("GPUS", keys, 5), "gpus");
	assert_string_equal(near_word("extend_select", keys, 5), "extend-select");
	assert_string_equal(near_word("extend", keys, 5), "extends");
	assert_string_equal(near_word("selected", keys, 5), "select");
	assert_null(near_word("roots", keys, 5));
	assert_null(near_word("", keys, 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distance),
		cmocka_unit_test(long_words_are_far),
		cmocka_unit_test(finds_the_nearest),
		cmocka_unit_test(words_of_ours),
		cmocka_unit_test(longer_by_words_beats_two_edits),
		cmocka_unit_test(a_common_last_word_makes_no_word_longer),
		cmocka_unit_test(short_words_need_distance_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
