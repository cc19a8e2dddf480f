// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"
#include "lint/ruletest.h"
#include "lint/why_silent.h"
#include "text/edit.h"
#include "lint/rules/ruleset.h"

#define CONFIG "/project/configs/a.py"

static struct project p;
static struct linter linter;
static struct diags found;
static struct lint_stats stats;
static const struct overrides *over;

static void rule(const char *name, const char *text)
{
	project_rule(&p, name, text);
}

static int begin(void **state)
{
	(void)state;
	project_begin(&p);
	rule("lr/high.yaml",
	     "id: LRX001\nsummary: s\nscope: file\nseverity: error\n"
	     "let: {twice: lr * 2}\nwhen: twice > 2 and cfg.data.batch > 1\nat: lr\nmessage: \"lr {lr} is "
	     "high\"\nhint: \"halve {lr}, or the batch\"\n"
	     "fixes:\n  - {safety: unsafe, title: \"set {lr / 2}\", set: {lr: lr / 2}, remove: [cfg.gone]}\n"
	     "  - {safety: safe, title: never, set: {lr: cfg.unknown}}\n");
	rule("data/unread.yaml", "id: DAT001\nsummary: s\nscope: file\neach: {k: keys(cfg.data)}\nwhen: not "
				 "reads('data', k)\nat: k\nmessage: \"{k} is not read\"\n"
				 "fixes: [{safety: safe, title: remove, remove: [\"cfg.data[k]\"]}, {safety: safe, "
				 "title: move, move: {\"cfg.data[k]\": \"cfg.data.train[k]\"}},\n"
				 "        {safety: safe, title: ren, rename: {\"cfg.data[k]\": \"k + 'x'\"}}]\n");
	rule("data/cases.yaml", "id: DAT002\nsummary: s\nscope: file\nat: cfg.data.batch\nmessage: many\noptions: "
				"{limit: {default: 100}}\n"
				"cases:\n  - {when: batch > limit * 10, severity: error, message: very many}\n  - "
				"{when: batch > limit}\n");
	rule("data/chain.yaml",
	     "id: PIP001\nsummary: s\nscope: file\neach: {w: \"['pipe', 'tail']\"}\n"
	     "let:\n  d: cfg[w]\n  big: \"[x for x in dicts(cfg[w]) if len(keys(x)) > 2]\"\n  x: cfg.decoy\n"
	     "when: len(keys(d)) > 0 and has(x.on) and (d.on is True or len(big) > 0)\nat: d\nmessage: \"{w}\"\n");
	rule("data/root.yaml",
	     "id: DAT003\nsummary: s\nwhen: not has(cfg.data.train)\nat: cfg.data.train\nmessage: no train\n");
	rule("mach/cores.yaml",
	     "id: MAC002\nsummary: s\nscope: file\nlet: {told: known(machine.cores) and known(machine.gpus)}\n"
	     "when: told and cfg.data.workers * machine.gpus > machine.cores\nat: cfg.data.workers\nmessage: many "
	     "workers\n");
	rule("mach/gpus.yaml", "id: MAC001\nsummary: s\nscope: file\nwhen: machine.gpus > 4\nat: cfg\nmessage: "
			       "\"{machine.gpus} GPUs ({machine.gpus_why})\"\n");
	rule("config/twice.yaml", "id: CFG009\nsummary: s\nscope: file\nnative: true\n");
	rule("config/keytwice.yaml", "id: CFG010\nsummary: s\nscope: file\nnative: true\n");
	rule("config/comma.yaml", "id: CFG011\nsummary: s\nscope: file\nseverity: error\nnative: true\n");
	rule("config/words.yaml", "id: CFG021\nsummary: s\nnative: true\n");
	rule("config/base.yaml", "id: CFG001\nsummary: s\nscope: file\nseverity: error\nnative: true\n");
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

/* Lints all the paths together; the first one is named by the user when `named`. */
static void lint_all(const char *const *paths, size_t n, bool named)
{
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	if (p.g)
		graph_free(p.g);
	linter_close(&linter);
	linter = (struct linter){ .vfs = p.fs, .pool = p.pool, .rules = p.rs };
	linter_open(&linter, over, NULL);
	if (named)
		linter_name_file(&linter, paths[0]);
	p.g = graph_load(p.fs, paths, n, &o, p.pool);
	found.n = 0;
	stats = (struct lint_stats){ 0 };
	lint_run(&linter, &p.arena, graph_subjects(p.g), &found, NULL, &stats);
}

static void lint(const char *text)
{
	static const char *const paths[] = { CONFIG };
	project_file(&p, CONFIG, text);
	lint_all(paths, 1, false);
}

static void at(const struct diag *d, const char *want)
{
	const struct source *s = graph_source(p.g, d->at.file);
	assert_non_null(s);
	const char *text = arena_strndup(&p.arena, s->bytes + d->at.lo, d->at.hi - d->at.lo);
	assert_string_equal(text, want);
}

static void a_finding_has_all_its_parts(void **state)
{
	(void)state;
	lint("rate = 4\noptimizer = dict(lr=rate)\ndata = dict(batch=2)\n");
	assert_int_equal(found.n, 1);
	const struct diag *d = &found.at[0];
	assert_string_equal(d->rule->id, "LRX001");
	assert_int_equal(d->severity, SEV_ERROR);
	at(d, "rate");
	assert_int_equal(d->at.lo, 29);
	assert_string_equal(d->path, "optimizer.lr");
	assert_string_equal(d->msg, "lr 4 is high");
	assert_string_equal(d->hint, "halve 4, or the batch");
	assert_int_equal(d->nseen, 1);
	assert_string_equal(d->seen_in[0]->path, CONFIG);
	assert_string_equal(d->dialect, "plain");
	assert_int_equal(d->nrel, 1);
	assert_string_equal(d->rel[0].text, "data.batch = 2 is set here");
	assert_int_equal(d->nfixes, 1); /* the other's value is not known */
	assert_string_equal(d->fix[0].title, "set 2.0");
	assert_int_equal(d->fix[0].n, 1); /* cfg.gone is absent: nothing to remove */
	assert_int_equal(d->fix[0].promise[0].kind, PROMISE_SET);
	assert_true(d->fix[0].promise[0].want.as.f == 2.0);
}

/* Configs that inherit the same values are skipped where the first one was silent, but only for what they don't change:
 * through a concept, a key of `each` and a let. */
static void silence_is_remembered_for_the_same_values_only(void **state)
{
	static const char *const paths[] = {
		"/project/configs/a.py", "/project/configs/b.py", "/project/configs/c.py",
		"/project/configs/d.py", "/project/configs/e.py", "/project/configs/f.py"
	};
	(void)state;
	project_file(&p, "/project/configs/base.py",
		     "optimizer = dict(lr=0.5)\ndata = dict(batch=2, workers=2, train=dict(a=1))\n");
	project_file(&p, paths[0], "_base_ = 'base.py'\n");
	project_file(&p, paths[1], "_base_ = 'base.py'\nx = 1\n");
	project_file(&p, paths[2], "_base_ = 'base.py'\noptimizer = dict(lr=3)\n"); /* LRX001 */
	project_file(&p, paths[3], "_base_ = 'base.py'\ndata = dict(batch=500)\n"); /* DAT002 */
	project_file(&p, paths[4], "_base_ = 'base.py'\ndata = dict(odd=1)\n");	    /* DAT001 */
	project_file(&p, paths[5], "_base_ = 'base.py'\nx = 2\n");
	lint_all(paths, 6, false);
	unsigned lr = 0, many = 0, odd = 0;
	for (size_t i = 0; i < found.n; i++) {
		const struct diag *d = &found.at[i];
		bool c = !strcmp(d->seen_in[0]->path, paths[2]), many_here = !strcmp(d->seen_in[0]->path, paths[3]);
		lr += c && !strcmp(d->rule->id, "LRX001");
		many += many_here && !strcmp(d->rule->id, "DAT002");
		odd += d->path && !strcmp(d->path, "data.odd") && !strcmp(d->seen_in[0]->path, paths[4]);
		assert_false(!strcmp(d->rule->id, "LRX001") && !c);
		assert_false(!strcmp(d->rule->id, "DAT002") && !many_here);
	}
	assert_int_equal(lr, 1);
	assert_int_equal(many, 1);
	assert_int_equal(odd, 1);
}

/* Of what a let's key path holds, only the keys and one value count; a comprehension's variable hides a later let. */
static void silence_goes_by_what_is_looked_at_of_a_place(void **state)
{
	(void)state;
	static const struct {
		const char *text, *found;
	} configs[] = {
		{ "pipe = dict(n=1)\n", "" },
		{ "pipe = dict(n=2)\n", "" },
		{ "pipe = dict(n=2, on=True)\n", "pipe" },
		{ "tail = dict(n=1, on=True)\n", "tail" },
		{ "pipe = dict(n=1, on=False)\n", "" },
		{ "pipe = dict(n=1, on=True)\ntail = dict(n=1, on=True)\n", "pipetail" },
		{ "pipe = dict(a=1, b=2, c=3)\n", "pipe" },
		{ "pipe = [1]\n", "" },
		{ "pipe = dict()\n", "" },
		{ "tail = dict(k=dict(a=1, b=2, c=3))\n", "tail" },
		{ "pipe = dict(n=dict(on=True))\n", "" },
		{ "pipe = dict(n=1)\ndecoy = dict(_delete_=True, on=2)\n", "" },
		{ "pipe = dict(n=2, on=True)\ndecoy = dict(_delete_=True)\n", "" },
		{ "pipe = dict(n=3)\n", "" },
	};
	const char *paths[ARRAY_SIZE(configs)];
	project_file(&p, "/project/configs/base.py", "decoy = dict(on=1, b=2, c=3)\n");
	for (size_t i = 0; i < ARRAY_SIZE(configs); i++) {
		paths[i] = arena_printf(&p.arena, "/project/configs/k%02zu.py", i);
		project_file(&p, paths[i], arena_printf(&p.arena, "_base_ = 'base.py'\n%s", configs[i].text));
	}
	lint_all(paths, ARRAY_SIZE(configs), false);
	for (size_t i = 0; i < ARRAY_SIZE(configs); i++) {
		struct buf b = { 0 };
		for (size_t k = 0; k < found.n; k++)
			if (!strcmp(found.at[k].rule->id, "PIP001") && !strcmp(found.at[k].seen_in[0]->path, paths[i]))
				buf_puts(&b, found.at[k].msg);
		assert_string_equal(buf_str(&b), configs[i].found);
		buf_release(&b);
	}
}

static void a_missing_key_of_one_config_stands_in_it(void **state)
{
	static const char *const paths[] = { CONFIG, "/project/configs/b.py" };
	(void)state;
	project_file(&p, "/project/configs/_base_/data.py", "data = dict(batch=1)\n");
	project_file(&p, CONFIG, "_base_ = ['_base_/data.py']\noptimizer = dict(lr=1)\n");
	project_file(&p, paths[1], "_base_ = ['_base_/data.py']\noptimizer = dict(lr=1)\n");
	lint_all(paths, 1, true);
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].rule->id, "DAT003");
	at(&found.at[0], "'_base_/data.py'");
	assert_string_equal(graph_source(p.g, found.at[0].at.file)->path, CONFIG);
	assert_int_equal(found.at[0].nrel, 1);
	assert_string_equal(found.at[0].rel[0].text, "data.train is not in here");
	project_file(&p, CONFIG, "_base_ = ['_base_/data.py']\ndata = dict(batch=1)\n");
	lint_all(paths, 1, true);
	at(&found.at[0], "dict(batch=1)");
	project_file(&p, CONFIG, "_base_ = ['_base_/data.py']  # cfglint: ignore=DAT003\n");
	lint_all(paths, 1, true);
	assert_int_equal(found.n, 0);
	assert_int_equal(stats.suppressed, 1);
}

