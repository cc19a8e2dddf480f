// SPDX-License-Identifier: MIT
/* Findings about folders that aren't there: when they are one, and what that one says. */
#include "lint/finding/same_cause.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four above
#include <cmocka.h>
#include <string.h>

static const struct subject_kind kind = { .one = "config", .many = "configs" };
static const struct rule rule = { .id = "CFG001" }, other_rule = { .id = "CFG017" };

struct world {
	struct arena a;
	struct diags d;
	struct subject_set set;
	struct subject subject[32];
	const struct subject *seen[32];
	const char *hint; /* of those that are added */
};

/* The i-th config of a project lacks a folder, or a file *.py; NULL: something else is wrong. */
static void add(struct world *w, const char *root, const char *folder)
{
	size_t i = w->d.n;

	w->subject[i] = (struct subject){ .path = arena_printf(&w->a, "%s/%02zu.py", root, i), .root = root };
	w->seen[i] = &w->subject[i];
	vec_push(&w->d, ((struct diag){ .rule = folder ? &rule : &other_rule,
					.msg = "one",
					.at = { (uint32_t)i + 1, 0, 1 },
					.seen_in = &w->seen[i],
					.nseen = 1,
					.missing = folder,
					.missing_as = !folder			? MISSING_FOLDER
						      : strstr(folder, ".py")	? MISSING_FILE
						      : strstr(folder, "/zoo")	? MISSING_OUTSIDE
						      : strstr(folder, "/deep") ? MISSING_DEPTH
										: MISSING_FOLDER,
					.hint = w->hint }));
}

static void done(struct world *w)
{
	if (w->set.sources)
		sources_free(w->set.sources);
	vec_release(&w->d);
	arena_release(&w->a);
}

static void one_a_project(void **state)
{
	struct world w = { 0 };

	(void)state;
	for (int i = 0; i < 3; i++)
		add(&w, "/p", "/p/configs/_base_");
	add(&w, "/p", NULL);
	for (int i = 0; i < 3; i++)
		add(&w, "/p", "/p/configs/net");
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	assert_string_equal(
		w.d.at[0].msg,
		"6 bases lie in folders that aren't here: configs/_base_, configs/net (6 configs not checked)");
	assert_int_equal(w.d.at[0].nseen, 6);
	assert_string_equal(w.d.at[0].seen_in[5]->path, "/p/06.py");
	assert_int_equal(w.d.at[0].nrel, GATHER_SHOWN);
	assert_int_equal(w.d.at[0].rel[0].at.file, 2);
	assert_string_equal(w.d.at[1].msg, "one");
	done(&w);
}

/* Two findings of one cause in two files with these paths and texts: how many are left. */
static size_t left_of(const char *path, const char *text, const char *other_path, const char *other)
{
	struct world w = { 0 };
	size_t left;

	w.set.kind = &kind;
	w.set.sources = sources_new();
	sources_add(w.set.sources, path, text, strlen(text));
	sources_add(w.set.sources, other_path, other, strlen(other));
	for (int i = 0; i < 2; i++) {
		add(&w, "/p", NULL);
		w.subject[i].set = &w.set;
	}
	diags_gather_many(&w.a, &w.d);
	left = w.d.n;
	done(&w);
	return left;
}

static void copies_are_one(void **state)
{
	(void)state;
	assert_int_equal(left_of("/p/a.py", "x = 1\ny = 2\n", "/p/b.py", "x = 1\ny = 3\n"), 1);
	assert_int_equal(left_of("/p/a.py", "x = 1\n", "/p/b.py", "x = 2\n"), 2);
	assert_int_equal(left_of("/p/a.py", "x = 1\n", "/p/c/b.py", "x = 1\n"), 2);
}

static void a_folder_that_is_partly_elsewhere_is_one(void **state)
{
	struct world w = { 0 };

	(void)state;
	for (int i = 0; i < 5; i++) {
		w.hint = i < 3 ? "did you mean '../deep/a.py'?" : NULL;
		add(&w, "/p", "/p/deep");
		w.d.at[i].missing_as = i < 3 ? MISSING_DEPTH : MISSING_FOLDER;
	}
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 1);
	assert_string_equal(w.d.at[0].msg, "5 bases lie in a folder that isn't here: deep (5 configs not checked)");
	assert_string_equal(w.d.at[0].hint, "did you mean '../deep/a.py'? 2 of the others are there too; 2 are nowhere "
					    "in the project");
	done(&w);
}

