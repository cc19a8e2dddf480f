// SPDX-License-Identifier: MIT
/* Classifies the targets that no rule is for, by the signs of project/foreign.h and what options and settings say
 * about the loader; then sorts them by family for the report.
 *
 * Invariant: such a file never counts as linted. If no target has rules, the exit status says so.
 *
 *	a file of another framework, named	"nothing was linted: there are no rules for the named file"
 *	a file of ours that no script reads	becomes a target of config_kind and is linted
 *	in a folder, no training config		not counted at all */
#include "cli/foreign_counts.h"
#include "base/path.h"
#include "cli/messages.h"
#include "config/data_config.h"
#include "config/loader.h"
#include "config/config_subject.h"
#include "foreign/foreign_subject.h"
#include "launch/starts.h"
#include "plain/plain_subject.h"
#include "project/home.h"
#include "report/without_rules.h"
#include "shell/shell_parse.h"
#include "text/json.h"
#include "text/notebook.h"
#include "text/toml.h"
#include <stdlib.h>
#include <string.h>

/* The loader that the user sets for a file: by options, or in settings. */
static enum foreign_said said_of(struct session *s, const char *path)
{
	const struct settings *st = settings_for(s->linter.settings, path, NULL);
	const char *why = NULL;

	if (s->overrides.loader || s->overrides.dialect || (st && (st->loader || st->dialect)))
		return FOREIGN_BY_USER;
	if (!s->loaders)
		s->loaders = loaders_new(s->linter.vfs, s->folders);
	if (loader_is_marked(s->loaders, path))
		return FOREIGN_PROJECT;
	loader_of(s->loaders, path, &why);
	return why && strcmp(why, LOADER_BY_DEFAULT) != 0 ? FOREIGN_NAMES : FOREIGN_UNSAID;
}

const struct foreign *foreign_file(struct session *s, const char *path)
{
	return foreign_of(s->linter.vfs, project_home(s->folders, path), path, said_of(s, path));
}

const struct foreign *foreign_data(struct session *s, const char *path)
{
	bool data = path && strcmp(path_ext(path), ".py") != 0 && foreign_may_be(s, path);
	const struct foreign *f = data ? foreign_file(s, path) : NULL;

	return f && !f->ours ? f : NULL;
}

void foreign_report_reader(struct session *s, const char *given, const struct foreign *f)
{
	const char *an = strchr("aeiouA", *f->one) ? "an" : "a";

	if (f->family)
		complain(
			s,
			"%s looks like %s %s, and no launch script of the project names it: write the line that starts "
			"the training%s%s%s into a .sh file and name that",
			given, an, f->one, f->schema ? ", such as `accelerate launch SCRIPT --config " : "",
			f->schema ? given : "", f->schema ? "`," : "");
	else
		complain(s, "%s looks like %s %s: name the script or launch script that reads it", given, an, f->one);
}

bool foreign_may_be(const struct session *s, const char *path)
{
	return foreign_named(s->linter.vfs, path);
}

static bool script_parses(struct arena *a, const struct source *src)
{
	struct shell_script script;

	shell_parse(a, src->bytes, src->len, &script);
	return !script.skipped && !script.gave_up;
}

static bool notebook_parses(const struct source *src)
{
	struct notebook nb = { 0 };
	bool good = notebook_read(&nb, src->bytes, src->len, NULL);

	notebook_release(&nb);
	return good;
}

/* It is a launch script, a notebook or data; anything else is no information. */
static bool parses(struct arena *a, const struct source *src)
{
	const char *ext = path_ext(src->path);
	struct err e = { 0 };

	if (starts_named(src->path))
		return script_parses(a, src);
	if (notebook_named(src->path))
		return notebook_parses(src);
	if (!strcmp(ext, ".json"))
		return json_parse_config(a, src, &e) != NULL;
	if (!strcmp(ext, ".toml"))
		return toml_parse_config(a, src, &e) != NULL;
	return !data_is_config(src->path) || yaml_parse_config(a, src, &e) != NULL;
}

