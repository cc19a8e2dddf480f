// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/err.h"
#include "base/util.h"
#include "rules.h"
#include "lint/rules/ruleset.h"
#include "run/run_subject.h"
#include "lint/judge/native.h"
#include "lint/judge/code_rules.h"

#define HEAD "id: AAA001\nsummary: s\n"
#define BODY "when: lr > 1\nat: lr\nmessage: m\n"

/* Loads one rule file; NULL with the message in *why when it is refused. */
static const char *refusal(const char *text)
{
	static char msg[512];
	struct project p;
	project_begin(&p);
	project_rule(&p, "data/a-rule.yaml", text);
	project_load(&p);
	snprintf(msg, sizeof msg, "%s", p.err.msg);
	bool ok = p.rs != NULL;
	project_end(&p);
	return ok ? NULL : msg;
}

static void good_rules_load(void **state)
{
	(void)state;
	static const char *const good[] = {
		HEAD BODY,
		HEAD
		"let: {k: lr * 2, j: k + 1}\nwhen: k > j\nat: cfg.a['b'][0].c\nmessage: \"{k:.2f} {num(lr)} {{}}\"\n",
		HEAD "options: {tol: {default: 0.1, doc: d}, words: {default: [a, b]}}\nwhen: lr > tol and 'a' in "
		     "words\nat: lr\nmessage: m\n",
		HEAD "each: {k: keys(cfg.data)}\nwhen: not reads('data', k)\nat: k\nmessage: '{k}'\n",
		HEAD "let: {bad: '[d for d in dicts(cfg)]'}\neach: {d: bad}\nwhen: has(d.x)\nat: d.x\nmessage: m\n",
		HEAD "at: lr\nmessage: m\ncases:\n  - {when: lr > 2, severity: error}\n  - {when: lr > 1, message: "
		     "other, at: batch}\n",
		HEAD "native: true\n",
		HEAD BODY
		"dialects: [mmcv1]\nscope: file\noff: true\nfixes:\n  - {safety: safe, title: t, set: {lr: lr / 2}, "
		"remove: [cfg.a],\n"
		"     rename: {cfg.b: \"'c'\"}, move: {cfg.x: cfg.y}, add: {cfg.l: \"{'type': 'A'}\"}, when: lr > 3}\n",
		HEAD "when: cfg.a.type is None or x.startswith('a')\nlet: {}\noptions: {x: {default: \"'abc'\"}}\nat: "
		     "cfg\nmessage: m\n",
		HEAD "when: any(type_is(d, 'A') for d in dicts(cfg)) and max([x for x, y in [(1, 2)]]) > 0\nat: "
		     "lr\nmessage: m\n",
	};
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		const char *why = refusal(good[i]);
		if (why)
			fail_msg("%s\n%s", why, good[i]);
	}
}

