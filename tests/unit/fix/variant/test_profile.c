// SPDX-License-Identifier: MIT
/* Profiles on small configs in memory, with a profile of the test's own: the text that comes out, what is left out,
 * refused and why. */
#include "fix/variant/priv.h"
#include "rules_folder.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static const char *const rule_files[] = {
	"concepts.yaml",
	"size: {type: int, doc: d}\nlr: {type: float, doc: d}\nworkers: {type: int, doc: d}\n",
	"dialects/any.yaml",
	"summary: s\nfamily: mmcv1\nloader: mmcv1\npriority: 0\ncomplete: has(cfg.data)\nconcepts:\n"
	"  size: {paths: [data.size]}\n  lr: {paths: [optimizer.lr]}\n  workers: {paths: [data.workers], default: 2}\n"
	"reads:\n  data: {keys: [size, workers], others: ignored}\n",
	"dialects/lazy.yaml",
	"summary: s\nfamily: mmengine\nloader: mmengine\npriority: 0\nextends: any\ncomplete: has(cfg.data)\n",
	"a/big.yaml",
	"id: TST001\nseverity: error\nsummary: s\nwhy: w\ntests: []\nwhen: size > 100\nat: size\nmessage: \"too big: "
	"{size}\"\n",
	"profiles/twice.yaml",
	"summary: twice the batch\nsuffix: _twice\noptions:\n  factor: {default: \"2\", doc: d}\n  how: {default: "
	"\"'linear'\", doc: d}\n"
	"let: {new: size * factor, k: new / size}\n"
	"requires: [{when: has(lr), message: \"no lr\"}]\n"
	"warn: [{when: new > 10, message: \"{new} is much\"}]\n"
	"set:\n  - {path: size, to: new, why: \"{size} -> {new}\"}\n"
	"  - {path: lr, to: lr * k, when: \"how == 'linear'\", why: \"{num(lr)} x {num(k)}\"}\n"
	"  - {path: workers, to: \"machine.cores // machine.gpus if how == 'cores' else 2\", why: fits}\n"
	"  - {path: cfg.hook.type, to: \"'H'\"}\n"
	"  - {path: cfg.other.key, to: \"1\", dialects: [mmengine]}\n"
	"not_expressible: [{when: \"not reads('data', 'pin')\", message: pin}]\n",
	NULL,
};

static struct rules_folder folder;
static struct ruleset *rules;
static struct arena profiles_arena;
static struct profiles profiles;

static int load_rules(void **state)
{
	struct err e = { 0 };

	(void)state;
	rules = rules_folder_of(&folder, rule_files, &e);
	if (!rules || !profiles_load(&profiles_arena, rules, NULL, 0, &profiles, &e))
		fail_msg("%s", e.msg);
	return 0;
}

static int free_rules(void **state)
{
	(void)state;
	arena_release(&profiles_arena);
	ruleset_free(rules);
	rules_folder_end(&folder);
	return 0;
}

struct fixture {
	struct arena a;
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
	struct linter l;
	struct variant v;
	struct err e;
	bool ok;
};

#define MAIN "/p/configs/net.py"

static void apply(struct fixture *f, const char *const *files, const char *out_dir, const char *const *options)
{
	struct overrides over = { .isolated = true };
	const char *path = MAIN;

	memset(f, 0, sizeof *f);
	f->fs = vfs_new_sealed();
	f->pool = pool_new(1);
	vfs_put(f->fs, "/p/setup.py", "", 0);
	for (; *files; files += 2)
		vfs_put(f->fs, files[0], files[1], strlen(files[1]));
	f->l = (struct linter){ .vfs = f->fs, .pool = f->pool, .rules = rules };
	linter_open(&f->l, &over, NULL);
	f->g = linter_load(&f->l, &path, 1);

	struct variant_order order = { f->g, graph_find(f->g, MAIN), profile_find(&profiles, "twice", NULL), out_dir,
				       options };

	f->ok = profile_apply(&f->l, &f->a, &order, &f->v, &f->e);
}

static void done(struct fixture *f)
{
	variant_release(&f->v);
	linter_close(&f->l);
	graph_free(f->g);
	pool_free(f->pool);
	vfs_free(f->fs);
	arena_release(&f->a);
}

