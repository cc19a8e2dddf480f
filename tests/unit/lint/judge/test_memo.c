// SPDX-License-Identifier: MIT
/* What is silent because a like config was: the same where a rule looks, and nothing else. A finding is never hidden.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "facts/search_cache.h"
#include "lint/judge/memo.h"
#include "rules.h"

static const char *const configs[] = {
	/* 0 to 2: what the rules are met with first */
	"model = dict(type='M', k=1)\noptimizer = dict(lr=0.1)\ndata = dict(batch=2, workers=4)\nhooks = [dict(n=1)]\n",
	"model = dict(type='M', k=2)\noptimizer = dict(lr=0.1)\ndata = dict(batch=2, workers=4)\nhooks = [dict(n=1)]\n",
	"model = dict(type='M', k=3)\noptimizer = dict(lr=9)\ndata = dict(batch=2, workers=4)\nhooks = [dict(n=5)]\n",
	/* 3: the same but for the model */
	"model = dict(type='M', k=4)\noptimizer = dict(lr=0.1)\ndata = dict(batch=2, workers=4)\nhooks = [dict(n=1)]\n",
	/* 4: another rate, as innocent */
	"optimizer = dict(lr=0.2)\ndata = dict(batch=2, workers=4)\nhooks = [dict(n=1), dict(n=2)]\n",
	/* 5: nothing there */
	"optimizer = dict()\n",
	/* 6: as 0, with a batch that no rule minds but one */
	"optimizer = dict(lr=0.1)\ndata = dict(batch=7, workers=4)\nhooks = [dict(n=2), dict(n=1)]\n",
	/* 7: as 0 without workers */
	"optimizer = dict(lr=0.1)\ndata = dict(batch=2)\nhooks = [dict(n=1)]\n",
	/* 8: as 6, and it says something about itself */
	"# cfglint: tuned=yes\noptimizer = dict(lr=0.1)\ndata = dict(batch=7, workers=4)\nhooks = [dict(n=2), "
	"dict(n=1)]\n",
	/* 9 to 12: the same part, of another package by what stands around it */
	"model = dict(_scope_='net', part=dict(type='Head'))\n",
	"model = dict(_scope_='old', part=dict(type='Head'))\n",
	"model = dict(_scope_='net', part=dict(type='Head'), k=1)\n",
	"model = dict(a=dict(_scope_='net', part=dict(type='Head')), b=dict(_scope_='old', part=dict(type='Head')))\n",
	/* 13, 14: the same train set beside another batch */
	"data = dict(batch=7, train=dict(n=1))\n",
	"data = dict(batch=2, train=dict(n=1))\n",
};
enum { CONFIGS = ARRAY_SIZE(configs) };

static struct project p;
static struct linter linter;
static struct memo *memo;
static struct settings own, *st = &own; /* what the tests change of them */
static const struct module *module[CONFIGS];

static void rule(const char *id, const char *text)
{
	project_rule(&p, arena_printf(&p.arena, "data/%s.yaml", id),
		     arena_printf(&p.arena, "id: %s\nsummary: s\nscope: file\nat: cfg\nmessage: m\n%s", id, text));
}

static void load(void)
{
	const char *path[CONFIGS];
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	for (size_t i = 0; i < CONFIGS; i++) {
		path[i] = arena_printf(&p.arena, "/project/c%zu.py", i);
		project_file(&p, path[i], configs[i]);
	}
	p.g = graph_load(p.fs, path, CONFIGS, &o, p.pool);
	for (size_t i = 0; i < CONFIGS; i++)
		module[i] = graph_find(p.g, path[i]);
}

struct answer {
	bool rule_silent, element_silent; /* before it was judged; of the first element */
	size_t found;
	uint32_t unchecked;
};

/* Asks the memo about a rule and a config, then judges it as a run does. */
static struct answer ask(const char *id, size_t config)
{
	struct answer x = { 0 };
	struct diags found = { 0 };
	struct lint_stats stats = { 0 };
	struct machine hw;
	uint32_t i = 0;
	machine_init(&hw, &p.arena);
	struct judge j = { .a = &p.arena, .s = &module[config]->subject, .rs = p.rs, .st = st, .out = &found };
	j.stats = &stats;
	j.memo = memo;
	j.seen = memo_seen_begin(memo);
	j.facts = facts_new(&p.arena, j.s, p.rs->dialects.vocab, dialect_by_name(&p.rs->dialects, "plain"), &hw);
	facts_share(j.facts, memo_search_cache(memo));
	while (strcmp(p.rs->at[i]->id, id))
		i++;
	const struct memo_rules *all = memo_rules(memo, facts_dialect(j.facts), st, NULL, NULL);
	struct trial t;
	struct memo_key key;
	trial_begin(&t, &j, p.rs->at[i]);
	struct memo_rule *r = memo_rule_at(memo, all, i, &t);
	struct value elements = trial_elements(&t);
	x.rule_silent = r && memo_silent(r, &t, &key);
	if (r && elements.kind == VALUE_LIST && elements.as.list->n) {
		trial_element(&t, elements.as.list->at[0].val);
		x.element_silent = memo_element(r, &t, 0) == MEMO_SILENT;
	}
	trial_end(&t);
	judge_rule(&j, &all->plan[i], all, i);
	x.found = found.n;
	x.unchecked = stats.events - (uint32_t)found.n;
	memo_seen_end(memo, j.seen);
	vec_release(&found);
	return x;
}