static void mistakes_are_told_with_line_and_nearest_word(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *line, *says;
	} bad[] = {
		{ HEAD BODY "mesage: m\n", ":6:", "'mesage' (did you mean 'message'?)" },
		{ HEAD "when: lrr > 1\nat: lr\nmessage: m\n", ":3:", "unknown name 'lrr' (did you mean 'lr'?)" },
		{ HEAD "when: hass(lr)\nat: lr\nmessage: m\n", ":3:", "unknown function 'hass' (did you mean 'has'?)" },
		{ HEAD "when: lr > 1\nat: lr\nmessage: \"{batchh}\"\n", ":5:", "'batchh' (did you mean 'batch'?)" },
		{ HEAD "when: cfg.a.type == 'X'\nat: lr\nmessage: m\n", ":3:", "type_is" },
		{ HEAD "when: \"'X' != cfg.a['type']\"\nat: lr\nmessage: m\n", ":3:", "type_is" },
		{ HEAD "when: cfg.a.type in ('X', 'Y')\nat: lr\nmessage: m\n", ":3:", "type_is" },
		{ HEAD "when: lr >\nat: lr\nmessage: m\n", ":3:", "expression" },
		{ HEAD "when: lr > 1\nat: lr + 1\nmessage: m\n", ":4:", "names no place" },
		{ HEAD "when: lr > 1\nmessage: m\n", "", "at is missing" },
		{ HEAD "at: lr\nmessage: m\n", "", "when is missing" },
		{ HEAD BODY "let: {lr: 1}\n", ":6:", "is a concept already" },
		{ HEAD BODY "let: {has: 1}\n", ":6:", "fixed name" },
		{ HEAD BODY "let: {a: b, b: 1}\n", ":6:", "unknown name 'b'" },
		{ HEAD BODY "options: {a: {default: \"team-det\"}}\n",
		  ":6:", "unknown name 'team'; a text needs quotes within: write \"'team-det'\"" },
		{ HEAD BODY "options: {a: {default: work_dirs/x.y}}\n", ":6:", "write \"'work_dirs/x.y'\"" },
		{ HEAD BODY "options: {a: {default: lr}}\n", ":6:", "no constant; a text needs quotes" },
		{ HEAD BODY "options: {a: {default: two words}}\n", ":6:", "write \"'two words'\"" },
		{ HEAD BODY "let: {a: slurm}\n", ":6:", "write \"'slurm'\"" },
		{ HEAD BODY "fixes: [{safety: safe, title: t, set: {cfg.a.type: AdamW}}]\n",
		  ":6:", "unknown name 'AdamW'; a text needs quotes within: write \"'AdamW'\"" },
		{ HEAD "when: has\nat: lr\nmessage: m\n", ":3:", "must be called" },
		{ HEAD "when: has(lr, lr)\nat: lr\nmessage: m\n", ":3:", "has() takes 1" },
		{ HEAD "when: open('x')\nat: lr\nmessage: m\n", ":3:", "not evaluated in rules" },
		{ HEAD "when: machine.gpuss > 1\nat: lr\nmessage: m\n", ":3:", "did you mean 'gpus'" },
		{ HEAD "when: own(lr * 2) > 1\nat: lr\nmessage: m\n", ":3:", "own() takes a place" },
		{ HEAD "when: base(len(keys(cfg.a))) > 1\nat: lr\nmessage: m\n", ":3:", "base() takes a place" },
		{ HEAD "when: at_level(1, cfg.a) > 1\nat: lr\nmessage: m\n", ":3:", "at_level() takes a place" },
		{ HEAD "let: {a: lr * 2}\nwhen: own(a) > 1\nat: lr\nmessage: m\n", ":4:", "own() takes a place" },
		{ HEAD "let: {a: lr * 2}\nwhen: has(own(lr if a > 1 else a))\nat: lr\nmessage: m\n",
		  ":4:", "own() takes a place" },
		{ HEAD BODY "options: {a: {default: 1}}\nhint: '{own(a)}'\n", ":7:", "own() takes a place" },
		{ HEAD "when: known(lr)\nat: lr\nmessage: m\n", ":3:", "machine.* only" },
		{ HEAD "when: '[1 for cfg in [2]]'\nat: lr\nmessage: m\n", ":3:", "hides" },
		{ HEAD BODY "severity: fatal\n", ":6:", "unknown severity" },
		{ HEAD BODY "severity: waring\n", ":6:", "did you mean 'warning'" },
		{ HEAD BODY "dialects: [mmcv2]\n", ":6:", "did you mean 'mmcv1'" },
		{ HEAD BODY "fixes: [{safety: safe, title: t}]\n", ":6:", "changes nothing" },
		{ HEAD BODY "fixes: [{safety: save, title: t, set: {lr: '1'}}]\n", ":6:", "did you mean 'safe'" },
		{ HEAD BODY "native: true\n", "", "no when" },
		{ HEAD BODY "when: lr > 2\n", "", "" },
		{ "summary: s\n" BODY, "", "id must be text" },
		{ "id: BLR02\nsummary: s\n" BODY, ":1:", "three capital letters" },
		{ HEAD BODY "options: {severity: {default: 1}}\n", ":6:", "severity" },
		{ HEAD BODY "each: {a: lr, b: lr}\n", ":6:", "one variable" },
		{ "- 1\n", ":1:", "map" },
		{ HEAD "when: {a: b}\nat: lr\nmessage: m\n", ":3:", "must be text" },
		{ HEAD "when: 1 + await x\nat: lr\nmessage: m\n", ":3:", "" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		const char *why = refusal(bad[i].rule);
		if (!why || !strstr(why, "a-rule.yaml") || !strstr(why, bad[i].line) || !strstr(why, bad[i].says))
			fail_msg("%s\nfor\n%s", why ? why : "(loaded)", bad[i].rule);
	}
}

/* A concept that is called, and a function that is not: the word itself is no help. */
static void no_word_is_its_own_hint(void **state)
{
	static const char *const bad[] = { HEAD "when: lr(1) > 0\nat: lr\nmessage: m\n",
					   HEAD "when: has > 0\nat: lr\nmessage: m\n" };
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		const char *why = refusal(bad[i]);
		assert_non_null(why);
		assert_null(strstr(why, "did you mean"));
	}
}