static void refused(const char *text, const char *const *options, const char *why)
{
	const char *files[] = { MAIN, text, NULL };
	struct fixture f;

	apply(&f, files, NULL, options);
	assert_true(f.ok);
	assert_null(f.v.text);
	assert_non_null(f.v.reason);
	if (!strstr(f.v.reason, why))
		fail_msg("refused because of: %s", f.v.reason);
	done(&f);
}

static void writes_a_child_with_reasons(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8)\noptimizer = dict(lr=2e-4)\nhook = dict(type='G')\n", NULL };
	struct fixture f;

	(void)state;
	apply(&f, files, NULL, NULL);
	if (!f.ok || !f.v.text)
		fail_msg("%s %s", f.e.msg, f.v.reason ? f.v.reason : "");
	assert_string_equal(f.v.path, "/p/configs/net_twice.py");
	assert_string_equal(
		f.v.text,
		"# Made by cfglint from net.py, profile twice: twice the batch.\n"
		"# cfglint: profile=twice\n"
		"# Assumed: dialect any, GPUs per node not given, nodes not given, CPU cores per node not given\n"
		"# Not changed: pin\n"
		"_base_ = ['./net.py']\n"
		"\n# data.size: 8 -> 16\ndata = dict(size=16)\n"
		"\n# optimizer.lr: 2e-4 x 2\noptimizer = dict(lr=4e-4)\n"
		"\n# hook.type: 'G' -> 'H'\nhook = dict(type='H')\n");
	assert_int_equal(f.v.npromises, 3);
	assert_int_equal(f.v.nwarnings, 1);
	assert_string_equal(f.v.warning[0], "16 is much");
	done(&f);
}

static void options_change_it(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8)\noptimizer = dict(lr=2e-4)\nhook = dict(type='H')\n", NULL };
	const char *const options[] = { "factor=1", "how=none", NULL }, *const unknown[] = { "factr=1", NULL };
	struct fixture f;

	(void)state;
	apply(&f, files, NULL, options);
	assert_true(f.ok);
	assert_true(f.v.nothing);
	assert_null(f.v.text);
	done(&f);
	apply(&f, files, NULL, unknown);
	assert_false(f.ok);
	assert_non_null(strstr(f.e.msg, "did you mean 'factor'?"));
	done(&f);
}

static void stands_elsewhere_with_a_relative_base(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8)\noptimizer = dict(lr=2e-4)\nhook = dict(type='H')\n", NULL };
	struct fixture f;

	(void)state;
	apply(&f, files, "/p/out", NULL);
	assert_true(f.ok);
	if (!f.v.text)
		fail_msg("%s", f.v.reason);
	assert_string_equal(f.v.path, "/p/out/net_twice.py");
	assert_non_null(strstr(f.v.text, "_base_ = ['../configs/net.py']\n"));
	done(&f);
}

static void refuses_with_reasons(void **state)
{
	const char *const cores[] = { "how=cores", NULL };

	(void)state;
	refused("optimizer = dict(lr=2e-4)\n", NULL, "not complete");
	refused("data = dict(size=8)\n", NULL, "no lr");
	refused("import torch\ndata = dict(size=torch.x())\noptimizer = dict(lr=2e-4)\n", NULL,
		"the new value of size is unknown");
	refused("data = dict(size=8)\noptimizer = dict(lr=2e-4)\n", cores, "(--cores)");
	refused("data = dict(size=101)\noptimizer = dict(lr=2e-4)\n", NULL,
		"the profile sets data.size, which has an error: TST001");
	refused("data = dict(size=60)\noptimizer = dict(lr=2e-4)\n", NULL, "the result would have an error: TST001");
	refused("data = dict(size=8)\noptimizer = dict(lr=2e-4)\nhook = [1]\n", NULL, "lists don't merge");
	refused("data = dict(size=8)\noptimizer = dict(lr=2e-4)\nhook = None\n", NULL, "hook is NoneType, not a dict");
	refused("data = dict(size=8)\noptimizer = dict(lr=1 / 0)\n", NULL, "ZeroDivisionError");
}

