// SPDX-License-Identifier: MIT
/* `cfglint test-rules [RULE...]`: runs the tests of rule files. Linting can't depend on the fixer, so the fixer is
 * passed in here. */
#include "cli/command/priv.h"
#include "lint/rules/ruleset.h"
#include "lint/ruletest.h"
#include <string.h>

static bool first_refusal(const struct fix_result *r, struct buf *why)
{
	for (uint32_t i = 0; i < r->noutcomes; i++)
		if (r->outcome[i].what == FIX_REFUSED && r->outcome[i].reason) {
			buf_puts(why, r->outcome[i].reason);
			return true;
		}
	return false;
}

/* The config's text after all fixes; false with the reason if nothing changed or a fix was refused. */
static bool new_text(const struct fix_result *r, const char *path, struct buf *text, struct buf *why)
{
	if (r->refused && first_refusal(r, why))
		return false;
	for (uint32_t i = 0; i < r->nfiles; i++)
		if (strcmp(r->file[i].path, path) == 0) {
			buf_add(text, r->file[i].new_bytes, r->file[i].nnew);
			return true;
		}
	buf_puts(why, "no fix changed the file");
	return false;
}

static bool apply_fixes(void *ctx, const struct linter *l, struct ruletest_fix *f)
{
	struct fix_opts fo = { .unsafe = true, .edit_code = f->edit_code };
	struct fix_result r = { 0 };
	struct arena tmp = { 0 };
	struct err e = { 0 };
	struct fix_input in = {
		.g = f->g, .paths = &f->path, .npaths = 1, .found = f->found, .more = &f->set, .nmore = f->set ? 1 : 0
	};
	bool good = fix_run(l, &tmp, &in, &fo, &r, &e);

	(void)ctx;
	if (good)
		good = new_text(&r, f->path, &f->text, &f->why);
	else
		buf_puts(&f->why, e.msg);
	fix_result_release(&r);
	arena_release(&tmp);
	return good;
}

static void add(struct ruletest_result *sum, struct ruletest_result r)
{
	sum->passed += r.passed;
	sum->failed += r.failed;
}

static bool run_named(struct session *s, const struct ruletest_host *host, struct ruletest_result *sum,
		      struct buf *report)
{
	for (size_t i = 0; i < s->o->words.n; i++) {
		const char *word = s->o->words.at[i], *near;
		const struct rule *r = ruleset_find(s->linter.rules, word);

		if (!r) {
			near = ruleset_nearest(s->linter.rules, word);
			complain(s, "no rule '%s'%s%s%s", word, near ? "; did you mean " : "", near ? near : "",
				 near ? "?" : "");
			return false;
		}
		add(sum, ruletest_run(s->linter.rules, r, host, s->o->verbose, report));
	}
	return true;
}

/* Line by line, because each begins with a rule file's path. */
static void print_report(struct session *s, struct buf *report)
{
	char *rest = report->n ? report->s : NULL;

	for (char *line; rest && *rest && (line = strsep(&rest, "\n"));)
		say("%s\n", session_message(s, line));
}

int cmd_test_rules(struct session *s)
{
	struct ruletest_host host = { .fix = apply_fixes };
	struct ruletest_result sum = { 0 };
	struct buf report = { 0 };

	if (s->o->words.n == 0)
		sum = ruletest_run(s->linter.rules, NULL, &host, s->o->verbose, &report);
	else if (!run_named(s, &host, &sum, &report))
		sum.failed = 0;
	print_report(s, &report);
	buf_release(&report);
	if (s->status == EXIT_CLEAN)
		say("%u rule tests passed, %u failed\n", sum.passed, sum.failed);
	session_raise(s, sum.failed ? EXIT_FINDINGS : EXIT_CLEAN);
	return s->status;
}
