// SPDX-License-Identifier: MIT
/* Which files a run is about. Named files are always linted; folders are walked for .py files that look like configs:
 * the text assigns `_base_` or uses `read_base`, or the file lies under a folder named configs, config or
 * _base_; in folders with similar names (cfgs, my_configs) the text must have all that a training needs.
 *
 *	configs/a.py, and b.py with `_base_ = 'a.py'`	configs; setup.py	none */
#include "cli/targets.h"
#include "cli/stdin_data.h"
#include "base/disk.h"
#include "project/root.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/foreign_counts.h"
#include "cli/missing.h"
#include "cli/session.h"
#include "project/copies.h"
#include "cli/messages.h"
#include "fix/variant/variant_load.h"
#include "foreign/foreign_subject.h"
#include "launch/starts.h"
#include "text/glob.h"
#include "text/notebook.h"
#include "text/walk.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct hunt {
	struct session *s;
	struct targets *out;
	const char *top; /* folders above it don't count as `configs` */
	size_t before, seen;
	const struct subject_kind *kind;	/* of the file that was last wanted */
	struct strings copies, mounted, linked; /* folders that were not entered */
	struct strings ignored;			/* folders of configs that ignore files name */
	bool untracked;				/* git tracks none of those */
	size_t configs;				/* that were seen: of the first kind */
};

static bool walk_excluded(void *ctx, const char *path, bool is_dir)
{
	struct hunt *w = ctx;
	const struct settings *st = settings_for(w->s->linter.settings, path, NULL);

	if (st && settings_excludes(st, path, is_dir))
		return true;
	if (!is_dir || !project_is_copy(path))
		return false;
	vec_push(&w->copies, arena_strdup(&w->s->arena, path));
	return true;
}

static void walk_mounted(void *ctx, const char *path)
{
	struct hunt *w = ctx;

	vec_push(&w->mounted, arena_strdup(&w->s->arena, path));
}

static const struct subject_kind *kind_found(struct hunt *w, const char *path)
{
	for (const struct subject_kind *const *k = w->s->kinds; *k; k++)
		if ((*k)->found(w->s->linter.vfs, w->top, path))
			return *k;
	return NULL;
}

/* Where configs would be taken; elsewhere links lead to data. */
static void walk_linked(void *ctx, const char *path)
{
	struct hunt *w = ctx;

	if (kind_found(w, path_join(&w->s->arena, path, "x.py")))
		vec_push(&w->linked, arena_strdup(&w->s->arena, path));
}

/* A user who ignores `configs/` but tracks files in it wants them linted; build and data folders hold no such files. */
static bool walk_ignored(void *ctx, const char *path, bool is_dir)
{
	struct hunt *w = ctx;

	if (!is_dir && starts_named(path))
		return true; /* what it starts is read only where git tracks it */

	const char *inside = is_dir ? path_join(&w->s->arena, path, "x.py") : path;

	return kind_found(w, inside) ||
	       (is_dir && vfs_stands(w->s->linter.vfs, path_join(&w->s->arena, path, "__init__.py")));
}

static void walk_passed(void *ctx, const char *path, bool is_dir, bool known)
{
	struct hunt *w = ctx;

	if (!is_dir || kind_found(w, path_join(&w->s->arena, path, "x.py")) != w->s->kinds[0])
		return;
	vec_push(&w->ignored, arena_strdup(&w->s->arena, path));
	w->untracked &= known;
}

static bool walk_wanted(void *ctx, const struct walked *file)
{
	struct hunt *w = ctx;

	w->kind = kind_found(w, file->path);
	return w->kind;
}

static struct target *listed(const struct targets *t, const char *path)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].path && strcmp(t->at[i].path, path) == 0)
			return &t->at[i];
	return NULL;
}

/* Profiles are read when they are applied; those of settings are checked here too, so that mistakes show early. */
static bool profiles_are_good(struct session *s, const struct settings *st, struct err *e)
{
	struct profiles all;

	if (!st->profiles)
		return true;
	if (st->profiles->map != s->profiles_seen) {
		s->profiles_seen = st->profiles->map;
		s->profiles_err = (struct err){ 0 };
		profiles_load(&s->arena, s->linter.rules, &st, 1, &all, &s->profiles_err);
	}
	*e = s->profiles_err;
	return e->code == ERR_NONE;
}

