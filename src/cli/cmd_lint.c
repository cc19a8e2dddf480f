// SPDX-License-Identifier: MIT
/* `cfglint PATH...`: lints, and with --fix or --diff fixes. Findings go to stdout, everything else to stderr. */
#include "cli/session.h"
#include "base/path.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

struct lint {
	struct session *s;
	struct targets targets;
	struct graph_opts go;
	struct graph *g;
	struct diags found;
	struct lint_stats stats;
	uint32_t fixed, unread;
};

static unsigned terminal_width(void)
{
	struct winsize w = { 0 };

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col >= 40)
		return w.ws_col;
	return 120;
}

/* --- exit status */
static enum severity limit_for(struct session *s, const struct diag *d)
{
	const struct settings *st = d->nroots ? settings_for(s->settings, d->root[0]->path, NULL) : NULL;

	return st && st->fail_on_set ? st->fail_on : SEV_WARNING;
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

static void judge(struct session *s, const struct diags *found)
{
	const char *word = s->o->fail_on;
	enum severity limit = SEV_WARNING;

	if (word && !level_of(word, &limit))
		return; /* never */
	for (size_t i = 0; i < found->n; i++) {
		const struct diag *d = &found->at[i];

		if (d->severity >= (word ? limit : limit_for(s, d)))
			session_raise(s, EXIT_FINDINGS);
	}
}

static void report(struct lint *l, const struct graph *g)
{
	struct session *s = l->s;
	const struct reporter *r = reporter_find(s->o->output_format ? s->o->output_format : "full");
	struct out o = {
		.to = stdout,
		.g = g,
		.rs = s->rules,
		.cwd = s->cwd,
		.color = session_colors(s, stdout),
		.width = terminal_width(),
		.unsafe = s->o->unsafe_fixes,
		.quiet = s->o->quiet,
		.tried = s->o->fix,
		.fixed = l->fixed,
		.unread = l->unread,
	};

	r->begin(&o);
	for (size_t i = 0; i < l->found.n; i++)
		r->diag(&o, &l->found.at[i]);
	r->end(&o, &l->found, &l->stats);
	judge(s, &l->found);
}

/* --- fixing */
static void print_diffs(struct session *s, const struct fix_result *r)
{
	for (uint32_t i = 0; i < r->nfiles; i++) {
		const struct fix_file *f = &r->file[i];
		struct buf b = { 0 };

		text_diff(&b, session_patch_name(s, f->path), f->old_bytes, f->nold, f->new_bytes, f->nnew, 3);
		if (b.n)
			fwrite(b.s, 1, b.n, stdout);
		session_raise(s, b.n ? EXIT_FINDINGS : EXIT_CLEAN);
		buf_release(&b);
	}
	if (!s->o->quiet)
		remark("would fix %u finding%s in %u file%s", r->applied, r->applied == 1 ? "" : "s", r->nfiles,
		       r->nfiles == 1 ? "" : "s");
}

static void tell_outcome(struct lint *l, const struct fix_outcome *o)
{
	const char *title = o->plan ? o->plan->title : o->diag->msg;
	struct buf place = { 0 };

	out_place(&place, l->g, l->s->cwd, o->diag->at);
	if (o->what == FIX_APPLIED && o->reason && !l->s->o->quiet)
		remark("%s: %s: %s", buf_str(&place), o->diag->rule->id, o->reason);
	if (o->what == FIX_APPLIED && o->reach && !l->s->o->quiet)
		remark("%s: %s: %s", buf_str(&place), o->diag->rule->id, o->reach);
	if (o->what == FIX_APPLIED && l->s->o->show_fixes)
		remark("%s: %s %s (%s): %s", buf_str(&place), l->s->o->diff ? "would fix" : "fixed", o->diag->rule->id,
		       o->diag->rule->name, title);
	else if (o->what == FIX_REFUSED && !l->s->o->quiet)
		remark("%s: not fixed, %s (%s): %s", buf_str(&place), o->diag->rule->id, title,
		       o->reason ? o->reason : "no reason given");
	buf_release(&place);
}

/* The file is replaced, so another name of it keeps the old text: nobody should find that out later. */
static void tell_links(struct session *s, const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && st.st_nlink > 1)
		remark("%s has other hard links; they keep the old text", session_name(s, path));
}

/* Writes file by file; one that can't be written is told and the others still are. */
static bool write_files(struct session *s, const struct fix_result *r)
{
	bool all = true;

	for (uint32_t i = 0; i < r->nfiles; i++) {
		const struct fix_file *f = &r->file[i];
		struct err e = { 0 };

		tell_links(s, f->path);
		if (file_replace(f->path, f->new_bytes, f->nnew, f->old_bytes, f->nold, false, &e))
			continue;
		all = false;
		complain_at(s, f->path, &e,
			    e.code == ERR_CHANGED ? "it changed while cfglint ran; nothing was written to it" : NULL);
	}
	return all;
}

static bool is_under(const struct strings *dirs, const char *dir)
{
	for (size_t i = 0; i < dirs->n; i++)
		if (path_inside(dirs->at[i], dir))
			return true;
	return false;
}