static uint32_t unchecked(enum unchecked_why why)
{
	return stats.unchecked[why].nrules;
}

static void checks_behind_guards_count(void **state)
{
	static const struct overrides cores = { .isolated = true, .cores = "8" };
	static const struct overrides all = { .isolated = true, .cores = "8", .gpus = "1" };
	(void)state;
	lint("data = dict(workers=2)\n");
	assert_int_equal(unchecked(UNCHECKED_GPUS), 2); /* MAC001 has no guard */
	assert_int_equal(unchecked(UNCHECKED_CORES), 1);
	lint("data = dict(batch=1)\n"); /* the figure would not matter */
	assert_int_equal(unchecked(UNCHECKED_GPUS), 1);
	assert_int_equal(unchecked(UNCHECKED_CORES), 0);
	over = &cores;
	lint("data = dict(workers=2)\n");
	assert_int_equal(unchecked(UNCHECKED_GPUS), 2);
	assert_int_equal(unchecked(UNCHECKED_CORES), 0);
	over = &all;
	lint("data = dict(workers=2)\n");
	assert_true(lint_all_checked(&stats));
	over = NULL;
}

static void unknown_values_are_silent(void **state)
{
	(void)state;
	lint("import os\noptimizer = dict(lr=float(os.environ['LR']))\ndata = dict(batch=2)\n");
	assert_int_equal(found.n, 0);
	lint("optimizer = dict(lr=4)\n");
	assert_int_equal(found.n, 0);
}

