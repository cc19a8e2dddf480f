// SPDX-License-Identifier: MIT
/* Fixes of scripts: what promises become as text, and that the proof refuses what is more or less than was promised. */
#include "fix/script/script_changed.h"
#include "fix/script/script_plan.h"
#include "python/syntax/parse.h"
#include "script/script_subject.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>
#include "attempted.h"

#define HEAD "on: script\nseverity: warning\nsummary: s\nwhy: w\ntests: []\n"
#define A "/p/train.py"
#define B "/p/other.py"
#define LOADER "torch.utils.data.DataLoader"
#define IMPORTS "import torch\nfrom torch.utils.data import DataLoader\n"

static const char *const rule_files[] = {
	"concepts.yaml",
	"size: {type: int, doc: d}\n",
	"dialects/any.yaml",
	"summary: s\nfamily: mmcv1\nloader: mmcv1\npriority: 0\ncomplete: \"True\"\nconcepts:\n  size: {paths: "
	"[data.size]}\n",
	"a/drop.yaml",
	"id: TST001\n" HEAD "each: {call: \"script.calls['" LOADER "']\"}\nwhen: has(call.args.timeout)\n"
	"at: call.args.timeout\nmessage: timeout\n",
	"a/brings.yaml",
	"id: TST002\n" HEAD "each: {call: \"script.calls['" LOADER "']\"}\nwhen: call.args.batch_size == 0\n"
	"at: call.args.batch_size\nmessage: nothing\n",
	NULL,
};

static struct rules_folder folder;
static struct ruleset *rules;
static struct attempted f;

static int begin(void **state)
{
	(void)state;
	rules = rules_folder_good(&folder, rule_files);
	return 0;
}

static int end(void **state)
{
	(void)state;
	ruleset_free(rules);
	rules_folder_end(&folder);
	return 0;
}

/* ---- one script, or two */

static void open_scripts(const char *a, const char *b)
{
	static const char *const path[] = { B, A };

	attempted_begin(&f, rules);
	vfs_put(f.fs, A, a, strlen(a));
	if (b)
		vfs_put(f.fs, B, b, strlen(b));
	attempted_open(&f, &script_kind, (struct verifier){ .judge = script_changed }, b ? path : path + 1, b ? 2 : 1,
		       A);
}

static struct promise *promises(enum promise_kind kind, const char *path)
{
	return attempted_promise(&f, kind, path);
}

static void sets_text(const char *path, const char *text)
{
	promises(PROMISE_SET, path)->want = value_text(text, (struct span){ 0 });
}

