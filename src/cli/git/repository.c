// SPDX-License-Identifier: MIT
/*
 * What git reads of a repository lies in the work tree, or in a repository that names this work tree as its own:
 *
 *     /w/.git           a folder                                   itself
 *     /w/.git           "gitdir: /m/.git/worktrees/w"              /m/.git/worktrees/w/gitdir says "/w/.git"
 *     /m/sub/.git       "gitdir: ../.git/modules/sub"              core.worktree of its config says "../../../sub"
 *
 * Anything else would show another repository's values, unless the user allows its folder.  Pointers back can't be made
 * by who made the work tree: they stand in the other repository.  Objects count as well as refs, since refs that lead
 * elsewhere name nothing without them.
 */
#include "cli/git/repository.h"
#include "base/buf.h"
#include "base/disk.h"
#include "base/path.h"
#include "text/vfs.h"
#include <errno.h>
#include <string.h>
#include <strings.h>

struct repository_check {
	struct arena *a;
	struct vfs *fs; /* the disk, without a fence: what is read here is where git may look */
	const char *top;
	const char *const *allow;
	struct err *e;
};

/* A small file's text on the arena; NULL: it doesn't exist, or can't be read. */
static const char *text_of(struct repository_check *c, const char *dir, const char *name)
{
	struct buf b = { 0 };
	bool good = vfs_read(c->fs, path_join(c->a, dir, name), &b, NULL);
	const char *text = good ? arena_strdup(c->a, buf_str(&b)) : NULL;

	buf_release(&b);
	return text;
}

/* The path that the text's first line names, against dir, without links; NULL: it leads nowhere. */
static const char *led_to(struct repository_check *c, const char *dir, const char *text)
{
	const char *line = arena_strndup(c->a, text, strcspn(text, "\r\n"));

	return *line ? path_real(c->a, path_join(c->a, dir, line)) : NULL;
}

static bool may_be_read(struct repository_check *c, const char *real)
{
	bool inside = path_inside(c->top, real);

	for (const char *const *p = c->allow; p && *p && !inside; p++)
		inside = path_inside(path_real_new(c->a, *p), real);
	return inside;
}

static bool outside(struct repository_check *c, const char *what, const char *real)
{
	return err_set(c->e, ERR_OUTSIDE,
		       "%s leads to %s, a repository that doesn't name %s as its work tree: git would show what that "
		       "one holds, so it isn't started; --allow %s allows it",
		       what, real, c->top, real);
}

/* The value of core.worktree in the text of a git config; NULL: it has none. */
static const char *core_worktree(struct repository_check *c, const char *text)
{
	bool core = false;

	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		line += strspn(line, " \t\r");
		if (*line == '[')
			core = !strncasecmp(line, "[core]", 6);
		if (!core || strncasecmp(line, "worktree", 8))
			continue;

		const char *value = line + 8 + strspn(line + 8, " \t");

		if (*value != '=')
			continue;
		value += 1 + strspn(value + 1, " \t\"");
		return arena_strndup(c->a, value, strcspn(value, "\"\r\n"));
	}
	return NULL;
}

/* The git folder says that it belongs to this work tree. */
static bool points_back(struct repository_check *c, const char *git)
{
	const char *text = text_of(c, git, "gitdir"), *real = text ? led_to(c, git, text) : NULL;
	const char *own = path_join(c->a, c->top, ".git");

	if (real && !strcmp(real, own))
		return true;
	text = text_of(c, git, "config");
	text = text ? core_worktree(c, text) : NULL;
	real = text ? led_to(c, git, text) : NULL;
	return real && !strcmp(real, c->top);
}

/* Files that git opens first, and would block on. For all others the deadline of git suffices. */
static bool are_regular(struct repository_check *c, const char *dir, const char *const *name)
{
	for (; *name; name++) {
		const char *path = path_join(c->a, dir, *name);
		mode_t mode = disk_mode(path);

		if (mode && !S_ISREG(mode))
			return err_set(c->e, ERR_NOT_REGULAR, "%s is no regular file: git isn't started", path);
	}
	return true;
}

struct objects {
	struct repository_check *c;
	const char *dir;
	bool good;
};

