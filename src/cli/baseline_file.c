// SPDX-License-Identifier: MIT
/* Finds, reads, applies and writes the baseline of a run. --baseline and the settings name the file; otherwise the
 * nearest BASELINE_FILE is used. The rules about old and new findings are in lint/finding/baseline.h. */
#include "cli/baseline_file.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/output.h"
#include "cli/revision.h"
#include "cli/messages.h"
#include "config/config_subject.h"
#include "lint/finding/baseline.h"
#include "lint/lint.h"
#include "lint/rules/rule_word.h"
#include "lint/settings/select.h"
#include "project/root.h"
#include <stdlib.h>
#include <string.h>

/* ---- which file ---- */

/* required: the user named the file, so it must exist. */
static const char *path_of(struct session *s, const char *target, bool *required)
{
	const struct settings *st = settings_for(s->linter.settings, target, NULL);
	const char *top = project_root(s->folders, target), *dir, *path;

	*required = true;
	if (s->o->baseline)
		return path_absolute(&s->arena, s->o->baseline);
	if (st && st->baseline)
		return st->baseline;
	*required = false;
	for (dir = path_dir(&s->arena, target);; dir = path_dir(&s->arena, dir)) {
		path = path_join(&s->arena, dir, BASELINE_FILE);
		if (vfs_stands(s->linter.vfs, path))
			return path;
		if (!strcmp(dir, top) || !strcmp(dir, "/"))
			return path_join(&s->arena, top, BASELINE_FILE);
	}
}

static const char *first_target(const struct lint_ctx *l)
{
	for (size_t i = 0; i < l->targets.n; i++)
		if (l->targets.at[i].path)
			return l->targets.at[i].path;
	return NULL;
}

static bool read_it(struct lint_ctx *l, bool required)
{
	struct session *s = l->s;
	struct err e = { 0 };

	if (!vfs_stands(s->linter.vfs, l->baseline->path) && (!required || s->o->add_baseline)) {
		if (s->o->prune_baseline)
			complain(s, "--prune-baseline: there is no %s", l->baseline_name);
		return !s->o->prune_baseline;
	}
	if (baseline_read(l->baseline, s->linter.vfs, &e)) {
		l->baseline_read = true;
		return true;
	}
	complain(s, "%s", session_message(s, e.msg));
	fputs("  hint: repair it, or delete it and run --add-baseline, or lint with --no-baseline\n", stderr);
	return false;
}

static bool options_agree(struct session *s)
{
	const struct opts *o = s->o;
	const char *writes = o->add_baseline ? "--add-baseline" : o->prune_baseline ? "--prune-baseline" : NULL;

	if (o->diff_base && (writes || o->no_baseline || o->baseline))
		complain(s, "--diff-base replaces the baseline: it can't be combined with %s",
			 writes	       ? writes
			 : o->baseline ? "--baseline"
				       : "--no-baseline");
	else if (writes && o->no_baseline)
		complain(s, "%s and --no-baseline contradict each other", writes);
	else if (o->add_baseline && o->prune_baseline)
		complain(s, "--add-baseline rewrites all counts: it can't be combined with --prune-baseline");
	else if (writes && o->diff)
		complain(s, "--diff writes nothing: it can't be combined with %s, which writes the baseline", writes);
	else
		return true;
	return false;
}

static bool take_revision(struct lint_ctx *l, const char *target)
{
	struct session *s = l->s;
	struct revision *r = arena_new(&s->arena, struct revision);

	if (!revision_open(s, s->o->diff_base, path_dir(&s->arena, target), r))
		return false;
	revision_report_others(s, r, &l->targets);
	l->since = r;
	l->baseline = arena_new(&s->arena, struct baseline);
	baseline_init(l->baseline, path_join(&s->arena, r->top, BASELINE_FILE));
	l->baseline_name = arena_printf(&s->arena, "revision %s", s->o->diff_base);
	return true;
}

