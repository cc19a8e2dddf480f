// SPDX-License-Identifier: MIT
/* Which findings of dependents stay: base.py is named, and N configs inherit from it. */
#include "lint/finding/through.h"
#include "text/source.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four above
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { KIDS = 41 };
static const struct rule rule = { .id = "RUN021" };

struct world {
	struct arena a;
	struct subject_set set;
	struct subject base, kid[KIDS];
	struct subject_base from[KIDS];
	const struct subject *all[KIDS + 1], *owner[KIDS + 2], *seen[KIDS];
	struct diags d;
};

static const struct source *text(struct world *w, const char *name)
{
	return sources_add(w->set.sources, name, "0123456789", 10);
}

/* Ten bytes each; a child names its base at 0 to 3. */
static void build(struct world *w)
{
	char name[20];

	memset(w, 0, sizeof *w);
	w->set = (struct subject_set){ .sources = sources_new(), .at = w->all, .n = KIDS + 1, .owner = w->owner };
	w->base = (struct subject){ .set = &w->set, .path = "/p/base.py", .src = text(w, "/p/base.py") };
	w->base.requested = true;
	w->all[0] = w->owner[w->base.src->id] = &w->base;
	for (uint32_t i = 0; i < KIDS; i++) {
		struct subject *k = &w->kid[i];

		snprintf(name, sizeof name, "/p/kid%02u.py", i);
		*k = (struct subject){ .set = &w->set, .src = text(w, name), .requested = true, .through = true };
		k->path = k->src->path;
		w->from[i] = (struct subject_base){ &w->base, { k->src->id, 0, 3 } };
		k->base = &w->from[i];
		k->nbases = 1;
		w->seen[i] = w->all[i + 1] = w->owner[k->src->id] = k;
	}
	w->set.nowners = KIDS + 2;
}

static void done(struct world *w)
{
	sources_free(w->set.sources);
	vec_release(&w->d);
	arena_release(&w->a);
}

/* A finding of the i-th child, in its own file behind what names the base. */
static struct diag *add(struct world *w, uint32_t i)
{
	struct diag *d = vec_add(&w->d);

	*d = (struct diag){ .rule = &rule,
			    .severity = SEV_ERROR,
			    .msg = "m",
			    .at = { w->kid[i].src->id, 5, 6 },
			    .seen_in = &w->seen[i],
			    .nseen = 1,
			    .nfixes = 1 };
	return d;
}

static void own_mistakes_go(void **state)
{
	struct world w;

	(void)state;
	build(&w);
	for (uint32_t i = 0; i < KIDS; i++)
		add(&w, i);
	assert_int_equal(through_filter(&w.set, &w.d), KIDS);
	assert_int_equal(w.d.n, 0);
	done(&w);
}

static void what_touches_the_base_stays(void **state)
{
	struct world w;
	const struct related rel = { { 0 }, "here" };
	struct related in_base = rel;

	(void)state;
	build(&w);
	in_base.at = (struct span){ w.base.src->id, 1, 2 };
	add(&w, 0)->at = in_base.at;
	add(&w, 1)->rel = &in_base;
	w.d.at[1].nrel = 1;
	add(&w, 2)->of_bases = true;
	add(&w, 3)->at = w.from[3].at;
	add(&w, 4);
	assert_int_equal(through_filter(&w.set, &w.d), 1);
	assert_int_equal(w.d.n, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(w.d.at[i].nfixes, 0);
	done(&w);
}

/* n of so many children have the same finding about a missing key: whether it stays. */
static bool lacking(uint32_t n, uint32_t of, enum severity severity)
{
	struct world w;
	bool stay;

	build(&w);
	w.set.n = of + 1;
	for (uint32_t i = 0; i < n; i++) {
		add(&w, i)->absent = true;
		w.d.at[i].severity = severity;
	}
	through_filter(&w.set, &w.d);
	assert_true(w.d.n == 0 || w.d.n == n);
	stay = w.d.n > 0;
	done(&w);
	return stay;
}

static void missing_keys(void **state)
{
	(void)state;
	assert_false(lacking(1, 40, SEV_ERROR));
	assert_false(lacking(3, 40, SEV_ERROR));
	assert_true(lacking(4, 40, SEV_ERROR));
	assert_false(lacking(39, 40, SEV_WARNING));
	assert_true(lacking(40, 40, SEV_WARNING));
}

/* A tenth is a tenth, not what is left of it in whole numbers. */
static void a_tenth_of_them(void **state)
{
	(void)state;
	assert_false(lacking(4, 41, SEV_ERROR));
	assert_true(lacking(5, 41, SEV_ERROR));
	assert_true(lacking(2, 20, SEV_ERROR));
	assert_false(lacking(2, 21, SEV_ERROR));
	assert_true(lacking(2, 3, SEV_ERROR));
	assert_false(lacking(1, 2, SEV_ERROR));
	assert_true(lacking(1, 1, SEV_ERROR));
	assert_false(lacking(1, 1, SEV_WARNING));
}

/* A finding that stays for another reason shows like the others how many lack the key, wherever it stands. */
static void one_that_stays_counts(void **state)
{
	struct world w;

	(void)state;
	build(&w);
	w.set.n = 20 + 1;
	add(&w, 0)->absent = true;
	w.d.at[0].of_bases = true;
	add(&w, 1)->absent = true;
	assert_int_equal(through_filter(&w.set, &w.d), 0);
	done(&w);
}

static void what_was_asked_for_is_left_alone(void **state)
{
	struct world w;

	(void)state;
	build(&w);
	for (uint32_t i = 0; i < KIDS; i++)
		w.kid[i].through = i > 0;
	add(&w, 0);
	assert_int_equal(through_filter(&w.set, &w.d), 0);
	assert_int_equal(w.d.at[0].nfixes, 1);
	done(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_mistakes_go),	 cmocka_unit_test(what_touches_the_base_stays),
		cmocka_unit_test(missing_keys),		 cmocka_unit_test(a_tenth_of_them),
		cmocka_unit_test(one_that_stays_counts), cmocka_unit_test(what_was_asked_for_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