static void each_element_has_its_own_place(void **state)
{
	(void)state;
	lint("data = dict(batch=1, pin=True, train=dict(), other=2)\n");
	assert_int_equal(found.n, 2);
	at(&found.at[0], "pin");
	at(&found.at[1], "other");
	const struct diag *d = &found.at[0];
	assert_int_equal(d->nfixes, 3);
	assert_int_equal(d->fix[0].promise[0].kind, PROMISE_REMOVE);
	assert_int_equal(d->fix[1].n, 2);
	assert_int_equal(d->fix[1].promise[0].kind, PROMISE_SET);
	assert_int_equal(d->fix[1].promise[0].path.n, 3);
	assert_string_equal(d->fix[2].promise[0].name->s, "pinx");
}

static void the_first_true_case_fires(void **state)
{
	(void)state;
	lint("data = dict(batch=5000)\n");
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].msg, "very many");
	assert_int_equal(found.at[0].severity, SEV_ERROR);
	lint("data = dict(batch=500)\n");
	assert_string_equal(found.at[0].msg, "many");
	assert_int_equal(found.at[0].severity, SEV_WARNING);
	project_file(&p, "/project/.cfglint.yaml", "rules: {DAT002: {limit: 600, severity: info}}\n");
	lint("data = dict(batch=500)\n");
	assert_int_equal(found.n, 0);
	project_file(&p, "/project/.cfglint.yaml", "rules: {cases: {severity: info}}\n");
	lint("data = dict(batch=500)\n");
	assert_int_equal(found.n, 0); /* info is off */
	project_file(&p, "/project/.cfglint.yaml", "");
}