bool baseline_take(struct lint_ctx *l)
{
	struct session *s = l->s;
	const char *target = first_target(l), *path;
	bool required;

	if (!options_agree(s))
		return false;
	if (!target || s->o->no_baseline || s->o->parse_only)
		return true;
	if (s->o->diff_base)
		return take_revision(l, target);
	path = path_of(s, target, &required);
	if (!admit(s, path))
		return false;
	l->baseline = arena_new(&s->arena, struct baseline);
	baseline_init(l->baseline, path);
	l->baseline_name = session_name(s, path);
	return read_it(l, required);
}

/* ---- one file after the other ---- */

void baseline_forget(struct session *s)
{
	if (s->baseline)
		baseline_release(s->baseline);
	free(s->baseline);
	s->baseline = NULL;
}

static void cache_baseline(struct session *s, const char *path, bool required)
{
	struct err e = { 0 };

	baseline_forget(s);
	s->baseline = xcalloc(1, sizeof *s->baseline);
	baseline_init(s->baseline, path);
	if ((!required && !vfs_stands(s->linter.vfs, path)) || !admit(s, path) ||
	    baseline_read(s->baseline, s->linter.vfs, &e))
		return;
	complain(s, "%s", session_message(s, e.msg));
	baseline_release(s->baseline); /* a baseline read halfway is not used */
	baseline_init(s->baseline, path);
}

void baseline_hide(struct lint_ctx *l)
{
	struct session *s = l->s;
	const char *target = first_target(l), *path;
	bool required;

	if (!target || s->o->no_baseline)
		return;
	path = path_of(s, target, &required);
	if (!s->baseline || strcmp(s->baseline->path, path) != 0)
		cache_baseline(s, path, required);
	if (s->baseline->entries.n)
		baseline_split(s->baseline, &l->found, &l->old);
}

/* ---- a revision's findings as the baseline ---- */

static void count_kind(struct lint_ctx *l, const struct subject_kind *kind)
{
	struct session *s = l->s;
	struct diags found = { 0 }, old = { 0 };
	struct lint_stats unused = { 0 };
	size_t n;
	const char **path = targets_paths(s, &l->targets, kind, &n);
	const struct subject_set *set = revision_subjects(s, l->since, kind, path, n);

	if (!set)
		return;
	lint_run(&l->since->linter, &s->arena, set, &found, NULL, &unused);
	baseline_split(l->baseline, &found, &old);
	for (size_t i = 0; i < l->baseline->entries.n; i++)
		l->baseline->entries.at[i]->count += l->baseline->entries.at[i]->present;
	vec_release(&found);
	vec_release(&old);
	kind->free(set);
}

static void count_since(struct lint_ctx *l)
{
	for (size_t i = 0; l->s->kinds[i]; i++)
		if (l->set[i])
			count_kind(l, l->s->kinds[i]);
	l->baseline_read = true;
}

void baseline_end(struct lint_ctx *l)
{
	if (l->baseline)
		baseline_release(l->baseline);
	if (l->since)
		revision_close(l->since);
	l->since = NULL;
	vec_release(&l->old);
}

/* ---- what is stale ---- */

static const struct rule *rule_of(const struct ruleset *rs, const char *id)
{
	for (uint32_t i = 0; i < rs->n; i++)
		if (!strcmp(rs->at[i]->id, id))
			return rs->at[i];
	return NULL;
}

/* Files that others were linted through do not report all their findings, so they are left out. */
static bool judged_through(const struct subject_set *set, const struct subject *base)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->at[i]->through && subject_takes_from(set->at[i], base))
			return true;
	return false;
}

static bool was_judged(const struct lint_ctx *l, const char *path)
{
	for (size_t i = 0; l->s->kinds[i]; i++) {
		const struct subject *x = l->set[i] ? subject_find(l->set[i], path) : NULL;

		if (x && x->requested && x->readable && !x->spent && !judged_through(l->set[i], x))
			return true;
	}
	return false;
}

