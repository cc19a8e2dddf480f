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
	project_rule(&p, "misc/typed.yaml",
		     "id: MSC003\nsummary: s\noptions:\n  part: {default: 0.5}\n  flag: {default: 'False'}\n"
		     "  word: {default: \"'a'\"}\n  names: {default: [a]}\n  free: {default: 'None'}\n  few: {default: "
		     "[]}\nwhen: lr > part\nat: lr\nmessage: m\n");
	project_rule(&p, "misc/rare.yaml", "id: MSC002\nsummary: s\noff: true\nwhen: lr > 1\nat: lr\nmessage: m\n");
	return project_ready(&p);
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
		load("dialect: plain\nloader: mmengine\nmachine: {gpus: 8, nodes: 2, cores: 64, gpu_mem: 79.5, gpu: "
		     "Tesla T4}\n"
		     "select: [DAT001, perf]\nextend-select: misc\nignore: [rare]\npedantic: true\nexclude: ['old/', "
		     "'*_x.py']\n"
		     "env: {DATA: /d}\nlr: {base_lr: 0.01, base_batch: 16}\n"
		     "rules: {workers: {severity: error, limit: 5}}\nfail-on: info\n",
		     NULL);
	if (!s)
		fail_msg("%s", p.err.msg);
	assert_string_equal(s->dialect, "plain");
	assert_int_equal(s->loader, LOADER_MMENGINE);
	assert_int_equal(s->machine.gpus.as.i, 8);
	assert_string_equal(s->machine.gpus_why, ".cfglint.yaml:3");
	assert_true(s->machine.gpu_mem.as.f == 79.5);
	assert_string_equal(s->machine.gpu, "Tesla T4");
	assert_string_equal(s->sel.select[1], "perf");
	assert_string_equal(s->sel.extend[0], "misc");
	assert_true(s->sel.pedantic);
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
		{ "machine: {gpu: 8}\n", "gpus is their number" },
		{ "machine: {gpu_mem_gib: 8}\n", "did you mean 'gpu_mem'" },
		{ "machine: {cores: 2000000}\n", "at most 1000000" },
		{ "lr: {base_lr: 0.1}\n", "base_batch is missing" },
		{ "lr: {base_batch: 16}\n", "base_lr is missing" },
		{ "roots: [nonexistent]\n", ":1: roots: no such folder: /w/a/nonexistent" },
		{ "roots: [/tmp]\n", ":1: roots: /tmp lies outside the project /w/a" },
		{ "code:\n- nonexistent\n", ":2: code: no such folder: /w/a/nonexistent" },
		{ "packages: {p: nonexistent}\n", "packages: p: no such folder" },
		{ "code: {}\n", "code is on, off, or a list of folders" },
		{ "env: [=1]\n", "NAME=VALUE" },
		{ "exclude: ['a[']\n", ":1: exclude: 'a['" },
		{ "select: [PFR]\n", "select: no rule, category or level 'PFR'" },
		{ "select:\n- DAT\n- datas\n",
		  ":3: select: no rule, category or level 'datas' (did you mean 'data'?)" },
		{ "ignore: [all]\n", "select, ignore and rules leave no rule to run" },
		{ "select: [DAT001]\nrules: {DAT001: {severity: 'off'}}\n", "leave no rule to run" },
		{ "fail-on: wraning\n", "did you mean 'warning'" },
		{ "extends: 1x.yaml\n", ":1: extends: no such file: 1x.yaml" },
		{ "extends: .cfglint.yaml\n", "a loop" },
		{ "overrides: {}\n", "overrides must be a list" },
		{ "overrides: [{ignore: [DAT]}]\n", "needs files" },
		{ "overrides: [{file: x, ignore: DAT}]\n", "did you mean 'files'" },
		{ "overrides: [{files: [x]}]\n", "a key besides files" },
		{ "overrides: [{files: ['['], pedantic: true}]\n", "files: '['" },
		{ "overrides:\n- {files: x, roots: [y]}\n", ":2: roots holds for all files" },
		{ "overrides:\n- {files: x, ignor: [y]}\n",
		  ":2: unknown key in an override: 'ignor' (did you mean 'ignore'?)" },
		{ "overrides:\n- files: x\n  rules:\n    DAT001: {limit: many}\n",
		  ":4: limit of DAT001 must be a number" },
		{ "files: [x]\n", "belongs into an entry of overrides" },
		{ "rules: {DAT001: {limit: lots}}\n", ":1: limit of DAT001 must be a number" },
		{ "rules: {DAT001: {limit: true}}\n", "limit of DAT001 must be a number" },
		{ "rules: {DAT001: {limit: {a: 1}}}\n", "limit of DAT001 must be a number" },
		{ "rules: {DAT001: {limit: [1]}}\n", "limit of DAT001 must be a number" },
		{ "rules: {MSC003: {flag: 1}}\n", "flag of MSC003 must be true or false" },
		{ "rules: {MSC003: {word: 1}}\n", "word of MSC003 must be text" },
		{ "rules: {MSC003: {names: [1]}}\n", "names of MSC003 must be a list of texts" },
		{ "rules: {MSC003: {names: a}}\n", "names of MSC003 must be a list of texts" },
		{ "rules: {MSC003: {few: 1}}\n", "few of MSC003 must be a list" },
		{ "rules: {MSC: {part: 1}}\n", "of several rules only severity" },
		{ "rules: {MSC003: {}, typed: {}}\n", "MSC003 and typed are one rule" },
		{ "rules: {datas: {severity: error}}\n", "unknown rule 'datas' (did you mean 'data'?)" },
		{ "machine: {gpus: many}\n", "positive whole number" },
		{ "machine: {gpus: -1}\n", "positive whole number" },
		{ "lr: {base_lr: 0.1, base_batch: 1.5}\n", "positive whole number" },
		{ "select: [DAT01]\n", "did you mean 'DAT001'" },
		{ "rules: {DAT009: {}}\n", "unknown rule 'DAT009'" },
		{ "rules: {DAT001: {limt: 1}}\n", "unknown option of DAT001: 'limt' (did you mean 'limit'?)" },
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

