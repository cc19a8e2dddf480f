// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"
#include "config/release.h"
#include "config/subject.h"
#include "lint/stream.h"

enum { LEAVES = 1100 /* more than are in memory at a time */ };

static struct project p;
static struct linter linter;
static VEC(, const char *) path;

static int begin(void **state)
{
	(void)state;
	return project_with_heirs(&p);
}

static int end(void **state)
{
	(void)state;
	linter_close(&linter);
	vec_release(&path);
	project_end(&p);
	return 0;
}

static void file(const char *name, const char *text, bool requested)
{
	const char *full = arena_printf(&p.arena, "/project/%s", name);

	project_file(&p, full, text);
	if (requested)
		vec_push(&path, full);
}

/* Both ways; the set is the stream's. */
static const struct subject_set *same_either_way(const char **text)
{
	struct diags all = { 0 }, streamed = { 0 };
	struct lint_stats of_all = { 0 }, of_stream = { 0 };
	const struct subject_set *set;

	linter_close(&linter);
	linter = (struct linter){ .vfs = p.fs, .pool = p.pool, .rules = p.rs, .graph = { .loader = LOADER_MMCV1 } };
	linter_open(&linter, NULL, NULL);
	set = linter_subjects(&linter, &config_kind, path.at, path.n, NULL);
	lint_run(&linter, &p.arena, set, &all, NULL, &of_all);
	*text = project_told(&p, &all, &of_all);
	config_kind.free(set);
	set = lint_stream(&linter, &p.arena, path.at, path.n, &streamed, NULL, &of_stream);
	assert_string_equal(project_told(&p, &streamed, &of_stream), *text);
	vec_release(&all);
	vec_release(&streamed);
	return set;
}

static void family(void)
{
	path.n = 0;
	file("configs/base.py", "lr = 1\nused = 1\nidle = 2\nreplaced = 3\nsometimes = 4\n", true);
	for (int i = 0; i < LEAVES; i++)
		file(arena_printf(&p.arena, "configs/l%04d.py", i),
		     arena_printf(&p.arena, "_base_ = './base.py'\nreplaced = %d\n%s%s", i,
				  i % 500 == 7 ? "lr = 3\n" : "",
				  i == 20 ? "x = {{_base_.used}}\n" : "sometimes = 5\n"),
		     true);
}

static void bases_know_of_heirs_that_are_gone(void **state)
{
	(void)state;
	family();

	const char *text;
	const struct subject_set *set = same_either_way(&text);

	assert_non_null(strstr(text, "LRX001 /project/configs/l0007.py"));
	assert_non_null(strstr(text, "no code names idle"));
	assert_null(strstr(text, "no code names used"));
	assert_non_null(strstr(text, "all 1100 configs here that inherit from this file replace replaced"));
	assert_null(strstr(text, "replace sometimes"));
	assert_false(graph_is_void(subject_graph(set)));
	config_kind.free(set);
}

static void what_nothing_refers_to_goes(void **state)
{
	(void)state;
	path.n = 0;
	file("configs/base.py", "lr = 1\n", true);
	for (int i = 0; i < LEAVES; i++)
		file(arena_printf(&p.arena, "configs/l%04d.py", i),
		     arena_printf(&p.arena, "_base_ = './base.py'\n%s", i == 500 ? "lr = 3\n" : ""), true);

	const char *text;
	const struct subject_set *set = same_either_way(&text);

	assert_true(set->n < 10);
	assert_non_null(subject_find(set, "/project/configs/base.py"));
	assert_non_null(subject_find(set, "/project/configs/l0500.py"));
	assert_null(subject_find(set, "/project/configs/l0501.py"));
	assert_true(graph_released(subject_graph(set), "/project/configs/l0501.py"));
	assert_false(graph_released(subject_graph(set), "/project/configs/l0500.py"));
	config_kind.free(set);
}

/* Nobody's text that is a target spells l0003: the file between computes it, and comes with the last leaf. */
static void a_leaf_that_turns_out_to_be_a_base_is_judged_again(void **state)
{
	(void)state;
	family();
	file("hidden/between.py", "_base_ = '../configs/l000' + '3.py'\n", false);
	file("configs/z.py", "_base_ = '../hidden/between.py'\nreplaced = 9\n", true);

	const char *text;
	const struct subject_set *set = same_either_way(&text);

	assert_non_null(strstr(text, "/project/configs/l0003.py"));
	assert_true(set->n > LEAVES); /* nothing was released in the end */
	config_kind.free(set);
}

static void circles_and_broken_files_are_told(void **state)
{
	(void)state;
	family();
	file("configs/m.py", "_base_ = './n.py'\n", true);
	file("configs/n.py", "_base_ = './m.py'\n", true);
	file("configs/o.py", "_base_ = './n.py'\n", true);
	file("configs/q.py", "_base_ = './none.py'\n", true);
	file("configs/r.py", "x = (\n", true);
	file("configs/s.py", "name = 'base'\n_base_ = f'./{name}.py'\n", true);

	const char *text;

	config_kind.free(same_either_way(&text));
	assert_non_null(strstr(text, "unloaded"));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(bases_know_of_heirs_that_are_gone),
		cmocka_unit_test(what_nothing_refers_to_goes),
		cmocka_unit_test(a_leaf_that_turns_out_to_be_a_base_is_judged_again),
		cmocka_unit_test(circles_and_broken_files_are_told),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
