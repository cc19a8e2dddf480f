// SPDX-License-Identifier: MIT
/* The report of a run, and the exit status that follows from the findings: by --fail-on, else by the settings of each
 * config.
 *
 *	--fail-on error	warnings leave the exit status 0 */
#include "base/near.h"
#include "base/path.h"
#include "cli/baseline_file.h"
#include "cli/launching.h"
#include "cli/report_run.h"
#include "cli/named_dependents.h"
#include "cli/foreign_counts.h"
#include "cli/report_cache.h"
#include "cli/load_configs.h"
#include "cli/output.h"
#include "config/config_subject.h"
#include "cli/progress.h"
#include "cli/messages.h"
#include "cli/workflow.h"
#include "lint/finding/other_kinds.h"
#include "plain/plain_subject.h"
#include "report/loading.h"
#include "report/report.h"
#include "report/draw/terminal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- judging ---- */

/* plain: only the files that scripts read, because they determine what the others are. */
static void load_kinds(struct lint_ctx *l, bool plain)
{
	struct session *s = l->s;

	for (size_t i = 0; s->kinds[i]; i++)
		if ((s->kinds[i] == &plain_kind) == plain)
			l->set[i] = session_subjects(s, &l->targets, s->kinds[i]);
}

void lint_ctx_load(struct lint_ctx *l)
{
	struct session *s = l->s;
	struct progress_line *p =
		progress_begin(s, arena_printf(&s->arena, "reading %s %s", progress_number(&s->arena, l->targets.n),
					       s->kinds[0]->many));

	load_kinds(l, true);
	foreign_settle(l);
	load_kinds(l, false);
	foreign_forget_read(l);
	progress_end(p);
	for (size_t i = 0; s->kinds[i]; i++) {
		if (l->set[i] && l->s->o->verbose)
			session_report_assumptions(l->s, l->set[i], &l->targets);
	}
}

static bool has_finding(const struct lint_ctx *l, const struct subject *x)
{
	for (size_t i = 0; i < l->found.n; i++)
		for (uint32_t k = 0; k < l->found.at[i].nseen; k++)
			if (l->found.at[i].seen_in[k] == x)
				return true;
	return false;
}

/* A file that could not be parsed has a finding about that, unless its rule isn't selected or findings aren't listed.
 * The status is 2 in any case. */
static void report_unreadable(struct lint_ctx *l, const struct subject_set *set)
{
	const struct opts *o = l->s->o;
	bool listed = !o->fix_only && !o->diff && !o->statistics;
	struct targets silent = { 0 };

	for (size_t i = 0; i < l->targets.n; i++) {
		const struct subject *x = l->targets.at[i].path ? subject_find(set, l->targets.at[i].path) : NULL;

		if (!x || x->readable)
			continue;
		session_raise(l->s, EXIT_USAGE);
		lint_count(&l->stats, set->kind)->unread++;
		if (!listed || !has_finding(l, x))
			vec_push(&silent, l->targets.at[i]);
	}
	session_report_unreadable(l->s, set, &silent);
	vec_release(&silent);
}

void lint_ctx_judge(struct lint_ctx *l)
{
	struct session *s = l->s;

	for (size_t i = 0; s->kinds[i]; i++) {
		struct progress_line *p;

		if (!l->set[i])
			continue;
		p = progress_begin(s, "checking");
		lint_run(&s->linter, &s->arena, l->set[i], &l->found, &l->held, &l->stats);
		progress_end(p);
		report_unreadable(l, l->set[i]);
	}
	diags_drop_of_other_kinds(&l->found);
	diags_drop_of_other_kinds(&l->held);
	launching_keep_files(&l->targets, &l->found);
	launching_keep_files(&l->targets, &l->held);
}

void lint_ctx_end(struct lint_ctx *l)
{
	for (size_t i = 0; l->s->kinds[i]; i++) {
		if (l->set[i])
			l->s->kinds[i]->free(l->set[i]);
		if (l->again[i])
			l->s->kinds[i]->free(l->again[i]);
	}
	vec_release(&l->found);
	vec_release(&l->held);
	baseline_end(l);
	vec_release(&l->refuted);
	vec_release(&l->targets);
}

/* ---- the report ---- */

