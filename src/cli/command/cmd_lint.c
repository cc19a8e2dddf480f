// SPDX-License-Identifier: MIT
/* `cfglint PATH...`: lints, and with --fix or --diff fixes. Findings go to stdout, everything else to stderr. */
#include "cli/command/priv.h"
#include "cli/opts_help.h"
#include "cli/command/fixing.h"
#include "cli/command/ignoring.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/baseline_file.h"
#include "cli/named_dependents.h"
#include "cli/shared/evidence.h"
#include "cli/foreign_counts.h"
#include "cli/launching.h"
#include "cli/output.h"
#include "foreign/foreign_subject.h"
#include "project/root.h"
#include <string.h>

/* --- the run */
static const struct subject *lint_ctx_subject(const struct lint_ctx *l, const struct target *t)
{
	const struct subject *found = NULL;

	for (size_t i = 0; t->path && l->s->kinds[i] && !found; i++)
		found = l->set[i] ? subject_find(l->set[i], t->path) : NULL;
	return found;
}

static void count_read(struct lint_ctx *l, const struct subject_set *set)
{
	uint32_t n = 0;

	session_report_unreadable(l->s, set, &l->targets);
	for (size_t i = 0; i < l->targets.n; i++) {
		const struct subject *x = l->targets.at[i].path ? subject_find(set, l->targets.at[i].path) : NULL;

		n += x && x->readable;
	}
	if (!l->s->o->quiet)
		say("%u %s read.\n", n, n == 1 ? set->kind->one : set->kind->many);
}

static void read_only(struct lint_ctx *l)
{
	for (size_t i = 0; l->s->kinds[i]; i++)
		if (l->set[i] && l->s->kinds[i]->reads)
			count_read(l, l->set[i]);
	if (!l->s->o->quiet)
		foreign_report(l);
	foreign_status(l);
}

static bool has_target(const struct lint_ctx *l, const char *folder)
{
	const char *path = path_absolute(&l->s->arena, folder);

	for (size_t i = 0; i < l->targets.n; i++)
		if (l->targets.at[i].path && path_inside(path, l->targets.at[i].path))
			return true;
	return false;
}

/* Folders whose files may be plain configs, but no script reads any of them. */
static void report_none(struct lint_ctx *l)
{
	const struct strings *words = &l->s->o->words;
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->stats.nkinds; i++)
		n += l->stats.of[i].files + l->stats.of[i].through;
	for (size_t i = 0; !n && !l->s->o->hook && i < words->n; i++)
		if (has_target(l, words->at[i]) &&
		    S_ISDIR(disk_mode(words->at[i]))) /* otherwise it is already reported */
			targets_report_none(l->s, words->at[i]);
}

static void lint(struct lint_ctx *l)
{
	struct session *s = l->s;

	if (!l->stdin_path && !s->o->parse_only)
		dependents_take(s, &l->targets);
	if (!s->o->parse_only)
		launching_take(s, &l->targets);
	lint_ctx_load(l);
	if (s->o->parse_only) {
		read_only(l);
	} else {
		evidence_load(l);
		lint_ctx_judge(l);
		evidence_settle(l);
		report_none(l);
		if (s->o->add_ignore.n)
			lint_add_ignores(l);
		else if (s->o->fix || s->o->diff)
			lint_fix(l);
		else
			report_run(l);
	}
	for (size_t i = 0; s->o->explain_silence && i < l->targets.n; i++)
		explain_silence(s, lint_ctx_subject(l, &l->targets.at[i]), &l->targets.at[i]);
}

/* --- standard input */
static void read_stdin(struct buf *b)
{
	char part[64 * 1024];
	size_t n;

	while ((n = fread(part, 1, sizeof part, stdin)))
		buf_add(b, part, n);
}

