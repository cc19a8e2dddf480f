// SPDX-License-Identifier: MIT
/* What is said of a variable that reaches no config, beyond what the rule's own examples show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"
#include "lint/lint.h"

#define CONFIG "/project/configs/a.py"
#define BASE "/project/configs/base.py"

static struct project p;
static struct linter linter;
static struct diags found;

static int begin(void **state)
{
	(void)state;
	project_begin(&p);
	project_rule(&p, "config/stale.yaml", "id: CFG007\nsummary: s\nnative: true\n");
	return project_ready(&p);
}

static int end(void **state)
{
	(void)state;
	vec_release(&found);
	linter_close(&linter);
	project_end(&p);
	return 0;
}

static void lint_config(void)
{
	static const char *const paths[] = { CONFIG };
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	struct lint_stats stats = { 0 };
	if (p.g)
		graph_free(p.g);
	linter_close(&linter);
	linter = (struct linter){ .vfs = p.fs, .pool = p.pool, .rules = p.rs };
	linter_open(&linter, NULL, NULL);
	p.g = graph_load(p.fs, paths, 1, &o, p.pool);
	found.n = 0;
	lint_run(&linter, &p.arena, graph_subjects(p.g), &found, NULL, &stats);
}

static void it_is_handed_on_where_it_fits(void **state)
{
	(void)state;
	static const struct {
		const char *base, *config, *hint;
	} cases[] = {
		{ "p = [1]\ndata = dict(batch=2, train=dict(p=p))\n", "p = [2]\n",
		  "`data = dict(train=dict(p=p))` in this file hands it on" },
		/* the file's own line is not to be thrown away */
		{ "p = [1]\ndata = dict(batch=2, train=dict(p=p))\n", "p = [2]\ndata = dict(batch=4)\n",
		  "add `train=dict(p=p)` to the data of line 3: that hands it on" },
		{ "p = [1]\ndata = dict(batch=2, train=dict(p=p))\n", "p = [2]\ndata = dict(\n  train=dict(b=4))\n",
		  "add `p=p` to the data.train of line 4: that hands it on" },
		{ "p = [1]\ndata = dict(batch=2, train=[dict(p=p)])\n", "p = [2]\n", NULL },
		/* the class of the base's dict may take no such part */
		{ "o = dict(type='A')\ndata = dict(batch=2, o=o)\n", "o = dict(type='B', part=dict(k=1))\n", NULL },
		{ "o = dict(type='A', part=dict())\ndata = dict(batch=2, o=o)\n",
		  "o = dict(type='B', part=dict(k=1))\n", "`data = dict(o=o)` in this file hands it on" },
		/* a dict stands in no text's place */
		{ "p = dict(a='x')\ndata = dict(batch=2, train=dict(**p))\n", "p = dict(a='y')\n", NULL },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct buf b = { 0 };
		buf_printf(&b, "_base_ = 'base.py'\n%s", cases[i].config);
		project_file(&p, BASE, cases[i].base);
		project_file(&p, CONFIG, buf_str(&b));
		lint_config();
		buf_release(&b);
		assert_int_equal(found.n, 1);
		assert_string_equal(found.at[0].rule->id, "CFG007");
		if (cases[i].hint)
			assert_string_equal(found.at[0].hint, cases[i].hint);
		else
			assert_null(found.at[0].hint);
	}
}

static const char *cause_under(const char *base, const char *config)
{
	project_file(&p, BASE, base);
	project_file(&p, CONFIG, config);
	lint_config();
	assert_int_equal(found.n, 1);
	assert_non_null(found.at[0].cause);
	return arena_strdup(&p.arena, found.at[0].cause);
}

static void one_value_lost_under_two_bases_is_one_cause(void **state)
{
	(void)state;
	static const char config[] = "_base_ = 'base.py'\np = [2]\n";
	const char *one = cause_under("p = [1]\ndata = dict(batch=2, train=dict(p=p))\n", config);
	assert_string_equal(one, cause_under("p = [3]\ndata = dict(batch=4, train=dict(p=p))\n", config));
	assert_string_not_equal(one, cause_under("p = [3]\ndata = dict(batch=4, train=dict(p=p))\n",
						 "_base_ = 'base.py'\np = [4]\n"));
	assert_string_not_equal(one, cause_under("p = [3]\ndata = dict(batch=4, test=dict(p=p))\n", config));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_handed_on_where_it_fits),
		cmocka_unit_test(one_value_lost_under_two_bases_is_one_cause),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
