// SPDX-License-Identifier: MIT
/* The proof of fixes of launch scripts refuses what is more or less than was promised, whatever the plan was. */
#include "fix/launch/launch_changed.h"
#include "fix/launch/launch_plan.h"
#include "launch/launch_subject.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>
#include "attempted.h"

#define RUN "/p/run.sh"

static const char *const rule_files[] = {
	"concepts.yaml",
	"size: {type: int, doc: d}\n",
	"dialects/any.yaml",
	"summary: s\nfamily: mmcv1\nloader: mmcv1\npriority: 0\ncomplete: \"True\"\nconcepts:\n  size: {paths: "
	"[data.size]}\n",
	"a/none.yaml",
	"id: TST001\non: launch\nseverity: warning\nsummary: s\nwhy: w\ntests: []\neach: {l: launch.launches}\n"
	"when: l.env == 1\nat: l.env\nmessage: m\n",
	NULL,
};
static const char text[] = "export CUDA_LAUNCH_BLOCKING=1 OTHER=2\n"
			   "torchrun --nproc_per_node=2 --master_port=66667 train.py a.py --lr 1 # port\n"
			   "echo done\n";

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

/* The port of the launch becomes 29500. */
static void open_script(void)
{
	static const char *const path[] = { RUN };
	static const char train[] = "import argparse\np = argparse.ArgumentParser()\np.add_argument('config')\n"
				    "p.add_argument('--lr')\np.parse_args()\nloss.backward()\n";

	attempted_begin(&f, rules);
	vfs_put(f.fs, "/p/train.py", train, strlen(train));
	vfs_put(f.fs, "/p/a.py", "lr = 1\n", strlen("lr = 1\n"));
	vfs_put(f.fs, RUN, text, strlen(text));
	attempted_open(&f, &launch_kind, (struct verifier){ .judge = launch_changed }, path, 1, RUN);
	attempted_promise(&f, PROMISE_SET, "launches[0].master_port")->want = value_int(29500, (struct span){ 0 });
	if (!launch_plan(&f.a, &f.t, SCOPE_CHILD))
		fail_msg("%s", f.t.reason);
}

/* Another edit beside that of the plan. */
static void also(const char *old, const char *new)
{
	uint32_t lo = (uint32_t)(strstr(text, old) - text);

	edits_put(&f.a, &f.t.edits, (struct span){ f.t.of->src->id, lo, lo + (uint32_t)strlen(old) }, new, strlen(new));
}

static void is_not_proved(const char *old, const char *new, const char *reason)
{
	open_script();
	also(old, new);
	if (attempted_proved(&f))
		fail_msg("this was proved: '%s' for '%s'", new, old);
	if (!strstr(f.t.reason, reason))
		fail_msg("'%s', not '%s'", f.t.reason, reason);
	attempted_close(&f);
}

static void what_was_promised_is_proved(void **state)
{
	(void)state;
	open_script();
	if (!attempted_proved(&f))
		fail_msg("%s", f.t.reason);
	attempted_close(&f);
}

static void the_promise_must_hold(void **state)
{
	(void)state;
	open_script();
	f.promise[0].want = value_int(29501, (struct span){ 0 });
	if (attempted_proved(&f))
		fail_msg("another port than the promised one was proved");
	assert_string_equal(f.t.reason, "master_port of the launch on line 2 would not be as intended");
	attempted_close(&f);
}

static void nothing_else_of_a_launch_may_change(void **state)
{
	(void)state;
	is_not_proved("--nproc_per_node=2", "--nproc_per_node=4", "of the launch on line 2 would not be as intended");
	is_not_proved("--lr 1", "--lr 2", "flags of the launch on line 2 would not be as intended");
	is_not_proved("OTHER=2", "OTHER=3", "env of the launch on line 2 would not be as intended");
	is_not_proved("echo done", "torchrun train.py a.py", "there would be 2 launches instead of 1");
}

static void the_rest_is_read_as_before(void **state)
{
	(void)state;
	is_not_proved("echo done", "echo 'done", "the result would have a syntax error");
	is_not_proved(" # port\n", " && \n", "of the result would be parsed differently");
	is_not_proved(" # port\n", " \\\n", "of the result would be parsed differently");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_promised_is_proved),
		cmocka_unit_test(the_promise_must_hold),
		cmocka_unit_test(nothing_else_of_a_launch_may_change),
		cmocka_unit_test(the_rest_is_read_as_before),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