static bool take_stdin(struct lint_ctx *l)
{
	struct session *s = l->s;

	if (s->o->add_ignore.n)
		complain(s, "--add-ignore writes files, and - (standard input) is none");
	else if (s->o->words.n > 1)
		complain(s, "- (standard input) stands alone, without other paths");
	else if (s->o->edit_bases && s->o->fix)
		complain(s, "--edit-bases writes files, and - (standard input) writes none");
	else if (s->o->edit_code && s->o->fix)
		complain(s, "--edit-code writes files, and - (standard input) writes none");
	else if (s->o->fix && *s->o->fix)
		complain(s, "--fix=ask asks on standard input, which is the config here");
	else {
		read_stdin(&l->stdin_bytes);
		l->stdin_text = buf_str(&l->stdin_bytes);
		l->stdin_n = l->stdin_bytes.n;
		l->stdin_path = targets_stdin(s, l->stdin_text, l->stdin_n, &l->targets);
	}
	return l->stdin_path;
}

static bool find_targets(struct lint_ctx *l)
{
	struct strings *words = &l->s->o->words;

	for (size_t i = 0; i < words->n; i++)
		if (strcmp(words->at[i], "-") == 0)
			return take_stdin(l);
	if (l->s->o->stdin_filename) {
		complain(l->s, "--stdin-filename goes with the path - (standard input)");
		return false;
	}
	targets_find(l->s, words, &l->targets);
	if (!targets_may_write(l->s, &l->targets))
		l->targets.n = 0;
	return true;
}

/* If all files are excluded the report is empty; a hook then prints nothing. */
static bool has_matter(const struct lint_ctx *l)
{
	return l->targets.n || l->s->settings_named || report_is_due(l->s) ||
	       (l->s->status == EXIT_CLEAN && !l->s->o->hook);
}

/* Whether the working directory is in a project: what marks one, settings, or a folder of configs in it. */
static bool is_project(struct session *s)
{
	const char *inside = path_join(&s->arena, s->cwd, "x");

	return project_marked_root(s->folders, inside) || root_above(&s->arena, s->linter.vfs, s->cwd, ROOT_SETTINGS) ||
	       S_ISDIR(disk_mode(path_join(&s->arena, s->cwd, "configs")));
}

/* Without a path the working directory is linted if it is in a project: elsewhere it may be large and unrelated. */
static bool take_project(struct session *s)
{
	if (s->o->words.n || s->o->stdin_filename)
		return true;
	if (!is_project(s)) {
		opts_usage(stderr);
		complain(s, "no path given, and this folder is in no project (.git, pyproject.toml, configs/, "
			    ".cfglint.yaml)");
		return false;
	}
	if (!s->o->quiet)
		remark("linting . (no path given)");
	vec_push(&s->o->words, ".");
	return true;
}

/* --show-files */
static void list_files(const struct lint_ctx *l)
{
	struct session *s = l->s;

	for (size_t i = 0; i < l->targets.n; i++) {
		const struct target *t = &l->targets.at[i];

		if (!t->path || t->kind == &foreign_kind)
			continue;
		if (s->o->verbose)
			say("%s  %s\n", session_shown(s, t->given), t->kind->one);
		else
			say("%s\n", session_shown(s, t->given));
	}
}

int cmd_lint(struct session *s)
{
	struct lint_ctx l = { .s = s };
	struct output out;

	if (!take_project(s) || !report_options_good(s) || !ignoring_options_good(s) || !output_begin(s, &out))
		return s->status;
	bool found = find_targets(&l);

	if (s->o->show_files)
		list_files(&l);
	else if (s->o->show_settings)
		config_print(s, &s->o->words);
	found = found && !s->o->show_files && !s->o->show_settings && baseline_take(&l);
	if (found && has_matter(&l))
		lint(&l);
	/* also if nothing was fixed: an editor takes the output as the new text */
	if (found && l.stdin_path && s->o->fix && !s->o->diff && may_print(s, l.stdin_text, l.stdin_n))
		fwrite(l.stdin_text, 1, l.stdin_n, stdout);
	output_end(s, &out, found);
	buf_release(&l.stdin_bytes);
	lint_ctx_end(&l);
	if (s->o->exit_zero && s->status == EXIT_FINDINGS)
		s->status = EXIT_CLEAN;
	return s->status;
}
