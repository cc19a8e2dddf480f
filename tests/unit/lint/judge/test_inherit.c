// SPDX-License-Identifier: MIT
/* What is said of a variable that reaches nobody, beyond what the rule's own examples show. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_handed_on_where_it_fits),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