static bool silent(const char *id, size_t config)
{
	struct answer x = ask(id, config);
	assert_int_equal(x.found, 0);
	return x.rule_silent || x.element_silent;
}

static void same_where_it_looks(void **state)
{
	(void)state;
	assert_false(silent("AAA001", 0)); /* judged, and remembered */
	assert_true(silent("AAA001", 3));  /* only the model differs */
	assert_false(silent("AAA001", 4)); /* another rate: judged */
	assert_true(silent("AAA001", 4));
	assert_false(silent("AAA001", 5)); /* no rate */
}

static void findings_stay(void **state)
{
	(void)state;
	assert_false(silent("AAA002", 0));
	for (int i = 0; i < 3; i++) { /* each time */
		struct answer x = ask("AAA002", 2);
		assert_int_equal(x.found, 1);
		assert_false(x.rule_silent || x.element_silent);
	}
	assert_true(silent("AAA002", 3));
}

static void presence_counts(void **state)
{
	(void)state;
	assert_false(silent("AAA003", 0));
	assert_true(silent("AAA003", 6));	     /* another batch, but one is there */
	assert_int_equal(ask("AAA003", 5).found, 1); /* none is */
	assert_int_equal(ask("AAA003", 5).found, 1);
}

/* One part that is False is reason enough, whatever the part is that isn't known. */
static void parts_decide(void **state)
{
	(void)state;
	assert_false(silent("AAA004", 0));
	assert_true(silent("AAA004", 3));
	struct answer x = ask("AAA004", 2); /* that part is True: file.name decides, which is not cached */
	assert_int_equal(x.found, 1);
	for (int i = 0; i < 3; i++)
		assert_false(silent("AAA005", 2));
}

static void elements(void **state)
{
	(void)state;
	assert_false(silent("AAA006", 0));
	assert_true(silent("AAA006", 3));
	struct answer x = ask("AAA006", 4); /* its first hook is known, the second isn't */
	assert_false(x.rule_silent);
	assert_true(x.element_silent);
	x = ask("AAA006", 6); /* both are, in another order: another list */
	assert_false(x.rule_silent);
	assert_true(x.element_silent);
	assert_int_equal(ask("AAA006", 2).found, 1);
	assert_int_equal(ask("AAA006", 2).found, 1);
}

/* each: ['batch', 'workers']; cfg.data[k] is a place of its own for each */
static void elements_that_are_the_same(void **state)
{
	(void)state;
	assert_false(silent("AAA007", 0));
	assert_true(silent("AAA007", 3));
	struct answer x = ask("AAA007", 7);
	assert_false(x.rule_silent); /* workers */
	assert_true(x.element_silent);
	x = ask("AAA007", 6);
	assert_int_equal(x.found, 1); /* batch */
	assert_false(x.element_silent);
}

/* What a figure of the machine is missing for is counted each time. */
static void missing_figures_are_counted(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(ask("AAA008", 0).unchecked, 1);
	for (int i = 0; i < 3; i++) /* behind the guard it would hold */
		assert_int_equal(ask("AAA009", 0).unchecked, 1);
	ask("AAA009", 6);
	assert_true(silent("AAA009", 6)); /* there it wouldn't */
}

/* own(h.n) of an element depends on where that stands. */
static void around_an_element(void **state)
{
	(void)state;
	assert_false(silent("AAA010", 0));
	struct answer x = ask("AAA010", 3);
	assert_true(x.rule_silent);
	assert_false(x.element_silent);
}

/* A call that looks at the file, and means the same in every config, is evaluated itself. */
static void calls_are_asked(void **state)
{
	(void)state;
	assert_int_equal(ask("AAA011", 6).found, 1);
	assert_false(silent("AAA011", 8)); /* the same, with a comment */
	assert_true(silent("AAA011", 8));
	assert_int_equal(ask("AAA011", 6).found, 1);
}

/* A case that holds and isn't selected ends the rule; where the next case would have held, too. */
static void cases_that_are_not_selected(void **state)
{
	(void)state;
	assert_false(silent("AAA012", 6));
	struct answer x = ask("AAA012", 6);
	assert_true(x.rule_silent);
	assert_false(x.element_silent); /* it is held, not silent */
	assert_int_equal(ask("AAA012", 2).found, 1);
	assert_false(silent("AAA012", 0));
	assert_true(silent("AAA012", 0));
}