static void root_rules_want_roots(void **state)
{
	(void)state;
	static const char *const paths[] = { CONFIG }, *const base[] = { "/project/configs/_base_/b.py" };
	project_file(&p, CONFIG, "data = dict(batch=1)\n");
	lint_all(paths, 1, false);
	assert_int_equal(found.n, 0);
	assert_int_equal(stats.of[0].whole, 0);
	lint_all(paths, 1, true);
	assert_int_equal(found.n, 1);
	at(&found.at[0], "dict(batch=1)"); /* absent: the nearest parent */
	assert_string_equal(found.at[0].path, "data.train");
	lint("model = 1\ndata = dict(batch=1)\n");
	assert_int_equal(found.n, 1);
	assert_int_equal(stats.of[0].whole, 1);
	project_file(&p, base[0], "model = 1\ndata = dict(batch=1)\n");
	lint_all(base, 1, false);
	assert_int_equal(found.n, 0);
}

static void a_shared_finding_is_told_once(void **state)
{
	(void)state;
	static const char *const paths[] = { "/project/configs/x.py", "/project/configs/y.py",
					     "/project/configs/base.py" };
	project_file(&p, paths[0], "_base_ = 'base.py'\n");
	project_file(&p, paths[1], "_base_ = 'base.py'\nz = 1\n");
	project_file(&p, paths[2], "data = dict(pin=1)\n");
	lint_all(paths, 2, false);
	assert_int_equal(found.n, 1);
	assert_int_equal(found.at[0].nseen, 2);
	assert_string_equal(found.at[0].seen_in[0]->path, paths[0]);
	assert_string_equal(graph_source(p.g, found.at[0].at.file)->path, paths[2]);
	project_file(&p, paths[2], "data = dict(pin=1)  # cfglint: ignore=DAT001\n");
	lint_all(paths, 2, false);
	assert_int_equal(found.n, 0);
	assert_int_equal(stats.suppressed, 1); /* one comment, one finding, in both */
	project_file(&p, paths[2], "data = dict(pin=1)\n");
	project_file(&p, paths[1], "_base_ = 'base.py'\n# cfglint: ignore-file=DAT001\n");
	lint_all(paths, 2, false);
	assert_int_equal(found.at[0].nseen, 1);
}

