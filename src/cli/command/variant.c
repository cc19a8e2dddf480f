// SPDX-License-Identifier: MIT
/* `cfglint variant PROFILE[,PROFILE] FILE...`: makes a child config per profile and file, or a changed copy of a
 * script. It is written beside its source, printed, or shown as a diff (for a script: against itself). A profile that
 * can't hold its promise is refused with the reason; an existing file is only overwritten with --force. */
#include "cli/command/priv.h"
#include "cli/opts_help.h"
#include "base/near.h"
#include "base/path.h"
#include "cli/command/variant_evidence.h"
#include "cli/command/variant_table.h"
#include "report/draw/terminal.h"
#include "cli/admit.h"
#include "cli/launching.h"
#include "fix/variant/steps.h"
#include "text/replace.h"
#include "text/diff.h"
#include "text/edit.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static void list_profiles(struct session *s, FILE *to, const struct profiles *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		fprintf(to, "  %-16s %s\n", profile_name(all->at[i]), session_shown(s, profile_summary(all->at[i])));
}

static bool is_known(const struct profiles *all, const char *word)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (strcmp(profile_name(all->at[i]), word) == 0)
			return true;
	return false;
}

static bool print_unknown(struct session *s, const struct profiles *all, const char *word)
{
	const char **names = arena_array(&s->arena, const char *, all->n + 1), *near;

	for (uint32_t i = 0; i < all->n; i++)
		names[i] = profile_name(all->at[i]);
	near = near_word(word, names, all->n);
	if (near)
		complain(s, "no profile '%s'; did you mean %s?", word, near);
	else
		complain(s, "no profile '%s'; there are:", word);
	if (!near)
		list_profiles(s, stderr, all);
	return false;
}

static void print_finding(struct session *s, const struct variant *v, const struct diag *d)
{
	struct buf place = { 0 };

	if (v->after)
		terminal_place(&place, diag_source(d, d->at), s->cwd, d->at);
	remark("%s: in the new config: %s[%s] %s", buf_str(&place), severity_name(d->severity), d->rule->id, d->msg);
	buf_release(&place);
}

static void print_notes(struct session *s, const struct target *t, const struct variant *v)
{
	for (uint32_t i = 0; i < v->nnotes && !s->o->quiet; i++)
		remark("%s: note: %s", t->given, v->note[i]);
}

static void print_variant(struct session *s, const struct target *t, const struct variant *v)
{
	for (uint32_t i = 0; i < v->nwarnings; i++)
		remark("%s: warning: %s", t->given, v->warning[i]);
	print_notes(s, t, v);
	for (size_t i = 0; i < v->found.n; i++)
		print_finding(s, v, &v->found.at[i]);
}

static void print_diff(struct session *s, const struct variant *v)
{
	struct buf b = { 0 }, old = { 0 };
	struct err e = { 0 };

	if (vfs_exists(s->linter.vfs, v->path) && vfs_read(s->linter.vfs, v->path, &old, &e))
		text_diff(&b, session_patch_name(s, v->path), buf_str(&old), old.n, v->text, strlen(v->text), 3);
	else
		text_diff_new(&b, session_patch_name(s, v->path), v->text, strlen(v->text));
	say_bytes(s, buf_str(&b), b.n);
	session_raise(s, b.n ? EXIT_FINDINGS : EXIT_CLEAN);
	buf_release(&old);
	buf_release(&b);
}

/* --force only replaces files that existed before. */
static bool is_written(const struct session *s, const char *path)
{
	for (size_t i = 0; i < s->written.n; i++)
		if (strcmp(s->written.at[i], path) == 0)
			return true;
	return false;
}

static void write_variant(struct session *s, const struct variant *v)
{
	struct err e = { 0 };
	struct stat st;

	if (is_written(s, v->path)) {
		complain(s, "%s was written by this run already", session_name(s, v->path));
		return;
	}
	if (!s->o->force && lstat(v->path, &st) == 0) {
		complain(s, "%s exists; --force replaces it", session_name(s, v->path));
		return;
	}
	if (!folder_make(s->linter.vfs, path_dir(&s->arena, v->path), &e)) {
		complain(s, "--output-dir: %s", session_message(s, e.msg));
		return;
	}
	if (!file_replace(s->linter.vfs, v->path, v->text, strlen(v->text), NULL, 0, s->o->force, &e)) {
		complain_at(s, v->path, &e, NULL);
		return;
	}
	vec_push(&s->written, arena_strdup(&s->arena, v->path));
	if (!s->o->quiet)
		say("Wrote %s (%u change%s).\n", session_shown(s, session_name(s, v->path)), v->npromises,
		    plural(v->npromises));
}

/* What is changed in a script, and what isn't. */
static void print_steps(struct session *s, const struct target *t, const struct variant *v)
{
	for (uint32_t i = 0; i < v->nsteps && !s->o->quiet; i++) {
		const struct variant_step *x = &v->step[i];

		if (x->why_not)
			remark("%s:%u: left out: %s (%s)", t->given, x->line, x->why_not, x->text);
		else
			remark("%s:%u: %s", t->given, x->line, x->text);
	}
}