/* Where configs that inherit from this one may lie: the outermost `configs` folder of its project, else its own folder.
 */
static const char *family_folder(struct session *s, const char *path)
{
	const char *own = path_dir(&s->arena, path), *found = own;
	struct stat st;

	for (const char *d = own; strcmp(d, "/") != 0; d = path_dir(&s->arena, d)) {
		if (strcmp(path_base(d), "configs") == 0 || strcmp(path_base(d), "config") == 0)
			found = d;
		if (stat(path_join(&s->arena, d, ".git"), &st) == 0)
			break;
	}
	return found;
}

static void family_folders(struct lint *l, struct strings *dirs)
{
	for (size_t i = 0; i < l->targets.n; i++) {
		const char *dir;

		if (!l->targets.at[i].path)
			continue;
		dir = family_folder(l->s, l->targets.at[i].path);
		if (!is_under(dirs, dir))
			vec_push(dirs, dir);
	}
}

static bool run_fixes(struct lint *l, struct fix_result *r)
{
	struct session *s = l->s;
	struct strings dirs = { 0 };
	struct err e = { 0 };
	size_t n;
	const char **path = targets_paths(s, &l->targets, &n);
	bool good;

	family_folders(l, &dirs);
	struct fix_opts fo = { .unsafe = s->o->unsafe_fixes,
			       .edit_bases = s->o->edit_bases,
			       .dirs = strings_list(&dirs) };

	good = fix_run(&s->arena, l->g, path, n, &l->go, s->rules, s->settings, &l->found, &fo, s->pool, r, &e);
	vec_release(&dirs);
	if (!good)
		complain(s, "fixing failed: %s", e.msg);
	return good;
}

/* The findings that are left, in the graph of the result. */
static void lint_again(struct lint *l, const struct fix_result *r)
{
	struct session *s = l->s;

	l->fixed = r->applied;
	vec_release(&l->found);
	l->stats = (struct lint_stats){ 0 };
	lint_run(&s->arena, r->after, s->rules, s->settings, s->pool, &l->found, &l->stats);
}

static void fix(struct lint *l)
{
	struct fix_result r = { 0 };

	if (run_fixes(l, &r)) {
		if (l->s->o->diff)
			print_diffs(l->s, &r);
		for (uint32_t i = 0; i < r.noutcomes; i++)
			tell_outcome(l, &r.outcome[i]);
		if (!l->s->o->diff) {
			bool written = r.nfiles && write_files(l->s, &r);

			if (written && r.after)
				lint_again(l, &r);
			report(l, written && r.after ? r.after : l->g);
		}
	}
	fix_result_release(&r);
}

/* --- the run */
static bool has_finding(const struct lint *l, const struct module *m)
{
	for (size_t i = 0; i < l->found.n; i++)
		for (uint32_t k = 0; k < l->found.at[i].nroots; k++)
			if (l->found.at[i].root[k] == m)
				return true;
	return false;
}

/* A file that could not be parsed has a finding that says so, unless its rule isn't selected. The status is 2 in any
 * case. */
static void tell_unreadable(struct lint *l)
{
	struct targets silent = { 0 };

	for (size_t i = 0; i < l->targets.n; i++) {
		const struct module *m = l->targets.at[i].path ? graph_find(l->g, l->targets.at[i].path) : NULL;

		if (!m || (m->state != MODULE_UNREADABLE && m->state != MODULE_SYNTAX))
			continue;
		session_raise(l->s, EXIT_USAGE);
		l->unread++;
		if (!has_finding(l, m))
			vec_push(&silent, l->targets.at[i]);
	}
	session_tell_unreadable(l->s, l->g, &silent);
	vec_release(&silent);
}

static void count_read(struct lint *l)
{
	uint32_t n = 0;

	session_tell_unreadable(l->s, l->g, &l->targets);
	for (size_t i = 0; i < l->targets.n; i++) {
		const struct module *m = l->targets.at[i].path ? graph_find(l->g, l->targets.at[i].path) : NULL;

		n += m && m->state != MODULE_UNREADABLE && m->state != MODULE_SYNTAX;
	}
	if (!l->s->o->quiet)
		printf("%u config%s read.\n", n, n == 1 ? "" : "s");
}

static void lint(struct lint *l)
{
	struct session *s = l->s;

	if (s->o->verbose)
		session_tell_assumptions(s, l->g, &l->targets);
	if (s->o->parse_only) {
		count_read(l);
		return;
	}
	lint_run(&s->arena, l->g, s->rules, s->settings, s->pool, &l->found, &l->stats);
	tell_unreadable(l);
	if (s->o->fix || s->o->diff)
		fix(l);
	else
		report(l, l->g);
}

int cmd_lint(struct session *s)
{
	struct lint l = { .s = s };

	if (s->o->words.n == 0) {
		complain(s, "lint which file or folder? `cfglint PATH...`");
		return s->status;
	}
	targets_find(s, &s->o->words, &l.targets);
	if (l.targets.n) {
		l.go = session_graph_opts(s, &l.targets);
		l.g = session_load(s, &l.targets, &l.go);
		lint(&l);
		graph_free(l.g);
	}
	vec_release(&l.found);
	vec_release(&l.targets);
	return s->status;
}