static void few_stay_apart(void **state)
{
	struct world w = { 0 };

	(void)state;
	add(&w, "/p", "/p/configs/_base_");
	add(&w, "/p", "/p/configs/a.py");
	add(&w, "/p", "/p/configs/a.py");
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 3);
	assert_string_equal(w.d.at[0].msg, "one");
	done(&w);
}

/* What a whole family lacks comes before what is wrong with one. */
static void folders_come_first(void **state)
{
	struct world w = { 0 };

	(void)state;
	add(&w, "/p", NULL);
	for (int i = 0; i < 2; i++)
		add(&w, "/p", "/p/mmdet");
	add(&w, "/p", NULL);
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 3);
	assert_string_equal(w.d.at[0].msg, "2 bases lie in a folder that isn't here: mmdet (2 configs not checked)");
	assert_int_equal(w.d.at[1].at.file, 1);
	assert_int_equal(w.d.at[2].at.file, 4);
	done(&w);
}

/* The i-th config has what n - 1 others have too. */
static void add_many(struct world *w, size_t n)
{
	w->set.kind = &kind;
	w->set.sources = w->set.sources ? w->set.sources : sources_new();
	for (size_t i = 0; i < n; i++) {
		add(w, "/p", NULL);
		w->subject[w->d.n - 1].set = &w->set;
	}
}

