// SPDX-License-Identifier: MIT
/* Loads the files of a git revision into an overlay, with `git ls-tree` and `git cat-file`. The work tree is
 * neither read nor written for these files.
 *
 *	cfglint impact HEAD~1	configs/a.py of HEAD~1, on an overlay beside the work tree */
#include "cli/revision.h"
#include "base/path.h"
#include "cli/git/git.h"
#include "cli/messages.h"
#include "launch/starts.h"
#include "project/root.h"
#include "text/notebook.h"
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 200000, FILE_MAX = 1 << 20, LIST_MAX = 64 << 20, TEXT_MAX = 512 << 20, HASH_MAX = 64 };

struct blob {
	const char *path; /* relative to the top */
	const char *hash;
};
VEC(blobs, struct blob);

/* A word of the command line may name it: notebooks are large, and others are not read. */
static bool is_named(const struct revision *r, const char *path)
{
	for (size_t i = 0; i < r->words->n; i++)
		if (!strcmp(path_base(r->words->at[i]), path_base(path)))
			return true;
	return false;
}

/* Names of files with configs, settings and training code, and of files that mark a project. */
static bool is_wanted(const struct revision *r, const char *path)
{
	static const char *const ext[] = { ".py", ".json", ".yaml", ".yml", ".toml", ".cfg" };

	for (size_t i = 0; i < ARRAY_SIZE(ext); i++)
		if (!strcmp(path_ext(path), ext[i]))
			return true;
	return starts_named(path) || (notebook_named(path) && is_named(r, path));
}

/* "100644 blob HASH SIZE\tPATH", as git ls-tree -lz prints it; links and submodules are no files. Files too large to
 * read are not requested: a repository may hold data too. */
static void take_entry(struct revision *r, const char *entry, struct blobs *out)
{
	struct arena *a = &r->arena;
	const char *tab = strchr(entry, '\t'), *hash = tab ? strstr(entry, " blob ") : NULL, *end;

	if (!hash || hash > tab || strncmp(entry, "100", 3) || !is_wanted(r, tab + 1))
		return;
	map_put(a, &r->listed, str_lit(path_join(a, r->top, tab + 1)), r);
	hash += strlen(" blob ");
	end = hash + strcspn(hash, " \t");
	if (strtoul(end, NULL, 10) <= FILE_MAX)
		vec_push(out,
			 ((struct blob){ arena_strdup(a, tab + 1), arena_strndup(a, hash, (size_t)(end - hash)) }));
}

static bool list_files(struct revision *r, const char *tree, struct blobs *out, struct err *e)
{
	struct buf text = { 0 };
	bool good = git_run(&r->git, (const char *const[]){ "ls-tree", "-r", "-l", "-z", "--full-tree", tree, NULL },
			    "", 0, LIST_MAX, &text, e);

	for (size_t i = 0; good && i < text.n; i += strlen(text.s + i) + 1)
		take_entry(r, text.s + i, out);
	buf_release(&text);
	return good && (out->n <= FILES_MAX || err_set(e, ERR_LIMIT, "more than %d files", FILES_MAX));
}

/* "HASH blob SIZE\n", the bytes, "\n" for each. */
static bool take_texts(struct revision *r, const struct blobs *all, const struct buf *text, struct err *e)
{
	size_t at = 0;

	for (size_t i = 0; i < all->n; i++) {
		const char *line = text->s + at, *end = at < text->n ? memchr(line, '\n', text->n - at) : NULL;
		const char *size = end ? memmem(line, (size_t)(end - line), " blob ", 6) : NULL;
		size_t n = size ? strtoul(size + 6, NULL, 10) : 0;

		if (!size || n > text->n - (size_t)(end + 1 - text->s))
			return err_set(e, ERR_IO, "git: an object of %s is not here", all->at[i].path);
		vfs_put(r->linter.vfs, path_join(&r->arena, r->top, all->at[i].path), end + 1, n);
		at = (size_t)(end + 1 - text->s) + n + 1;
	}
	return true;
}

static bool read_files(struct revision *r, const struct blobs *all, struct err *e)
{
	struct buf ask = { 0 }, text = { 0 };
	bool good;

	for (size_t i = 0; i < all->n; i++)
		buf_printf(&ask, "%s\n", all->at[i].hash);
	good = git_run(&r->git, (const char *const[]){ "cat-file", "--batch", NULL }, buf_str(&ask), ask.n, TEXT_MAX,
		       &text, e) &&
	       (!all->n || take_texts(r, all, &text, e));
	buf_release(&ask);
	buf_release(&text);
	return good;
}

/* The line that git answers, on the arena; NULL: e. */
static const char *ask(struct revision *r, const char *const *arguments, struct err *e)
{
	struct buf text = { 0 };
	const char *line = NULL;

	if (git_run(&r->git, arguments, "", 0, HASH_MAX * 16, &text, e) && text.n)
		line = arena_strndup(&r->arena, text.s, strcspn(text.s, "\n"));
	buf_release(&text);
	return line;
}

/* "A...B", an empty side is HEAD: their merge base, as for git diff. */
static const char *merge_base(struct revision *r, const char *dots, struct err *e)
{
	const char *a = arena_strndup(&r->arena, r->name, (size_t)(dots - r->name)), *b = dots + strlen("...");

	if (*b == '-')
		return NULL;
	return ask(r, (const char *const[]){ "merge-base", *a ? a : "HEAD", *b ? b : "HEAD", NULL }, e);
}

