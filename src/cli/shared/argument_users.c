// SPDX-License-Identifier: MIT
/* Walks the project of the file, loads its scripts, launch scripts and files of arguments, and looks which of them name
 * it: an argument, an argument of a file that an argument names, or a launch line. */
#include "cli/shared/argument_users.h"
#include "base/path.h"
#include "cli/load_configs.h"
#include "project/root.h"
#include "python/value/dict.h"
#include <string.h>

enum { FILES_DEEP = 4 };

struct finding_users {
	struct argument_sets *all;
	const char *path;
	const struct subject *subject;
	struct value element, launch;
	struct argument_users *out;
};

static void add_user(const struct finding_users *f, const char *key, struct span at, struct value file)
{
	vec_push(f->out, ((struct argument_user){ f->subject, f->element, f->launch, key, at, file }));
}

/* A file that is named is the one whose text its values stand in. */
static bool is_file(const struct finding_users *f, struct value file)
{
	struct value args = dict_get(file, "args");
	const struct source *src = sources_get(f->subject->set->sources, args.at.file);

	return dict_get_text(file, "path") && src && !strcmp(src->path, f->path);
}

static void see_files(const struct finding_users *f, struct value files, unsigned depth)
{
	struct dict_iter it;

	if (files.kind != VALUE_DICT || depth == FILES_DEEP)
		return;
	dict_begin(&it, files.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		if (is_file(f, e->val))
			add_user(f, e->key.as.s->s, dict_get(e->val, "path").at, e->val);
		see_files(f, dict_get(e->val, "files"), depth + 1);
	}
}

static struct value launch_of(const struct subject *x, struct value element)
{
	struct value all = dict_get(x->tree, "launches"), n = dict_get(element, "number");

	return value_is_listlike(all) && n.kind == VALUE_INT && n.as.i < all.as.list->n ? all.as.list->at[n.as.i].val
											: (struct value){ 0 };
}

static void see_launches(struct finding_users *f)
{
	struct value all = dict_get(f->subject->tree, "launches");
	struct arena *a = &f->all->s->arena;

	for (uint32_t i = 0; value_is_listlike(all) && f->subject->root && i < all.as.list->n; i++) {
		struct value l = all.as.list->at[i].val;
		const char *name[] = { dict_get_text(l, "config_path"), dict_get_text(l, "script_path") };

		f->element = (struct value){ 0 };
		f->launch = l;
		for (size_t k = 0; k < ARRAY_SIZE(name); k++)
			if (name[k] && !strcmp(path_join(a, f->subject->root, name[k]), f->path))
				add_user(f, "", l.at, (struct value){ 0 });
	}
}

static void see_subject(struct finding_users *f)
{
	struct value all = dict_get(f->subject->tree, "arguments");

	for (uint32_t i = 0; value_is_listlike(all) && i < all.as.list->n; i++) {
		f->element = all.as.list->at[i].val;
		f->launch = launch_of(f->subject, f->element);
		see_files(f, dict_get(f->element, "files"), 0);
	}
	see_launches(f);
}

void argument_users_find(struct argument_sets *all, const char *path, struct argument_users *out)
{
	static const char *const kinds[] = { "script", "launch", "arguments" };
	struct session *s = all->s;
	struct finding_users f = { .all = all, .path = path, .out = out };
	struct strings words = { 0 };
	struct targets t = { 0 };
	size_t nlaunch_scripts = s->launch_scripts.n;
	bool quiet = s->o->quiet;

	vec_push(&words, project_root(s->folders, path));
	s->o->quiet = true; /* the question is about one file, not about the folder */
	targets_find(s, &words, &t);
	s->o->quiet = quiet;
	s->launch_scripts.n = 0; /* a script itself names the file only where its own text does */
	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
		const struct subject_set *set = session_subjects(s, &t, subject_kind_find(s->kinds, kinds[k]));

		if (!set)
			continue;
		vec_push(&all->loaded, ((struct argument_subjects){ set, "" }));
		for (size_t i = 0; i < set->n; i++) {
			f.subject = set->at[i];
			if (f.subject->good && strcmp(f.subject->path, path) != 0)
				see_subject(&f);
		}
	}
	s->launch_scripts.n = nlaunch_scripts;
	vec_release(&words);
	vec_release(&t);
}
