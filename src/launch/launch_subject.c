// SPDX-License-Identifier: MIT
/* Loads launch scripts as subjects: read, parse, evaluate what each starts (launches_of), add the versions that the
 * project requires, freeze the tree. Each file is loaded by itself.
 *
 * Invariant: s->good implies s->tree, s->src and s->of. A file that could not be read, or took too long to parse, is
 * not good and s->err says why.
 *
 *	tools/train.sh starts a training	in a folder it counts: is_found
 *	tools/download.sh			doesn't
 *	a comment before `python ...| tee`	is about the whole pipeline: statement */
#include "launch/launch_subject.h"
#include "launch/launch.h"
#include "launch/launch_arguments.h"
#include "launch/launch_source.h"
#include "launch/starts.h"
#include "project/version_bounds.h"
#include "project/root.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "subject/comment.h"
#include "text/notebook.h"
#include <stdlib.h>
#include <string.h>

struct launch_set {
	struct subject_set set;
	struct arena arena;
	struct folders *folders;
	const struct required_package *package;
	uint32_t npackages;
	struct map versions; /* of project/version_bounds.c */
};

/* ---- which files */

static bool is_named(const char *path)
{
	return starts_named(path) || notebook_named(path);
}

/* In a folder, a script counts if it starts a training, a notebook if a command of it does. */
static bool is_found(const struct vfs *fs, const char *top, const char *path)
{
	return (starts_named(path) && starts_of(fs, path, top)->counts) || starts_in_notebook(fs, path, top);
}

/* ---- the range of a comment: the command, with its pipeline */

static struct span statement(const struct subject *s, uint32_t offset)
{
	const struct launched *l = s->of;
	const struct shell_node *at = l ? l->script.root : NULL, *found = NULL;

	while (at && !found) {
		const struct shell_node *in = NULL;

		for (uint32_t i = 0; i < at->n && !in; i++)
			if (at->kid[i]->lo <= offset && offset < at->kid[i]->hi)
				in = at->kid[i];
		if (in && (in->kind == SHELL_COMMAND || in->kind == SHELL_PIPELINE))
			found = in;
		at = in;
	}
	return (struct span){ s->src->id, found ? found->lo : offset, found ? found->hi : offset };
}

/* ---- loading */

static void take_comments(struct arena *a, struct subject *s, const struct shell_script *script)
{
	struct comment *all = arena_array(a, struct comment, script->ncomments + 1);

	for (uint32_t i = 0; i < script->ncomments; i++)
		all[i] = (struct comment){ script->comment[i].lo, script->comment[i].hi };
	s->ncomments = directive_comments(a, s->src, all, script->ncomments, &s->comment);
}

struct subject *launch_speaks(struct arena *a, const struct vfs *fs, const struct source *src)
{
	struct launched *l = arena_new(a, struct launched);
	struct subject *s = arena_new(a, struct subject);

	*s = (struct subject){ .kind = &launch_kind, .path = src->path, .src = src, .of = l };
	*l = (struct launched){ .script = *shell_parse_once(vfs_results(fs), src->path, src->bytes, src->len) };
	take_comments(a, s, &l->script);
	return s;
}

static void load_one(struct launch_set *all, const struct vfs *fs, struct subject *s)
{
	struct arena *a = &all->arena;
	struct err *e = arena_new(a, struct err);
	struct launched *l = arena_new(a, struct launched);

	s->err = e;
	s->trouble = e->msg;
	s->src = launch_source(fs, all->set.sources, s->path, e);
	if (!s->src)
		return;
	s->readable = true;
	s->root = project_root(all->folders, s->path);
	launches_of(a, fs, all->set.sources, s->src, s->root, l);
	version_bounds_put(&(struct version_files){ a, fs, s->root, all->package, all->npackages, &all->versions }, a,
			   s->path, l->tree.as.dict);
	dict_put(a, l->tree.as.dict, value_text("arguments", l->tree.at),
		 launch_arguments(a, fs, all->set.sources, s->path, s->root, l->tree), l->tree.at);
	s->of = l;
	if (l->script.gave_up) {
		s->spent = true;
		err_set(e, ERR_LIMIT, "takes too long to parse");
		return;
	}
	s->spent = l->spent;
	if (l->script.skipped)
		s->unread = (struct span){ s->src->id, l->script.skipped_at, l->script.skipped_at };
	s->missing = l->missing;
	take_comments(a, s, &l->script);
	s->tree = s->own = s->inherited = value_freeze(a, l->tree);
	s->good = true;
}

static const struct subject_set *load(const struct subject_load *l)
{
	struct launch_set *all = xcalloc(1, sizeof *all);
	const struct subject **at = (const struct subject **)arena_array(&all->arena, void *, l->n + 1);

	all->set = (struct subject_set){ .kind = &launch_kind, .sources = sources_new(), .fs = l->fs, .of = all };
	all->folders = folders_new(l->fs);
	all->package = required_packages(&all->arena, &all->npackages);
	for (size_t i = 0; i < l->n; i++) {
		struct subject *s = arena_new(&all->arena, struct subject);

		*s = (struct subject){ .kind = &launch_kind,
				       .set = &all->set,
				       .path = arena_strdup(&all->arena, l->path[i]),
				       .requested = true };
		load_one(all, l->fs, s);
		at[i] = s;
	}
	subject_set_close(&all->set, &all->arena, at, l->n);
	return &all->set;
}

static void unload(const struct subject_set *set)
{
	struct launch_set *all = set->of;

	folders_free(all->folders);
	sources_free(all->set.sources);
	arena_release(&all->arena);
	free(all);
}

const struct launched *launch_subject(const struct subject *s)
{
	return s->of;
}

const struct subject_kind launch_kind = {
	.name = "launch",
	.one = "launch script",
	.many = "launch scripts",
	.tree = "launch",
	.reads = "those end in .sh, .bash, .slurm or .sbatch, or are notebooks with such commands",
	.hint = ".sh files and notebooks count that start a training",
	.named = is_named,
	.found = is_found,
	.load = load,
	.free = unload,
	.statement = statement,
};
