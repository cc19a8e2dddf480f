// SPDX-License-Identifier: MIT
/* One rule on one config, with nothing around it: which case speaks, where its finding stands, what is dropped, and
 * what is only counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"
#include "lint/judge/judge.h"

#define CONFIG "/project/configs/a.py"
#define OTHER "/project/configs/b.py"
#define BASE "/project/configs/base.py"
#define SETTINGS "/project/.cfglint.yaml"

static struct project p;
static struct linter linter;
static struct diags found;
static struct lint_stats stats;
static enum judge_mode mode;
static const struct overrides *over;

static int begin(void **state)
{
	(void)state;
	project_begin(&p);
	project_rule(&p, "data/case.yaml",
		     "id: CAS001\nsummary: s\nat: cfg.a\nhint: \"see {cfg.name}\"\ncases:\n"
		     "  - {when: cfg.b > 10, severity: error, message: b}\n"
		     "  - {when: cfg.a > 100, severity: info, message: huge}\n"
		     "  - {when: cfg.a > 10, severity: error, message: \"big {cfg.name}\"}\n"
		     "  - {when: cfg.a > 1, message: some}\n");
	project_rule(&p, "data/absent.yaml",
		     "id: ABS001\nsummary: s\nwhen: not has(cfg.data.train.pipe)\nat: cfg.data.train.pipe\n"
		     "message: \"no\\npipe\"\n");
	project_rule(&p, "data/each.yaml",
		     "id: EAC001\nsummary: s\neach: {k: keys(cfg.x)}\nwhen: k != 'fine'\nat: k\nmessage: \"{k}\"\n");
	project_rule(&p, "data/top.yaml",
		     "id: TOP001\nsummary: s\neach: {k: keys(cfg)}\nwhen: k != 'fine'\nat: k\nmessage: \"{k}\"\n");
	project_rule(&p, "data/item.yaml",
		     "id: ITM001\nsummary: s\neach: {e: cfg.list}\nlet: {n: e.n}\nwhen: n > 1\nat: e.n\n"
		     "message: \"{n}\"\n");
	project_rule(&p, "data/limit.yaml",
		     "id: LIM001\nsummary: s\noptions: {limit: {default: 10}}\nwhen: cfg.a > limit\nat: cfg.a\n"
		     "message: \"over {limit}\"\n");
	project_rule(
		&p, "mach/gpus.yaml",
		"id: MAC001\nsummary: s\neach: {k: keys(cfg.x)}\nwhen: \"cfg.x[k] > machine.gpus or cfg.x[k] == 0\"\n"
		"at: k\nmessage: m\n");
	project_rule(&p, "mach/cores.yaml",
		     "id: MAC002\nsummary: s\nat: cfg.a\nmessage: m\ncases:\n"
		     "  - {when: cfg.a > machine.cores}\n  - {when: cfg.a > 100}\n");
	project_rule(&p, "mach/guard.yaml",
		     "id: MAC003\nsummary: s\neach: {a: '[cfg.a, 2]'}\n"
		     "when: a > 100 or known(machine.cores) and a > machine.cores\nat: cfg.a\n"
		     "message: m\n");
	project_rule(&p, "mach/open.yaml",
		     "id: MAC004\nsummary: s\nwhen: known(machine.cores) and cfg.a > 10\nat: cfg.a\nmessage: m\n");
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

static void judge_path(const char *path, const char *rule)
{
	const struct subject *s = &graph_find(p.g, path)->subject;
	const struct settings *st = settings_for(linter.settings, path, NULL);
	const struct dialect *d = dialect_by_name(&p.rs->dialects, "plain");
	struct machine hw = lint_machine(&p.arena, st, s);
	struct judge j = { .a = &p.arena, .s = s, .rs = p.rs, .st = st, .out = &found, .stats = &stats, .mode = mode };
	j.facts = facts_new(&p.arena, s, p.rs->dialects.vocab, NULL, &hw);
	facts_set_dialect(j.facts, d);
	struct rule_plan plan = rule_plan_of(&p.arena, p.rs, ruleset_find(p.rs, rule), d, st, mode);
	judge_rule(&j, &plan, NULL, 0);
}

/* What the rule says of all the configs, folded. Each is on disk already. */
static void judge_all(const char *rule, const char *const *paths, size_t n)
{
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	if (p.g)
		graph_free(p.g);
	linter_close(&linter);
	linter = (struct linter){ .vfs = p.fs, .pool = p.pool, .rules = p.rs };
	linter_open(&linter, over, NULL);
	p.g = graph_load(p.fs, paths, n, &o, p.pool);
	found.n = 0;
	stats = (struct lint_stats){ 0 };
	for (size_t i = 0; i < n; i++)
		judge_path(paths[i], rule);
	lint_stats_settle(&stats);
	diags_fold(&p.arena, &found);
}

