// SPDX-License-Identifier: MIT
/* The tests that rule files carry. Each runs in a sealed file system of its own: no test sees the disk.
 *
 *	tests: bad: lr = 10	the rule must have a finding; good: lr = 1	it must have none */
#include "lint/rules/rule_kinds.h"
#include "lint/ruletest.h"
#include "lint/why_silent.h"
#include "base/path.h"
#include "base/vec.h"
#include "spec/read.h"
#include "lint/rules/ruleset.h"
#include "launch/starts.h"
#include <string.h>

static const char *const test_keys[] = { "bad",	    "good", "dialect",	"machine", "settings",	  "path", "files", "at",
					 "message", "hint", "severity", "fixed",   "cfg-options", "and",  "now" };
static const char *const patch_test_keys[] = { "rule", "bad", "path", "files", "dialect", "patched", "refused" };
#define PROJECT "/project"

struct ruletest_run {
	struct linter l; /* of this test alone: its file system, its settings */
	const struct rule *rule;
	const struct patch *patch; /* the owner of the test; NULL: the rule */
	const struct ruletest_host *host;
	const struct ynode *test;
	uint32_t number; /* 1-based, for reports */
	bool bad;
	const char *text, *path;
	struct arena arena;
	struct graph *g;
	const struct subject_set *other; /* the kind that is linted, if not configs */
	const struct sources *sources;	 /* of the linted subject */
	struct buf *report;
	bool failed;
};