/* Which class a part is depends on the dicts around it, where they name packages. */
static void packages_around(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(ask("AAA013", 9).found, 0);
		assert_int_equal(ask("AAA013", 10).found, 1);
		assert_int_equal(ask("AAA014", 12).found, 1); /* the second of two equal elements */
	}
	assert_true(silent("AAA013", 11));
}

/* What an element stands in is a part of what `each` looks at, or the whole config, which nothing tells. */
static void holders_of_elements(void **state)
{
	(void)state;
	assert_false(silent("AAA015", 0));
	assert_true(ask("AAA015", 3).rule_silent);
	assert_int_equal(ask("AAA015", 6).found, 2);
	for (int i = 0; i < 3; i++)
		assert_false(silent("AAA016", 0));
	assert_int_equal(ask("AAA016", 6).found, 1); /* the same optimizer, in another config */
	assert_false(silent("AAA017", 14));
	assert_true(ask("AAA017", 14).rule_silent);
	assert_int_equal(ask("AAA017", 13).found, 1); /* the same train set beside another batch */
}

/* A dialect whose configs' types are of the package `net`, and another package with a class of the same name. */
static void parts(void)
{
	project_rule(&p, "concepts.yaml", "packages: {type: strings, doc: d}\n");
	project_rule(&p, "dialects/plain.yaml",
		     "summary: test\nfamily: mmcv1\nloader: mmcv1\npriority: 0\ncomplete: has(cfg.model)\n"
		     "concepts:\n  packages: {value: \"['net']\"}\n");
	project_rule(&p, "parts.yaml", "facts:\n  size: how large\nscope_keys: [_scope_]\n");
	project_rule(&p, "parts/net.yaml", "packages: [net]\nparts:\n  Head: {size: 1}\n");
	project_rule(&p, "parts/old.yaml", "packages: [old]\nparts:\n  Head: {size: 2}\n");
}

static int begin(void **state)
{
	(void)state;
	project_begin(&p);
	parts();
	rule("AAA001", "when: cfg.optimizer.lr > 1\n");
	rule("AAA002", "when: cfg.optimizer.lr > 1\n");
	rule("AAA003", "when: not has(cfg.data.batch)\n");
	rule("AAA004", "let: {high: cfg.optimizer.lr > 1}\nwhen: file.name == 'c2' and high\n");
	rule("AAA005", "let: {high: cfg.optimizer.lr > 1}\nwhen: file.name == 'other' and high\n");
	rule("AAA006", "each: {h: cfg.hooks}\nwhen: h.n > 3\n");
	rule("AAA007", "each: {k: \"['batch', 'workers']\"}\nwhen: cfg.data[k] > 5\n");
	rule("AAA008", "when: machine.gpus > 2 and cfg.data.batch == 2\n");
	rule("AAA009", "when: known(machine.gpus) and cfg.data.batch == 2\n");
	rule("AAA011", "when: default(directive('tuned'), '') != 'yes' and cfg.data.batch > 5\n");
	rule("AAA012", "cases:\n  - {when: cfg.data.batch > 5, severity: info, message: many}\n"
		       "  - {when: cfg.optimizer.lr > 1}\n");
	rule("AAA013", "when: fact(cfg.model.part, 'size') > 1\n");
	rule("AAA014", "each: {x: \"parts_with(cfg.model, 'size')\"}\nwhen: fact(x, 'size') > 1\n");
	rule("AAA015", "each: {h: \"dicts_with(cfg.hooks, 'n')\"}\nwhen: len(holder(h)) > 1\n");
	rule("AAA016", "each: {d: \"dicts_with(cfg.optimizer, 'lr')\"}\nwhen: holder(d).data.batch > 5\n");
	rule("AAA017", "each: {d: \"dicts_with(cfg.data.train, 'n')\"}\nwhen: holder(d).batch > 5\n");
	rule("AAA010", "each: {h: cfg.hooks}\nwhen: own(h.n) != h.n\n");
	if (project_ready(&p))
		return 1;
	load();
	linter = (struct linter){ .vfs = p.fs, .pool = p.pool, .rules = p.rs };
	linter_open(&linter, NULL, NULL);
	own = *settings_for(linter.settings, module[0]->path, NULL);
	memo = memo_new(p.rs, JUDGE_RUN);
	return 0;
}

static int end(void **state)
{
	(void)state;
	memo_free(memo);
	linter_close(&linter);
	project_end(&p);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_where_it_looks),
		cmocka_unit_test(findings_stay),
		cmocka_unit_test(holders_of_elements),
		cmocka_unit_test(presence_counts),
		cmocka_unit_test(parts_decide),
		cmocka_unit_test(elements),
		cmocka_unit_test(elements_that_are_the_same),
		cmocka_unit_test(missing_figures_are_counted),
		cmocka_unit_test(around_an_element),
		cmocka_unit_test(calls_are_asked),
		cmocka_unit_test(cases_that_are_not_selected),
		cmocka_unit_test(packages_around),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
