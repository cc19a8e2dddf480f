// SPDX-License-Identifier: MIT
/* A repository may contain several projects: the nearest training script decides which code a config belongs to. */
#include "project/home.h"
#include "base/path.h"
#include "base/str.h"
#include "project/priv.h"
#include "project/reader.h"
#include "project/root.h"
#include <string.h>

static bool is_home(const struct folders *f, const struct folder *d, const char *root)
{
	return d->script && project_is_apart(&f->signs, f->fs, root, d->dir);
}

/* The nearest folder from d upwards, below the root, that is a project of its own, or any package; NULL: none. */
static struct folder *nearest_below(struct folders *f, struct folder *d, const char *root, bool package)
{
	for (; d && path_inside(root, d->dir) && strcmp(d->dir, root); d = folder_up(f, d))
		if (package ? d->is_package : is_home(f, d, root))
			return d;
	return NULL;
}

/* In a repository of several packages without a training script at the root, it is the config's package. */
struct folder *home_of(struct folders *f, const char *path, const char *root)
{
	struct folder *own = folder_of(f, path);
	if (own->home)
		return own->home;
	struct folder *top = folder_get(f, str_lit(root));
	own->home = nearest_below(f, own, root, false);
	if (!own->home && !top->script)
		own->home = nearest_below(f, own, root, true);
	if (!own->home)
		own->home = top;
	return own->home;
}

const char *project_home(struct folders *f, const char *path)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	const char *home = home_of(f, path, root)->dir;
	pthread_mutex_unlock(&f->lock);
	return home;
}

bool project_has_loader(struct folders *f, const char *path)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	struct folder home = *home_of(f, path, root);
	pthread_mutex_unlock(&f->lock);
	if (home.own_loader || home.framework)
		return home.own_loader;
	enum reads_bases reads = project_reads_bases(f->fs, home.dir);
	return reads == BASES_FROM_TOP || reads == BASES_UNKNOWN;
}

bool project_home_executes(struct folders *f, const char *path)
{
	return project_executes_configs(f->fs, project_home(f, path));
}

bool project_home_fills_in(struct folders *f, const char *path, const char *word, size_t n)
{
	return project_fills_in(f->fs, project_home(f, path), word, n);
}

bool project_put_away(struct folders *f, const char *path)
{
	return project_is_put_away(&f->signs, project_root(f, path), path);
}

/* Searched from dir up to root. */
static const char *package_above(struct folders *f, const char *dir, const char *root, const char *package)
{
	const char *init = arena_printf(&f->arena, "%s/__init__.py", package);
	while (strcmp(dir, root) && path_inside(root, dir)) {
		dir = path_dir(&f->arena, dir);
		if (folder_has(f, dir, init))
			return path_join(&f->arena, dir, package);
	}
	return NULL;
}

const char *const *lent_to(struct folders *f, struct folder *home, const char *root)
{
	if (home->lent)
		return home->lent;
	const char *const *name = home->script ? project_imports(f->fs, &f->arena, home->script) : NULL;
	const char **out = arena_array(&f->arena, const char *, PACKAGES_LENT + 1);
	for (uint32_t i = 0, n = 0; name && name[i] && n < PACKAGES_LENT; i++) {
		const char *init = arena_printf(&f->arena, "%s/__init__.py", name[i]);
		const char *found = folder_has(f, home->dir, init) ? NULL : package_above(f, home->dir, root, name[i]);
		if (found)
			out[n++] = found;
	}
	return home->lent = out;
}

const char *const *project_lent(struct folders *f, const char *path)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	const char *const *lent = lent_to(f, home_of(f, path, root), root);
	pthread_mutex_unlock(&f->lock);
	return lent;
}