static void keeps_quotes_and_line_ends(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8)\r\noptimizer = dict(lr=2e-4)\r\nhook = dict(type=\"H\")\r\n",
				NULL };
	struct fixture f;

	(void)state;
	apply(&f, files, NULL, NULL);
	assert_non_null(f.v.text);
	assert_non_null(strstr(f.v.text, "_base_ = [\"./net.py\"]\r\n"));
	done(&f);
}

static void a_lazy_child_imports_its_base(void **state)
{
	const char *files[] = { MAIN,
				"from mmengine.config import read_base\nwith read_base():\n    from .base import *\n"
				"optimizer = dict(lr=2e-4)\nhook = dict(type='H')\n",
				"/p/configs/base.py", "data = dict(size=8, x=dict(y=1))\n", NULL };
	struct fixture f;

	(void)state;
	apply(&f, files, NULL, NULL);
	assert_true(f.ok);
	if (!f.v.text)
		fail_msg("%s", f.v.reason);
	assert_non_null(strstr(f.v.text, "with read_base():\n    from .net import *\n"));
	assert_non_null(strstr(f.v.text, "data.update(dict(size=16))\n"));
	assert_non_null(strstr(f.v.text, "other = dict(key=1)\n"));
	done(&f);
}

/* The proof of another text than the profile's own, for the same promises: NULL, or why it is none. */
static const char *proved(struct fixture *f, const char *text)
{
	struct variant_ctx ap = { .l = &f->l, .a = &f->a, .g = f->g, .m = graph_find(f->g, MAIN) };
	struct variant out = { .path = f->v.path, .text = text };
	struct diags none = { 0 };

	ap.st = settings_for(f->l.settings, MAIN, &f->e);
	ap.dialect = lint_dialect(&f->l, &(struct judged){ &ap.m->subject, ap.st }, NULL);
	ap.facts = facts_new(&f->a, &ap.m->subject, rules->dialects.vocab, ap.dialect, &ap.hw);
	for (uint32_t i = 0; i < f->v.npromises; i++)
		vec_push(&ap.promise, f->v.promise[i]);
	variant_try(&ap, &none, &out);
	vec_release(&ap.promise);
	variant_release(&out);
	return ap.refusal;
}

static void changes_what_it_promises_and_nothing_else(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8, k=1)\noptimizer = dict(lr=2e-4)\nhook = dict(type='G')\n",
				NULL };
	static const char all[] = "_base_ = ['./net.py']\ndata = dict(size=16)\noptimizer = dict(lr=4e-4)\n";
	static const struct {
		const char *more, *why;
	} text[] = {
		{ "hook = dict(type='H')\n", NULL },
		{ "hook = dict(type='G')\n", "hook.type would not get its value" },
		{ "hook = dict(type='H')\nseed = 0\n", "it would also change seed" },
		{ "hook = dict(type='H', interval=1)\n", "it would also change hook.interval" },
		{ "hook = dict(type='H')\ndata = dict(_delete_=True, size=16)\n", "it would also change data.k" },
		{ "hook = dict(type='H'\n", "the result would have a syntax error" },
		{ "hook = dict(type='H')\nseed = nothing\n", "the result would not load" },
	};
	struct fixture f;

	(void)state;
	apply(&f, files, NULL, NULL);
	assert_non_null(f.v.text);
	for (size_t i = 0; i < ARRAY_SIZE(text); i++) {
		const char *why = proved(&f, arena_printf(&f.a, "%s%s", all, text[i].more));

		if (text[i].why ? !why || !strstr(why, text[i].why) : why != NULL)
			fail_msg("%s: %s", text[i].more, why ? why : "proved");
	}
	done(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_a_child_with_reasons),
		cmocka_unit_test(options_change_it),
		cmocka_unit_test(stands_elsewhere_with_a_relative_base),
		cmocka_unit_test(refuses_with_reasons),
		cmocka_unit_test(keeps_quotes_and_line_ends),
		cmocka_unit_test(a_lazy_child_imports_its_base),
		cmocka_unit_test(changes_what_it_promises_and_nothing_else),
	};

	return cmocka_run_group_tests(tests, load_rules, free_rules);
}