static void machine_figures_come_from_flags_and_names(void **state)
{
	(void)state;
	static const char *const tagged[] = { "/project/configs/net_8xb2.py" };
	struct overrides eight = { .gpus = "6" };
	lint("x = 1\n");
	assert_int_equal(found.n, 0);
	assert_int_equal(unchecked(UNCHECKED_GPUS), 1);
	assert_int_equal(unchecked(UNCHECKED_CORES), 0);
	project_file(&p, tagged[0], "x = 1\n");
	lint_all(tagged, 1, false);
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].msg, "8 GPUs (8xb2 in the file name)");
	over = &eight;
	lint_all(tagged, 1, false);
	over = NULL;
	assert_string_equal(found.at[0].msg, "6 GPUs (--gpus)");
	assert_true(lint_all_checked(&stats));
}

static void notes_of_broken_configs_are_findings(void **state)
{
	(void)state;
	lint("_base_ = 'nowhere.py'\noptimizer = dict(lr=5)\ndata = dict(batch=2, pin=1)\n");
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].rule->id, "CFG001");
	at(&found.at[0], "'nowhere.py'");
	lint("x = (\n"); /* its rule is not among those of this test */
	assert_true(found.n >= 1);
	assert_string_equal(found.at[0].rule->id, "CFG018");
	assert_int_equal(found.at[0].severity, SEV_ERROR);
}

static void dead_assignments_are_found(void **state)
{
	(void)state;
	static const char *const quiet[] = {
		"x = 1\ny = x\nx = 2\n",
		"x = 1\nx = x + 1\n",
		"x = []\nx.append(1)\nx = 2\n",
		"x = 1\nif x:\n    pass\nx = 2\n",
		"x = 1\ndef f():\n    return x\nx = 2\n",
		"x = 1\nx += 1\nx = 2\n",
		"_base_ = []\n_base_ = []\n",
		"x = 1\nif True:\n    x = 2\n",
		"x = 1\ndel x\nx = 2\n",
		"x = 1\ny = f'{x}'\nx = 2\n",
	};
	lint("x = dict(\n    a=1)  # one\ny = 2\nx = 3\n");
	assert_int_equal(found.n, 1);
	assert_int_equal(found.at[0].nfixes, 0); /* either may be meant */
	assert_string_equal(found.at[0].hint, "delete the line that was not meant: 1 or 4");
	project_file(&p, "/project/.cfglint.yaml", "rules: {CFG009: {severity: warning}}\n");
	lint("x = dict(\n    a=1)  # one\ny = 2\nx = dict(a=1, b=2)\n");
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].rule->id, "CFG009");
	assert_int_equal(found.at[0].at.lo, 0);
	assert_int_equal(found.at[0].nfixes, 1);
	assert_int_equal(found.at[0].fix[0].edit[0].at.lo, 0);
	assert_int_equal(found.at[0].fix[0].edit[0].at.hi, 26);
	lint("x = load()\nx = 3\n");
	assert_int_equal(found.n, 1);
	assert_int_equal(found.at[0].nfixes, 0); /* the call may do something */
	for (size_t i = 0; i < ARRAY_SIZE(quiet); i++) {
		lint(quiet[i]);
		for (size_t k = 0; k < found.n; k++)
			assert_string_not_equal(found.at[k].rule->id, "CFG009");
	}
}