static void a_file_does_not_mean_itself(void **state)
{
	(void)state;
	memset(&p.err, 0, sizeof p.err);
	assert_null(load("extends: .cfglint.yml\n", NULL));
	assert_non_null(strstr(p.err.msg, "no such file: .cfglint.yml"));
	assert_null(strstr(p.err.msg, "did you mean"));
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
	assert_string_equal(settings_project(cache, "/w/a/sub/dir/d.py", NULL), "/w/a/sub");
	project_file(&p, "/w/r/.git/HEAD", "ref");
	project_file(&p, "/w/r/.cfglint.yaml", "pedantic: true\n");
	project_file(&p, "/w/r/ops/setup.py", "");
	assert_true(settings_for(cache, "/w/r/ops/configs/d.py", NULL)->sel.pedantic); /* a part of the repository */
	project_file(&p, "/w/misnamed/.cfglint.yml", "pedantic: true\n");
	assert_null(settings_for(cache, "/w/misnamed/d.py", &p.err));
	assert_string_equal(p.err.msg,
			    "/w/misnamed/.cfglint.yml: settings are called .cfglint.yaml; this file is not read");
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
	static const char *const name[] = { "MSC001", NULL }, *const beginning[] = { "MSC0", NULL };
	struct overrides o = { .gpus = "4", .cores = "32", .sel = { .select = select, .ignore = ignore } };
	const struct settings *s = load("machine: {gpus: 8, nodes: 2}\nselect: [DAT]\nignore: [rare]\n", &o);
	assert_int_equal(s->machine.gpus.as.i, 4);
	assert_int_equal(s->machine.nodes.as.i, 2);
	assert_string_equal(s->machine.gpus_why, "--gpus");
	assert_string_equal(s->sel.select[0], "MSC");
	assert_string_equal(s->sel.ignore[1], "DAT002");
	o = (struct overrides){ .sel = { .select = name, .ignore = name } };
	assert_null(load("", &o));
	assert_non_null(strstr(p.err.msg, "leave no rule to run"));
	o.isolated = true;
	assert_null(load("", &o));
	assert_string_equal(p.err.msg, "--select and --ignore leave no rule to run");
	o.sel.ignore = beginning;
	assert_non_null(load("", &o));
	o = (struct overrides){ .gpus = "eight" };
	assert_null(load("", &o));
	assert_non_null(strstr(p.err.msg, "--gpus"));
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void what_a_file_extends_lies_below_it(void **state)
{
	(void)state;
	project_file(&p, "/w/a/shared/low.yaml",
		     "machine: {gpus: 4, cores: 8}\nignore: [misc, DAT002]\nexclude: [old/]\nlr: {base_lr: 1, "
		     "base_batch: 2}\n"
		     "rules: {DAT001: {limit: 7, severity: error}, misc: {severity: error}}\nselect: [misc]\n");
	project_file(&p, "/w/a/shared/high.yaml", "extends: low.yaml\nmachine: {gpus: 2}\n");
	const struct settings *s = load("extends: [shared/high.yaml]\nmachine: {cores: 16}\nselect: [DAT]\n"
					"extend-select: [dat002]\nrules: {workers: {limit: 9}}\n",
					NULL);
	if (!s)
		fail_msg("%s", p.err.msg);
	const struct rule *r = ruleset_find(p.rs, "DAT001"), *cache_rule = ruleset_find(p.rs, "DAT002"),
			  *note = ruleset_find(p.rs, "MSC001");
	struct value v;
	assert_int_equal(s->machine.gpus.as.i, 2);
	assert_string_equal(s->machine.gpus_why, "high.yaml:2");
	assert_int_equal(s->machine.cores.as.i, 16);
	assert_int_equal(s->lr_base.as.i, 1);
	assert_true(settings_option(s, r, str_lit("limit"), &p.arena, &v));
	assert_int_equal(v.as.i, 9);
	assert_int_equal(settings_severity(s, r, SEV_INFO), SEV_ERROR);
	assert_int_equal(settings_severity(s, note, SEV_INFO), SEV_ERROR); /* of its category */
	assert_true(settings_excludes(s, "/w/a/shared/x/old", true));	   /* relative to the file that says it */
	assert_false(settings_excludes(s, "/w/a/old", true));
	assert_true(settings_selects(s, cache_rule, SEV_PERFORMANCE)); /* taken back */
	assert_false(settings_selects(s, note, SEV_ERROR));
}

static void what_is_extended_lies_in_the_project(void **state)
{
	(void)state;
	project_file(&p, "/w/a/.git/HEAD", "ref");
	project_file(&p, "/w/outside.yaml", "pedantic: true\n");
	project_file(&p, "/w/a/one.yaml", "extends: two.yaml\n");
	project_file(&p, "/w/a/two.yaml", "a: b\n");
	assert_null(load("extends: ../outside.yaml\n", NULL));
	assert_non_null(
		strstr(p.err.msg, "/w/a/.cfglint.yaml:1: extends: ../outside.yaml lies outside the project /w/a"));
	assert_null(load("pedantic: true\nextends: one.yaml\n", NULL));
	assert_non_null(strstr(p.err.msg, "/w/a/two.yaml:1: unknown key in the settings: 'a'"));
	project_file(&p, "/w/a/two.yaml", "extends: ./one.yaml\n");
	assert_null(load("extends: one.yaml\n", NULL));
	assert_non_null(strstr(p.err.msg, "/w/a/two.yaml:1: extends: a loop: ./one.yaml extends this file"));
	struct overrides named = { .settings = "/w/named.yaml" };
	project_file(&p, "/w/named.yaml", "extends: outside.yaml\n");
	assert_true(load("", &named)->sel.pedantic);
}

static void a_ladder_of_extended_files_ends(void **state)
{
	(void)state;
	char path[64], text[64];
	for (int i = 0; i < 12; i++) {
		snprintf(path, sizeof path, "/w/a/l%d.yaml", i);
		snprintf(text, sizeof text, i < 11 ? "extends: [l%d.yaml, l%d.yaml]\n" : "pedantic: true\n", i + 1,
			 i + 1);
		project_file(&p, path, text);
	}
	assert_null(load("extends: l0.yaml\n", NULL));
	assert_non_null(strstr(p.err.msg, "more than 64 files"));
}

static void overrides_hold_for_their_paths(void **state)
{
	(void)state;
	const struct settings *s =
		load("select: [DAT]\nmachine: {gpus: 8}\n"
		     "overrides:\n- files: ['legacy/', '*_old.py']\n  ignore: [workers]\n  machine: {gpus: 1}\n"
		     "- files: b/legacy\n  rules: {DAT002: {severity: error}}\n  fail-on: never\n",
		     NULL);
	if (!s)
		fail_msg("%s", p.err.msg);
	const struct rule *r = ruleset_find(p.rs, "DAT001"), *c = ruleset_find(p.rs, "DAT002");
	const struct settings *old = settings_for(cache, "/w/a/b/x_old.py", NULL),
			      *both = settings_for(cache, "/w/a/b/legacy/deep/x.py", NULL),
			      *one = settings_for(cache, "/w/a/legacy/x.py", NULL);
	assert_true(settings_selects(s, r, SEV_WARNING));
	assert_false(settings_selects(old, r, SEV_WARNING));
	assert_int_equal(old->machine.gpus.as.i, 1);
	assert_int_equal(settings_severity(old, c, SEV_PERFORMANCE), SEV_PERFORMANCE);
	assert_int_equal(settings_severity(both, c, SEV_PERFORMANCE), SEV_ERROR);
	assert_true(both->fail_never && !old->fail_never);
	assert_ptr_equal(old, one);
	assert_ptr_equal(s, settings_for(cache, "/w/a/other/y.py", NULL));
	assert_string_equal(one->path, "/w/a/.cfglint.yaml");
}

static void the_users_own_lie_lowest(void **state)
{
	(void)state;
	struct overrides o = { .user = "/home/u/.config/cfglint/config.yaml" };
	assert_non_null(load("", &o)); /* there is none */
	project_file(&p, o.user,
		     "machine: {gpus: 2, cores: 4}\nexclude: [attic/]\nignore: [DAT001]\n"
		     "overrides: [{files: ['*_u.py'], pedantic: true, machine: {cores: 5}}]\n");
	const struct settings *s = load("machine: {cores: 64}\nextend-select: [DAT001]\n", &o);
	assert_int_equal(s->machine.gpus.as.i, 2);
	assert_string_equal(s->machine.gpus_why, "config.yaml:1");
	assert_int_equal(s->machine.cores.as.i, 64);
	assert_true(settings_excludes(s, "/w/a/attic", true));
	assert_true(settings_selects(s, ruleset_find(p.rs, "DAT001"), SEV_WARNING));
	const struct settings *u = settings_for(cache, "/w/a/x_u.py", NULL);
	assert_true(u->sel.pedantic);
	assert_int_equal(u->machine.cores.as.i, 64); /* the project's word */
	s = settings_for(cache, "/elsewhere/x.py", NULL);
	assert_null(s->path);
	assert_int_equal(s->machine.cores.as.i, 4);
	o.isolated = true;
	assert_int_equal(load("", &o)->machine.gpus.kind, VALUE_UNKNOWN);
	project_file(&p, o.user, "machin: {}\n");
	o.isolated = false;
	assert_null(load("", &o));
	assert_non_null(strstr(p.err.msg, "config.yaml:1: unknown key in the settings: 'machin'"));
}

/* Patterns of the user's own settings are of no folder: with a slash they match at any depth, from / when they begin
 * with it. */
static void the_users_own_patterns_hold_everywhere(void **state)
{
	(void)state;
	struct overrides o = { .user = "/home/u/.config/cfglint/config.yaml" };
	project_file(
		&p, o.user,
		"exclude: [old/configs/, /w/a/top, 'x/**/y']\noverrides: [{files: [exp/*_u.py], pedantic: true}]\n");
	const struct settings *s = load("", &o);
	assert_non_null(s);
	assert_true(settings_excludes(s, "/w/a/old/configs", true));
	assert_true(settings_excludes(s, "/old/configs", true));
	assert_false(settings_excludes(s, "/w/a/old/configs", false));
	assert_false(settings_excludes(s, "/w/a/older/configs", true));
	assert_true(settings_excludes(s, "/w/a/top", true));
	assert_false(settings_excludes(s, "/w/b/w/a/top", true));
	assert_true(settings_excludes(s, "/w/a/x/1/2/y", false));
	assert_true(settings_for(cache, "/w/a/exp/x_u.py", NULL)->sel.pedantic);
	assert_false(settings_for(cache, "/w/a/x_u.py", NULL)->sel.pedantic);
	/* a project's are its folder's */
	s = load("exclude: [old/configs/, /top]\n", NULL);
	assert_true(settings_excludes(s, "/w/a/old/configs", true));
	assert_false(settings_excludes(s, "/w/a/b/old/configs", true));
	assert_true(settings_excludes(s, "/w/a/top", true));
	assert_false(settings_excludes(s, "/top", true));
}

static void says(const char *text, const struct overrides *o, const char *said)
{
	if (load(text, o))
		fail_msg("taken: %s", text);
	if (!strstr(p.err.msg, said))
		fail_msg("%s: not said: %s", p.err.msg, said);
}

/* Which file is to blame, when several hold. */
static void errors_name_the_file(void **state)
{
	(void)state;
	struct overrides o = { .user = "/home/u/.config/cfglint/config.yaml" };
	project_file(&p, "/w/a/low.yaml", "select: [MSC002]\n");
	project_file(&p, "/w/a/bytes.yaml", "select: [\xff]\n");
	project_file(&p, o.user, "ignore: [ALL]\n");
	says("extends: [low.yaml, bytes.yaml]\n", NULL, "/w/a/bytes.yaml:1: ");
	says("extends: ''\n", NULL, "/w/a/.cfglint.yaml:1: extends: an empty name is no file");
	says("extends: [low.yaml, '']\n", NULL, "/w/a/.cfglint.yaml:1: extends: an empty name is no file");
	says("pedantic: false\n", &o, "/home/u/.config/cfglint/config.yaml: select, ignore and rules leave no rule");
	says("ignore: [ALL]\n", NULL, "/w/a/.cfglint.yaml: select, ignore and rules leave no rule");
	says("extends: low.yaml\nignore: [MSC002]\n", NULL,
	     "/w/a/low.yaml and /w/a/.cfglint.yaml: select, ignore and rules leave no rule");
	const char *const all[] = { "ALL", NULL };
	says("pedantic: false\n", &(struct overrides){ .sel = { .ignore = all } },
	     "--select and --ignore leave no rule");
	says("ignore: [DAT001]\n", &(struct overrides){ .sel = { .ignore = all } },
	     "/w/a/.cfglint.yaml: select, ignore and rules, with those options of the command line, leave no rule");
}

/* An empty name would be the settings' own folder, or nothing. */
static void empty_names_are_refused(void **state)
{
	(void)state;
	says("roots: ''\n", NULL, ":1: roots: an empty name is no folder");
	says("roots: ['', b]\n", NULL, ":1: roots: an empty name is no folder");
	says("code: ['']\n", NULL, ":1: code: an empty name is no folder");
	says("packages: {x: ''}\n", NULL, ":1: packages: x: an empty name is no folder");
	says("packages: {'': b}\n", NULL, ":1: packages: an empty name is no package");
	says("env: {'': b}\n", NULL, ":1: env: an empty name is no variable");
	says("rules: ['']\n", NULL, ":1: rules: an empty name is no folder");
}

static bool runs(const char *const *select, const char *const *ignore, bool pedantic, const char *rule)
{
	struct settings s = { .sel = { .select = select, .ignore = ignore, .pedantic = pedantic } };
	const struct rule *r = ruleset_find(p.rs, rule);
	return settings_selects(&s, r, r->severity);
}

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
	assert_true(runs(WORDS("DAT"), NULL, false, "DAT002")); /* all of them, whatever their level */
	assert_true(runs(WORDS("Misc"), NULL, false, "MSC001"));
	assert_false(runs(WORDS("misc"), NULL, false, "MSC002"));
	assert_false(runs(WORDS("DAT"), NULL, false, "MSC001"));
	assert_true(runs(WORDS("dat00"), NULL, false, "DAT002"));
	assert_false(runs(WORDS("DAT01"), NULL, false, "DAT002"));
	assert_true(runs(WORDS("PERF"), NULL, false, "DAT002"));
	assert_false(runs(WORDS("DAT"), WORDS("performance"), false, "DAT002"));
	assert_false(runs(WORDS("DAT"), WORDS("DAT00"), false, "DAT002")); /* the longer beginning */
	assert_true(runs(WORDS("DAT00"), WORDS("DAT"), false, "DAT002"));
	assert_false(runs(WORDS("DAT"), WORDS("data"), false, "DAT002"));
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
		cmocka_unit_test_teardown(a_file_does_not_mean_itself, drop),
		cmocka_unit_test_teardown(the_nearest_file_holds, drop),
		cmocka_unit_test_teardown(the_command_line_wins, drop),
		cmocka_unit_test_teardown(what_a_file_extends_lies_below_it, drop),
		cmocka_unit_test_teardown(what_is_extended_lies_in_the_project, drop),
		cmocka_unit_test_teardown(a_ladder_of_extended_files_ends, drop),
		cmocka_unit_test_teardown(overrides_hold_for_their_paths, drop),
		cmocka_unit_test_teardown(the_users_own_lie_lowest, drop),
		cmocka_unit_test_teardown(the_users_own_patterns_hold_everywhere, drop),
		cmocka_unit_test_teardown(errors_name_the_file, drop),
		cmocka_unit_test_teardown(empty_names_are_refused, drop),
		cmocka_unit_test(selection_follows_the_words),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
