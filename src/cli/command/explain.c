// SPDX-License-Identifier: MIT
/* `cfglint explain RULE [FILE...]`: the rule's documentation with examples from its tests; with files, or with runs for
 * a rule about runs: why it has no finding. */
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "cli/shared/log_read.h"
#include "cli/shared/logged.h"
#include "lint/why_silent.h"
#include "cli/launching.h"
#include "lint/rules/ruleset.h"
#include "lint/rules/rule_word.h"
#include "report/draw/paragraphs.h"
#include "report/value_json.h"
#include "run/run_subject.h"
#include "lint/settings/select.h"
#include <string.h>

static void indented(const char *text, const char *indent)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		say("%s%.*s\n", n ? indent : "", (int)n, text);
		text += n + (text[n] == '\n');
	}
}

static unsigned width(void)
{
	enum { MOST = 80 };
	unsigned room = session_wrap(stdout);

	return room && room < MOST ? room : MOST;
}

static void flowing(const char *lead, const char *text, unsigned indent)
{
	struct buf b = { 0 };

	flow_text(&b, lead, text, indent, width());
	say("%s", buf_str(&b));
	buf_release(&b);
}

/* The files beside an example: what it inherits from, or the code that reads it. */
static void other_files(const struct ynode *files)
{
	for (uint32_t i = 0; files && files->kind == Y_MAP && i < files->n; i++) {
		const char *text = yaml_str(files->kid[i]);

		if (!text)
			continue;
		say("  with %s:\n", files->key[i]->text->s);
		indented(text, "    ");
	}
}

static void print_example(struct arena *a, const struct rule *r, const struct ynode *test, const char *key,
			  const char *title)
{
	const char *fixed = yaml_str(yaml_get(test, "fixed"));
	bool bad = strcmp(key, "bad") == 0;

	say("\n%s:\n", title);
	indented(yaml_str(yaml_get(test, key)), "    ");
	other_files(yaml_get(test, "files"));
	if (bad)
		other_files(test_files_of(a, r->src));
	if (fixed && bad) {
		puts("\nFixed:");
		indented(fixed, "    ");
	}
}

static void example(const struct rule *r, const char *key, const char *title)
{
	struct arena a = { 0 };
	const struct ynode *tests = tests_of(&a, r->src), *first = NULL;

	for (uint32_t i = 0; tests && i < tests->n && !first; i++) {
		const char *text = yaml_str(yaml_get(tests->kid[i], key));

		if (text && *text)
			first = tests->kid[i];
	}
	if (first)
		print_example(&a, r, first, key, title);
	arena_release(&a);
}

static void fixes(const struct rule *r)
{
	const char *safety = r->native_fix;
	const struct patch *patch = rule_patch(r);
	bool both = false;

	for (uint32_t i = 0; i < r->ncases; i++)
		for (uint32_t k = 0; k < r->cas[i].nfixes; k++) {
			const char *one = rule_safety(r, &r->cas[i].fix[k]) == SAFETY_SAFE ? "safe" : "unsafe";

			both |= safety && strcmp(safety, one) != 0;
			safety = one;
		}
	if (patch)
		say("Fix of the training code: %s (--fix --unsafe-fixes --edit-code).\n", patch->summary);
	if (!safety && !patch)
		puts("Fix: none; a person has to decide.");
	else if (!safety)
		return;
	else if (both)
		puts("Fix: safe in some cases (--fix), unsafe in others (--fix --unsafe-fixes).");
	else
		say("Fix: %s (%s).\n", safety, strcmp(safety, "safe") == 0 ? "--fix" : "--fix --unsafe-fixes");
}

static void options(struct session *s, const struct rule *r)
{
	for (uint32_t i = 0; i < r->noptions; i++) {
		struct buf b = { 0 };

		value_json_text(&b, r->option[i].def, false);
		fputs(i ? "" : "Options:\n", stdout);
		flowing(arena_printf(&s->arena, "  %s (default %s): ", r->option[i].name->s, buf_str(&b)),
			r->option[i].doc ? r->option[i].doc : "", 4);
		buf_release(&b);
	}
}