static void keys_twice_and_stray_commas_are_found(void **state)
{
	(void)state;
	lint("x = {'a': 1, 'b': 2, 'a': 3}\n");
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].rule->id, "CFG010");
	assert_int_equal(found.at[0].nfixes, 0);
	project_file(&p, "/project/.cfglint.yaml", "rules: {CFG010: {severity: warning}}\n");
	lint("x = {'a': 1, 'a': 1, 'b': 2}\n");
	assert_int_equal(found.at[0].fix[0].edit[0].at.lo, 13);
	assert_int_equal(found.at[0].fix[0].edit[0].at.hi, 21);
	lint("x = {'a': 1, 'b': 2, 'a': 1}\n");
	assert_int_equal(found.at[0].fix[0].edit[0].at.lo, 19);
	assert_int_equal(found.at[0].fix[0].edit[0].at.hi, 27);
	lint("x = {'a': 1,  # of a\n     'a': 1}\n");
	assert_int_equal(found.at[0].nfixes, 0);
	lint("x = {'a': 1, b'a': 2, 1: 3, '1': 4}\n");
	assert_int_equal(found.n, 0);
	lint("data = dict(a=1),\ny = dict(a=1),\nz = 1,\n"); /* only what training looks up */
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].rule->id, "CFG011");
	at(&found.at[0], ",");
}

static void comments_for_no_rule_are_found(void **state)
{
	(void)state;
	lint("x = 1  # cfglint: ignore=DAT004\n");
	assert_int_equal(found.n, 1);
	assert_string_equal(found.at[0].rule->id, "CFG021");
	at(&found.at[0], "DAT004");
	assert_non_null(strstr(found.at[0].msg, "did you mean DAT001"));
	lint("x = 1  # cfglint: ignore=DAT001 base-batch=16\n");
	assert_int_equal(found.n, 0);
}

static void silence_has_a_reason(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *config, *says;
	} cases[] = {
		{ "LRX001", "optimizer = dict(lr=0.5)\n", "`twice > 2` is false where twice = 1.0" },
		{ "LRX001", "optimizer = dict(lr=4)\n", "the key is absent" },
		{ "DAT001", "data = dict()\n", "each is empty" },
		{ "DAT001", "x = 1\n", "can't be known" },
		{ "MAC001", "x = 1\n", "--gpus" },
		{ "CFG009", "x = 1\n", "none of that kind" },
		{ "DAT002", "data = dict(batch=500)  # cfglint: ignore\n", "comment hides it" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct buf why = { 0 };
		lint(cases[i].config);
		struct judged c = { &graph_find(p.g, CONFIG)->subject, settings_for(linter.settings, CONFIG, NULL) };
		bool silent = lint_silence(&linter, &p.arena, &c, ruleset_find(p.rs, cases[i].rule), "/", false, &why);
		if (!silent || !strstr(buf_str(&why), cases[i].says))
			fail_msg("%s: '%s' without '%s'", cases[i].rule, buf_str(&why), cases[i].says);
		buf_release(&why);
	}
	struct buf why = { 0 };
	lint("data = dict(batch=500)\n");
	struct judged c = { &graph_find(p.g, CONFIG)->subject, settings_for(linter.settings, CONFIG, NULL) };
	assert_false(lint_silence(&linter, &p.arena, &c, ruleset_find(p.rs, "DAT002"), "/", false, &why));
	buf_release(&why);
}

static bool fix_to(void *ctx, const struct linter *l, struct ruletest_fix *f)
{
	(void)l;
	buf_puts(&f->text, ctx);
	return true;
}

