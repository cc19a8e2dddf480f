// SPDX-License-Identifier: MIT
/* Fixes of files of arguments: what promises become as text, and that the proof refuses what is more or less than was
 * promised. */
#include "fix/data/data_changed.h"
#include "fix/data/data_plan.h"
#include "plain/arguments_subject.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>
#include "attempted.h"

#define ARGS "arguments[0].args."
#define HEAD "stage: sft\nfinetuning_type: lora\ntemplate: qwen\nmodel_name_or_path: m\n"

static const char *const rule_files[] = {
	"concepts.yaml",
	"size: {type: int, doc: d}\n",
	"dialects/any.yaml",
	"summary: s\nfamily: mmcv1\nloader: mmcv1\npriority: 0\ncomplete: \"True\"\nconcepts:\n  size: {paths: "
	"[data.size]}\n",
	"a/none.yaml",
	"id: TST001\non: arguments\nseverity: warning\nsummary: s\nwhy: w\ntests: []\neach: {l: given.arguments}\n"
	"when: l.args.fp16 == 1\nat: l.args.fp16\nmessage: m\n",
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

/* ---- one promise about one file */

static const char *path_for(const char *text)
{
	return *text == '{' && strstr(text, "\"zero_optimization\"") ? "/p/ds.json" : "/p/sft.yaml";
}

static struct promise *open_file(const char *text, enum promise_kind kind, const char *key)
{
	static const char *path[1];

	path[0] = path_for(text);
	attempted_begin(&f, rules);
	vfs_put(f.fs, path[0], text, strlen(text));
	attempted_open(&f, &arguments_kind, (struct verifier){ .judge = data_changed }, path, 1, path[0]);
	if (!f.t.of || !f.t.of->good)
		fail_msg("it is no file of arguments: %s", text);
	return attempted_promise(&f, kind, arena_printf(&f.a, "%s%s", ARGS, key));
}

static const char *fixed_text(void)
{
	struct buf out = { 0 };
	const char *text;

	edits_sort(&f.t.edits);
	edits_apply(&out, f.t.of->src, &f.t.edits);
	text = arena_strdup(&f.a, buf_str(&out));
	buf_release(&out);
	return text;
}

static void becomes(const char *want)
{
	if (!data_plan(&f.a, &f.t, SCOPE_CHILD))
		fail_msg("%s, instead of\n%s", f.t.reason, want);
	assert_string_equal(fixed_text(), want);
	if (!attempted_proved(&f))
		fail_msg("%s, in\n%s", f.t.reason, want);
	attempted_close(&f);
}

static void is_refused(const char *reason)
{
	if (data_plan(&f.a, &f.t, SCOPE_CHILD) && attempted_proved(&f))
		fail_msg("this was proved:\n%s", fixed_text());
	if (!strstr(f.t.reason, reason))
		fail_msg("'%s', not '%s'", f.t.reason, reason);
	attempted_close(&f);
}

static void open_renaming(const char *text, const char *key, const char *name)
{
	open_file(text, PROMISE_RENAME, key)->name = str_lit(name);
}

static void open_setting(const char *text, const char *key, struct value want)
{
	open_file(text, PROMISE_SET, key)->want = want;
}

static struct value number(int64_t i)
{
	return value_int(i, (struct span){ 0 });
}

/* ---- names */

static void a_key_gets_another_name_in_its_quotes(void **state)
{
	(void)state;
	open_renaming(HEAD "# now and then\nlora_rnak: 8   # of all\nseed: 1", "lora_rnak", "lora_rank");
	becomes(HEAD "# now and then\nlora_rank: 8   # of all\nseed: 1");
	open_renaming(HEAD "'lora_rnak': 8\r\n", "lora_rnak", "lora_rank");
	becomes(HEAD "'lora_rank': 8\r\n");
	open_renaming(HEAD "x: {a: 1, \"b\": 2}\n", "x.b", "c");
	becomes(HEAD "x: {a: 1, \"c\": 2}\n");
	open_renaming("{\"zero_optimization\": {\"stage\": 2, \"pin\":{\"a\": 1}}}", "zero_optimization.pin", "other");
	becomes("{\"zero_optimization\": {\"stage\": 2, \"other\":{\"a\": 1}}}");
}

static void a_name_that_is_there_too_is_refused(void **state)
{
	(void)state;
	open_renaming(HEAD "lora_rnak: 8\nlora_rank: 16\n", "lora_rnak", "lora_rank");
	is_refused("lora_rank is there, too");
	open_renaming(HEAD "lora_rnak: 8\nlora_rnak: 16\n", "lora_rnak", "lora_rank");
	is_refused("would not become what the fix intends");
	open_renaming(HEAD "\"lora_\\x72nak\": 8\n", "lora_rnak", "lora_rank");
	is_refused("'lora_rnak' isn't written as such on line 5");
}

static void what_is_used_elsewhere_is_left(void **state)
{
	(void)state;
	open_renaming(HEAD "x: &x {a: 1}\ny: *x\n", "x.a", "b");
	is_refused("y.a would change, too");
	open_renaming(HEAD "x: &x {a: 1}\ny: {<<: *x, c: 2}\n", "y.a", "b");
	is_refused("would change, too");
	open_setting(HEAD "x: &x 1\ny: *x\n", "x", number(2));
	is_refused("the value of x on line 5 is no plain one");
	open_setting(HEAD "x: &x 1\ny: *x\n", "y", number(2));
	is_refused("the value of y stands elsewhere");
	open_file(HEAD "x: &x 1\ny: *x\n", PROMISE_REMOVE, "x");
	is_refused("the result would have a syntax error");
}

/* ---- values */

static void a_value_keeps_its_manner(void **state)
{
	struct span nowhere = { 0 };

	(void)state;
	open_setting(HEAD "save_steps: 500  # often\n", "save_steps", number(600));
	becomes(HEAD "save_steps: 600  # often\n");
	open_setting(HEAD "learning_rate: '5e-5'\n", "learning_rate", value_float(5e-5, nowhere));
	becomes(HEAD "learning_rate: 5.0e-5\n");
	/* a text before LLaMA-Factory 0.9.4 and a number since: nothing says which version it is */
	open_setting(HEAD "learning_rate: 5e-5\n", "learning_rate", value_float(5e-5, nowhere));
	is_refused("is no plain one");
	open_setting(HEAD "save_strategy: \"no\"\n", "save_strategy", value_text("steps", nowhere));
	becomes(HEAD "save_strategy: \"steps\"\n");
	open_setting(HEAD "save_strategy: steps\n", "save_strategy", value_text("no", nowhere));
	becomes(HEAD "save_strategy: 'no'\n");
	open_setting(HEAD "bf16: True\n", "bf16", value_bool(false, nowhere));
	becomes(HEAD "bf16: False\n");
	open_setting("{\"zero_optimization\": {\"stage\": 2}, \"lr\": \"1e-4\"}", "lr", value_float(1e-4, nowhere));
	becomes("{\"zero_optimization\": {\"stage\": 2}, \"lr\": 1e-4}");
	open_setting("{\"zero_optimization\": {\"stage\": 2}, \"x\": 8}", "x", value_text("auto", nowhere));
	becomes("{\"zero_optimization\": {\"stage\": 2}, \"x\": \"auto\"}");
	open_setting(HEAD "lora_target: |\n  q\n", "lora_target", value_text("q", nowhere));
	is_refused("is no plain one");
}

/* ---- removals */

static void an_entry_goes_with_its_lines(void **state)
{
	(void)state;
	open_file(HEAD "### eval\neval_steps: 500  # never\nseed: 1\n", PROMISE_REMOVE, "eval_steps");
	becomes(HEAD "### eval\nseed: 1\n");
	open_file(HEAD "seed: 1\neval_steps: 500", PROMISE_REMOVE, "eval_steps");
	becomes(HEAD "seed: 1");
	open_file(HEAD "seed: 1\r\n\r\neval_steps: 500\r\n\r\nx: 2\r\n", PROMISE_REMOVE, "eval_steps");
	becomes(HEAD "seed: 1\r\n\r\nx: 2\r\n");
	open_file(HEAD "lora_target:\n- q\n  # and\n- v\nseed: 1\n", PROMISE_REMOVE, "lora_target");
	becomes(HEAD "seed: 1\n");
	open_file(HEAD "x: |\n  a\n  b\nseed: 1\n", PROMISE_REMOVE, "x");
	becomes(HEAD "seed: 1\n");
	open_file(HEAD "x: {a: 1, b: [1,\n  2], c: 3}\n", PROMISE_REMOVE, "x.b");
	becomes(HEAD "x: {a: 1, c: 3}\n");
	open_file(HEAD "x: {a: 1}\n", PROMISE_REMOVE, "x.a");
	becomes(HEAD "x: {}\n");
	open_file(HEAD "x:\n  a: 1\n", PROMISE_REMOVE, "x.a");
	is_refused("would not become what the fix intends");
}

static void commas_go_along(void **state)
{
	(void)state;
	open_file("{\"zero_optimization\": {\"stage\": 2},\n \"a\": 1,\n \"b\": 2\n}", PROMISE_REMOVE, "b");
	becomes("{\"zero_optimization\": {\"stage\": 2},\n \"a\": 1\n}");
	open_file("{\"zero_optimization\": {\"stage\": 2},\n \"a\": 1,\n \"b\": 2\n}", PROMISE_REMOVE, "a");
	becomes("{\"zero_optimization\": {\"stage\": 2},\n \"b\": 2\n}");
	open_file("{\"a\": 1, \"zero_optimization\": {\"stage\": 2}}", PROMISE_REMOVE, "a");
	becomes("{\"zero_optimization\": {\"stage\": 2}}");
	open_file("{ \"zero_optimization\": {\"stage\": 2, \"x\": [1, {\"y\": \"},\"}]} }", PROMISE_REMOVE,
		  "zero_optimization.x");
	becomes("{ \"zero_optimization\": {\"stage\": 2} }");
	open_file("{\"a\": 1\n, \"b\": 2\n, \"zero_optimization\": {\"stage\": 2}}", PROMISE_REMOVE, "b");
	becomes("{\"a\": 1\n, \"zero_optimization\": {\"stage\": 2}}");
}

/* ---- additions */

static void an_entry_comes_beside_the_one_most_like_it(void **state)
{
	(void)state;
	open_setting(HEAD "save_strategy: epoch # each\nseed: 1", "save_steps", number(10));
	becomes(HEAD "save_strategy: epoch # each\nsave_steps: 10\nseed: 1");
	open_setting(HEAD "seed: 1", "save_steps", number(10));
	becomes(HEAD "seed: 1\nsave_steps: 10");
	open_setting(HEAD "lora_target:\n  - q\n  - v\nseed: 1\r\n", "lora_rank", number(8));
	becomes(HEAD "lora_target:\n  - q\n  - v\nlora_rank: 8\nseed: 1\r\n");
	open_setting("{\"zero_optimization\": {\n\t\"stage\": 2\n}}", "zero_optimization.x", number(1));
	becomes("{\"zero_optimization\": {\n\t\"stage\": 2,\n\t\"x\": 1\n}}");
	open_setting("{\"zero_optimization\": {\"stage\": 2}, \"b\": 1}", "c", number(1));
	becomes("{\"zero_optimization\": {\"stage\": 2}, \"b\": 1, \"c\": 1}");
}

/* ---- files that others name */

#define DS "{\"zero_optimization\": {\"stage\": 2}, \"lr\": 1, \"x\": 2}"

static struct promise *open_three(const char *of, enum promise_kind kind, const char *key)
{
	static const char *const path[] = { "/p/a.yaml", "/p/b.yaml", "/p/ds.json" };
	static const char yaml[] = HEAD "deepspeed: ds.json\n";

	attempted_begin(&f, rules);
	vfs_put(f.fs, path[0], yaml, strlen(yaml));
	vfs_put(f.fs, path[1], yaml, strlen(yaml));
	vfs_put(f.fs, path[2], DS, strlen(DS));
	attempted_open(&f, &arguments_kind, (struct verifier){ .judge = data_changed }, path, 3, of);
	return attempted_promise(&f, kind, key);
}

static void is_proved(void)
{
	if (!data_plan(&f.a, &f.t, SCOPE_CHILD) || !attempted_proved(&f))
		fail_msg("%s", f.t.reason);
	attempted_close(&f);
}

static void what_others_name_changes_for_all(void **state)
{
	(void)state;
	open_three("/p/ds.json", PROMISE_RENAME, ARGS "x")->name = str_lit("y");
	is_proved();
	open_three("/p/ds.json", PROMISE_REMOVE, ARGS "x");
	is_proved();
	open_three("/p/a.yaml", PROMISE_SET, "arguments[0].files.deepspeed.args.lr")->want = number(2);
	is_proved();
	open_three("/p/a.yaml", PROMISE_REMOVE, "arguments[0].files.deepspeed.args.lr");
	is_refused("it stands in ds.json");
}

static void but_nothing_else_in_it(void **state)
{
	uint32_t lo = (uint32_t)(strstr(DS, "2}") - DS);

	(void)state;
	open_three("/p/a.yaml", PROMISE_SET, "arguments[0].files.deepspeed.args.lr")->want = number(2);
	if (!data_plan(&f.a, &f.t, SCOPE_CHILD))
		fail_msg("%s", f.t.reason);
	edits_put(&f.a, &f.t.edits, (struct span){ f.t.edits.at[0].at.file, lo, lo + 1 }, "3", 1);
	if (attempted_proved(&f))
		fail_msg("another stage was proved");
	assert_string_equal(f.t.reason, "arguments[0].files.deepspeed.args.zero_optimization.stage would change, too");
	attempted_close(&f);
}

/* ---- the proof */

/* Another edit beside that of the plan. */
static void is_not_proved(const char *old, const char *new, const char *reason)
{
	static const char text[] = HEAD "lora_rnak: 8\nseed: 1\n";
	uint32_t lo = (uint32_t)(strstr(text, old) - text);

	open_renaming(text, "lora_rnak", "lora_rank");
	if (!data_plan(&f.a, &f.t, SCOPE_CHILD))
		fail_msg("%s", f.t.reason);
	edits_put(&f.a, &f.t.edits, (struct span){ f.t.of->src->id, lo, lo + (uint32_t)strlen(old) }, new, strlen(new));
	if (attempted_proved(&f))
		fail_msg("this was proved: '%s' for '%s'", new, old);
	if (!strstr(f.t.reason, reason))
		fail_msg("'%s', not '%s'", f.t.reason, reason);
	attempted_close(&f);
}

static void nothing_else_may_change(void **state)
{
	(void)state;
	is_not_proved("seed: 1", "seed: 2", "arguments[0].args.seed would change, too");
	is_not_proved("seed: 1", "seed: '1'", "arguments[0].args.seed would change, too");
	is_not_proved("seed: 1", "", "arguments[0].args.seed would change, too");
	is_not_proved("8", "9", "lora_rnak would not become what the fix intends");
	is_not_proved("seed: 1", "seed: [", "the result would have a syntax error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_gets_another_name_in_its_quotes),
		cmocka_unit_test(a_name_that_is_there_too_is_refused),
		cmocka_unit_test(what_is_used_elsewhere_is_left),
		cmocka_unit_test(a_value_keeps_its_manner),
		cmocka_unit_test(an_entry_goes_with_its_lines),
		cmocka_unit_test(commas_go_along),
		cmocka_unit_test(an_entry_comes_beside_the_one_most_like_it),
		cmocka_unit_test(nothing_else_may_change),
		cmocka_unit_test(what_others_name_changes_for_all),
		cmocka_unit_test(but_nothing_else_in_it),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