/* An unusable settings file is reported once, and its files are left out. */
static bool settings_are_good(struct session *s, const char *path)
{
	struct err e = { 0 };
	const struct settings *st = settings_for(s->linter.settings, path, &e);

	if (st && profiles_are_good(s, st, &e))
		return true;
	if (!s->settings_error || strcmp(s->settings_error, e.msg) != 0)
		complain(s, "%s", session_message(s, e.msg));
	s->settings_error = arena_strdup(&s->arena, e.msg);
	return false;
}

static void walk_found(void *ctx, const struct walked *file)
{
	struct hunt *w = ctx;
	const char *path = file->path;
	char *copy;

	w->seen++;
	w->configs += w->kind == w->s->kinds[0];
	/* within one walk no file comes twice */
	for (size_t i = 0; i < w->before; i++)
		if (w->out->at[i].path && strcmp(w->out->at[i].path, path) == 0)
			return;
	if ((file->link && !admit(w->s, path)) || !settings_are_good(w->s, path))
		return;
	copy = arena_strdup(&w->s->arena, path);
	vec_push(w->out, ((struct target){ .given = session_name(w->s, copy), .path = copy, .kind = w->kind }));
}

static void walk_failed(void *ctx, const char *path, const struct err *e)
{
	struct hunt *w = ctx;

	complain_at(w->s, path, e, NULL);
	w->s->unwalked++;
}

/* "/proc, /sys and 3 more" */
static const char *names_of(struct session *s, const struct strings *paths)
{
	enum { SHOWN = 3 };
	const char *text = "";

	for (size_t i = 0; i < paths->n && i < SHOWN; i++)
		text = arena_printf(&s->arena, "%s%s%s", text, i ? ", " : "", session_name(s, paths->at[i]));
	return paths->n > SHOWN ? arena_printf(&s->arena, "%s and %zu more", text, paths->n - SHOWN) : text;
}

/* Skipped folders of copies are reported with -v, or if nothing else was found. Ignored folders are reported if no
 * config was found, or if git may track files in them. */
static void report_skipped(struct hunt *w)
{
	struct session *s = w->s;
	uint32_t ncopies = (uint32_t)w->copies.n, nmounted = (uint32_t)w->mounted.n, nlinked = (uint32_t)w->linked.n,
		 nignored = (uint32_t)w->ignored.n;

	if (ncopies && (s->o->verbose || !w->seen))
		remark("%u folder%s of copies passed over: %s; name %s to lint %s", ncopies, plural(ncopies),
		       names_of(s, &w->copies), ncopies == 1 ? "it" : "one", ncopies == 1 ? "it" : "that");
	if (nmounted && !s->o->quiet)
		remark("%u folder%s on other file systems not entered: %s; name %s to lint %s", nmounted,
		       plural(nmounted), names_of(s, &w->mounted), nmounted == 1 ? "it" : "one",
		       nmounted == 1 ? "it" : "that");
	if (nlinked && !s->o->quiet)
		remark("%u linked folder%s not followed: %s; name %s to lint %s", nlinked, plural(nlinked),
		       names_of(s, &w->linked), nlinked == 1 ? "it" : "one", nlinked == 1 ? "it" : "that");
	if (nignored && !(w->configs && w->untracked) && !s->o->quiet)
		remark("%u folder%s that ignore files name not entered: %s; --no-ignore-files looks into %s", nignored,
		       plural(nignored), names_of(s, &w->ignored), nignored == 1 ? "it" : "them");
	vec_release(&w->ignored);
	vec_release(&w->linked);
	vec_release(&w->copies);
	vec_release(&w->mounted);
}

/* The project of the folder; if that is the folder itself because there are no marks, the one above it. */
static const char *top_of(struct session *s, const char *dir)
{
	bool marked;
	const char *top = settings_project(s->linter.settings, path_join(&s->arena, dir, "x"), &marked);

	return marked || strcmp(top, dir) != 0 ? top : path_dir(&s->arena, dir);
}

