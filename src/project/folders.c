// SPDX-License-Identifier: MIT
/* A hash table from a folder's path to what it says about the files below it. Each folder is examined once, at its
 * first lookup.
 *
 * Example: path /p/configs/a.py
 *          folders_up gives /p/configs, then /p (has .git: the root), then stops
 *          a second config in /p/configs finds both in the table */
#include "project/folders.h"
#include "base/disk.h"
#include "base/path.h"
#include "base/str.h"
#include "project/priv.h"
#include "project/root.h"
#include <stdlib.h>
#include <string.h>

struct folders *folders_new(const struct vfs *fs)
{
	struct folders *f = xcalloc(1, sizeof *f);
	pthread_mutex_init(&f->lock, NULL);
	f->fs = fs;
	f->cwd = path_absolute(&f->arena, ".");
	project_signs_load(&f->arena, &f->signs);
	return f;
}

void folders_free(struct folders *f)
{
	if (!f)
		return;
	free(f->slot);
	pthread_mutex_destroy(&f->lock);
	arena_release(&f->arena);
	free(f);
}

bool folder_has(struct folders *f, const char *dir, const char *file)
{
	return vfs_exists(f->fs, path_join(&f->arena, dir, file));
}

static struct folder **slot_of(const struct folders *f, const struct str *name)
{
	for (uint32_t h = name->hash;; h++) {
		struct folder **d = &f->slot[h & (f->nslots - 1)];
		if (!*d || (*d)->name == name)
			return d;
	}
}

static void grow(struct folders *f)
{
	struct folder **old = f->slot;
	uint32_t n = f->nslots;
	f->nslots = n ? n * 2 : 64;
	f->slot = xcalloc(f->nslots, sizeof *f->slot);
	for (uint32_t i = 0; i < n; i++)
		if (old[i])
			*slot_of(f, old[i]->name) = old[i];
	free(old);
}

/* Folders above the project are examined too, to find its end; of those only their direct content counts. */
static void look_at_script(const struct vfs *fs, struct folder *d)
{
	struct buf b = { 0 };
	bool read = vfs_read(fs, d->script, &b, NULL) || vfs_read_below(fs, d->dir, d->script, &b, NULL);
	const char *text = read ? buf_str(&b) : "";
	d->own_loader = !strstr(text, "Config.fromfile");
	d->framework = !d->own_loader && (strstr(text, "mmcv") || strstr(text, "mmengine"));
	buf_release(&b);
}

/* A new folder is examined here for everything that never changes. */
struct folder *folder_get(struct folders *f, const struct str *name)
{
	if (f->n * 2 >= f->nslots)
		grow(f);
	struct folder **slot = slot_of(f, name);
	if (*slot)
		return *slot;
	struct folder *d = *slot = arena_new(&f->arena, struct folder);
	d->name = name;
	d->dir = name->s;
	d->number = f->n++;
	d->is_root = root_marked(&f->arena, f->fs, d->dir, ROOT_GIT);
	d->has_settings = root_marked(&f->arena, f->fs, d->dir, ROOT_SETTINGS);
	d->is_package = root_marked(&f->arena, f->fs, d->dir, ROOT_PACKAGE);
	d->script = project_script(&f->signs, f->fs, &f->arena, d->dir);
	d->is_marked = d->is_package || root_marked(&f->arena, f->fs, d->dir, ROOT_PROJECT) ||
		       (d->script && project_is_apart(&f->signs, f->fs, path_dir(&f->arena, d->dir), d->dir));
	if (d->script)
		look_at_script(f->fs, d);
	return d;
}

struct folder *folder_of(struct folders *f, const char *path)
{
	const char *slash = strrchr(path, '/');
	return folder_get(f, !slash	     ? str_lit(".")
			     : slash == path ? str_lit("/")
					     : str_of(path, (size_t)(slash - path)));
}

struct folder *folder_up(struct folders *f, struct folder *d)
{
	if (!d->up && strcmp(d->dir, "/") && strcmp(d->dir, "."))
		d->up = folder_of(f, d->dir);
	return d->up;
}

bool folders_up(struct folders *f, struct folder_walk *w)
{
	pthread_mutex_lock(&f->lock);
	if (!w->at) {
		w->at = folder_of(f, w->path);
		w->root = root_of(f, w->at);
	} else {
		w->at = w->at->dir == w->root ? NULL : folder_up(f, w->at);
	}
	pthread_mutex_unlock(&f->lock);
	if (!w->at)
		return false;
	w->dir = w->at->dir;
	w->number = w->at->number;
	return true;
}

/* Resolves one folder at a time, because realpath would query each parent again. */
static const char *real_of(struct folders *f, struct folder *d)
{
	struct folder *up = d->is_root ? NULL : folder_up(f, d);
	struct stat st;

	if (d->real || disk_lstat(d->dir, &st))
		return d->real;
	if (!up || up == d || S_ISLNK(st.st_mode) || !real_of(f, up))
		d->real = path_real(&f->arena, d->dir);
	else
		d->real = strcmp(up->real, up->dir) ? path_join(&f->arena, up->real, path_base(d->dir)) : d->dir;
	return d->real;
}

const char *folders_real(struct folders *f, struct arena *a, const char *path)
{
	struct stat st;
	if (path[0] != '/' || disk_lstat(path, &st))
		return NULL;
	if (S_ISLNK(st.st_mode))
		return path_real(a, path);
	pthread_mutex_lock(&f->lock);
	struct folder *d = folder_of(f, path);
	const char *real = real_of(f, d);
	pthread_mutex_unlock(&f->lock);
	return !real || !strcmp(real, d->dir) ? (real ? path : NULL) : path_join(a, real, path_base(path));
}