static void rule_tests_are_run(void **state)
{
	(void)state;
	struct project q;
	static char fixed[] = "lr = 1\n";
	struct ruletest_host host = { fix_to, fixed };
	struct buf report = { 0 };
	project_begin(&q);
	project_rule(
		&q, "lr/good.yaml",
		"id: LRX001\nsummary: s\nwhen: lr > machine.gpus\nat: lr\nmessage: \"lr {lr}\"\ntests:\n"
		"  - {bad: \"x = 1\\nlr = 9\\n\", machine: {gpus: 2}, at: '9', message: lr 9, severity: warning, "
		"fixed: \"lr = 1\\n\"}\n"
		"  - {bad: \"lr = 9\\n\", path: net_8xb2.py, dialect: plain}\n"
		"  - {good: \"lr = 1\\n\", machine: {gpus: 2}, settings: 'pedantic: true', files: {b.py: 'x = 1'}}\n");
	project_rule(
		&q, "lr/wrong.yaml",
		"id: LRX002\nsummary: s\nwhen: lr > 2\nat: lr\nmessage: \"lr {lr}\"\ntests:\n"
		"  - {bad: \"lr = 1\\n\"}\n  - {bad: \"lr = 9\\n\", at: lr}\n  - {bad: \"lr = 9\\n\", message: no}\n"
		"  - {bad: \"lr = 9\\n\", severity: error}\n  - {bad: \"lr = 9\\n\", fixed: other}\n  - {bad: \"lr = "
		"(\\n\"}\n"
		"  - {bad: \"lr = 9\\n\", path: ../../x.py}\n  - {bad: \"lr = 9\\n\", settings: 'x: 1'}\n"
		"  - {bad: \"lr = 9\\n\", dialect: none}\n  - {bad: a, good: b}\n  - {bda: a}\n  - {bad: \"y = 9\\nlr "
		"= 9\\n\", at: '9'}\n");
	project_load(&q);
	assert_non_null(q.rs);
	struct ruletest_result r = ruletest_run(q.rs, ruleset_find(q.rs, "good"), &host, false, &report);
	assert_string_equal(buf_str(&report), "");
	assert_int_equal(r.passed, 3);
	assert_int_equal(r.failed, 0);
	r = ruletest_run(q.rs, ruleset_find(q.rs, "wrong"), &host, false, &report);
	assert_int_equal(r.passed, 0);
	assert_int_equal(r.failed, 12); /* a misspelt test counts as a good one */
	assert_non_null(strstr(buf_str(&report), "`lr > 2` is false where lr = 1"));
	assert_non_null(strstr(buf_str(&report), "did you mean 'bad'"));
	assert_non_null(strstr(buf_str(&report), "later '9'"));
	buf_release(&report);
	project_end(&q);
}

static void threads_make_no_difference(void **state)
{
	(void)state;
	enum { N = 40 };
	const char *paths[N];
	struct buf one = { 0 }, many = { 0 };
	for (int i = 0; i < N; i++) {
		paths[i] = arena_printf(&p.arena, "/project/configs/n%02d.py", i);
		project_file(&p, paths[i],
			     arena_printf(&p.arena, "optimizer = dict(lr=%d)\ndata = dict(batch=%d, pin=1)\n", i,
					  i * 200));
	}
	struct pool *pool = p.pool;
	for (unsigned threads = 1; threads <= 4; threads += 3) {
		struct buf *out = threads == 1 ? &one : &many;
		p.pool = pool_new(threads);
		lint_all(paths, N, false);
		for (size_t i = 0; i < found.n; i++)
			buf_printf(out, "%s:%u %s %s\n", found.at[i].seen_in[0]->path, found.at[i].at.lo,
				   found.at[i].rule->id, found.at[i].msg);
		pool_free(p.pool);
	}
	p.pool = pool;
	assert_true(one.n > 1000);
	assert_string_equal(buf_str(&one), buf_str(&many));
	buf_release(&one);
	buf_release(&many);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_finding_has_all_its_parts),
		cmocka_unit_test(silence_is_remembered_for_the_same_values_only),
		cmocka_unit_test(unknown_values_are_silent),
		cmocka_unit_test(each_element_has_its_own_place),
		cmocka_unit_test(the_first_true_case_fires),
		cmocka_unit_test(root_rules_want_roots),
		cmocka_unit_test(a_shared_finding_is_told_once),
		cmocka_unit_test(machine_figures_come_from_flags_and_names),
		cmocka_unit_test(notes_of_broken_configs_are_findings),
		cmocka_unit_test(dead_assignments_are_found),
		cmocka_unit_test(keys_twice_and_stray_commas_are_found),
		cmocka_unit_test(comments_for_no_rule_are_found),
		cmocka_unit_test(silence_has_a_reason),
		cmocka_unit_test(rule_tests_are_run),
		cmocka_unit_test(threads_make_no_difference),
		cmocka_unit_test(silence_goes_by_what_is_looked_at_of_a_place),
		cmocka_unit_test(a_missing_key_of_one_config_stands_in_it),
		cmocka_unit_test(checks_behind_guards_count),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