void targets_report_none(struct session *s, const char *given)
{
	complain(s, "no %s in %s", s->kinds[0]->many, given);
	for (const struct subject_kind *const *k = s->kinds; *k; k++)
		if ((*k)->hint)
			fprintf(stderr, "%s%s;\n", k == s->kinds ? "  hint: in folders, " : "        ", (*k)->hint);
	fputs("        name other files directly\n", stderr);
}

static void take_folder(struct session *s, const char *given, const char *path, struct targets *out)
{
	struct hunt w = { .s = s, .out = out, .top = top_of(s, path), .before = out->n, .untracked = true };

	struct walk_opts o = {
		.fs = s->linter.vfs,
		.excluded = walk_excluded,
		.wanted = walk_wanted,
		.found = walk_found,
		.failed = walk_failed,
		.mounted = walk_mounted,
		.linked = walk_linked,
		.ignored = walk_ignored,
		.passed = walk_passed,
		.ctx = &w,
		.ignore_files = !s->o->no_ignore_files,
	};

	walk_folder(path, &o);
	report_skipped(&w);
	if (!w.seen)
		targets_report_none(s, given);
}

/* By its name alone; NULL: it can't be any. */
static const struct subject_kind *kind_named(const struct session *s, const char *path)
{
	for (const struct subject_kind *const *k = s->kinds; *k; k++)
		if ((*k)->named(path))
			return *k;
	return NULL;
}

/* A walk would skip the file. A file known to be foreign is linted by no rule; others, and a notebook that can't be
 * read, are what their name says. */
static const struct subject_kind *kind_unfound(struct session *s, const char *path)
{
	const struct foreign *f = foreign_file(s, path);

	return f && !f->ours && ((f->family && !notebook_named(path)) || foreign_parses(s, path)) ? &foreign_kind
												  : kind_named(s, path);
}

const struct subject_kind *targets_kind(struct session *s, const char *path)
{
	struct arena a = { 0 };
	const char *dir = path_dir(&a, path),
		   *root = root_above(&a, s->linter.vfs, dir, ROOT_GIT | ROOT_PACKAGE | ROOT_PROJECT);
	const struct subject_kind *kind = NULL;

	for (const struct subject_kind *const *k = s->kinds; *k && !kind; k++)
		if ((*k)->named(path) && (*k)->found(s->linter.vfs, root ? root : dir, path) &&
		    (!(*k)->meant || (*k)->meant(s->linter.vfs, path)))
			kind = *k;
	arena_release(&a);
	return kind ? kind : kind_unfound(s, path);
}

