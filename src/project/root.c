// SPDX-License-Identifier: MIT
/* The table of root marks, and the root of a file's project. */
#include "project/root.h"
#include "base/path.h"
#include "project/priv.h"
#include <string.h>

static const struct {
	enum root_mark mark;
	const char *name;
	bool any_kind; /* a folder counts too, and so does an unreadable file */
} rows[] = {
	{ ROOT_SETTINGS, SETTINGS_FILE, true },
	{ ROOT_PACKAGE, "setup.py", false },
	{ ROOT_PROJECT, "pyproject.toml", false },
	{ ROOT_GIT, ".git", true },
};

bool root_marked(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!(rows[i].mark & marks))
			continue;
		const char *path = path_join(a, dir, rows[i].name);
		if (rows[i].any_kind ? vfs_stands(fs, path) : vfs_exists(fs, path))
			return true;
	}
	return false;
}

const char *root_above(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks)
{
	for (const char *inner = ""; strcmp(dir, "/") && strcmp(dir, inner); inner = dir, dir = path_dir(a, dir))
		if (root_marked(a, fs, dir, marks))
			return dir;
	return NULL;
}

/* A package inside a repository, such as one with an extension to compile, is a part of it; in a tree without .git
 * the outermost package is the repository. */
const char *root_of(struct folders *f, struct folder *d)
{
	const char *outermost = NULL;
	for (; d; d = folder_up(f, d)) {
		if (d->is_root)
			return d->dir;
		if (d->is_marked)
			outermost = d->dir;
	}
	return outermost;
}

static const char *settings_above(struct folders *f, struct folder *d)
{
	while (d && !d->has_settings)
		d = folder_up(f, d);
	return d ? d->dir : NULL;
}

static const char *unmarked_root(struct folders *f, struct folder *own, const char *path)
{
	const char *settings = settings_above(f, own);
	if (path_inside(f->cwd, path))
		return settings && path_inside(settings, f->cwd) ? settings : f->cwd;
	return settings ? settings : own->dir;
}

const char *project_marked_root(struct folders *f, const char *path)
{
	pthread_mutex_lock(&f->lock);
	const char *found = root_of(f, folder_of(f, path));
	pthread_mutex_unlock(&f->lock);
	return found;
}

const char *project_root(struct folders *f, const char *path)
{
	pthread_mutex_lock(&f->lock);
	struct folder *own = folder_of(f, path);
	if (!own->root)
		own->root = root_of(f, own);
	if (!own->root)
		own->root = unmarked_root(f, own, path);
	const char *found = own->root;
	pthread_mutex_unlock(&f->lock);
	return found;
}