static void applies_to(struct session *s, const struct rule *r)
{
	struct buf b = { 0 };

	for (uint32_t i = 0; i < r->ndialects; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", r->dialect[i]);
	if (!r->on->dialects)
		buf_puts(&b, r->on->many);
	for (uint32_t i = 0; i < r->nalso; i++) {
		const struct subject_kind *also = subject_kind_find(s->kinds, r->also[i]);

		if (also)
			buf_printf(&b, "%s%s", b.n ? ", " : "", also->many);
	}
	flowing("Applies to: ", b.n ? buf_str(&b) : "all training code", 4);
	buf_release(&b);
}

static void explain(struct session *s, const struct rule *r)
{
	say("%s %s (%s, %s)\n", r->id, r->name, severity_name(r->severity), r->category);
	flowing("", r->summary, 0);
	putchar('\n');
	if (r->why)
		flowing("", r->why, 0);
	putchar('\n');
	applies_to(s, r);
	if (r->off)
		puts("Runs only when it is selected by id or name.");
	else if (r->on->reads && (r->severity == SEV_INFO || r->severity == SEV_PERFORMANCE))
		say("Runs with %s, or when it is selected by id or name.\n",
		    r->severity == SEV_INFO ? "--pedantic or --select info" : "--select perf");
	fixes(r);
	options(s, r);
	example(r, "bad", "Bad");
	example(r, "good", "Good");
	for (uint32_t i = 0; i < r->nrefs; i++)
		flowing(i ? "  " : "\nReferences:\n  ", r->ref[i], 4);
}

static const struct rule *find_rule(struct session *s, const char *word)
{
	const struct ruleset *rs = s->linter.rules;
	const struct rule *r = NULL;

	for (uint32_t i = 0; i < rs->n && !r; i++)
		if (word_names(word, strlen(word), rs->at[i]) == WORD_NAME)
			r = rs->at[i];

	const char *near = r ? NULL : ruleset_nearest(s->linter.rules, word);

	if (r)
		return r;
	if (near)
		complain(s, "no rule '%s'; did you mean %s?", word, near);
	else
		complain(s, "no rule '%s'; `cfglint rules` lists them", word);
	return NULL;
}

/* loud: also that it is not silent. x NULL: the file is none of those that were loaded. */
static void silence(struct session *s, const struct subject *x, const struct target *t, const struct rule *r, bool loud)
{
	struct buf why = { 0 };
	const char *given = session_shown(s, t->given);

	if (!x || !x->readable)
		return;
	if (lint_silence(&s->linter, &s->arena, &(struct judged){ x, settings_for(s->linter.settings, t->path, NULL) },
			 r, s->cwd, !s->o->verbose, &why))
		say_line(4, "%s: %s is silent: %s", given, r->id, buf_str(&why));
	else if (loud)
		say_line(4, "%s: %s fires; `cfglint --select %s %s` shows where", given, r->id, r->id, given);
	buf_release(&why);
}

void explain_silence(struct session *s, const struct subject *x, const struct target *t)
{
	const struct settings *st = t->path ? settings_for(s->linter.settings, t->path, NULL) : NULL;

	for (uint32_t i = 0; st && i < s->linter.rules->n; i++) {
		const struct rule *r = s->linter.rules->at[i];

		if (settings_selects(st, r, settings_severity(st, r, r->severity)))
			silence(s, x, t, r, false);
	}
}

/* One kind after the other, as `lint` does it. */
static void explain_files(struct session *s, struct targets *t, const struct rule *r)
{
	launching_take(s, t);
	for (size_t k = 0; s->kinds[k]; k++) {
		const struct subject_set *set = session_subjects(s, t, s->kinds[k]);

		if (!set)
			continue;
		session_report_unreadable(s, set, t);
		for (size_t i = 0; i < t->n; i++)
			if (t->at[i].path && t->at[i].kind == s->kinds[k])
				silence(s, subject_find(set, t->at[i].path), &t->at[i], r, true);
		s->kinds[k]->free(set);
	}
}

static void explain_run(struct session *s, const struct run *run, const char *word, const struct rule *r)
{
	struct linter l = s->linter;
	const struct subject_set *set;
	struct measurements measured;
	struct buf why = { 0 };
	struct logged of;

	logged_load(s, run, &of);
	measured = logged_measurements(&of);
	set = run_set_of_one(&measured, l.vfs);
	if (lint_silence(&l, &s->arena,
			 &(struct judged){ set->at[0], settings_for(l.settings, set->at[0]->path, NULL) }, r, s->cwd,
			 !s->o->verbose, &why))
		say_line(4, "%s: %s is silent: %s", session_name(s, logged_file(&of)), r->id, buf_str(&why));
	else
		say_line(4, "%s: %s fires; `cfglint log %s` shows where", session_name(s, logged_file(&of)), r->id,
			 word);
	buf_release(&why);
	set->kind->free(set);
	logged_release(&of);
}

static void explain_runs(struct session *s, const struct strings *words, const struct rule *r)
{
	struct sources *sources = sources_new();
	struct log_formats formats;
	struct err e = { 0 };
	struct runs all;
	bool ok = log_formats_load(&s->arena, sources, s->linter.vfs, NULL, &formats, &e);

	if (!ok)
		complain(s, "%s", e.msg);
	for (size_t i = 0; ok && i < words->n; i++) {
		if (!log_read(s, &formats, words->at[i], &all))
			continue;
		const struct run *run = log_trained(s, words->at[i], &all);

		if (run)
			explain_run(s, run, words->at[i], r);
		runs_release(&all);
	}
	sources_free(sources);
}

static void explain_all(struct session *s, bool json)
{
	const struct ruleset *rs = s->linter.rules;

	if (json) {
		rules_json(rs->at, rs->n);
		return;
	}
	for (uint32_t i = 0; i < rs->n; i++) {
		fputs(i ? "\n\n" : "", stdout);
		explain(s, rs->at[i]);
	}
}

/* `explain CKP`: a family, a category or a level stands for its rules. false: the word is none of these. */
static bool explain_family(struct session *s, const struct strings *words, bool json)
{
	const struct ruleset *rs = s->linter.rules;
	struct rule **r = arena_array(&s->arena, struct rule *, rs->n + 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < rs->n; i++) {
		if (word_names(words->at[0], strlen(words->at[0]), rs->at[i]) == WORD_NAME)
			return false;
		if (rules_word(words->at[0], rs->at[i]))
			r[n++] = rs->at[i];
	}
	if (n && words->n > 1)
		complain(s, "explain: %s stands for %u rules; with files, name one of them", words->at[0], n);
	else if (n && json)
		rules_json(r, n);
	else if (n)
		rules_list(r, n, s->o->quiet);
	return n;
}

/* words: the rule, then files if any */
static void explain_words(struct session *s, const struct strings *words, bool json)
{
	if (explain_family(s, words, json))
		return;

	const struct rule *r = find_rule(s, words->at[0]);
	struct strings files = { .at = words->at + 1, .n = words->n - 1 };
	struct targets t = { 0 };

	if (!r)
		return;
	if (files.n && json) {
		complain(s,
			 "explain: JSON documents a rule without files; `cfglint explain %s %s` prints why it has no "
			 "finding there",
			 words->at[0], files.at[0]);
	} else if (files.n && r->on == &run_kind) {
		explain_runs(s, &files, r);
	} else if (files.n) {
		targets_find(s, &files, &t);
		explain_files(s, &t, r);
	} else if (json) {
		rule_json(r);
	} else {
		explain(s, r);
	}
	vec_release(&t);
}

int cmd_explain(struct session *s)
{
	const struct strings *words = &s->o->words;
	bool json = json_wanted(s);

	if (s->o->all && words->n)
		complain(s, "explain --all documents every rule; leave out '%s'", words->at[0]);
	else if (s->o->all)
		explain_all(s, json);
	else if (words->n)
		explain_words(s, words, json);
	else
		complain(s, "missing RULE; usage: cfglint explain RULE [FILE...]; `cfglint rules` lists the rules");
	return s->status;
}