static void dialect_mistakes_are_told(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"family: mmcv1\nloader: mmcv1\nconcepts:\n  lrr: {paths: [a]}\n",
		"family: mmcv1\nloader: mmcv1\nconcepts:\n  lr: {paths: [a..b]}\n",
		"family: mmcv1\nloader: mmcv1\nconcepts:\n  lr: {paths: [a], value: '1'}\n",
		"family: mmcv1\nloader: mmcv3\n",
		"loader: mmcv1\n",
		"family: mmcv1\n",
		"extends: bad\n",
		"extends: plan\n",
		"extends: plain\ndetect: has(cfg.x) and nonsense\n",
		"extends: plain\nreads: {data: {others: ignores}}\n",
		"extends: plain\npriority: high\n",
	};
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct project p;
		project_begin(&p);
		project_rule(&p, "data/a.yaml", HEAD BODY);
		project_rule(&p, "dialects/bad.yaml", bad[i]);
		project_load(&p);
		if (p.rs || !strstr(p.err.msg, "bad.yaml:"))
			fail_msg("%s\nfor\n%s", p.rs ? "(loaded)" : p.err.msg, bad[i]);
		project_end(&p);
	}
}

static void hostile_files_are_refused(void **state)
{
	(void)state;
	size_t n = 200000;
	char *text = malloc(n + 200);
	static const char *const units[] = { "[", "(", "-", "a.", "not ", "lambda:" };
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		size_t at = (size_t)sprintf(text, HEAD "at: lr\nmessage: m\nwhen: \"");
		while (at < n)
			at += (size_t)sprintf(text + at, "%s", units[i]);
		strcpy(text + at, "a\"\n");
		assert_non_null(refusal(text));
	}
	free(text);
}

static void ids_and_names_find_rules(void **state)
{
	(void)state;
	struct project p;
	project_begin(&p);
	project_rule(&p, "data/a-rule.yaml", HEAD BODY);
	project_rule(&p, "other/b-rule.yaml", "id: BBB002\nsummary: s\n" BODY);
	project_load(&p);
	assert_non_null(p.rs);
	assert_int_equal(p.rs->n, 2);
	assert_string_equal(ruleset_find(p.rs, "BBB002")->name, "b-rule");
	assert_string_equal(ruleset_find(p.rs, "a-rule")->category, "data");
	assert_null(ruleset_find(p.rs, "c-rule"));
	assert_string_equal(ruleset_nearest(p.rs, "BBB003"), "BBB002");
	project_rule(&p, "other/c-rule.yaml", "id: BBB002\nsummary: s\n" BODY);
	struct err e = { 0 };
	assert_null(rules_folder_load(&p.rules, &e));
	assert_non_null(strstr(e.msg, "BBB002"));
	project_end(&p);
}

static void unless_reported_has_an_old_name(void **state)
{
	(void)state;
	static const char *const names[] = { "unless_reported", "unless_told" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char text[200];
		snprintf(text, sizeof text, HEAD BODY "%s: [KEY003]\n", names[i]);
		struct project p;
		project_begin(&p);
		project_rule(&p, "data/a-rule.yaml", text);
		project_load(&p);
		const struct rule *r = p.rs ? ruleset_find(p.rs, "AAA001") : NULL;
		assert_non_null(r);
		assert_int_equal(r->unless_reported.n, 1);
		assert_string_equal(r->unless_reported.at[0], "KEY003");
		project_end(&p);
	}
}

static void an_empty_folder_is_reported(void **state)
{
	(void)state;
	struct err e = { 0 };
	assert_null(ruleset_load("/nonexistent/rules", &(struct rule_host){ known_kinds, native_code_names() }, &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
}

static void the_embedded_rules_load(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct ruleset *rs = ruleset_load(NULL, &(struct rule_host){ known_kinds, native_code_names() }, &e);
	if (!rs)
		fail_msg("%s", e.msg);
	ruleset_free(rs);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_rules_load),
		cmocka_unit_test(mistakes_are_told_with_line_and_nearest_word),
		cmocka_unit_test(no_word_is_its_own_hint),
		cmocka_unit_test(dialect_mistakes_are_told),
		cmocka_unit_test(hostile_files_are_refused),
		cmocka_unit_test(ids_and_names_find_rules),
		cmocka_unit_test(unless_reported_has_an_old_name),
		cmocka_unit_test(an_empty_folder_is_reported),
		cmocka_unit_test(the_embedded_rules_load),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