/* "is no config: the loaders read .py, .json, .yaml and .yml" */
static const char *no_kind(struct session *s, const struct subject_kind *only)
{
	struct buf b = { 0 };

	for (const struct subject_kind *const *k = s->kinds; *k; k++)
		if ((*k)->reads && (!only || *k == only))
			buf_printf(&b, "%s no %s: %s", b.n ? ";" : "is", (*k)->one, (*k)->reads);
	const char *text = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

/* An empty name stays empty: it is not the working directory. */
static const char *absolute_of(struct session *s, const char *given)
{
	return *given ? path_absolute(&s->arena, given) : given;
}

/* Why a path that was named can't be taken, by what takes this kind only (NULL: any); NULL: it can. */
static const char *why_not(struct session *s, const char *path, int problem, mode_t mode,
			   const struct subject_kind *only)
{
	if (problem)
		return problem == ENOENT || problem == ENOTDIR ? "no such file or folder" : strerror(problem);
	if (S_ISDIR(mode))
		return "is a folder, not a file";
	if (!S_ISREG(mode))
		return "is no regular file";
	return (only ? only->named(path) : kind_named(s, path) || foreign_may_be(s, path)) ? NULL : no_kind(s, only);
}

static bool ends_with_slash(const char *s)
{
	size_t n = strlen(s);

	return n && s[n - 1] == '/';
}

/* A pattern may name any folder above the file. */
static bool is_excluded(struct session *s, const char *path)
{
	const struct settings *st = settings_for(s->linter.settings, path, NULL);

	for (const char *p = path; st && strcmp(p, "/") != 0; p = path_dir(&s->arena, p))
		if (settings_excludes(st, p, p != path))
			return true;
	return false;
}

/* --force-exclude: hooks name every file that changed, excluded ones too. */
static bool may_take(struct session *s, const char *path)
{
	return settings_are_good(s, path) && !(s->o->force_exclude && is_excluded(s, path));
}

/* Where a folder that was named before holds it, it is still what it would be without that folder. */
static void take_named(struct session *s, const char *given, const char *path, struct targets *out)
{
	const struct subject_kind *kind = targets_kind(s, path);
	struct target *t = listed(out, path);

	if (t)
		t->kind = kind;
	else
		vec_push(out, ((struct target){ .given = given, .path = path, .kind = kind }));
}

/* As a walk takes it: what is excluded, or none of the kinds, isn't. */
static bool add_found(struct session *s, const char *root, const char *path, bool started, struct targets *out)
{
	if (listed(out, path) || !settings_are_good(s, path) || is_excluded(s, path))
		return false;
	for (const struct subject_kind *const *k = s->kinds; *k; k++)
		if ((*k)->found && (*k)->found(s->linter.vfs, root, path)) {
			vec_push(out, ((struct target){ .given = session_name(s, path),
							.path = path,
							.kind = *k,
							.started = started }));
			return true;
		}
	return false;
}

static bool lies_in_copy(struct session *s, const char *path)
{
	const char *dir = path_dir(&s->arena, path);

	while (strcmp(dir, "/") != 0 && !project_is_copy(dir))
		dir = path_dir(&s->arena, dir);
	return strcmp(dir, "/") != 0;
}

/* --hook: pre-commit names every file that changed, whatever it is. */
static void take_changed(struct session *s, const char *path, struct targets *out)
{
	if (!lies_in_copy(s, path))
		add_found(s, project_root(s->folders, path), path, false, out);
}

/* false: it names no usable file; that is reported. */
static bool take_word(struct session *s, const char *given, struct targets *out)
{
	const char *path = absolute_of(s, given);
	mode_t mode = disk_mode(path);
	int problem = mode ? 0 : errno;
	const char *why;

	if ((problem || S_ISREG(mode) || S_ISDIR(mode)) && !admit(s, path))
		return false;
	if (!problem && S_ISDIR(mode) && (!kind_named(s, path) || ends_with_slash(given))) {
		take_folder(s, given, path, out);
		return true;
	}
	if (S_ISREG(mode) && !strcmp(path_base(path), SETTINGS_FILE)) {
		s->settings_named += settings_are_good(s, path);
		return true;
	}
	why = why_not(s, path, problem, mode, NULL);
	if (!problem && s->o->hook) {
		take_changed(s, path, out);
		return true;
	}
	if (problem == ENOENT || problem == ENOTDIR)
		missing_report(s, given, path);
	else if (why)
		complain(s, "%s: %s%s", given, why,
			 S_ISDIR(mode) ? "; write it with a slash at the end to walk it" : "");
	else if (may_take(s, path)) {
		take_named(s, given, path, out);
		linter_name_file(&s->linter, path);
	}
	return !why;
}

void targets_find(struct session *s, const struct strings *words, struct targets *out)
{
	if (words->n && missing_command(s, words->at[0])) {
		s->untaken++;
		return;
	}
	for (size_t i = 0; i < words->n; i++)
		s->untaken += !take_word(s, words->at[i], out);
}

bool targets_may_write(struct session *s, const struct targets *t)
{
	const char *writes = opts_writes(s->o);
	bool any = false;

	for (size_t i = 0; i < t->n; i++)
		any |= t->at[i].path != NULL;
	if (!writes || !s->untaken || !any)
		return true;
	complain(s, "%s: nothing was written, because %s above can't be used", writes,
		 s->untaken == 1 ? "the path" : "paths");
	return false;
}

const char *targets_stdin(struct session *s, const char *text, size_t n, struct targets *out)
{
	const char *given = s->o->stdin_filename ? s->o->stdin_filename : "stdin.py", *path = absolute_of(s, given);
	const char *data = s->o->stdin_filename ? NULL : stdin_data(text, n);

	if (data) {
		complain(s, "standard input looks like %s, not Python: name its file with --stdin-filename FILE", data);
		return path;
	}
	if (!*given || !kind_named(s, path)) {
		complain(s, "--stdin-filename: %s %s", *given ? given : "an empty name", no_kind(s, NULL));
		return NULL;
	}
	if (!s->o->stdin_filename && !s->o->quiet)
		remark("standard input is treated as %s in this folder; name its file with --stdin-filename FILE",
		       given);
	vfs_put(s->linter.vfs, path, text, n);
	if (!admit(s, path_dir(&s->arena, path)))
		return path;
	if (may_take(s, path)) {
		vec_push(out, ((struct target){ .given = given, .path = path, .kind = targets_kind(s, path) }));
		linter_name_file(&s->linter, path);
	}
	return path;
}

bool targets_passed_over(void *session, const char *path, bool is_dir)
{
	struct session *s = session;
	const struct settings *st = settings_for(s->linter.settings, path, NULL);

	return (is_dir && project_is_copy(path)) || (st && settings_excludes(st, path, is_dir));
}

void targets_add_started(struct session *s, const char *root, const char *path, struct targets *out)
{
	add_found(s, root, path, true, out);
}

bool targets_add_shown(struct session *s, const char *path, struct targets *out)
{
	if (!admit(s, path) || !add_found(s, project_root(s->folders, path), path, false, out))
		return false;
	linter_name_file(&s->linter, path);
	return true;
}

void targets_name(struct session *s, const struct strings *words, bool report, struct targets *out)
{
	for (size_t i = 0; i < words->n; i++) {
		struct target t = { .given = words->at[i], .path = absolute_of(s, words->at[i]) };
		mode_t mode = disk_mode(t.path);
		int problem = mode ? 0 : errno;
		bool good = admit(s, t.path);
		const char *why = good ? why_not(s, t.path, problem, mode, s->kinds[0]) : NULL;

		if (why && report && problem == ENOENT)
			missing_report(s, t.given, t.path);
		else if (why && report)
			complain(s, "%s: %s", t.given, why);
		if (why) {
			t.path = NULL;
			t.why = arena_printf(&s->arena, "%s: %s", problem == ENOENT ? "FileNotFoundError" : "OSError",
					     why);
		} else if (!good) {
			t.path = NULL;
			t.why = "OSError: a link leads out of the project";
		} else if (!settings_are_good(s, t.path)) {
			t.path = NULL;
			t.why = "SettingsError: the settings file is broken";
		}
		s->untaken += why || !good;
		vec_push(out, t);
	}
}

static void walk_configs(struct session *s, const char *given, const char *path, struct targets *out)
{
	size_t from = out->n, n = from;

	if (!admit(s, path)) {
		s->untaken++;
		return;
	}
	take_folder(s, given, path, out);
	if (out->n == from) /* reported */
		return;
	for (size_t i = from; i < out->n; i++)
		if (out->at[i].kind == s->kinds[0]) {
			out->at[n] = out->at[i];
			out->at[n++].walked = true;
		}
	out->n = n;
	if (n == from)
		targets_report_none(s, given);
}

void targets_configs(struct session *s, const struct strings *words, bool report, struct targets *out)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *path = absolute_of(s, words->at[i]);
		struct strings one = { .at = words->at + i, .n = 1 };

		if (S_ISDIR(disk_mode(path)))
			walk_configs(s, words->at[i], path, out);
		else
			targets_name(s, &one, report, out);
	}
}

const char **targets_paths(struct session *s, const struct targets *t, const struct subject_kind *kind, size_t *n)
{
	const char **path;
	size_t all = 0;

	for (size_t i = 0; i < t->n; i++)
		all += t->at[i].path && (!kind || t->at[i].kind == kind);
	path = arena_array(&s->arena, const char *, all + 1);
	*n = 0;
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].path && (!kind || t->at[i].kind == kind))
			path[(*n)++] = t->at[i].path;
	return path;
}

void folders_join(struct strings *dirs, const char *dir)
{
	size_t remaining = 0;

	for (size_t i = 0; i < dirs->n; i++)
		if (path_inside(dirs->at[i], dir))
			return;
	for (size_t i = 0; i < dirs->n; i++)
		if (!path_inside(dir, dirs->at[i]))
			dirs->at[remaining++] = dirs->at[i];
	dirs->n = remaining;
	vec_push(dirs, dir);
}