static void many_are_one(void **state)
{
	struct world w = { 0 };

	(void)state;
	add_many(&w, GATHER_MANY + 1);
	add(&w, "/q", NULL);
	diags_gather_many(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	assert_string_equal(w.d.at[0].msg, "one"); /* what became of its fix is found by that */
	assert_int_equal(w.d.at[0].more, GATHER_MANY);
	assert_int_equal(w.d.at[0].nseen, GATHER_MANY + 1);
	assert_int_equal(w.d.at[0].nrel, GATHER_MANY < GATHER_SHOWN ? GATHER_MANY : GATHER_SHOWN);
	assert_int_equal(w.d.at[0].at.file, 1);
	assert_string_equal(w.d.at[1].msg, "one");
	done(&w);
}

static void so_few_stay_apart(void **state)
{
	struct world w = { 0 };

	(void)state;
	add_many(&w, GATHER_MANY);
	diags_gather_many(&w.a, &w.d);
	assert_int_equal(w.d.n, GATHER_MANY);
	done(&w);
}

/* Their places are reported together. */
static void those_of_a_file_stay_apart(void **state)
{
	(void)state;
	for (size_t more = 0; more < 2; more++) {
		struct world w = { 0 };

		add_many(&w, GATHER_FILE + more);
		for (size_t i = 0; i < w.d.n; i++)
			w.d.at[i].at.file = 1;
		diags_gather_many(&w.a, &w.d);
		assert_int_equal(w.d.n, more ? 1 : GATHER_FILE);
		done(&w);
	}
}

static void a_cause_counts_for_the_message(void **state)
{
	struct world w = { 0 };

	(void)state;
	add_many(&w, 2 * GATHER_MANY);
	for (size_t i = 0; i < w.d.n; i++) {
		w.d.at[i].msg = arena_printf(&w.a, "head %zu", i);
		w.d.at[i].cause = i % 2 ? "b" : "a";
	}
	add_many(&w, 1);
	w.d.at[w.d.n - 1].cause = "b";
	diags_gather_many(&w.a, &w.d);
	assert_int_equal(w.d.n, GATHER_MANY + 1);
	assert_string_equal(w.d.at[1].msg, "head 1");
	assert_int_equal(w.d.at[1].more, GATHER_MANY);
	done(&w);
}

/* What is done about them is not the same. */
static void fixes_stay_apart(void **state)
{
	struct world w = { 0 };
	static const struct fixplan fix[] = { { .title = "mend" }, { .title = "mend that" } };

	(void)state;
	add_many(&w, 2 * GATHER_MANY);
	for (size_t i = 0; i < w.d.n; i++) {
		w.d.at[i].fix = &fix[i % 2];
		w.d.at[i].nfixes = 1;
	}
	diags_gather_many(&w.a, &w.d);
	assert_int_equal(w.d.n, 2 * GATHER_MANY);
	add_many(&w, 1);
	w.d.at[w.d.n - 1].fix = &fix[0];
	w.d.at[w.d.n - 1].nfixes = 1;
	diags_gather_many(&w.a, &w.d);
	assert_int_equal(w.d.n, GATHER_MANY + 1);
	assert_int_equal(w.d.at[0].nfixes, 1);
	done(&w);
}

static void levels_stay_apart(void **state)
{
	struct world w = { 0 };

	(void)state;
	add_many(&w, 2 * GATHER_MANY);
	for (size_t i = 0; i < w.d.n; i++)
		w.d.at[i].severity = i % 2 ? SEV_ERROR : SEV_WARNING;
	diags_gather_many(&w.a, &w.d);
	assert_int_equal(w.d.n, 2 * GATHER_MANY);
	done(&w);
}

/* A folder that only two name is a mistake in a path. */
static void mistakes_stay_apart(void **state)
{
	struct world w = { 0 };

	(void)state;
	for (int i = 0; i < 5; i++)
		add(&w, "/p", "/p/configs/_base_");
	add(&w, "/p", "/p/typo");
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	assert_string_equal(w.d.at[0].msg,
			    "5 bases lie in a folder that isn't here: configs/_base_ (5 configs not checked)");
	done(&w);
}

/* Two configs take one value from a base, and each says something else of it. */
static void one_of_a_place(void **state)
{
	struct world w = { 0 };
	static const struct related set = { { 9, 1, 2 }, "is set here" };

	(void)state;
	add_many(&w, 3);
	w.d.at[1].at = w.d.at[0].at;
	w.d.at[1].msg = "two";
	w.d.at[1].rel = &set;
	w.d.at[1].nrel = 1;
	diags_gather_place(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	assert_string_equal(w.d.at[0].msg, "one");
	assert_int_equal(w.d.at[0].nseen, 2);
	assert_string_equal(w.d.at[0].rel[0].text, "with this, two");
	assert_int_equal(w.d.at[0].rel[0].at.file, 9);
	done(&w);
}

static void two_of_one_config_stay_apart(void **state)
{
	struct world w = { 0 };

	(void)state;
	add_many(&w, 2);
	w.d.at[1].at = w.d.at[0].at;
	w.d.at[1].msg = "two";
	w.d.at[1].seen_in = w.d.at[0].seen_in;
	diags_gather_place(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	done(&w);
}

static void projects_stay_apart(void **state)
{
	struct world w = { 0 };

	(void)state;
	for (int i = 0; i < 6; i++)
		add(&w, i % 2 ? "/p" : "/q", i % 2 ? "/p/x" : "/q/x");
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	done(&w);
}

static void more_folders_are_counted(void **state)
{
	struct world w = { 0 };
	static const char *const folder[] = { "/p/a", "/p/b", "/p/c", "/p/d" };

	(void)state;
	for (int i = 0; i < 12; i++)
		add(&w, "/p", folder[i % 4]);
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 1);
	assert_string_equal(w.d.at[0].msg,
			    "12 bases lie in folders that aren't here: a, b, c and 1 more (12 configs not checked)");
	done(&w);
}

static void a_file_is_one_finding(void **state)
{
	struct world w = { 0 };

	(void)state;
	w.hint = "did you mean './b.py'?";
	for (int i = 0; i < 3; i++) {
		add(&w, "/p", "/p/configs/a.py");
		if (i < 2)
			add(&w, "/p", "/p/configs/b.py");
		w.hint = NULL;
	}
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 3);
	assert_string_equal(w.d.at[0].msg,
			    "3 files name the base configs/a.py, which does not exist: none of them loads");
	assert_string_equal(w.d.at[0].hint, "did you mean './b.py'?");
	assert_int_equal(w.d.at[0].nseen, 3);
	assert_int_equal(w.d.at[0].nrel, 2);
	assert_string_equal(w.d.at[1].msg, "one");
	done(&w);
}

static void outside_is_one_finding(void **state)
{
	struct world w = { 0 };

	(void)state;
	for (int i = 0; i < 10; i++)
		add(&w, "/home/p", i % 2 ? "/home/zoo" : "/zoo");
	add(&w, "/home/p", "/home/p/x");
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	assert_string_equal(w.d.at[0].msg,
			    "10 bases lie in folders outside the project, which are not read: ../zoo, /zoo (10 configs "
			    "not checked)");
	assert_null(w.d.at[0].hint);
	done(&w);
}

/* A submodule's remedy is not a forgotten folder's. */
static void remedies_stay_apart(void **state)
{
	struct world w = { 0 };

	(void)state;
	for (int i = 0; i < 10; i++) {
		w.hint = i % 2 ? "git submodule update --init" : NULL;
		add(&w, "/p", i % 2 ? "/p/third_party/mm" : "/p/configs/x");
	}
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	assert_string_equal(w.d.at[0].msg,
			    "5 bases lie in a folder that isn't here: configs/x (5 configs not checked)");
	assert_string_equal(w.d.at[1].msg,
			    "5 bases lie in a folder that isn't here: third_party/mm (5 configs not checked)");
	assert_string_equal(w.d.at[1].hint, "git submodule update --init");
	done(&w);
}

/* Files that moved to another depth name a folder that stands elsewhere: what each should say, the first says for all.
 */
static void another_depth_is_one_finding(void **state)
{
	struct world w = { 0 };

	(void)state;
	for (int i = 0; i < 7; i++) {
		w.hint = arena_printf(&w.a, "did you mean '../%d.py'?", i);
		add(&w, "/p", i < 3 ? "/p/a/deep" : i < 5 ? "/p/b/deep" : "/p/c");
	}
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 5);
	assert_string_equal(w.d.at[0].msg, "3 bases lie in a folder that isn't here: a/deep (3 configs not checked)");
	assert_string_equal(w.d.at[0].hint, "did you mean '../0.py'? The others exist there too");
	assert_string_equal(w.d.at[1].msg, "one");
	done(&w);
}