/* For a script: the differences from its source. */
static void print_change(struct session *s, const struct target *t, const struct variant *v)
{
	struct buf b = { 0 }, old = { 0 };
	struct err e = { 0 };

	if (vfs_read(s->linter.vfs, t->path, &old, &e))
		text_diff(&b, session_patch_name(s, t->path), buf_str(&old), old.n, v->text, strlen(v->text), 3);
	say_bytes(s, buf_str(&b), b.n);
	session_raise(s, EXIT_FINDINGS);
	buf_release(&old);
	buf_release(&b);
}

static void deliver(struct session *s, const struct target *t, const struct profile *p, const struct variant *v)
{
	if (s->o->explain)
		variant_table(s, t, p, v);
	else
		print_steps(s, t, v);
	if (v->nothing) {
		print_notes(s, t, v);
		remark("%s: %s", t->given, v->reason ? v->reason : "the profile changes nothing");
		return;
	}
	print_variant(s, t, v);
	if (!v->text) {
		remark("%s: refused: %s", t->given, v->reason ? v->reason : "no reason given");
		session_raise(s, EXIT_FINDINGS);
		return;
	}
	if (s->o->explain)
		; /* already reported */
	else if (s->o->to_stdout)
		say_bytes(s, v->text, strlen(v->text));
	else if (s->o->diff && profile_is_of_scripts(p))
		print_change(s, t, v);
	else if (s->o->diff)
		print_diff(s, v);
	else
		write_variant(s, v);
}

/* ---- scripts */

static void apply_steps(struct session *s, const struct target *t, const struct profile *p)
{
	const char *dir = s->o->output_dir ? path_absolute(&s->arena, s->o->output_dir) : NULL;
	struct steps_order o = { .path = t->path, .profile = p, .out_dir = dir, .settings = &s->overrides };
	struct variant v = { 0 };
	struct err e = { 0 };

	if (steps_apply(&s->linter, &s->arena, &o, &v, &e))
		deliver(s, t, p, &v);
	else
		complain(s, "%s: %s", t->given, session_message(s, e.msg));
	variant_release(&v);
}

static const struct profile *profile_of(struct session *s, const struct target *t, const struct profiles *all,
					const char *name)
{
	return t->path ? profile_find(all, name, settings_for(s->linter.settings, t->path, NULL)) : NULL;
}

/* All named files by the profiles of scripts among the names. */
static void run_scripts(struct session *s, const struct profiles *all, const struct targets *t,
			const struct strings *names)
{
	session_set_loading(s, t);
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < names->n; k++) {
			const struct profile *p = profile_of(s, &t->at[i], all, names->at[k]);

			if (p && profile_is_of_scripts(p))
				apply_steps(s, &t->at[i], p);
		}
}

/* ---- configs */

static void apply(struct session *s, const struct graph *g, const struct target *t, const struct profiles *all,
		  const char *name, const char *const *set)
{
	const struct profile *p = profile_of(s, t, all, name);
	const struct module *m = t->path ? graph_find(g, t->path) : NULL;
	const char *dir = s->o->output_dir ? path_absolute(&s->arena, s->o->output_dir) : NULL;
	struct variant v = { 0 };
	struct err e = { 0 };

	if (!m || m->state == MODULE_UNREADABLE || m->state == MODULE_SYNTAX)
		return;
	if (!p) {
		complain(s, "%s: its settings have no profile '%s'", t->given, name);
		return;
	}
	if (m->state == MODULE_REFUSED) {
		remark("%s: refused: the loader doesn't take this config: %s", t->given, m->refusal);
		session_raise(s, EXIT_USAGE);
		return;
	}
	if (profile_apply(&s->linter, &s->arena, &(struct variant_order){ g, m, p, dir, set }, &v, &e))
		deliver(s, t, p, &v);
	else
		complain(s, "%s: %s", t->given, e.msg);
	variant_release(&v);
}

static void run(struct session *s, const struct profiles *all, const struct targets *t, const struct strings *names)
{
	struct graph *g = session_load(s, t);

	session_report_unreadable(s, graph_subjects(g), t);
	if (s->o->verbose)
		session_report_assumptions(s, graph_subjects(g), t);
	for (size_t i = 0; i < t->n; i++) {
		const struct module *m = t->at[i].path ? graph_find(g, t->at[i].path) : NULL;
		const char *const *set = m && m->state == MODULE_OK ? variant_options(s, &m->subject, t->n == 1)
								    : strings_list(&s->o->set);

		for (size_t k = 0; k < names->n; k++)
			apply(s, g, &t->at[i], all, names->at[k], set);
	}
	graph_free(g);
}

/* "speed,optimized" */
static void split(struct session *s, const char *words, struct strings *out)
{
	for (const char *w = words;; w++) {
		size_t n = strcspn(w, ",");

		vec_push(out, arena_strndup(&s->arena, w, n));
		w += n;
		if (!*w)
			return;
	}
}