static bool fails_by_settings(struct session *s, const struct diag *d)
{
	const struct settings *st = d->nseen ? settings_for(s->linter.settings, d->seen_in[0]->path, NULL) : NULL;

	return !(st && st->fail_never) && d->severity >= (st && st->fail_on_set ? st->fail_on : SEV_WARNING);
}

static bool level_of(const char *word, enum severity *out)
{
	for (int i = SEV_INFO; i <= SEV_ERROR; i++)
		if (strcmp(severity_name((enum severity)i), word) == 0) {
			*out = (enum severity)i;
			return true;
		}
	return false;
}

/* On stderr, if no report contains it. */
static void report_unread(struct lint_ctx *l, enum unchecked_why why)
{
	struct buf b = { 0 };

	if (l->stats.unchecked[why].nsubjects) {
		unchecked_say(&b, why, &l->stats.unchecked[why], l->s->cwd);
		complain_as_reported(l->s, arena_printf(&l->s->arena, "not checked: %s", buf_str(&b)));
	}
	buf_release(&b);
}

void lint_ctx_raise_unread(struct lint_ctx *l, bool reported)
{
	bool unread = l->stats.unchecked[UNCHECKED_BUDGET].nsubjects;

	foreign_status(l);
	for (uint32_t i = 0; i < l->stats.nkinds; i++)
		unread |= l->stats.of[i].unselected > 0 || (!reported && l->stats.of[i].unloaded);
	/* a run that could not check nearly everything is no success, regardless of the cause */
	unread |= loading_failed(&l->stats) && !l->found.n && !l->old.n;
	if (!unread)
		return;
	session_raise(l->s, EXIT_USAGE);
	if (!reported || l->s->o->quiet) {
		report_unread(l, UNCHECKED_BUDGET);
		report_unread(l, UNCHECKED_LOAD);
	}
}

void report_status(struct session *s, const struct diags *found)
{
	const char *word = s->o->fail_on;
	enum severity limit = SEV_WARNING;

	if (word && !level_of(word, &limit))
		return; /* never */
	for (size_t i = 0; i < found->n; i++)
		if (word ? found->at[i].severity >= limit : fails_by_settings(s, &found->at[i]))
			session_raise(s, EXIT_FINDINGS);
}

static void name_through(const struct lint_ctx *l, struct report *r)
{
	for (uint32_t i = 0; i < l->stats.nkinds; i++)
		for (size_t k = 0; l->stats.of[i].through + l->stats.of[i].through_lost && l->s->kinds[k]; k++)
			if (l->s->kinds[k] == l->stats.of[i].kind && l->set[k])
				r->through = dependents_of(l->s, l->set[k], &r->first_through);
}

static const struct reporter *reporter_of(const struct session *s)
{
	return reporter_find(s->o->output_format ? s->o->output_format : reporter_name(0));
}

/* The format of "FORMAT:FILE"; NULL: there is no such format. */
static const struct reporter *reporter_in(struct session *s, const char *text, const char **file)
{
	const char *colon = strchr(text, ':');

	if (!colon || !colon[1])
		return NULL;
	*file = colon + 1;
	return reporter_find(arena_strndup(&s->arena, text, (size_t)(colon - text)));
}

static void complain_of_report(struct session *s, const char *text)
{
	VEC(, const char *) names = { 0 };
	const char *colon = strchr(text, ':'), *near;
	struct buf all = { 0 };

	for (size_t i = 0; reporter_name(i); i++) {
		vec_push(&names, reporter_name(i));
		buf_printf(&all, "%s%s", i ? ", " : "", reporter_name(i));
	}
	near = colon ? near_word(arena_strndup(&s->arena, text, (size_t)(colon - text)), names.at, names.n) : NULL;
	complain(s, "--report takes FORMAT:FILE, not '%s'; formats are %s%s%s%s", text, buf_str(&all),
		 near && colon[1] ? "; did you mean " : "", near && colon[1] ? near : "", near && colon[1] ? "?" : "");
	vec_release(&names);
	buf_release(&all);
}

/* One report would replace another. */
static bool files_differ(struct session *s)
{
	const struct strings *all = &s->o->reports;
	struct strings seen = { 0 };
	bool good = true;

	if (s->o->output_file && all->n)
		vec_push(&seen, path_absolute(&s->arena, s->o->output_file));
	for (size_t i = 0; i < all->n && good; i++) {
		const char *path = path_absolute(&s->arena, strchr(all->at[i], ':') + 1);

		for (size_t k = 0; k < seen.n && good; k++)
			good = strcmp(seen.at[k], path) != 0;
		vec_push(&seen, path);
		if (!good)
			complain(s, "%s is named twice: each report needs a file of its own", session_name(s, path));
	}
	vec_release(&seen);
	return good;
}