static const char *new_text(void)
{
	struct buf b = { 0 };
	const char *out;

	edits_sort(&f.t.edits);
	edits_apply(&b, f.t.of->src, &f.t.edits);
	out = arena_strdup(&f.a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* What was promised of the script in A makes this of it, and holds. */
static void becomes(const char *want)
{
	if (!script_plan(&f.a, &f.t, SCOPE_CHILD))
		fail_msg("refused: %s", f.t.reason);
	assert_string_equal(new_text(), want);
	f.diag.rule = ruleset_find(rules, "TST009"); /* none: only the syntax and the tree are judged */
	if (!attempted_proved(&f))
		fail_msg("not proved: %s", f.t.reason);
	attempted_close(&f);
}

static void is_refused(const char *reason)
{
	if (script_plan(&f.a, &f.t, SCOPE_CHILD))
		fail_msg("not refused: %s", new_text());
	assert_string_equal(f.t.reason, reason);
	attempted_close(&f);
}

static void is_not_proved(const char *reason)
{
	if (attempted_proved(&f))
		fail_msg("this was proved: %s", new_text());
	assert_string_equal(f.t.reason, reason);
	attempted_close(&f);
}

/* ---- arguments */

#define ARG(x) "calls['" LOADER "'][0].args." x

static void drops_arguments(void **state)
{
	static const char *const pair[][2] = {
		{ "DataLoader(d, timeout=3)", "DataLoader(d)" },
		{ "DataLoader(d, timeout=3, drop_last=True)", "DataLoader(d, drop_last=True)" },
		{ "DataLoader(timeout=(3), dataset=d,)", "DataLoader(dataset=d,)" },
		{ "DataLoader(\n    d,\n    timeout=3,  # why\n    drop_last=True,\n)",
		  "DataLoader(\n    d,\n    drop_last=True,\n)" },
		{ "DataLoader(\n    d,\n    timeout=f(1,\n              2))", "DataLoader(\n    d)" },
		{ "DataLoader(d, 1, False, None, None, 0, None, True, False, 3, g)",
		  "DataLoader(d, 1, False, None, None, 0, None, True, False, worker_init_fn=g)" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pair); i++) {
		char old[400], new[400];

		snprintf(old, sizeof old, IMPORTS "x = %s\r\n", pair[i][0]);
		snprintf(new, sizeof new, IMPORTS "x = %s\r\n", pair[i][1]);
		open_scripts(old, NULL);
		promises(PROMISE_REMOVE, ARG("timeout"));
		becomes(new);
	}
}

static void sets_arguments(void **state)
{
	(void)state;
	open_scripts(IMPORTS "n = 2\nx = DataLoader(d, num_workers=n)\n", NULL);
	promises(PROMISE_SET, ARG("num_workers"))->want = value_int(4, (struct span){ 0 });
	becomes(IMPORTS "n = 2\nx = DataLoader(d, num_workers=4)\n");
	open_scripts(IMPORTS "x = DataLoader(\n\td,\n\tbatch_size=2,\n)\n", NULL);
	promises(PROMISE_SET, ARG("num_workers"))->want = value_int(4, (struct span){ 0 });
	becomes(IMPORTS "x = DataLoader(\n\td,\n\tbatch_size=2,\n\tnum_workers=4,\n)\n");
	open_scripts(IMPORTS "x = DataLoader(d, 2)\n", NULL);
	promises(PROMISE_SET, ARG("batch_size"))->want = value_int(4, (struct span){ 0 });
	becomes(IMPORTS "x = DataLoader(d, 4)\n");
	open_scripts(IMPORTS "x = DataLoader(d, **{'timeout': 3})\n", NULL);
	promises(PROMISE_REMOVE, ARG("timeout"));
	is_refused("timeout is not given in the call itself");
	open_scripts(IMPORTS "x = DataLoader(*both, timeout=3)\n", NULL);
	promises(PROMISE_REMOVE, ARG("timeout"));
	becomes(IMPORTS "x = DataLoader(*both)\n");
	open_scripts(IMPORTS "x = DataLoader(d, timeout=3)\n", NULL);
	promises(PROMISE_RENAME, ARG("timeout"))->name = str_lit("drop_last");
	becomes(IMPORTS "x = DataLoader(d, drop_last=3)\n");
	open_scripts(IMPORTS "x = DataLoader(d, timeout=3, drop_last=1)\n", NULL);
	promises(PROMISE_RENAME, ARG("timeout"))->name = str_lit("drop_last");
	is_refused("drop_last is already given");
}

/* ---- names */

static void changes_callees(void **state)
{
	static const char *const pair[][2] = {
		{ "import torch\nwith torch.cuda.amp.autocast(a):\n    pass\n",
		  "import torch\nwith torch.amp.autocast('cuda', enabled=a):\n    pass\n" },
		{ "import torch as th\nth.cuda.amp.autocast()\n", "import torch as th\nth.amp.autocast('cuda')\n" },
		{ "from torch.cuda.amp import autocast\n@autocast(enabled=True)\ndef f(): pass\n",
		  "from torch.amp import autocast\n@autocast('cuda', enabled=True)\ndef f(): pass\n" },
		{ "if 1:\n    from torch.cuda.amp import (GradScaler, autocast as ac)\n    ac()\n",
		  "if 1:\n    from torch.amp import autocast as ac\n    from torch.cuda.amp import (GradScaler)\n    "
		  "ac('cuda')\n" },
		{ "from torch.amp import GradScaler\nfrom torch.cuda.amp import autocast\nautocast()\n",
		  "from torch.amp import GradScaler, autocast\nautocast('cuda')\n" },
		{ "import torch\nfrom torch.cuda.amp import autocast\nautocast(True, "
		  "torch.bfloat16)\nprint(autocast)\n",
		  "import torch\nfrom torch.cuda.amp import autocast\ntorch.amp.autocast('cuda', enabled=True, "
		  "dtype=torch.bfloat16)\nprint(autocast)\n" },
		{ "import torch\ntorch.cuda.amp.autocast(\n    a,\n)\n",
		  "import torch\ntorch.amp.autocast(\n    'cuda',\n    enabled=a,\n)\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pair); i++) {
		open_scripts(pair[i][0], NULL);
		sets_text("calls['torch.cuda.amp.autocast'][0].name", "torch.amp.autocast");
		sets_text("calls['torch.cuda.amp.autocast'][0].args.device_type", "cuda");
		becomes(pair[i][1]);
	}
	open_scripts("from torch.cuda.amp import autocast\nautocast()\nautocast()\n", NULL);
	sets_text("calls['torch.cuda.amp.autocast'][0].name", "torch.amp.autocast");
	is_refused("autocast is imported by name, and used in 1 more place");
}

static void changes_the_rest(void **state)
{
	(void)state;
	open_scripts("import torch\ntorch.backends.cudnn.benchmark = False  # why\n", NULL);
	promises(PROMISE_SET, "settings[0].value")->want = value_bool(true, (struct span){ 0 });
	becomes("import torch\ntorch.backends.cudnn.benchmark = True  # why\n");
	open_scripts("import torch\ntorch.backends.cudnn.fastest = True\n", NULL);
	sets_text("settings[0].attribute", "benchmark");
	becomes("import torch\ntorch.backends.cudnn.benchmark = True\n");
	open_scripts("import torch\nfor i in range(3): torch.backends.cudnn.benchmark == i\n", NULL);
	sets_text("statements[0].text", "torch.backends.cudnn.benchmark = i");
	becomes("import torch\nfor i in range(3): torch.backends.cudnn.benchmark = i\n");
	open_scripts("import torch\nfrom torch._six import inf, nan as n  # why\nx = inf\n", NULL);
	sets_text("imports[2].module", "math");
	becomes("import torch\nfrom math import nan as n\nfrom torch._six import inf  # why\nx = inf\n");
}

/* ---- the proof */

static void cut(const char *from)
{
	const char *at = strstr(f.t.of->src->bytes, from);
	uint32_t lo = (uint32_t)(at - f.t.of->src->bytes);

	assert_non_null(at);
	f.t.edits.n = 0;
	edits_put(&f.a, &f.t.edits, (struct span){ f.t.of->src->id, lo, lo + (uint32_t)strlen(from) }, "", 0);
}

static void begin_drop(const char *text)
{
	open_scripts(text, NULL);
	promises(PROMISE_REMOVE, ARG("timeout"));
	if (!script_plan(&f.a, &f.t, SCOPE_CHILD))
		fail_msg("%s", f.t.reason);
}

static void one_argument_too_many(void **state)
{
	static const char text[] = IMPORTS "x = DataLoader(d, 2, timeout=3, drop_last=True)\ny = f(1, a=2)\n";

	(void)state;
	begin_drop(text);
	assert_true(attempted_proved(&f));
	attempted_close(&f);
	begin_drop(text);
	cut(", timeout=3, drop_last=True");
	is_not_proved("line 3 of the result would differ from what the fix intends");
	begin_drop(text); /* of a call that no rule looks at */
	cut(", a=2");
	is_not_proved("line 3 of the result would differ from what the fix intends");
	begin_drop(text);
	cut(", timeout=3, drop_last=True)");
	assert_false(attempted_proved(&f));
	assert_non_null(strstr(f.t.reason, "the result would have a syntax error"));
	attempted_close(&f);
	open_scripts(text, NULL); /* a plan that is wrong by itself: the syntax is as it says, the tree is not */
	promises(PROMISE_REMOVE, ARG("timeout"));
	promises(PROMISE_REMOVE, ARG("drop_last"));
	assert_true(script_plan(&f.a, &f.t, SCOPE_CHILD));
	f.plan.n = 1;
	is_not_proved(LOADER " on line 3 would not become what the fix intends");
}

static void findings_decide(void **state)
{
	(void)state;
	begin_drop(IMPORTS "x = DataLoader(d, timeout=3)\ny = DataLoader(d, timeout=3)\n");
	assert_true(attempted_proved(&f)); /* of two findings one is fixed */
	attempted_close(&f);
	open_scripts(IMPORTS "x = DataLoader(d, 2, timeout=3)\n", NULL);
	promises(PROMISE_SET, ARG("batch_size"))->want = value_int(4, (struct span){ 0 });
	assert_true(script_plan(&f.a, &f.t, SCOPE_CHILD));
	is_not_proved("the finding would remain");
	open_scripts(IMPORTS "x = DataLoader(d, 2, timeout=3)\n", NULL);
	promises(PROMISE_REMOVE, ARG("timeout"));
	promises(PROMISE_SET, ARG("batch_size"))->want = value_int(0, (struct span){ 0 });
	assert_true(script_plan(&f.a, &f.t, SCOPE_CHILD));
	is_not_proved("it would cause TST002: nothing");
}

static void other_scripts_stay(void **state)
{
	(void)state;
	open_scripts("import torch\nimport argparse\np = argparse.ArgumentParser()\np.add_argument('--n', default=2)\n"
		     "args = p.parse_args()\n",
		     IMPORTS "from train import args\nx = DataLoader(d, num_workers=args.n)\n");
	promises(PROMISE_SET, "calls['argparse.ArgumentParser.add_argument'][0].args.default")->want =
		value_int(4, (struct span){ 0 });
	assert_true(script_plan(&f.a, &f.t, SCOPE_CHILD));
	is_not_proved(B ": " LOADER " on line 4 would change too");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drops_arguments),	 cmocka_unit_test(sets_arguments),
		cmocka_unit_test(changes_callees),	 cmocka_unit_test(changes_the_rest),
		cmocka_unit_test(one_argument_too_many), cmocka_unit_test(findings_decide),
		cmocka_unit_test(other_scripts_stay),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