static void judge(const char *rule, const char *text)
{
	static const char *const paths[] = { CONFIG };
	project_file(&p, CONFIG, text);
	judge_all(rule, paths, 1);
}

static void settings(const char *text)
{
	project_file(&p, SETTINGS, text);
}

/* The messages, in order. */
static void says(const char *want)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < found.n; i++)
		buf_printf(&b, "%s%s", i ? "," : "", found.at[i].msg);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

/* One check for one reason, and nothing else. */
static void lacks(enum unchecked_why why)
{
	for (int i = 0; i < UNCHECKED_WHYS; i++)
		assert_int_equal(stats.unchecked[i].nrules, i == (int)why);
	assert_int_equal(stats.unchecked[why].nsubjects, 1);
}

/* The only finding stands there. */
static void stands(const char *path, const char *text)
{
	assert_int_equal(found.n, 1);
	const struct source *s = graph_source(p.g, found.at[0].at.file);
	struct span at = found.at[0].at;
	assert_string_equal(s->path, path);
	assert_string_equal(arena_strndup(&p.arena, s->bytes + at.lo, at.hi - at.lo), text);
}

static void the_first_case_that_holds_wins(void **state)
{
	(void)state;
	judge("CAS001", "a = 20\nb = 20\n");
	says("b");
	judge("CAS001", "a = 20\nb = 2\nname = 'n'\n");
	says("big n");
	assert_string_equal(found.at[0].hint, "see n");
	assert_int_equal(found.at[0].severity, SEV_ERROR);
	judge("CAS001", "a = 5\n"); /* the first is not known */
	says("some");
	assert_int_equal(found.at[0].severity, SEV_WARNING);
	assert_null(found.at[0].hint); /* what it would say is not known */
	judge("CAS001", "a = 1\n");
	says("");
}

static void what_is_not_known_is_not_said(void **state)
{
	(void)state;
	judge("CAS001", "a = 20\n"); /* and no lighter case speaks instead */
	says("");
	judge("CAS001", "import os\na = 20\nname = os.environ['NAME']\n");
	says("");
	assert_int_equal(stats.suppressed, 0);
	lacks(UNCHECKED_VALUE);	     /* the case holds: only its message isn't known */
	judge("CAS001", "a = 20\n"); /* the name is absent, which is known */
	says("");
	assert_true(lint_all_checked(&stats));
}

/* Not the first of them only. */
static void more_elements_than_are_judged_are_told(void **state)
{
	(void)state;
	struct buf b = { 0 };
	buf_puts(&b, "list = [");
	for (int i = 0; i <= 20000; i++)
		buf_puts(&b, "0,");
	buf_puts(&b, "dict(n=2)]\n");
	judge("ITM001", buf_str(&b));
	says("");
	lacks(UNCHECKED_BUDGET);
	buf_release(&b);
}

