// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/str.h"
#include "base/util.h"
#include "python/value/value.h"
#include "rules.h"
#include "lint/rules/ruleset.h"
#include "lint/settings/select.h"

static struct project p;
static struct settings_cache *cache;

static int begin(void **state)
{
	(void)state;
	project_begin(&p);
	project_rule(&p, "data/workers.yaml",
		     "id: DAT001\nsummary: s\noptions: {limit: {default: 3}}\nwhen: lr > limit\nat: lr\nmessage: m\n");
	project_rule(&p, "data/cache.yaml",
		     "id: DAT002\nsummary: s\nseverity: performance\nwhen: lr > 1\nat: lr\nmessage: m\n");
	project_rule(&p, "misc/note.yaml",
		     "id: MSC001\nsummary: s\nseverity: info\nwhen: lr > 1\nat: lr\nmessage: m\n");
	project_rule(&p, "misc/rare.yaml", "id: MSC002\nsummary: s\noff: true\nwhen: lr > 1\nat: lr\nmessage: m\n");
	project_load(&p);
	return !p.rs;
}

static int end(void **state)
{
	(void)state;
	project_end(&p);
	return 0;
}

/* Settings of /w/a/b/c.py with this text at /w/a/.cfglint.yaml; NULL: broken, see p.err. */
static const struct settings *load(const char *text, const struct overrides *o)
{
	settings_cache_free(cache);
	project_file(&p, "/w/a/.cfglint.yaml", text);
	cache = settings_cache_new(p.rs, p.fs, o);
	return settings_for(cache, "/w/a/b/c.py", &p.err);
}

static int drop(void **state)
{
	(void)state;
	settings_cache_free(cache);
	cache = NULL;
	return 0;
}

static void every_key_is_read(void **state)
{
	(void)state;
	const struct settings *s =
		load("dialect: plain\nloader: mmengine\nmachine: {gpus: 8, nodes: 2, cores: 64, gpu_mem: 79.5}\n"
		     "select: [DAT001, perf]\nextend-select: misc\nignore: [rare]\npedantic: true\nexclude: ['old/', "
		     "'*_x.py']\n"
		     "roots: [../shared]\nenv: {DATA: /d}\nlr: {base_lr: 0.01, base_batch: 16}\n"
		     "rules: {workers: {severity: error, limit: 5}}\nfail-on: info\n",
		     NULL);
	assert_non_null(s);
	assert_string_equal(s->dialect, "plain");
	assert_int_equal(s->loader, LOADER_MMENGINE);
	assert_int_equal(s->machine.gpus.as.i, 8);
	assert_string_equal(s->machine.gpus_why, ".cfglint.yaml:3");
	assert_true(s->machine.gpu_mem_gib.as.f == 79.5);
	assert_string_equal(s->sel.select[1], "perf");
	assert_string_equal(s->sel.extend[0], "misc");
	assert_true(s->sel.pedantic);
	assert_string_equal(s->roots[0], "/w/shared");
	assert_string_equal(s->env[0], "DATA=/d");
	assert_true(s->lr_base.as.f == 0.01);
	assert_int_equal(s->lr_base_batch.as.i, 16);
	assert_true(s->fail_on_set && s->fail_on == SEV_INFO);
	assert_true(settings_excludes(s, "/w/a/old", true));
	assert_true(settings_excludes(s, "/w/a/deep/net_x.py", false));
	assert_false(settings_excludes(s, "/w/a/net.py", false));
	assert_false(settings_excludes(s, "/elsewhere/net_x.py", false));
}

static void options_and_severities_are_per_rule(void **state)
{
	(void)state;
	struct value v;
	const struct settings *s =
		load("rules: {DAT001: {severity: error, limit: 5}, note: {severity: 'off'}}\n", NULL);
	assert_non_null(s);
	const struct rule *r = ruleset_find(p.rs, "DAT001"), *note = ruleset_find(p.rs, "note");
	assert_int_equal(settings_severity(s, r, SEV_WARNING), SEV_ERROR);
	assert_true(settings_option(s, r, str_lit("limit"), &p.arena, &v));
	assert_int_equal(v.as.i, 5);
	assert_false(settings_option(s, note, str_lit("limit"), &p.arena, &v));
	assert_false(settings_selects(s, note, SEV_ERROR));
}