static void fail(struct ruletest_run *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void fail(struct ruletest_run *t, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *what = arena_vprintf(&t->arena, fmt, ap);
	va_end(ap);
	const struct source *src = t->patch ? t->patch->src : t->rule->src;
	struct point p = source_point(src, t->test->at.lo);
	buf_printf(t->report, "%s:%u: %s test %u (%s): %s\n", src->path, p.line + 1,
		   t->patch ? t->patch->name : t->rule->id, t->number, t->bad ? "bad" : "good", what);
	t->failed = true;
}

static const char *get(const struct ruletest_run *t, const char *key)
{
	return yaml_str(yaml_get(t->test, key));
}

/* ---- setting up ---- */

static bool check_shape(struct ruletest_run *t)
{
	struct err e = { 0 };
	struct yread y = { &t->arena, t->rule->src, NULL, &e };
	bool ok = t->patch ? yread_keys(&y, t->test, patch_test_keys, ARRAY_SIZE(patch_test_keys), "a test")
			   : yread_keys(&y, t->test, test_keys, ARRAY_SIZE(test_keys), "a test");
	if (ok && !get(t, "bad") == !get(t, "good"))
		ok = yread_fail(&y, t->test, "a test has either bad or good");
	t->bad = get(t, "bad") != NULL;
	t->text = get(t, t->bad ? "bad" : "good");
	if (!ok)
		fail(t, "%s", e.msg);
	return ok;
}

static bool inside(struct ruletest_run *t, const char *path)
{
	if (path_inside(PROJECT, path))
		return true;
	fail(t, "the path %s leaves the test's project", path);
	return false;
}

static bool put_map(struct ruletest_run *t, const struct ynode *files)
{
	for (uint32_t i = 0; files && files->kind == Y_MAP && i < files->n; i++) {
		const char *text = yaml_str(files->kid[i]);
		const char *path = path_join(&t->arena, PROJECT, files->key[i]->text->s);
		if (!text || !inside(t, path))
			return false;
		vfs_put(t->l.vfs, path, text, strlen(text));
	}
	return true;
}

/* Those of all tests of the rule first: the test's own replace them. */
/* Launch scripts beside the test count, as those of a project do. */
static void take_launch_scripts(struct ruletest_run *t)
{
	const struct ynode *files = yaml_get(t->test, "files");
	const char **list = arena_array(&t->arena, const char *, (files ? files->n : 0) + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; files && i < files->n; i++)
		if (starts_named(files->key[i]->text->s))
			list[n++] = path_join(&t->arena, PROJECT, files->key[i]->text->s);
	t->l.graph.launch_scripts = list;
}

static bool put_files(struct ruletest_run *t)
{
	const char *rel = get(t, "path"), *settings = get(t, "settings");
	t->path = path_join(&t->arena, PROJECT, rel ? rel : "configs/config.py");
	if (!inside(t, t->path) || !put_map(t, test_files_of(&t->arena, t->patch ? t->patch->src : t->rule->src)) ||
	    !put_map(t, yaml_get(t->test, "files")))
		return false;
	if (!settings)
		settings = ""; /* so that the test's project has a top */
	vfs_put(t->l.vfs, PROJECT "/.cfglint.yaml", settings, strlen(settings));
	vfs_put(t->l.vfs, t->path, t->text, strlen(t->text));
	take_launch_scripts(t);
	return true;
}

static bool overrides(struct ruletest_run *t, struct overrides *o)
{
	static const char *const figures[] = { "gpus", "nodes", "cores", "gpu_mem" };
	const char **to[] = { &o->gpus, &o->nodes, &o->cores, &o->gpu_mem };
	const struct ynode *machine = yaml_get(t->test, "machine");
	struct err e = { 0 };
	struct yread y = { &t->arena, t->rule->src, NULL, &e };
	if (machine && !yread_keys(&y, machine, figures, ARRAY_SIZE(figures), "machine")) {
		fail(t, "%s", e.msg);
		return false;
	}
	for (size_t i = 0; i < ARRAY_SIZE(figures); i++)
		*to[i] = yaml_str(yaml_get(machine, figures[i]));
	const char **only = arena_array(&t->arena, const char *, 2);
	only[0] = t->rule->id;
	o->sel.any_home = true;
	o->sel.select = only; /* the fixer lints again and must not meet other rules */
	o->dialect = get(t, "dialect");
	if (o->dialect && !dialect_by_name(&t->l.rules->dialects, o->dialect)) {
		fail(t, "unknown dialect '%s'", o->dialect);
		return false;
	}
	if (o->dialect)
		o->loader = dialect_by_name(&t->l.rules->dialects, o->dialect)->loader;
	return true;
}

/* ---- looking at findings ---- */

/* In a log the whole line counts, because its head is full of numbers. */
static uint32_t search_start(const struct ruletest_run *t, const struct source *s, const struct diag *d)
{
	return t->rule->on->dialects ? 0 : source_line_start(s, d->at.lo);
}

static void check_mark(struct ruletest_run *t, const struct diag *d, const char *mark)
{
	const struct source *s = sources_get(t->sources, d->at.file);
	size_t n = strlen(mark);
	if (!s) {
		fail(t, "the finding has no place");
		return;
	}
	uint32_t from = search_start(t, s, d);
	int len = (int)(d->at.hi - d->at.lo);
	if (d->at.hi - d->at.lo != n || memcmp(s->bytes + d->at.lo, mark, n))
		fail(t, "the finding is at '%.*s', not at '%s'", len > 80 ? 80 : len, s->bytes + d->at.lo, mark);
	else if (memmem(s->bytes + from, s->len - from, mark, n) != s->bytes + d->at.lo)
		fail(t, "the finding is at a later '%s' than the first", mark);
}

static void check_finding(struct ruletest_run *t, const struct diag *d)
{
	const char *mark = get(t, "at"), *message = get(t, "message"), *severity = get(t, "severity"),
		   *hint = get(t, "hint");
	if (mark)
		check_mark(t, d, mark);
	if (message && !strstr(d->msg, message))
		fail(t, "the message is \"%s\", without \"%s\"", d->msg, message);
	if (hint && !strstr(d->hint ? d->hint : "", hint))
		fail(t, "the hint is \"%s\", without \"%s\"", d->hint ? d->hint : "", hint);
	if (severity && strcmp(severity, severity_name(d->severity)))
		fail(t, "the severity is %s, not %s", severity_name(d->severity), severity);
}

/* There is no fixer if the program doesn't have one, such as a fuzzer. */
static bool can_fix(const struct ruletest_run *t)
{
	return t->host && t->host->fix;
}

static void check_fixed(struct ruletest_run *t, const struct diags *found, const char *want)
{
	struct ruletest_fix f = { .g = t->g, .set = t->other, .found = found, .path = t->path };
	if (!can_fix(t))
		return;
	if (!t->host->fix(t->host->ctx, &t->l, &f))
		fail(t, "the fix is refused: %s", buf_str(&f.why));
	else if (strcmp(buf_str(&f.text), want))
		fail(t, "the fixed text is\n%s--- instead of\n%s---", buf_str(&f.text), want);
	buf_release(&f.text);
	buf_release(&f.why);
}

static void check_refused(struct ruletest_run *t, const struct diags *found, const char *want)
{
	struct ruletest_fix f = { .g = t->g, .found = found, .path = t->path, .edit_code = true };
	if (!can_fix(t))
		return;
	if (t->host->fix(t->host->ctx, &t->l, &f))
		fail(t, "the code is edited");
	else if (!strstr(buf_str(&f.why), want))
		fail(t, "it is refused with \"%s\", without \"%s\"", buf_str(&f.why), want);
	buf_release(&f.text);
	buf_release(&f.why);
}

/* All files that change, byte for byte. */
static void check_patched(struct ruletest_run *t, const struct diags *found, const struct ynode *files)
{
	for (uint32_t i = 0; files && files->kind == Y_MAP && i < files->n && can_fix(t) && !t->failed; i++) {
		const char *want = yaml_str(files->kid[i]);
		struct ruletest_fix f = { .g = t->g, .found = found, .edit_code = true };
		f.path = path_join(&t->arena, PROJECT, files->key[i]->text->s);
		if (!t->host->fix(t->host->ctx, &t->l, &f))
			fail(t, "it is refused: %s", buf_str(&f.why));
		else if (!want || strcmp(buf_str(&f.text), want) != 0)
			fail(t, "the code is\n%s--- instead of\n%s---", buf_str(&f.text), want ? want : "");
		buf_release(&f.text);
		buf_release(&f.why);
	}
}

static void explain(struct ruletest_run *t, const struct judged *c)
{
	struct buf why = { 0 };
	lint_silence(&t->l, &t->arena, c, t->rule, "/", false, &why);
	fail(t, "no finding: %s", buf_str(&why));
	buf_release(&why);
}

static void check_all(struct ruletest_run *t, const struct judged *c, const struct diags *found)
{
	const char *fixed = get(t, "fixed");
	if (!t->bad) {
		if (found->n)
			fail(t, "found \"%s\"", found->at[0].msg);
		return;
	}
	if (!found->n)
		explain(t, c);
	if (found->n > 1 && get(t, "at"))
		fail(t, "%zu findings, the second is \"%s\"", found->n, found->at[1].msg);
	for (size_t i = 0; i < found->n && !t->failed; i++)
		check_finding(t, &found->at[i]);
	if (fixed && found->n && !t->failed)
		check_fixed(t, found, fixed);
	if (t->patch && found->n && !t->failed && get(t, "refused"))
		check_refused(t, found, get(t, "refused"));
	else if (t->patch && found->n && !t->failed)
		check_patched(t, found, yaml_get(t->test, "patched"));
}

/* ---- one test ---- */

/* `cfg-options: [KEY=VALUE]` as the command line takes them, or NULL */
static const char *const *cfg_options(struct ruletest_run *t)
{
	const struct ynode *n = yaml_get(t->test, "cfg-options");
	struct err e = { 0 };
	struct yread y = { &t->arena, t->rule->src, NULL, &e };
	const char **list = NULL;
	if (n && !yread_texts(&y, n, "cfg-options", &list, NULL))
		fail(t, "%s", e.msg);
	return list;
}

/* The test's config and those of `and: [PATH]`, which are loaded along with it as on a command line. */
static const char **loaded_paths(struct ruletest_run *t, uint32_t *n)
{
	const struct ynode *also = yaml_get(t->test, "and");
	struct err e = { 0 };
	struct yread y = { &t->arena, t->rule->src, NULL, &e };
	const char **list = NULL, **out;
	*n = 0;
	if (also && !yread_texts(&y, also, "and", &list, n))
		fail(t, "%s", e.msg);
	out = arena_array(&t->arena, const char *, *n + 1);
	out[0] = t->path;
	for (uint32_t i = 0; i < *n; i++)
		out[i + 1] = path_join(&t->arena, PROJECT, list[i]);
	++*n;
	return out;
}

/* Which of the rule's kinds the test is about: its path says so where there are several. */
static const struct subject_kind *tested_kind(const struct ruletest_run *t)
{
	const struct subject_kind *const *kinds = t->l.rules->host.kinds;
	for (uint32_t i = 0; kinds[i] && t->rule->nalso; i++)
		if (rule_is_about(t->rule, kinds[i]) && kinds[i]->named(t->path))
			return kinds[i];
	return t->rule->on;
}

/* A test of a rule that is not about configs: `bad` and `good` are its text. */
static void lint_other(struct ruletest_run *t, const struct settings *st)
{
	const char *now_path = path_join(&t->arena, PROJECT, "configs/now.py"), *now = get(t, "now");
	const struct subject_set *configs = NULL;
	const struct subject *beside = NULL;
	if (now) {
		vfs_put(t->l.vfs, now_path, now, strlen(now));
		configs = linter_subjects(&t->l, t->l.rules->host.kinds[0], &now_path, 1, NULL);
		beside = configs->at[0];
	}
	const struct subject_kind *kind = tested_kind(t);
	const struct subject_set *set = linter_subjects(&t->l, kind, &t->path, 1, &beside);
	const struct subject *s = set->n ? set->at[0] : NULL;
	const struct judged c = { s, st };
	struct diags found = { 0 };
	t->sources = set->sources;
	t->other = set;
	if (!s) {
		fail(t, "it is no %s: no file of the test reads it", kind->one);
	} else if (s->good) {
		lint_rule(&t->l, &t->arena, &c, t->rule, &found, NULL);
		check_all(t, &c, &found);
	} else {
		fail(t, "the %s does not load: %s", s->kind->one, s->trouble);
	}
	vec_release(&found);
	set->kind->free(set);
	if (configs)
		configs->kind->free(configs);
}

static void lint_one(struct ruletest_run *t, const struct settings *st)
{
	struct graph_opts go = { .loader = st->loader,
				 .env = st->env,
				 .cfg_options = cfg_options(t),
				 .launch_scripts = t->l.graph.launch_scripts };
	uint32_t n;
	const char **paths = loaded_paths(t, &n);
	struct diags found = { 0 };
	t->g = graph_load(t->l.vfs, paths, n, &go, t->l.pool);
	t->sources = graph_subjects(t->g)->sources;
	const struct module *m = graph_find(t->g, t->path);
	if (!m)
		fail(t, "the config is not loaded");
	else if (m->state != MODULE_OK && !t->rule->native)
		fail(t, "the config does not load: %s", m->refusal ? m->refusal : m->err->msg);
	if (!t->failed) {
		const struct judged c = { &m->subject, st };
		lint_rule(&t->l, &t->arena, &c, t->rule, &found, NULL);
		check_all(t, &c, &found);
	}
	vec_release(&found);
	graph_free(t->g);
}

static bool run_test(struct ruletest_run *t)
{
	struct overrides o = { 0 };
	t->l.vfs = vfs_new_sealed();
	if (check_shape(t) && put_files(t) && overrides(t, &o)) {
		struct err e = { 0 };
		linter_open(&t->l, &o, NULL);
		linter_name_file(&t->l, t->path);
		const struct settings *st = settings_for(t->l.settings, t->path, &e);
		if (st && !t->rule->on->dialects)
			lint_other(t, st);
		else if (st)
			lint_one(t, st);
		else
			fail(t, "settings: %s", e.msg);
		linter_close(&t->l);
	}
	vfs_free(t->l.vfs);
	arena_release(&t->arena);
	return !t->failed;
}

static void run_rule(const struct linter *l, const struct rule *r, const struct ruletest_host *h, bool verbose,
		     struct buf *report, struct ruletest_result *sum)
{
	struct arena a = { 0 };
	const struct ynode *tests = tests_of(&a, r->src);
	uint32_t bad = 0, good = 0;
	for (uint32_t i = 0; tests && i < tests->n; i++) {
		struct ruletest_run t = {
			.l = *l, .rule = r, .host = h, .test = tests->kid[i], .number = i + 1, .report = report
		};
		bool ok = run_test(&t);
		bad += t.bad;
		good += !t.bad;
		sum->passed += ok;
		sum->failed += !ok;
		if (ok && verbose)
			buf_printf(report, "ok %s test %u (%s)\n", r->id, t.number, t.bad ? "bad" : "good");
	}
	arena_release(&a);
	if (!bad || !good) {
		buf_printf(report, "%s: %s has no %s test\n", r->src->path, r->id, bad ? "good" : "bad");
		sum->failed++;
	}
}

/* only: those of its tests that are about this rule. */
static void run_patch(const struct linter *l, const struct patch *p, const struct rule *only,
		      const struct ruletest_host *h, bool verbose, struct buf *report, struct ruletest_result *sum)
{
	struct arena a = { 0 };
	const struct ynode *tests = tests_of(&a, p->src);
	uint32_t patched = 0;
	for (uint32_t i = 0; tests && i < tests->n; i++) {
		const char *id = yaml_str(yaml_get(tests->kid[i], "rule"));
		const struct rule *r = id ? ruleset_find(l->rules, id) : NULL;
		struct ruletest_run t = { .l = *l,
					  .rule = r,
					  .patch = p,
					  .host = h,
					  .test = tests->kid[i],
					  .number = i + 1,
					  .report = report };
		patched += yaml_get(tests->kid[i], "patched") != NULL;
		if (only && r != only)
			continue;
		bool ok = r && run_test(&t);
		if (!r) {
			fail(&t, "it names no existing rule");
			arena_release(&t.arena);
		}
		sum->passed += ok;
		sum->failed += !ok;
		if (ok && verbose)
			buf_printf(report, "ok %s test %u\n", p->name, t.number);
	}
	arena_release(&a);
	if (!patched) {
		buf_printf(report, "%s: no test with patched:\n", p->src->path);
		sum->failed++;
	}
}

struct ruletest_result ruletest_run(struct ruleset *rs, const struct rule *only, const struct ruletest_host *h,
				    bool verbose, struct buf *report)
{
	struct ruletest_result sum = { 0 };
	struct linter l = { .pool = pool_new(1), .rules = rs };
	for (uint32_t i = 0; i < rs->n; i++)
		if (!only || only == rs->at[i])
			run_rule(&l, rs->at[i], h, verbose, report, &sum);
	for (uint32_t i = 0; i < rs->patches.n; i++)
		run_patch(&l, &rs->patches.at[i], only, h, verbose, report, &sum);
	pool_free(l.pool);
	return sum;
}
