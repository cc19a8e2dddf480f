// SPDX-License-Identifier: MIT
/* The runtime that lies beside a base: found wherever it stands among its neighbours, and only if it is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "facts/sibling.h"
#include "rules.h"

#define CONFIG "/project/configs/net.py"
#define BESIDE "/project/configs/runtime/"
#define RUNTIME "log_level = 'INFO'\nwork_dir = 'x'\n"

static struct project p;

static int begin(void **state)
{
	(void)state;
	bool ok = project_quiet(&p);
	project_file(&p, CONFIG, "_base_ = './runtime/a.py'\nmodel = dict(type='Net')\n");
	project_file(&p, BESIDE "a.py", "fp16 = dict()\n");
	return !ok;
}

static int end(void **state)
{
	(void)state;
	project_end(&p);
	return 0;
}

static void neighbours(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		project_file(&p, arena_printf(&p.arena, BESIDE "n%04u.py", i), "log_level = 'INFO'\n");
}

/* NULL: none */
static const char *found(bool *cut)
{
	const struct str *name[] = { str_lit("log_level"), str_lit("work_dir") };
	const struct sibling_wanted wanted = { dialect_by_name(&p.rs->dialects, "plain"), name, 2 };
	struct sibling out;
	const struct module *m = project_config(&p, CONFIG);
	assert_non_null(m);
	return sibling_with(&p.arena, p.g, m, &wanted, &out, cut) ? path_base(out.path) : NULL;
}

static void many_neighbours_hide_nothing(void **state)
{
	(void)state;
	bool cut;
	neighbours(300);
	project_file(&p, BESIDE "z_runtime.py", RUNTIME);
	assert_string_equal(found(&cut), "z_runtime.py");
	assert_false(cut);
}

static void too_many_are_told(void **state)
{
	(void)state;
	bool cut;
	neighbours(500);
	project_file(&p, BESIDE "z_runtime.py", RUNTIME);
	assert_null(found(&cut));
	assert_true(cut);
}

static void other_configs_are_no_runtime(void **state)
{
	(void)state;
	bool cut;
	project_file(&p, BESIDE "b.py", RUNTIME "model = dict(type='Other')\n");
	project_file(&p, BESIDE "c.py", RUNTIME "_base_ = './a.py'\n");
	project_file(&p, BESIDE "d.py", "log_level = 'INFO'  # work_dir = 'x'\n");
	assert_null(found(&cut));
	assert_false(cut);
	project_file(&p, BESIDE "e.py", RUNTIME);
	graph_free(p.g);
	assert_string_equal(found(&cut), "e.py");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(many_neighbours_hide_nothing, begin, end),
		cmocka_unit_test_setup_teardown(too_many_are_told, begin, end),
		cmocka_unit_test_setup_teardown(other_configs_are_no_runtime, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
