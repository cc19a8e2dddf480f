// SPDX-License-Identifier: MIT
/* Finds the launch scripts of the projects of the targets: one walk through each project root, bounded by ENTRIES_MAX
 * entries and SCRIPTS_MAX scripts. What launch scripts start that the user named becomes a target too.
 *
 * Invariant: files that are targets only because a script starts them get no fixes, and scripts in folders such as
 * .dev_scripts are used only if the user names them.
 *
 *	cfglint configs			the scripts in its tools/ count for what they pass to configs
 *	cfglint tools/train.sh		the config that it starts is linted too
 *	more than 500 scripts		the first 500 count, and a remark says so */
#include "cli/launching.h"
#include "cli/messages.h"
#include "base/path.h"
#include "launch/starts.h"
#include "launch/launch_subject.h"
#include "project/root.h"
#include "text/walk.h"
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 200000 /* files and folders that are looked at */, SCRIPTS_MAX = 500 };

struct launch_search {
	struct session *s;
	bool cut; /* there are more */
};

/* .dev_scripts, .github: such folders maintain a repository. Scripts that start all of its configs there are not used
 * for training.
 */
static bool is_of_maintenance(const char *name)
{
	return name[0] == '.';
}

static bool is_passed_over(void *ctx, const char *path, bool is_dir)
{
	struct launch_search *l = ctx;

	return (is_dir && is_of_maintenance(path_base(path))) || targets_passed_over(l->s, path, is_dir);
}

static bool lies_in_maintenance(struct session *s, const char *script)
{
	const char *root = project_root(s->folders, script);
	bool maintains = false;

	for (const char *d = path_dir(&s->arena, script); !maintains && path_inside(root, d) && strcmp(d, root) != 0;
	     d = path_dir(&s->arena, d))
		maintains = is_of_maintenance(path_base(d));
	return maintains;
}

static bool is_wanted(void *ctx, const struct walked *file)
{
	(void)ctx;
	return !file->link && starts_named(file->path);
}

/* Of what ignore files name: where git tracks it. */
static bool is_launch_script(void *ctx, const char *path, bool is_dir)
{
	(void)ctx;
	return !is_dir && starts_named(path);
}

static void add(struct launch_search *l, const char *path)
{
	struct strings *all = &l->s->launch_scripts;

	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i], path))
			return;
	if (all->n < SCRIPTS_MAX)
		vec_push(all, arena_strdup(&l->s->arena, path));
	else
		l->cut = true;
}

static void found(void *ctx, const struct walked *file)
{
	add(ctx, file->path);
}

static void failed(void *ctx, const char *path, const struct err *e)
{
	(void)ctx, (void)path, (void)e; /* it has none for us; the walk for linting reports that */
}

static void add_started(struct session *s, const char *script, struct targets *t)
{
	const char *root = project_root(s->folders, script);
	const struct starts_brief *all = starts_of(s->linter.vfs, script, root);

	for (uint32_t i = 0; i < all->n; i++) {
		if (all->at[i].config)
			targets_add_started(s, root, all->at[i].config, t);
		if (all->at[i].script)
			targets_add_started(s, root, all->at[i].script, t);
	}
}

static void walk(struct session *s, const struct strings *roots, struct launch_search *l)
{
	size_t budget = ENTRIES_MAX;
	struct walk_opts o = { .fs = s->linter.vfs,
			       .excluded = is_passed_over,
			       .wanted = is_wanted,
			       .found = found,
			       .failed = failed,
			       .ignored = is_launch_script,
			       .ctx = l,
			       .budget = &budget,
			       .ignore_files = !s->o->no_ignore_files };

	for (size_t i = 0; i < roots->n; i++)
		walk_folder(roots->at[i], &o);
	l->cut |= !budget;
}

/* Where nothing says how far the project goes, the scripts beside a file of arguments count. */
static void add_beside(struct launch_search *l, const char *file)
{
	struct arena *a = &l->s->arena;
	const char *dir = path_dir(a, file);
	struct err e = { 0 };
	char **name = NULL;
	size_t n = vfs_list(l->s->linter.vfs, dir, &name, &e);

	for (size_t i = 0; i < n; i++) {
		if (starts_named(name[i]))
			add(l, path_join(a, dir, name[i]));
		free(name[i]);
	}
	free(name);
}

static void search(struct session *s, const struct strings *roots)
{
	struct launch_search l = { .s = s };

	walk(s, roots, &l);
	if (l.cut)
		remark("only the first %zu launch scripts were used for what they say about configs and scripts: the "
		       "project is too large",
		       s->launch_scripts.n);
}

void launching_notebooks(struct session *s, struct targets *t)
{
	for (size_t i = 0, n = t->n; i < n; i++) {
		struct target two = t->at[i];

		if (!two.path || !two.kind || two.kind == &launch_kind ||
		    !starts_in_notebook(s->linter.vfs, two.path, project_root(s->folders, two.path)))
			continue;
		two.kind = &launch_kind;
		vec_push(t, two);
	}
}

void launching_take(struct session *s, struct targets *t)
{
	struct launch_search l = { .s = s };
	struct strings roots = { 0 };

	launching_notebooks(s, t);

	for (size_t i = 0, n = t->n; i < n; i++) {
		const char *path = t->at[i].path, *root = path ? project_marked_root(s->folders, path) : NULL;

		if (path && t->at[i].kind == &launch_kind) {
			bool named = linter_names_file(&s->linter, path);

			if (named || !lies_in_maintenance(s, path))
				add(&l, path);
			if (named)
				add_started(s, path, t);
		} else if (root) {
			folders_join(&roots, root);
		} else if (path && t->at[i].kind && !strcmp(t->at[i].kind->name, "arguments")) {
			add_beside(&l, path);
		}
	}
	if (roots.n)
		search(s, &roots);
	vec_release(&roots);
}

/* Such targets come last. */
static bool is_started(const struct targets *t, const char *path)
{
	for (size_t i = t->n; i-- > 0 && t->at[i].started;)
		if (!strcmp(t->at[i].path, path))
			return true;
	return false;
}

bool launching_only(const struct targets *t, const struct diag *d)
{
	bool only = d->nseen > 0;

	for (uint32_t i = 0; i < d->nseen && only; i++)
		only = is_started(t, d->seen_in[i]->path);
	return only;
}

void launching_keep_files(const struct targets *t, struct diags *found)
{
	for (size_t i = 0; i < found->n; i++)
		if (launching_only(t, &found->at[i]))
			found->at[i].nfixes = 0;
}