static void cases_are_selected_one_by_one(void **state)
{
	(void)state;
	judge("CAS001", "a = 200\nname = 'n'\n"); /* info is off, and nothing else speaks for it */
	says("");
	mode = JUDGE_SINGLE;
	judge("CAS001", "a = 200\nname = 'n'\n");
	mode = JUDGE_RUN;
	says("huge");
	settings("pedantic: true\n");
	judge("CAS001", "a = 200\nname = 'n'\n");
	says("huge");
	settings("rules: {CAS001: {severity: info}}\n");
	judge("CAS001", "a = 20\nname = 'n'\n");
	says("");
	settings("rules: {CAS001: {severity: error}}\n");
	judge("CAS001", "a = 5\n");
	says("some");
	assert_int_equal(found.at[0].severity, SEV_ERROR);
	settings("ignore: [CAS001]\n");
	judge("CAS001", "a = 5\n");
	says("");
	settings("");
}

static void an_option_comes_from_the_settings(void **state)
{
	(void)state;
	judge("LIM001", "a = 11\n");
	says("over 10");
	settings("rules: {LIM001: {limit: 20}}\n");
	judge("LIM001", "a = 11\n");
	says("");
	judge("LIM001", "a = 21\n");
	says("over 20");
	settings("");
}

static void an_absent_key_stands_at_its_nearest_parent(void **state)
{
	(void)state;
	judge("ABS001", "data = dict(train=dict(a=1))\n");
	says("no pipe"); /* on one line */
	stands(CONFIG, "dict(a=1)");
	assert_string_equal(found.at[0].path, "data.train.pipe");
	judge("ABS001", "data = dict(x=1)\n");
	stands(CONFIG, "dict(x=1)");
	judge("ABS001", "y = 1\n");
	stands(CONFIG, "");
	judge("ABS001", "data = dict(train=dict(pipe=None))\n");
	says("");
}

static void only_a_finding_of_several_stays_in_their_base(void **state)
{
	(void)state;
	static const char *const paths[] = { CONFIG, OTHER };
	project_file(&p, BASE, "data = dict(train=dict(a=1))\n");
	project_file(&p, CONFIG, "_base_ = './base.py'\ny = 1\n");
	project_file(&p, OTHER, "_base_ = ['base.py']\ndata = dict(y=1)\n");
	judge_all("ABS001", paths, 2);
	stands(BASE, "dict(a=1)");
	assert_int_equal(found.at[0].nseen, 2);
	assert_int_equal(found.at[0].nrel, 0);
	judge_all("ABS001", paths, 1); /* the base through which it inherits */
	stands(CONFIG, "'./base.py'");
	assert_int_equal(found.at[0].nrel, 1);
	assert_string_equal(found.at[0].rel[0].text, "data.train.pipe is not in here");
	judge_all("ABS001", paths + 1, 1); /* the nearest dict that it sets itself */
	stands(OTHER, "dict(y=1)");
	project_file(&p, OTHER, "_base_ = ['base.py']\ndata = dict(train=dict(pipe=1))\n");
	judge_all("ABS001", paths, 2);
	stands(CONFIG, "'./base.py'");
}

static void a_key_that_is_too_much_stands_at_the_key(void **state)
{
	(void)state;
	judge("EAC001", "x = dict(fine=1, odd=2)\n");
	stands(CONFIG, "odd");
	assert_string_equal(found.at[0].path, "x.odd");
	judge("ITM001", "list = [dict(n=1), dict(n=2), dict(m=3), dict(n=4)]\n"); /* each with lets of its own */
	says("2,4");
	assert_string_equal(found.at[1].path, "list[3].n");
}

static void elements_that_may_be_there_say_nothing(void **state)
{
	(void)state;
	judge("TOP001", "import os\nodd = 1\nif os.environ.get('A'):\n    perhaps = 2\nfine = 3\n");
	says("odd");
	judge("EAC001", "import os\nx = dict(odd=1)\nif os.environ.get('A'):\n    x['perhaps'] = 2\n");
	says("");
	judge("EAC001", "import os\nx = os.environ['X']\n");
	says("");
	judge("ITM001", "list = 5\n");
	says("");
	judge("ITM001", "import os\nlist = [dict(n=os.getpid()), dict(n=2)]\n");
	says("2");
}

