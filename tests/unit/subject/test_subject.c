// SPDX-License-Identifier: MIT
/* A kind of subject is one row: with one more than configs in the list, the whole program lints its files, by rules
 * that say `on:` of it, with suppressions, folding and all reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cli/command/entry.h"
#include "config/config_subject.h"
#include "subject/numbered.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct subject_kind *const kinds[] = { &config_kind, &numbered_kind, NULL };
static char dir[] = "/tmp/cfglint-subject-XXXXXX";
static struct buf out, err;

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void rule(const char *name, const char *text)
{
	char path[64];
	snprintf(path, sizeof path, "rules/steps/%s.yaml", name);
	put(path, text);
}

static int begin(void **state)
{
	(void)state;
	if (!mkdtemp(dir) || chdir(dir) || mkdir("rules", 0777) || mkdir("rules/steps", 0777) || mkdir("src", 0777))
		return 1;
	rule("too-many", "id: STP001\non: steps\nsummary: too many\nlet: {n: s.value}\neach: {s: steps.lines}\n"
			 "when: n > 100\nat: s.value\nmessage: 'step {s.number}: {s.name} = {n} > 100'\n");
	rule("no-name",
	     "id: STP002\non: steps\nsummary: no batch\nwhen: \"not any(s.name == 'batch' for s in steps.lines)\"\n"
	     "at: steps.batch\nmessage: 'none of {len(steps.lines)} steps sets batch'\nseverity: error\n");
	rule("of-configs",
	     "id: CNF001\nsummary: configs\nscope: file\nwhen: has(cfg.lines)\nat: cfg.lines\nmessage: a config\n");
	return 0;
}

static int end(void **state)
{
	char command[64];
	(void)state;
	buf_release(&out);
	buf_release(&err);
	snprintf(command, sizeof command, "rm -rf %s", dir);
	return chdir("/") || system(command);
}

static void slurp(const char *path, struct buf *to)
{
	char part[4096];
	size_t n;
	FILE *f = fopen(path, "r");
	buf_clear(to);
	while ((n = fread(part, 1, sizeof part, f)))
		buf_add(to, part, n);
	fclose(f);
}

/* The program with these words behind `cfglint --rules rules --isolated --no-cache`; what it prints goes to out and
 * err. */
static int run(const char *const *words)
{
	static char own[][16] = { "cfglint", "--rules", "rules", "--isolated", "--no-cache", "--color=never" };
	char *argv[24], text[16][64];
	int argc = 0, was[2], status;
	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		argv[argc++] = own[i];
	for (; *words; words++) {
		snprintf(text[argc - ARRAY_SIZE(own)], sizeof text[0], "%s", *words);
		argv[argc] = text[(size_t)argc - ARRAY_SIZE(own)];
		argc++;
	}
	fflush(NULL);
	for (int i = 0; i < 2; i++) {
		int to = open(i ? "err" : "out", O_CREAT | O_TRUNC | O_WRONLY, 0666);
		was[i] = dup(i + 1);
		dup2(to, i + 1);
		close(to);
	}
	status = command_enter(argc, argv, kinds);
	fflush(NULL);
	for (int i = 0; i < 2; i++) {
		dup2(was[i], i + 1);
		close(was[i]);
	}
	slurp("out", &out);
	slurp("err", &err);
	return status;
}
#define RUN(...) run((const char *const[]){ __VA_ARGS__, NULL })

static void assert_out(const char *want)
{
	assert_string_equal(buf_str(&out), want);
}

static void assert_says(struct buf *b, const char *want)
{
	if (!strstr(buf_str(b), want))
		fail_msg("%s does not say %s", buf_str(b), want);
}

static void rules_ask_about_each_line(void **state)
{
	(void)state;
	put("a.steps", "1. batch = 64\n2. lr = 200\n");
	assert_int_equal(RUN("a.steps", "--output-format", "concise"), 1);
	assert_out("a.steps:2:9: warning: step 2: lr = 200 > 100 [STP001 too-many]\nFound 1 finding (1 warning) in 1 "
		   "list of "
		   "steps.\n");
}

static void a_missing_key_stands_at_the_file(void **state)
{
	(void)state;
	put("a.steps", "1. lr = 2\n");
	assert_int_equal(RUN("a.steps", "--output-format", "concise"), 1);
	assert_out("a.steps:1:1: error: none of 1 steps sets batch [STP002 no-name]\nFound 1 finding (1 error) in 1 "
		   "list of "
		   "steps.\n");
}

static void what_is_clean_is_called_by_its_name(void **state)
{
	(void)state;
	put("a.steps", "1. batch = 64\n");
	put("b.steps", "1. batch = 32\n");
	assert_int_equal(RUN("a.steps"), 0);
	assert_out("The list of steps is clean.\n");
	assert_int_equal(RUN("a.steps", "b.steps"), 0);
	assert_out("All 2 lists of steps clean.\n");
}

static void comments_silence_their_line(void **state)
{
	(void)state;
	put("a.steps",
	    "1. batch = 640 # cfglint: ignore=STP001 -- wanted\n# cfglint: ignore\n2. lr = 200\n3. lr = 300\n");
	assert_int_equal(RUN("a.steps", "--output-format", "concise"), 1);
	assert_out("a.steps:4:9: warning: step 3: lr = 300 > 100 [STP001 too-many]\nFound 1 finding (1 warning) in 1 "
		   "list of steps.\n"
		   "Hidden: 2 findings silenced by comments.\n");
}