/* Whatever each of them misses, and behind what is wrong with the project's own. */
static void what_came_is_one_finding(void **state)
{
	struct world w = { 0 };

	(void)state;
	add(&w, "/p", "/p/configs/own.py");
	w.hint = "did you mean './x.py'?";
	for (int i = 0; i < 3; i++) {
		add(&w, "/p", arena_printf(&w.a, "/p/configs/came%d.py", i));
		w.d.at[w.d.n - 1].missing_as = MISSING_CAME;
	}
	diags_gather(&w.a, &w.d);
	assert_int_equal(w.d.n, 2);
	assert_string_equal(w.d.at[0].msg, "one");
	assert_string_equal(w.d.at[1].msg,
			    "bases that aren't here: configs/came0.py, configs/came1.py, configs/came2.py (3 configs, "
			    "as they came with the framework, are not checked)");
	assert_null(w.d.at[1].hint);
	assert_int_equal(w.d.at[1].nseen, 3);
	done(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_a_project),
		cmocka_unit_test(copies_are_one),
		cmocka_unit_test(a_folder_that_is_partly_elsewhere_is_one),
		cmocka_unit_test(few_stay_apart),
		cmocka_unit_test(folders_come_first),
		cmocka_unit_test(mistakes_stay_apart),
		cmocka_unit_test(one_of_a_place),
		cmocka_unit_test(two_of_one_config_stay_apart),
		cmocka_unit_test(projects_stay_apart),
		cmocka_unit_test(more_folders_are_counted),
		cmocka_unit_test(a_file_is_one_finding),
		cmocka_unit_test(what_came_is_one_finding),
		cmocka_unit_test(remedies_stay_apart),
		cmocka_unit_test(another_depth_is_one_finding),
		cmocka_unit_test(outside_is_one_finding),
		cmocka_unit_test(many_are_one),
		cmocka_unit_test(so_few_stay_apart),
		cmocka_unit_test(those_of_a_file_stay_apart),
		cmocka_unit_test(a_cause_counts_for_the_message),
		cmocka_unit_test(fixes_stay_apart),
		cmocka_unit_test(levels_stay_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