static bool is_shallow(struct revision *r)
{
	struct err unused = { 0 };
	const char *said = ask(r, (const char *const[]){ "rev-parse", "--is-shallow-repository", NULL }, &unused);

	return said && !strcmp(said, "true");
}

/* The tree of the commit that the name stands for, on the arena; NULL: e. */
static const char *tree_of(struct revision *r, struct err *e)
{
	const char *dots = strstr(r->name, "..."), *hash = NULL;
	struct err why = { 0 };

	if (*r->name == '-') {
		err_set(e, ERR_USAGE, "no name of a revision begins with -");
		return NULL;
	}
	/* in two steps, for in :/TEXT what is put behind the name would be text */
	hash = dots ? merge_base(r, dots, &why)
		    : ask(r, (const char *const[]){ "rev-parse", "--verify", "--quiet", r->name, NULL }, &why);
	if (hash) {
		hash = arena_printf(&r->arena, "%s^{commit}^{tree}", hash);
		hash = ask(r, (const char *const[]){ "rev-parse", "--verify", "--quiet", hash, NULL }, &why);
	}
	if (hash)
		return hash;
	if (why.code == ERR_NOT_FOUND ||
	    (*why.msg && strncmp(why.msg, "git failed", 10) && !strstr(why.msg, "not a commit")))
		*e = why;
	else if (is_shallow(r))
		err_set(e, ERR_USAGE,
			"not in %s, whose history was cut (a shallow clone): `git fetch --unshallow`; in GitHub's "
			"checkout fetch-depth: 0, in GitLab GIT_DEPTH: 0",
			r->top);
	else
		err_set(e, ERR_USAGE, "no such revision in %s; `git log` and `git branch -a` list them", r->top);
	return NULL;
}

static bool fill(struct revision *r, const char *const *allow, struct err *e)
{
	struct blobs all = { 0 };
	bool opened = git_open(&r->arena, r->top, allow, &r->git, e);
	const char *tree = opened ? tree_of(r, e) : NULL;
	bool good = tree && list_files(r, tree, &all, e) && read_files(r, &all, e);

	vfs_put(r->linter.vfs, path_join(&r->arena, r->top, ".git/HEAD"), "", 0); /* the mark of a repository */
	vec_release(&all);
	return good;
}

static void open_linter(struct session *s, struct revision *r)
{
	r->linter.pool = s->linter.pool;
	r->linter.rules = s->linter.rules;
	r->linter.carried = s->linter.carried;
	linter_open(&r->linter, &s->overrides, NULL);
	r->own = r->linter.settings;
	r->linter.settings = s->linter.settings;
}

bool revision_open(struct session *s, const char *name, const char *near, struct revision *out)
{
	struct err e = { 0 };

	*out = (struct revision){ .name = name, .words = &s->o->words };
	out->top = root_above(&out->arena, s->linter.vfs, near, ROOT_GIT);
	if (!out->top) {
		complain(s, "%s: %s lies in no git repository", name, session_name(s, near));
		arena_release(&out->arena);
		return false;
	}
	out->linter.vfs = vfs_new_sealed();
	open_linter(s, out);
	if (fill(out, s->overrides.allow, &e))
		return true;
	complain(s, "revision %s: %s", name, session_message(s, e.msg));
	revision_close(out);
	return false;
}

bool revision_has(const struct revision *r, const char *path)
{
	return map_get(&r->listed, str_lit(path)) != NULL;
}

void revision_close(struct revision *r)
{
	r->linter.settings = r->own;
	linter_close(&r->linter);
	vfs_free(r->linter.vfs);
	arena_release(&r->arena);
}

void revision_report_others(struct session *s, struct revision *r, const struct targets *t)
{
	const char *first = NULL, *top;
	struct arena a = { 0 };
	uint32_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		const char *path = t->at[i].path;

		top = path ? root_above(&a, s->linter.vfs, path_dir(&a, path), ROOT_GIT) : r->top;
		if (top && !strcmp(top, r->top))
			continue;
		first = first ? first : path;
		n++;
	}
	if (n)
		remark("%u file%s in another git repository than %s, or in none (first: %s): all in %s counts as new",
		       n, n == 1 ? " lies" : "s lie", session_name(s, r->top), session_name(s, first),
		       n == 1 ? "it" : "them");
	arena_release(&a);
}

static const char *const *those_there(struct revision *r, const char *const *paths, size_t n, size_t *nthere)
{
	const char **there = arena_array(&r->arena, const char *, n + 1);

	*nthere = 0;
	for (size_t i = 0; i < n; i++)
		if (vfs_exists(r->linter.vfs, paths[i]))
			there[(*nthere)++] = paths[i];
	return there;
}

const struct subject_set *revision_subjects(struct session *s, struct revision *r, const struct subject_kind *kind,
					    const char *const *paths, size_t n)
{
	const char *const *there = those_there(r, paths, n, &n);
	size_t more;

	r->linter.graph = s->linter.graph;
	r->linter.graph.dependents = those_there(r, s->dependents.at, s->dependents.n, &more);
	for (size_t i = 0; i < n; i++)
		if (linter_names_file(&s->linter, there[i]))
			linter_name_file(&r->linter, there[i]);
	return n ? linter_subjects(&r->linter, kind, there, n, NULL) : NULL;
}

struct graph *revision_load(struct session *s, struct revision *r, const char *const *paths, size_t n)
{
	const char *const *there = those_there(r, paths, n, &n);

	r->linter.graph = s->linter.graph;
	r->linter.graph.dependents = NULL;
	return linter_load(&r->linter, there, n);
}