static void a_finding_that_several_share_is_one(void **state)
{
	(void)state;
	put("shared.steps", "1. batch = 500\n");
	put("a.steps", "use shared.steps\n");
	put("b.steps", "use shared.steps\n");
	assert_int_equal(RUN("a.steps", "b.steps", "-j", "8"), 1);
	assert_says(&out, "shared.steps:1:12");
	assert_says(&out, "seen in: a.steps, b.steps");
	assert_says(&out, "Found 1 finding (1 warning) in 2 lists of steps.\n");
	put("shared.steps",
	    "1. batch = 500 # cfglint: ignore=STP001\n"); /* a base's comment covers who takes from it */
	assert_int_equal(RUN("a.steps", "b.steps"), 0);
	assert_says(&out, "All 2 lists of steps clean.\nHidden: 1 finding silenced by comments.\n");
}

static void json_is_the_same_for_all_kinds(void **state)
{
	(void)state;
	put("a.steps", "1. batch = 64\n2. lr = 200\n");
	assert_int_equal(RUN("a.steps", "--output-format", "json"), 1);
	assert_says(&out, "\"code\": \"STP001\"");
	assert_says(&out, "\"filename\": \"a.steps\"");
	assert_says(&out, "\"location\": {\"row\": 2, \"column\": 9}");
	assert_says(&out, "\"effective\": {\"key\": \"lines[1].value\"}");
	assert_says(&out, "\"roots\": [\"a.steps\"]");
}

static void each_kind_has_its_rules(void **state)
{
	(void)state;
	put("a.steps", "1. batch = 64\n");
	put("c.py", "lines = 3\n");
	assert_int_equal(RUN("a.steps", "c.py", "--output-format", "concise"), 1);
	assert_out("c.py:1:9: warning: a config [CNF001 of-configs]\nFound 1 finding (1 warning) in 1 config and 1 "
		   "list of steps.\n");
	assert_int_equal(RUN("explain", "STP001", "c.py"), 0);
	assert_says(&out, "STP001 is silent: it is about lists of steps, and this is a config");
}

static void folders_are_walked_for_all_kinds(void **state)
{
	(void)state;
	put("src/a.steps", "1. batch = 64\n");
	put("src/b.txt", "1. batch = 640\n");
	assert_int_equal(RUN("src"), 0);
	assert_out("The list of steps is clean.\n");
	assert_int_equal(RUN("src/b.txt"), 2);
	assert_says(&err, "is no config: the loaders read .py, .json, .yaml and .yml; no list of steps: their names "
			  "end in .steps");
}

static void what_can_not_be_read_is_not_clean(void **state)
{
	(void)state;
	put("a.steps", "1. batch = 64\n");
	put("b.steps", "not a step\n");
	assert_int_equal(RUN("a.steps", "b.steps"), 2);
	assert_says(&err, "b.steps:1");
	assert_says(&err, "expected `N. NAME = VALUE`");
	assert_says(&out, "1 list of steps clean, 1 not read.");
}

static void fixing_leaves_other_kinds_alone(void **state)
{
	(void)state;
	put("a.steps", "2. lr = 200\n");
	assert_int_equal(RUN("a.steps", "--fix", "--output-format", "concise"), 1);
	assert_says(&out, "Found 2 findings (1 error, 1 warning) in 1 list of steps.\n");
}

static void a_wrong_rule_is_told(const char *text, const char *want)
{
	put("a.steps", "1. batch = 64\n");
	rule("wrong", text);
	assert_int_equal(RUN("a.steps"), 2);
	assert_says(&err, want);
	unlink("rules/steps/wrong.yaml");
}

static void rules_know_the_names_of_their_kind_only(void **state)
{
	(void)state;
#define HEAD "id: WRG001\nsummary: s\nmessage: m\n"
	a_wrong_rule_is_told(HEAD "on: step\nwhen: 'True'\nat: steps\n",
			     "unknown kind of file 'step' (did you mean 'steps'?)");
	a_wrong_rule_is_told(HEAD "on: steps\nwhen: has(cfg.x)\nat: steps\n", "unknown name 'cfg'");
	a_wrong_rule_is_told(HEAD "on: steps\nwhen: lr > 1\nat: steps\n", "unknown name 'lr'");
	a_wrong_rule_is_told(HEAD "on: steps\nwhen: imports()\nat: steps\n", "imports() is for rules about configs");
	a_wrong_rule_is_told(HEAD "on: steps\ndialects: [mmcv1]\nwhen: 'True'\nat: steps\n",
			     "dialects: has no entry for lists of steps");
	a_wrong_rule_is_told(HEAD "when: has(steps.lines)\nat: cfg\n", "unknown name 'steps'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_ask_about_each_line),
		cmocka_unit_test(a_missing_key_stands_at_the_file),
		cmocka_unit_test(what_is_clean_is_called_by_its_name),
		cmocka_unit_test(comments_silence_their_line),
		cmocka_unit_test(a_finding_that_several_share_is_one),
		cmocka_unit_test(json_is_the_same_for_all_kinds),
		cmocka_unit_test(each_kind_has_its_rules),
		cmocka_unit_test(folders_are_walked_for_all_kinds),
		cmocka_unit_test(what_can_not_be_read_is_not_clean),
		cmocka_unit_test(fixing_leaves_other_kinds_alone),
		cmocka_unit_test(rules_know_the_names_of_their_kind_only),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