bool report_options_good(struct session *s)
{
	const char *file;

	for (size_t i = 0; i < s->o->reports.n; i++) {
		if (!reporter_in(s, s->o->reports.at[i], &file)) {
			complain_of_report(s, s->o->reports.at[i]);
			return false;
		}
		if (!strcmp(file, "-")) {
			complain(s, "--report writes files; what standard output holds is --output-format's");
			return false;
		}
	}
	if (s->o->statistics && !reporter_of(s)->counts) {
		complain(s, "--statistics has the formats full, concise, json and json-lines");
		return false;
	}
	return files_differ(s);
}

/* The same findings again, for programs. */
static void write_reports(struct session *s, const struct report *r)
{
	for (size_t i = 0; i < s->o->reports.n; i++) {
		const char *file = NULL;
		const struct reporter *as = reporter_in(s, s->o->reports.at[i], &file);
		struct report copy = *r;
		char *text = NULL;
		size_t n = 0;

		copy.o.to = open_memstream(&text, &n);
		if (!copy.o.to) {
			complain(s, "%s: %s", file, strerror(errno));
			continue;
		}
		copy.o.copy = true;
		copy.o.color = false;
		copy.o.wrap = 0;
		report_print(&copy, as);
		fclose(copy.o.to);
		output_write(s, file, text, n);
		free(text);
	}
}

void report_say(const struct opts *o, FILE *to, const char *text, size_t n)
{
	if (to == stdout && o->output_format && !strcmp(o->output_format, "github"))
		workflow_say_own(text, n);
	else
		fwrite(text, 1, n, to);
}

/* Writes it to its output, and into the cached report. */
static void print(struct session *s, struct report *r)
{
	FILE *to = r->o.to;
	char *text = NULL;
	size_t n = 0;

	r->o.to = open_memstream(&text, &n);
	if (r->o.to) {
		report_print(r, reporter_of(s));
		fclose(r->o.to);
		if (s->report_cache)
			report_cache_take(s->report_cache, text, n);
		report_say(s->o, to, text, n);
		free(text);
	}
	r->o.to = to;
	if (!text)
		report_print(r, reporter_of(s));
}

void report_run(struct lint_ctx *l)
{
	struct session *s = l->s;

	baseline_apply(l);
	l->stats.unwalked = s->unwalked;
	l->stats.nsettings = s->settings_named;
	FILE *to = l->stdin_path && s->o->fix ? stderr : stdout;
	struct report r = {
		.o = { .to = to,
		       .cwd = s->cwd,
		       .color = session_colors(s, to),
		       .width = terminal_width(),
		       .quiet = s->o->quiet,
		       .unsafe = s->o->unsafe_fixes,
		       .wrap = session_wrap(to),
		       .statistics = s->o->statistics,
		       .docs = session_docs(),
		       .each = s->o->verbose,
		       .speed = s->o->command == CMD_SLOW,
		       .tried = s->o->fix,
		       .version = CFGLINT_VERSION },
		.dialects = &s->linter.rules->dialects,
		.applied = l->result,
		.fixing = l->fixing,
		.found = &l->found,
		.held = &l->held,
		.stats = &l->stats,
		.fixed = l->fixed,
		.refuted = (uint32_t)l->refuted.n,
		.old = &l->old,
		.unreadable = s->unreadable,
		.baseline = l->baseline_read ? l->baseline_name : NULL,
	};

	name_through(l, &r);
	if (s->o->fix_only) {
		if (l->fixed && !s->o->quiet)
			remark("fixed %u finding%s", l->fixed, plural(l->fixed));
		lint_ctx_raise_unread(l, false);
		return;
	}
	print(s, &r);
	write_reports(s, &r);
	if (reporter_of(s)->bare && !s->o->quiet)
		foreign_report(l);
	lint_ctx_raise_unread(l, true);
	report_status(s, &l->found);
}

bool report_is_due(const struct session *s)
{
	return reporter_of(s)->document || s->o->reports.n;
}