bool foreign_parses(struct session *s, const char *path)
{
	struct sources *all = sources_new();
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct err e = { 0 };
	bool good = vfs_read(s->linter.vfs, path, &b, &e);

	if (good) {
		const struct source *src = sources_add(all, path, buf_str(&b), b.n);

		good = source_check(src, &e) && parses(&a, src);
	}
	buf_release(&b);
	arena_release(&a);
	sources_free(all);
	return good;
}

static const struct subject_set *set_of(const struct lint_ctx *l, const struct subject_kind *kind)
{
	for (size_t i = 0; l->s->kinds[i]; i++)
		if (l->s->kinds[i] == kind)
			return l->set[i];
	return NULL;
}

static bool has_rules(const struct lint_ctx *l, const struct target *t)
{
	const struct subject_set *plain = set_of(l, &plain_kind);

	if (t->kind == &foreign_kind)
		return false;
	return t->kind != &plain_kind || (plain && subject_find(plain, t->path));
}

static int by_family(const void *x, const void *y)
{
	const struct without_rules *a = x, *b = y;
	int c = a->named != b->named ? (a->named ? -1 : 1) : a->named ? 0 : strcmp(a->is->one, b->is->one);

	return c ? c : strcmp(a->path, b->path);
}

void foreign_settle(struct lint_ctx *l)
{
	struct session *s = l->s;
	struct without_rules *all = arena_array(&s->arena, struct without_rules, l->targets.n + 1);
	uint32_t n = 0;

	for (size_t i = 0; i < l->targets.n; i++) {
		struct target *t = &l->targets.at[i];
		bool named = t->path && linter_names_file(&s->linter, t->path);
		const struct foreign *f = t->path && !has_rules(l, t) ? foreign_file(s, t->path) : NULL;

		if (f && f->ours) /* in a folder, a broken file may be of any kind */
			t->kind = named || foreign_parses(s, t->path) ? &config_kind : t->kind;
		else if (f && (named || f->training))
			all[n++] = (struct without_rules){ f, t->path, named };
	}
	if (n)
		qsort(all, n, sizeof *all, by_family);
	l->stats.foreign = all;
	l->stats.nforeign = n;
}

/* A launch script or script that was loaded reads it: rules see it there. */
static bool is_read_elsewhere(const struct lint_ctx *l, const char *path)
{
	bool is = false;

	for (size_t k = 0; l->s->kinds[k] && !is; k++) {
		const struct subject_set *set = l->set[k];
		bool reads = set && (!strcmp(set->kind->name, "launch") || !strcmp(set->kind->name, "script"));
		const struct source *src;

		for (uint32_t id = 1; reads && !is && (src = sources_get(set->sources, id)); id++)
			is = !strcmp(src->path, path);
	}
	return is;
}

void foreign_forget_read(struct lint_ctx *l)
{
	struct lint_stats *st = &l->stats;
	struct without_rules *left = arena_array(&l->s->arena, struct without_rules, st->nforeign + 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < st->nforeign; i++)
		if (st->foreign[i].named || !is_read_elsewhere(l, st->foreign[i].path))
			left[n++] = st->foreign[i];
	st->foreign = left;
	st->nforeign = n;
}

static bool judges_any(const struct lint_ctx *l)
{
	for (size_t i = 0; i < l->targets.n; i++)
		if (l->targets.at[i].path && has_rules(l, &l->targets.at[i]))
			return true;
	return false;
}

void foreign_status(struct lint_ctx *l)
{
	const struct lint_stats *st = &l->stats;

	if (!st->nforeign || !st->foreign[0].named || l->s->o->hook || l->stdin_path || judges_any(l))
		return;
	complain_as_reported(l->s, st->nforeign == 1 ? "nothing was linted: there are no rules for the named file"
						     : "nothing was linted: there are no rules for the named files");
}

void foreign_report(struct lint_ctx *l)
{
	struct buf b = { 0 };

	without_rules_say(&b, &l->stats, l->s->cwd, l->s->o->verbose);
	for (char *line = b.n ? b.s : NULL, *end; line && (end = strchr(line, '\n')); line = end + 1)
		remark("%.*s", (int)(end - line), line);
	buf_release(&b);
}
