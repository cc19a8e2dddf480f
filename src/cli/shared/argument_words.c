// SPDX-License-Identifier: MIT
/* Sorts the words of a command line: a file is one of arguments by its kind, by what its text parses, or because a
 * launch line that names it brings a set; a folder is looked through.
 *
 * Invariant: what a folder holds is looked for without a word, and changes no exit status by itself.
 *
 *	train.py	is a script that parses dataclasses of a trainer
 *	trl.yaml	is named by `trl sft --config trl.yaml` of run.sh */
#include "cli/shared/argument_words.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/foreign_counts.h"
#include "cli/messages.h"
#include "cli/shared/argument_sets.h"
#include "launch/starts.h"
#include "launch/words.h"
#include <string.h>
#include <sys/stat.h>

enum { SHOWN = 5, LOOKED_AT = 24 /* files of a folder */ };

static bool is_kind(const struct session *s, const struct subject_kind *kind, const char *name)
{
	return kind && kind == subject_kind_find(s->kinds, name);
}

/* A script that makes no set may still be a config to loaders that read every Python file. */
static bool has_sets(struct session *s, const char *path)
{
	struct argument_sets all;

	argument_sets_of(s, path, &all);
	bool has = all.n > 0;

	argument_sets_release(&all);
	return has;
}

/* It takes its arguments from the command line, by dataclasses of a trainer. */
static bool parses_arguments(const struct session *s, const char *path)
{
	const struct launch_words *w = launch_words_get(vfs_results(s->linter.vfs));
	struct buf text = { 0 };
	struct err e = { 0 };
	bool read = vfs_read(s->linter.vfs, path, &text, &e), has = false;

	for (uint32_t i = 0; read && i < w->dataclass_parser.n && !has; i++)
		has = strstr(buf_str(&text), w->dataclass_parser.at[i]) != NULL;
	buf_release(&text);
	return has;
}

/* A file of a trainer whose arguments depend on the launch line that names it, such as TRL's. */
static bool is_read_by_line(struct session *s, const char *path)
{
	const struct foreign *f =
		strcmp(path_ext(path), ".py") != 0 && foreign_may_be(s, path) ? foreign_file(s, path) : NULL;

	return f && !f->ours && f->family && has_sets(s, path);
}

static bool holds_arguments(struct session *s, const char *path)
{
	const struct subject_kind *kind = targets_kind(s, path);

	if (is_kind(s, kind, "arguments") || starts_named(path))
		return true;
	if (is_kind(s, kind, "script"))
		return parses_arguments(s, path) || has_sets(s, path);
	return is_read_by_line(s, path);
}

/* ---- folders ---- */

struct folder {
	struct strings found; /* as the user would name them */
	bool more;	      /* it is not known whether there are more */
	bool configs;
};

/* Some set of it says how a training runs, and is no file that arguments name. */
static bool trains(struct session *s, const char *path)
{
	struct argument_sets all;
	bool is = false;

	argument_sets_of(s, path, &all);
	for (size_t i = 0; i < all.n && !is; i++) {
		const struct argument_set *x = &all.at[i];

		is = argument_set_trains(&all, x) &&
		     !(x->x.class && meaning_is_named(all.from.meanings, x->x.class->name));
	}
	argument_sets_release(&all);
	return is;
}

static void see_target(struct session *s, const struct target *t, uint32_t looked, struct folder *f)
{
	if (!t->path || (f->configs |= t->kind == s->kinds[0]))
		return;
	f->more |= f->found.n == SHOWN || looked >= LOOKED_AT;
	if (!f->more && trains(s, t->path))
		vec_push(&f->found, t->given);
}

static void look_through(struct session *s, const char *word, struct folder *f)
{
	struct strings words = { 0 };
	struct targets t = { 0 };
	bool quiet = s->o->quiet;
	int status = s->status;

	vec_push(&words, word);
	s->o->quiet = true; /* the walk has nothing to tell */
	targets_find(s, &words, &t);
	s->o->quiet = quiet;
	for (size_t i = 0; i < t.n && !f->configs; i++)
		see_target(s, &t.at[i], (uint32_t)i, f);
	s->status = status;
	vec_release(&words);
	vec_release(&t);
}

/* false: it holds configs, or nothing that has arguments. */
static bool report_folder(struct session *s, const char *word)
{
	struct folder f = { 0 };
	struct buf b = { 0 };

	look_through(s, word, &f);
	bool reported = f.found.n && !f.configs;

	for (size_t i = 0; reported && i < f.found.n; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", f.found.at[i]);
	if (reported && f.more)
		buf_puts(&b, ", ...");
	if (reported)
		complain(s, "%s is a folder: name a file of it that says how a training runs: %s",
			 session_name(s, path_absolute(&s->arena, word)), buf_str(&b));
	buf_release(&b);
	vec_release(&f.found);
	return reported;
}

/* ---- words ---- */

static bool sort_word(struct session *s, const char *word)
{
	const char *path = *word ? path_absolute(&s->arena, word) : "";

	return S_ISREG(disk_mode(path)) && admitted(s, path) && holds_arguments(s, path);
}

static bool is_folder(struct session *s, const char *word)
{
	const char *path = *word ? path_absolute(&s->arena, word) : "";

	return S_ISDIR(disk_mode(path)) && admitted(s, path);
}

void argument_words(struct session *s, const struct strings *words, struct strings *mine, struct strings *rest)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->at[i];

		if (is_folder(s, word) && report_folder(s, word))
			continue;
		struct strings *to = sort_word(s, word) ? mine : rest;

		vec_push(to, word);
	}
}