static void see_object(void *ctx, const char *name, bool file)
{
	struct objects *o = ctx;
	const char *path = file || !o->good ? NULL : path_join(o->c->a, o->dir, name), *real;
	struct stat st;

	if (!path || disk_entry(path, &st) || !S_ISLNK(st.st_mode))
		return;
	real = path_real(o->c->a, path);
	o->good = !real || may_be_read(o->c, real) || outside(o->c, path, real);
}

static bool alternates_stay(struct repository_check *c, const char *objects)
{
	const char *line = text_of(c, objects, "info/alternates"), *real;

	for (; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
		real = *line == '#' ? NULL : led_to(c, objects, line);
		if (real && !may_be_read(c, real))
			return outside(c, path_join(c->a, objects, "info/alternates"), real);
	}
	return true;
}

/* Of a repository in the work tree: no part of it is another one's. */
static bool objects_stay(struct repository_check *c, const char *common)
{
	const char *objects = path_join(c->a, common, "objects"), *real = path_real(c->a, objects);
	struct objects o = { c, objects, true };

	if (real && !may_be_read(c, real))
		return outside(c, objects, real);
	vfs_each_name(c->fs, objects, see_object, &o, NULL);
	o.dir = path_join(c->a, objects, "pack");
	if (o.good)
		vfs_each_name(c->fs, o.dir, see_object, &o, NULL);
	return o.good && alternates_stay(c, objects);
}

/* Where .git leads, without links; NULL: e, or nowhere. */
static const char *git_folder(struct repository_check *c, const char *git)
{
	mode_t mode = disk_mode(git);
	const char *text;

	if (S_ISDIR(mode))
		return path_real(c->a, git);
	if (mode && !S_ISREG(mode)) {
		err_set(c->e, ERR_NOT_REGULAR, "%s is neither a folder nor a file: git isn't started", git);
		return NULL;
	}
	text = text_of(c, c->top, ".git");
	if (!text || strncmp(text, "gitdir:", 7))
		return NULL;
	return led_to(c, c->top, text + 7 + strspn(text + 7, " \t"));
}

static bool is_sound(struct repository_check *c)
{
	static const char *const own[] = {
		"HEAD", "index", "commondir", "gitdir", "config.worktree", "MERGE_HEAD", NULL
	};
	static const char *const shared[] = { "config",
					      "shallow",
					      "packed-refs",
					      "info/exclude",
					      "info/grafts",
					      "info/attributes",
					      "objects/info/alternates",
					      NULL };
	static const char *const tree[] = { ".gitattributes", ".gitmodules", ".gitignore", NULL };
	const char *name = path_join(c->a, c->top, ".git"), *git = git_folder(c, name), *common = git, *text;
	bool trusted;

	if (!git)
		return c->e->code == ERR_NONE; /* git reports what is wrong with it */
	if (!are_regular(c, git, own))
		return false;
	if ((text = text_of(c, git, "commondir")) && !(common = led_to(c, git, text)))
		return true;
	if (!are_regular(c, common, shared) || !are_regular(c, c->top, tree))
		return false;
	trusted = points_back(c, git) && path_inside(common, git) && !path_inside(c->top, git);
	if (!trusted && !may_be_read(c, git))
		return outside(c, name, git);
	if (!trusted && !may_be_read(c, common))
		return outside(c, path_join(c->a, git, "commondir"), common);
	return trusted || objects_stay(c, common);
}

static const char *top_of(struct arena *a, const char *dir)
{
	struct stat st;

	for (const char *at = path_real(a, dir); at; at = path_dir(a, at)) {
		if (!disk_lstat(path_join(a, at, ".git"), &st))
			return at;
		if (!strcmp(at, "/"))
			break;
	}
	return NULL;
}

bool repository_find(struct arena *a, const char *dir, const char *const *allow, struct repository *out, struct err *e)
{
	struct repository_check c = { a, vfs_new(NULL), top_of(a, dir), allow, e };
	bool good = !c.top || is_sound(&c);

	*out = (struct repository){ c.top };
	vfs_free(c.fs);
	return good;
}
