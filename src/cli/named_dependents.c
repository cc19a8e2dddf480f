// SPDX-License-Identifier: MIT
/* The search for configs that inherit from named files: which projects are searched, and which folders are not. */
#include "cli/named_dependents.h"
#include "base/path.h"
#include "cli/progress.h"
#include "cli/messages.h"
#include "config/dependents.h"
#include "config/config_subject.h"
#include "project/root.h"
#include <string.h>

static bool wants(struct session *s, const char *path)
{
	const struct settings *st = settings_for(s->linter.settings, path, NULL);

	if (s->o->dependents)
		return strcmp(s->o->dependents, "no") != 0;
	return !(st && st->no_dependents);
}

static void take(struct session *s, const char *const *path)
{
	for (; *path; path++)
		vec_push(&s->dependents, *path);
}

static void search(struct session *s, struct strings *of, struct strings *in)
{
	struct dependents found;
	struct dependents_search how = { .fs = s->linter.vfs,
					 .of = strings_list(of),
					 .in = strings_list(in),
					 .excluded = targets_passed_over,
					 .ctx = s,
					 .ignore_files = !s->o->no_ignore_files };

	struct progress_line *line = progress_begin(s, "looking for configs that inherit from the named files");

	dependents_find(&s->arena, &how, &found);
	progress_end(line);
	take(s, found.path);
	if (found.cut)
		remark("the search for configs that inherit from the named files stopped after %u files: the project "
		       "is too large, so some were not checked; name their folder, or use --dependents=no",
		       found.looked);
}

void dependents_take(struct session *s, const struct targets *t)
{
	struct strings of = { 0 }, in = { 0 };
	struct folders *folders = folders_new(s->linter.vfs);

	for (size_t i = 0; i < t->n; i++) {
		const char *path = t->at[i].path;

		bool named = path && (s->o->hook || linter_names_file(&s->linter, path));

		if (!named || t->at[i].kind != &config_kind || !wants(s, path))
			continue;
		vec_push(&of, path);
		folders_join(&in, project_root(folders, path));
	}
	if (of.n)
		search(s, &of, &in);
	folders_free(folders);
	vec_release(&of);
	vec_release(&in);
}

static bool has_through(const struct subject_set *set, const struct subject *from)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->at[i]->through && subject_takes_from(set->at[i], from))
			return true;
	return false;
}

const char *dependents_of(struct session *s, const struct subject_set *set, const struct subject **first)
{
	struct strings names = { 0 };
	const char *text = "";

	*first = NULL;
	for (size_t i = 0; i < set->n; i++) {
		const struct subject *x = subject_find(set, set->at[i]->path);

		if (!x->requested || x->through || !has_through(set, set->at[i]))
			continue;
		/* a file that two loaders read is two subjects, side by side */
		if (!names.n || strcmp(names.at[names.n - 1], x->path) != 0)
			vec_push(&names, x->path);
		*first = *first ? *first : x;
	}
	for (size_t i = 0; i < names.n && i < 2; i++)
		text = arena_printf(&s->arena, "%s%s%s", text,
				    i == 0	  ? ""
				    : names.n > 2 ? ", "
						  : " and ",
				    session_name(s, names.at[i]));
	if (names.n > 2)
		text = arena_printf(&s->arena, "%s and %zu more", text, names.n - 2);
	vec_release(&names);
	return text;
}