/* Prints all variants, by their first profile of that name. */
static bool are_of_scripts(const struct profiles *all, const struct strings *names, bool scripts)
{
	for (size_t i = 0; i < names->n; i++) {
		const struct profile *p = profile_find(all, names->at[i], NULL);

		if (p && profile_is_of_scripts(p) != scripts)
			return false;
	}
	return true;
}

/* The profiles of the rules and of the targets' settings. */
static bool load_profiles(struct session *s, const struct targets *t, struct profiles *all)
{
	const struct settings **st = arena_array(&s->arena, const struct settings *, t->n + 1);
	struct err e = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct settings *one =
			t->at[i].path ? settings_for(s->linter.settings, t->at[i].path, NULL) : NULL;
		size_t k = 0;

		while (k < n && st[k] != one)
			k++;
		if (one && k == n)
			st[n++] = one;
	}
	if (profiles_load(&s->arena, s->linter.rules, st, n, all, &e))
		return true;
	complain(s, "%s", session_message(s, e.msg));
	return false;
}

static void print_profiles(struct session *s, const struct profiles *all)
{
	list_profiles(s, stdout, all);
}

/* A line a profile with the names that --set takes. */
static void print_names(struct session *s, const struct profiles *all)
{
	struct profile_choice c;

	puts("\nProfiles, and the names that --set takes:");
	for (uint32_t i = 0; i < all->n; i++) {
		const char *text = profile_summary(all->at[i]);

		for (uint32_t k = 0; profile_choice(&s->arena, all->at[i], k, &c); k++)
			text = arena_printf(&s->arena, "%s%s%s", text, k ? ", " : ". --set: ", c.name);
		opts_two(session_shown(s, arena_printf(&s->arena, "  %s", profile_name(all->at[i]))),
			 session_shown(s, text));
	}
}

/* What each of them is, once for all profiles that have it alike. */
static void print_choices(struct session *s, const struct profiles *all)
{
	struct strings seen = { 0 };
	struct profile_choice c;

	puts("\nWith --set (here: the defaults):");
	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0; profile_choice(&s->arena, all->at[i], k, &c); k++) {
			const char *line = arena_printf(&s->arena, "  %s=%s", c.name, c.def);
			const char *text = arena_printf(&s->arena, "%s%s%s%s", c.doc ? c.doc : "", c.takes ? " [" : "",
							c.takes ? c.takes : "", c.takes ? "]" : "");
			size_t before = seen.n;

			command_add_once(&seen, arena_printf(&s->arena, "%s %s", line, text));
			if (seen.n > before)
				opts_two(session_shown(s, line), session_shown(s, text));
		}
	vec_release(&seen);
}

static void print_options(struct session *s, const struct profiles *all)
{
	print_names(s, all);
	print_choices(s, all);
}

/* The profiles for configs of the working directory. */
static void print_known(struct session *s, void (*print)(struct session *s, const struct profiles *all))
{
	struct target here = { .given = ".", .path = path_join(&s->arena, s->cwd, "config.py") };
	struct targets t = { 0 };
	struct profiles all = { 0 };
	struct err e = { 0 };

	vec_push(&t, here);
	if (!settings_for(s->linter.settings, here.path, &e))
		complain(s, "%s", session_message(s, e.msg));
	else if (load_profiles(s, &t, &all))
		print(s, &all);
	vec_release(&t);
}

void variant_list_profiles(struct session *s)
{
	print_known(s, print_profiles);
}

void variant_list_options(struct session *s)
{
	print_known(s, print_options);
}

/* All or none. */
static bool names_are_good(struct session *s, const struct profiles *all, const struct strings *names)
{
	for (size_t i = 0; i < names->n; i++)
		if (!is_known(all, names->at[i]))
			return print_unknown(s, all, names->at[i]);
	return true;
}

int cmd_variant(struct session *s)
{
	struct strings files = s->o->words, names = { 0 };
	struct profiles all = { 0 };
	struct targets t = { 0 };

	if (files.n < 2) {
		complain(s, "which profile, which file? `cfglint variant PROFILE[,PROFILE] FILE...`; profiles:");
		if (load_profiles(s, &t, &all))
			list_profiles(s, stderr, &all);
		return s->status;
	}
	if (s->o->output_dir && !admit(s, path_absolute(&s->arena, s->o->output_dir)))
		return s->status;
	split(s, files.at[0], &names);
	files.at++, files.n--;
	targets_name(s, &files, true, &t);
	launching_take(s, &t);
	if (!targets_may_write(s, &t) || !load_profiles(s, &t, &all) || !names_are_good(s, &all, &names))
		; /* reported */
	else if (are_of_scripts(&all, &names, false))
		run(s, &all, &t, &names);
	else if (are_of_scripts(&all, &names, true))
		run_scripts(s, &all, &t, &names);
	else
		complain(s, "a profile of scripts doesn't go with one of configs");
	vec_release(&names);
	vec_release(&t);
	return s->status;
}
