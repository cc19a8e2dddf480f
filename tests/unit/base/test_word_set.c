// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/word_set.h"
#include <stdio.h>
#include <string.h>

enum { MANY = 200 };

struct search {
	struct arena a;
	struct word_set w;
	const struct str *word[MANY];
	uint64_t *found;
};

static void begin(struct search *s, const char *const *word, uint32_t n)
{
	memset(s, 0, sizeof *s);
	for (uint32_t i = 0; i < n; i++)
		s->word[i] = str_lit(word[i]);
	word_set_make(&s->a, &s->w, s->word, n);
	s->found = arena_array(&s->a, uint64_t, word_set_room(&s->w));
}

static bool has(const struct search *s, uint32_t i)
{
	return s->found[i / 64] >> i % 64 & 1;
}

static void finds_what_the_text_contains(void **state)
{
	(void)state;
	static const char *const word[] = { "cuda", "cudnn.benchmark", "backward", ".backward(", "rank", "scaler" };
	struct search s;

	begin(&s, word, 6);
	word_set_find(&s.w, "loss.backward()\ncudnn.bench", s.found);
	assert_false(has(&s, 0));
	assert_false(has(&s, 1)); /* the text ends within it */
	assert_true(has(&s, 2));
	assert_true(has(&s, 3));
	assert_false(has(&s, 4));
	word_set_find(&s.w, "rank", s.found);
	assert_true(has(&s, 4)); /* from its first byte to its last */
	assert_true(has(&s, 2)); /* of the text before */
	word_set_find(&s.w, "cud", s.found);
	assert_false(has(&s, 0));
	arena_release(&s.a);
}

/* The same as a search for each word by itself. */
static void agrees_with_one_search_for_each(void **state)
{
	(void)state;
	static char text[4000], word[MANY][12];
	const char *at[MANY];
	struct search s;
	uint32_t seed = 1;

	for (uint32_t i = 0; i + 1 < sizeof text; i++) {
		seed = seed * 1664525u + 1013904223u;
		text[i] = "abc\xc3\n"[seed >> 24 & 3];
	}
	for (uint32_t i = 0; i < MANY; i++) {
		for (uint32_t k = 0; k < 4 + i % 7; k++) {
			seed = seed * 1664525u + 1013904223u;
			word[i][k] = "abc\xc3"[seed >> 24 & 3];
		}
		at[i] = word[i];
	}
	begin(&s, at, MANY);
	word_set_find(&s.w, text, s.found);
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(has(&s, i), strstr(text, word[i]) != NULL);
	arena_release(&s.a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_what_the_text_contains),
		cmocka_unit_test(agrees_with_one_search_for_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