static void comments_hide_in_the_config_and_in_its_base(void **state)
{
	(void)state;
	static const char *const paths[] = { CONFIG, OTHER };
	judge("CAS001", "a = 5  # cfglint: ignore=CAS001\n");
	says("");
	assert_int_equal(stats.suppressed, 1);
	project_file(&p, OTHER, "_base_ = './base.py'\n");
	project_file(&p, BASE, "a = 5  # cfglint: ignore=CAS001\n");
	judge("CAS001", "_base_ = './base.py'\n");
	says("");
	assert_int_equal(stats.suppressed, 1);
	project_file(&p, BASE, "a = 5\n");
	project_file(&p, CONFIG, "_base_ = './base.py'\n# cfglint: ignore-file=CAS001\n");
	judge_all("CAS001", paths, 2); /* speaks for itself alone */
	stands(BASE, "5");
	assert_int_equal(found.at[0].nseen, 1);
	assert_string_equal(found.at[0].seen_in[0]->path, OTHER);
	assert_int_equal(stats.suppressed, 1);
	project_file(&p, BASE, "data = dict(a=1)\n");
	judge("ABS001", "_base_ = './base.py'  # cfglint: ignore=ABS001\n"); /* where the finding would move to */
	says("");
	assert_int_equal(stats.suppressed, 1);
}

static void a_missing_figure_counts_once_and_only_for_what_nothing_is_said_of(void **state)
{
	(void)state;
	judge("MAC001", "x = dict(p=1, q=2)\n");
	lacks(UNCHECKED_GPUS);
	judge("MAC001", "x = dict(p=1, q=0)\n"); /* q speaks, of p nothing is said */
	says("m");
	lacks(UNCHECKED_GPUS);
	judge("MAC001", "x = dict(p=0, q=0)\n");
	says("m,m");
	assert_true(lint_all_checked(&stats));
	judge("MAC002", "a = 50\n");
	lacks(UNCHECKED_CORES);
	judge("MAC002", "a = 200\n"); /* the second case needs no figure */
	says("m");
	assert_true(lint_all_checked(&stats));
	settings("machine: {cores: 8}\n");
	judge("MAC002", "a = 5\n");
	says("");
	assert_true(lint_all_checked(&stats));
	settings("");
}

static void a_guard_counts_where_it_hides_something(void **state)
{
	(void)state;
	judge("MAC003", "a = 50\n");
	says("");
	lacks(UNCHECKED_CORES);
	judge("MAC003", "a = 200\n"); /* one element speaks */
	says("m");
	assert_true(lint_all_checked(&stats));
	judge("MAC004", "a = 50\n");
	lacks(UNCHECKED_CORES);
	judge("MAC004", "a = 5\n"); /* no figure would matter */
	assert_true(lint_all_checked(&stats));
	settings("machine: {cores: 8}\n");
	judge("MAC003", "a = 5\n");
	says("");
	assert_true(lint_all_checked(&stats));
	judge("MAC003", "a = 50\n");
	says("m");
	settings("");
	over = NULL;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_case_that_holds_wins),
		cmocka_unit_test(what_is_not_known_is_not_said),
		cmocka_unit_test(more_elements_than_are_judged_are_told),
		cmocka_unit_test(cases_are_selected_one_by_one),
		cmocka_unit_test(an_option_comes_from_the_settings),
		cmocka_unit_test(an_absent_key_stands_at_its_nearest_parent),
		cmocka_unit_test(only_a_finding_of_several_stays_in_their_base),
		cmocka_unit_test(a_key_that_is_too_much_stands_at_the_key),
		cmocka_unit_test(elements_that_may_be_there_say_nothing),
		cmocka_unit_test(comments_hide_in_the_config_and_in_its_base),
		cmocka_unit_test(a_missing_figure_counts_once_and_only_for_what_nothing_is_said_of),
		cmocka_unit_test(a_guard_counts_where_it_hides_something),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
