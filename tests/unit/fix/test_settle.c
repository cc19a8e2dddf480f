// SPDX-License-Identifier: MIT
/* Which fixes are applied and which are refused, with trials that are made up: places say which attempts don't hold
 * beside each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>
#include "config/graph.h"
#include "fix/settle.h"

enum { MOST = 4 };

/* Bad where all of `together` are there; touched by all of `by`. */
struct place {
	const char *together, *by;
};

static struct module config[MOST];
static struct place place[MOST];
static struct attempt t[MOST]; /* called a, b, ... */
static size_t nplaces, whole, partly;

static bool is_in(const struct attempt_set *some, char name)
{
	for (size_t i = 0; i < some->n; i++)
		if (some->at[i] == &t[name - 'a'])
			return true;
	return false;
}

static bool is_bad(const struct place *p, const struct attempt_set *all)
{
	for (const char *c = p->together; *c; c++)
		if (!is_in(all, *c))
			return false;
	return true;
}

static bool blame(size_t at, const struct attempt_set *all, const struct attempt_set *focus, bool again)
{
	size_t n = 0;

	if (!is_bad(&place[at], all))
		return true;
	for (const char *c = place[at].by; *c; c++)
		n += is_in(focus, *c);
	for (const char *c = place[at].by; *c; c++) {
		struct attempt *x = &t[*c - 'a'];

		if (!is_in(focus, *c))
			continue;
		x->suspect = true;
		x->sure |= n == 1;
		if (!again && !x->bad_at)
			x->bad_at = &config[at];
	}
	return false;
}

static void begin(const struct attempt_set *all, const struct attempt_set *focus)
{
	for (size_t i = 0; i < focus->n; i++) {
		focus->at[i]->suspect = focus->at[i]->sure = false;
		focus->at[i]->alone = all->n == focus->n;
	}
}

static bool try_all(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
{
	bool good = true;

	(void)v;
	whole++;
	begin(all, focus);
	for (size_t i = 0; i < focus->n; i++)
		focus->at[i]->bad_at = NULL;
	for (size_t i = 0; i < nplaces; i++)
		good &= blame(i, all, focus, false);
	return good;
}

static bool try_again(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
{
	bool good = true;

	(void)v;
	partly++;
	begin(all, focus);
	for (size_t i = 0; i < nplaces; i++)
		for (size_t k = 0; k < focus->n; k++)
			if (focus->at[k]->bad_at == &config[i]) {
				good &= blame(i, all, focus, true);
				break;
			}
	return good;
}

static void accepted(const struct place *places, size_t n, const char *want)
{
	struct verifier v = { .attempts = try_all, .again = try_again };
	struct attempt *open[MOST], *is[MOST];
	struct attempt_set all = { open, MOST }, good = { is, 0 };
	char got[MOST + 1] = "";

	memcpy(place, places, n * sizeof *places);
	nplaces = n;
	whole = partly = 0;
	for (uint32_t i = 0; i < MOST; i++) {
		t[i] = (struct attempt){ .unit = i, .twin = &t[i] };
		open[i] = &t[i];
	}
	settle_all(&(struct settle_ctx){ &v, &good }, &all);
	for (char c = 'a'; c < 'a' + MOST; c++) {
		assert_int_not_equal(t[c - 'a'].state, ATTEMPT_OPEN);
		assert_int_equal(t[c - 'a'].state == ATTEMPT_APPLIED, is_in(&good, c));
		if (is_in(&good, c))
			got[strlen(got)] = c;
	}
	assert_string_equal(got, want);
}

#define KEPT(WANT, ...) \
	accepted((const struct place[]){ __VA_ARGS__ }, \
		 sizeof((struct place[]){ __VA_ARGS__ }) / sizeof(struct place), WANT)

static void of_two_that_don_t_hold_together_the_first_is_kept(void **state)
{
	(void)state;
	KEPT("acd", { "ab", "ab" });
	assert_int_equal(whole, 2);
	assert_int_equal(partly, 2);
}

static void who_fails_by_itself_is_refused_at_once(void **state)
{
	(void)state;
	KEPT("bcd", { "a", "a" });
	assert_int_equal(whole, 2);
	assert_int_equal(partly, 0);
}

/* b fails beside a, which fails elsewhere without it. */
static void who_failed_beside_a_refused_one_is_kept(void **state)
{
	(void)state;
	KEPT("bcd", { "ab", "ab" }, { "a", "ab" });
}

static void and_who_fails_all_the_same_is_not(void **state)
{
	(void)state;
	KEPT("cd", { "ab", "ab" }, { "a", "ab" }, { "b", "ab" });
	KEPT("ad", { "abc", "abc" }, { "b", "bc" }, { "ac", "ac" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_two_that_don_t_hold_together_the_first_is_kept),
		cmocka_unit_test(who_fails_by_itself_is_refused_at_once),
		cmocka_unit_test(who_failed_beside_a_refused_one_is_kept),
		cmocka_unit_test(and_who_fails_all_the_same_is_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
