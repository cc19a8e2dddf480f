// SPDX-License-Identifier: MIT
/* pre-commit names the files that a commit adds or changes, never those that it deletes or renames. A config that still
 * inherits from one of those is broken by the commit, and need not be among the named files:
 *
 *     git mv configs/_base_/schedule.py configs/_base_/sched.py      b.py: _base_ = ['./_base_/schedule.py']
 *
 * git names what is deleted, and the tracked files whose text has such a name. Those of them that have it as a base are
 * linted with CFG001. */
#include "cli/command/hook.h"
#include "base/path.h"
#include "base/pool.h"
#include "cli/git/git.h"
#include "cli/messages.h"
#include "config/graph.h"
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 16 << 20 };
#define LOADABLE "*.py", "*.yaml", "*.yml", "*.json"

/* "A...B", as pre-commit sets it for a push or in CI; NULL: staged changes. */
static const char *range(struct arena *a)
{
	const char *from = getenv("PRE_COMMIT_FROM_REF"), *to = getenv("PRE_COMMIT_TO_REF");

	return from && to && *from && *from != '-' ? arena_printf(a, "%s...%s", from, to) : NULL;
}

/* If git refuses, there is nothing; if it doesn't answer, that is reported. */
static bool requested(const struct git *git, const char *const *ask, const struct buf *input, struct buf *said)
{
	struct err e = { 0 };
	bool good = git_run(git, ask, input ? input->s : "", input ? input->n : 0, LIST_MAX, said, &e);

	if (!good && e.code == ERR_LIMIT)
		remark("--hook: what a deleted base leaves behind was not looked for: %s", e.msg);
	return good;
}

/* Paths below the working directory. */
static void deleted(struct arena *a, const struct git *git, struct strings *out)
{
	struct buf said = { 0 };
	const char *of = range(a), *here = path_absolute(a, ".");
	const char *const ask[] = { "diff",	  of ? of : "--cached", "-z", "--name-only", "--no-renames",
				    "--relative", "--diff-filter=D",	"--", LOADABLE,	     NULL };

	if (requested(git, ask, NULL, &said)) /* else this is no repository */
		for (size_t i = 0; i < said.n; i += strlen(said.s + i) + 1)
			vec_push(out, path_join(a, here, said.s + i));
	buf_release(&said);
}

static bool is_named(const struct opts *o, const char *path)
{
	for (size_t i = 0; i < o->words.n; i++)
		if (!strcmp(o->words.at[i], path))
			return true;
	return false;
}

/* Tracked files whose text has one of the names, without the named files. */
static void mention(struct arena *a, const struct git *git, const struct opts *o, const struct strings *gone,
		    struct strings *out)
{
	static const char *const ask[] = { "grep", "-l", "-z", "-w", "-F", "-f", "-", "--", LOADABLE, NULL };
	struct buf said = { 0 }, names = { 0 }; /* a line each */

	for (size_t i = 0; i < gone->n; i++) {
		const char *name = path_base(gone->at[i]);

		buf_printf(&names, "%.*s\n", (int)(strlen(name) - strlen(path_ext(name))), name);
	}
	if (names.n && requested(git, ask, &names, &said)) /* else none has */
		for (size_t i = 0; i < said.n; i += strlen(said.s + i) + 1)
			if (!is_named(o, said.s + i))
				vec_push(out, arena_strdup(a, said.s + i));
	buf_release(&names);
	buf_release(&said);
}

static bool names_one(const struct module *m, const struct strings *gone)
{
	for (uint32_t i = 0; m && i < m->nbases; i++)
		for (size_t k = 0; m->base[i].path && k < gone->n; k++)
			if (!m->base[i].module && !strcmp(m->base[i].path, gone->at[k]))
				return true;
	return false;
}

/* Of the files those that have one of the deleted as a base. */
static void filter_children(struct arena *a, struct strings *files, const struct strings *gone)
{
	struct vfs *fs = vfs_new(NULL);
	struct pool *p = pool_new(0);
	const char **path = arena_array(a, const char *, files->n + 1);
	struct graph *g;
	size_t n = 0;

	vfs_fence(fs);
	vfs_allow(fs, path_absolute(a, "."));
	for (size_t i = 0; i < files->n; i++)
		path[i] = path_absolute(a, files->at[i]);
	g = graph_load(fs, path, files->n, &(struct graph_opts){ .packages_none = true }, p);
	for (size_t i = 0; i < files->n; i++)
		if (names_one(graph_find(g, path[i]), gone))
			files->at[n++] = files->at[i];
	files->n = n;
	graph_free(g);
	pool_free(p);
	vfs_free(fs);
}

void hook_left_behind(struct arena *a, const struct opts *o, struct strings *files)
{
	struct strings gone = { 0 };
	struct err e = { 0 };
	struct git git;
	const char **allow = arena_array(a, const char *, o->allow.n + 1);

	for (size_t i = 0; i < o->allow.n; i++)
		allow[i] = path_absolute(a, o->allow.at[i]);
	if (!git_open(a, ".", allow, &git, &e)) {
		if (e.code != ERR_NOT_FOUND)
			remark("--hook: what a deleted base leaves behind was not looked for: %s", e.msg);
		return;
	}
	deleted(a, &git, &gone);
	mention(a, &git, o, &gone, files);
	if (files->n)
		filter_children(a, files, &gone);
	vec_release(&gone);
}