static void mistakes_are_told_with_their_line(void **state)
{
	(void)state;
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "machine: {}\nselct: []\n", ":2: unknown key in the settings: 'selct' (did you mean 'select'?)" },
		{ "dialect: plane\n", "did you mean 'plain'" },
		{ "loader: mmcv2\n", "did you mean 'mmcv1'" },
		{ "machine: {gpu: 8}\n", "did you mean 'gpus'" },
		{ "machine: {gpus: many}\n", "positive whole number" },
		{ "machine: {gpus: -1}\n", "positive whole number" },
		{ "lr: {base_batch: 1.5}\n", "positive whole number" },
		{ "select: [DAT01]\n", "did you mean 'DAT001'" },
		{ "rules: {DAT009: {}}\n", "unknown rule 'DAT009'" },
		{ "rules: {DAT001: {limt: 1}}\n", "no option 'limt'" },
		{ "rules: {DAT001: {severity: bad}}\n", "severity" },
		{ "rules: {DAT001: error}\n", "must be a map" },
		{ "pedantic: maybe\n", "true or false" },
		{ "env: [NAME]\n", "NAME=VALUE" },
		{ "rules-dir: x\n", "unknown key" },
		{ "a: 1\na: 2\n", ":2:" },
		{ "? [x]\n: 1\n", "" },
		{ "- x\n", "map" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		memset(&p.err, 0, sizeof p.err);
		if (load(bad[i].text, NULL) || !strstr(p.err.msg, bad[i].says) ||
		    !strstr(p.err.msg, "/w/a/.cfglint.yaml:"))
			fail_msg("'%s' for\n%s", p.err.msg, bad[i].text);
	}
}

static void the_nearest_file_holds(void **state)
{
	(void)state;
	const struct settings *s = load("pedantic: true\n", NULL);
	assert_true(s->sel.pedantic);
	assert_ptr_equal(s, settings_for(cache, "/w/a/x/y/z/d.py", NULL));
	assert_null(settings_for(cache, "/w/d.py", NULL)->path);
	project_file(&p, "/w/a/sub/.git/HEAD", "ref");
	assert_null(settings_for(cache, "/w/a/sub/dir/d.py", NULL)->path);
	struct overrides isolated = { .isolated = true };
	assert_false(load("pedantic: true\n", &isolated)->sel.pedantic);
	project_file(&p, "/w/other.yaml", "pedantic: true\n");
	struct overrides named = { .settings = "/w/other.yaml" };
	assert_true(load("pedantic: false\n", &named)->sel.pedantic);
}

static void the_command_line_wins(void **state)
{
	(void)state;
	static const char *const select[] = { "MSC", NULL }, *const ignore[] = { "DAT002", NULL };
	struct overrides o = { .gpus = "4", .cores = "32", .sel = { .select = select, .ignore = ignore } };
	const struct settings *s = load("machine: {gpus: 8, nodes: 2}\nselect: [DAT]\nignore: [rare]\n", &o);
	assert_int_equal(s->machine.gpus.as.i, 4);
	assert_int_equal(s->machine.nodes.as.i, 2);
	assert_string_equal(s->machine.gpus_why, "--gpus");
	assert_string_equal(s->sel.select[0], "MSC");
	assert_string_equal(s->sel.ignore[1], "DAT002");
	o = (struct overrides){ .gpus = "eight" };
	assert_null(load("", &o));
	assert_non_null(strstr(p.err.msg, "--gpus"));
}

static bool runs(const char *const *select, const char *const *ignore, bool pedantic, const char *rule)
{
	struct settings s = { .sel = { .select = select, .ignore = ignore, .pedantic = pedantic } };
	const struct rule *r = ruleset_find(p.rs, rule);
	return settings_selects(&s, r, r->severity);
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void selection_follows_the_words(void **state)
{
	(void)state;
	assert_true(runs(NULL, NULL, false, "DAT001"));
	assert_false(runs(NULL, NULL, false, "DAT002"));
	assert_false(runs(NULL, NULL, false, "MSC001"));
	assert_true(runs(NULL, NULL, true, "MSC001"));
	assert_false(runs(NULL, NULL, true, "MSC002"));
	assert_true(runs(WORDS("perf"), NULL, false, "DAT001"));
	assert_true(runs(WORDS("perf"), NULL, false, "DAT002"));
	assert_true(runs(WORDS("all"), NULL, false, "MSC001"));
	assert_false(runs(WORDS("all"), NULL, false, "MSC002"));
	assert_true(runs(WORDS("rare"), NULL, false, "MSC002"));
	assert_false(runs(WORDS("rare"), NULL, false, "DAT001"));
	assert_true(runs(WORDS("DAT"), NULL, false, "DAT001"));
	assert_false(runs(WORDS("DAT"), NULL, false, "DAT002"));
	assert_true(runs(WORDS("DAT", "perf"), NULL, false, "DAT002"));
	assert_true(runs(WORDS("MSC001"), NULL, false, "MSC001"));
	assert_false(runs(NULL, WORDS("data"), false, "DAT001"));
	assert_true(runs(WORDS("DAT001"), WORDS("DAT"), false, "DAT001"));
	assert_false(runs(WORDS("DAT001"), WORDS("DAT001"), false, "DAT001"));
	assert_false(runs(NULL, WORDS("warning"), false, "DAT001"));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(every_key_is_read, drop),
		cmocka_unit_test_teardown(options_and_severities_are_per_rule, drop),
		cmocka_unit_test_teardown(mistakes_are_told_with_their_line, drop),
		cmocka_unit_test_teardown(the_nearest_file_holds, drop),
		cmocka_unit_test_teardown(the_command_line_wins, drop),
		cmocka_unit_test(selection_follows_the_words),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