/* The file no longer exists, or the rule ran on it: findings that the entry counts would have been found. */
static bool is_linted(const struct lint_ctx *l, const struct old_entry *e)
{
	const struct session *s = l->s;
	const struct rule *r = rule_of(s->linter.rules, e->rule);
	const struct settings *st;

	if (path_inside(l->baseline->dir, e->file) && vfs_missing(s->linter.vfs, e->file))
		return true;
	if (!was_judged(l, e->file) || (e->named && !linter_names_file(&s->linter, e->file)))
		return false;
	st = settings_for(s->linter.settings, e->file, NULL);
	return !r || (st && settings_selects(st, r, settings_severity(st, r, r->severity)));
}

static bool write_it(struct lint_ctx *l, const char *did, const char *more)
{
	struct session *s = l->s;
	struct buf b = { 0 };
	bool done;

	baseline_text(l->baseline, &b);
	done = output_write(s, l->baseline->path, buf_str(&b), b.n);
	if (done && !s->o->quiet)
		remark("%s in %s%s", did, l->baseline_name, more);
	buf_release(&b);
	return done;
}

static void report_stale(struct lint_ctx *l)
{
	struct session *s = l->s;
	uint32_t n = baseline_stale(l->baseline);

	if (n && !s->o->quiet)
		remark("%u %s of %s count%s findings that no longer exist: run --prune-baseline to remove them", n,
		       n == 1 ? "entry" : "entries", l->baseline_name, n == 1 ? "s" : "");
}

static void mark_linted(struct lint_ctx *l)
{
	for (size_t i = 0; i < l->baseline->entries.n; i++)
		l->baseline->entries.at[i]->linted = is_linted(l, l->baseline->entries.at[i]);
}

/* Counts the findings that are reported only if their file is named, as hooks do: the next author to edit it did not
 * cause them. */
static uint32_t count_named(struct lint_ctx *l)
{
	struct session *s = l->s;
	struct diags found = { 0 };
	struct lint_stats unused = { 0 };
	uint32_t more;

	for (size_t i = 0; i < l->targets.n; i++)
		if (l->targets.at[i].path && !l->targets.at[i].started)
			linter_name_file(&s->linter, l->targets.at[i].path);
	for (size_t i = 0; s->kinds[i]; i++)
		if (l->set[i])
			lint_run(&s->linter, &s->arena, l->set[i], &found, NULL, &unused);
	more = baseline_add_named(l->baseline, &found);
	vec_release(&found);
	return more;
}

static void add_all(struct lint_ctx *l, uint32_t more)
{
	struct session *s = l->s;
	uint32_t torn = baseline_uncounted(&l->found), n = (uint32_t)(l->found.n + l->old.n) - torn;
	const char *also = arena_printf(&s->arena, ", and %u that %s reported only if the file is named", more,
					more == 1 ? "is" : "are");

	baseline_update(l->baseline, false);
	if (!write_it(l, arena_printf(&s->arena, "%u finding%s counted", n, plural(n)), more ? also : ""))
		return;
	if (torn)
		remark("%u finding%s in files that can't be parsed %s not recorded: fix them, or `exclude:` these "
		       "files in .cfglint.yaml",
		       torn, plural(torn), torn == 1 ? "is" : "are");
	baseline_split(l->baseline, &l->found, &l->old);
	l->baseline_read = true;
}

static void prune(struct lint_ctx *l)
{
	uint32_t n = baseline_stale(l->baseline);

	baseline_update(l->baseline, true);
	write_it(l, arena_printf(&l->s->arena, "%u %s removed or lowered", n, n == 1 ? "entry" : "entries"), "");
}

void baseline_apply(struct lint_ctx *l)
{
	struct session *s = l->s;
	bool writes = s->o->add_baseline || s->o->prune_baseline;
	uint32_t more;

	if (l->since && !l->baseline_read)
		count_since(l);
	if (!l->baseline || (!l->baseline_read && !s->o->add_baseline))
		return;
	l->old.n = 0;
	baseline_split(l->baseline, &l->found, &l->old);
	more = writes ? count_named(l) : 0;
	mark_linted(l);
	if (s->o->add_baseline)
		add_all(l, more);
	else if (s->o->prune_baseline)
		prune(l);
	else if (!l->since)
		report_stale(l);
}
