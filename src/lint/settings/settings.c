// SPDX-License-Identifier: MIT
/* Which .cfglint.yaml holds for a file: the nearest upwards, up to the project's top. Each folder is looked at once.
 * A file that can't be used is remembered with its error. */
#include "base/path.h"
#include "base/vec.h"
#include "lint/settings/priv.h"
#include "lint/rules/ruleset.h"
#include "project/root.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS_UP = 128 };

struct loaded { /* one settings file; NULL path: the defaults */
	const char *path;
	const struct settings *settings; /* NULL: broken */
	struct err err;
};
struct settings_folder {
	const struct str *dir;
	const struct loaded *loaded;
};
struct settings_cache {
	const struct ruleset *rs;
	const struct vfs *fs;
	struct overrides over;
	struct arena arena;
	struct sources *sources;
	VEC(, const struct loaded *) files;
	VEC(, struct settings_folder) folders;
	pthread_mutex_t lock;
};

struct settings_cache *settings_cache_new(const struct ruleset *rs, const struct vfs *fs, const struct overrides *o)
{
	struct settings_cache *c = xcalloc(1, sizeof *c);
	c->rs = rs;
	c->fs = fs;
	if (o)
		c->over = *o;
	c->sources = sources_new();
	pthread_mutex_init(&c->lock, NULL);
	return c;
}

void settings_cache_free(struct settings_cache *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->files.n; i++) {
		const struct settings *s = c->files.at[i]->settings;
		for (uint32_t j = 0; s && j < s->nexcludes; j++)
			glob_free(s->exclude[j]);
	}
	vec_release(&c->files);
	vec_release(&c->folders);
	sources_free(c->sources);
	arena_release(&c->arena);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

/* ---- loading ---- */

static bool read_file(struct settings_cache *c, const char *path, struct settings *s, struct err *e)
{
	struct buf text = { 0 };
	struct err why = { 0 };
	bool ok = vfs_read(c->fs, path, &text, &why);
	if (ok) {
		const struct source *src = sources_add(c->sources, path, buf_str(&text), text.n);
		ok = settings_read(&c->arena, c->rs, src, s, e);
	} else {
		err_set(e, why.code, "%s: %s", path, why.msg);
	}
	buf_release(&text);
	return ok;
}

/* Packages that the settings name are training code too. */
static void add_packages(struct arena *a, struct settings *s)
{
	uint32_t n = 0, packages = 0;
	while (s->code && s->code[n])
		n++;
	while (s->packages && s->packages[packages])
		packages++;
	if (!packages)
		return;
	const char **all = arena_array(a, const char *, n + packages + 1);
	for (uint32_t i = 0; i < n; i++)
		all[i] = s->code[i];
	for (uint32_t i = 0; i < packages; i++)
		all[n + i] = strchr(s->packages[i], '=') + 1;
	s->code = all;
}

/* path: in the cache's arena; NULL: the defaults. */
static const struct loaded *load(struct settings_cache *c, const char *path)
{
	for (size_t i = 0; i < c->files.n; i++) {
		const char *have = c->files.at[i]->path;
		if (path && have ? !strcmp(path, have) : path == have)
			return c->files.at[i];
	}
	struct loaded *l = arena_new(&c->arena, struct loaded);
	struct settings *s = arena_new(&c->arena, struct settings);
	l->path = s->path = path;
	s->dir = path ? path_dir(&c->arena, path) : NULL;
	machine_init(&s->machine, &c->arena);
	s->lr_base = value_unknown(&c->arena, WHY_ABSENT, (struct span){ 0 }, "lr.base_lr");
	s->lr_base_batch = value_unknown(&c->arena, WHY_ABSENT, (struct span){ 0 }, "lr.base_batch");
	bool ok = (!path || read_file(c, path, s, &l->err)) && settings_override(&c->arena, &c->over, s, &l->err);
	add_packages(&c->arena, s);
	l->settings = ok ? s : NULL;
	vec_push(&c->files, l);
	return l;
}

/* ---- finding ---- */

/* Settings above a repository, or above what is installed by itself, are somebody else's. */
static bool is_top(const struct vfs *fs, struct arena *a, const char *dir)
{
	return root_marked(a, fs, dir, ROOT_PACKAGE | ROOT_CHECKOUT) || !strcmp(dir, "/") || !strcmp(dir, ".");
}

/* The settings file that holds for files of a folder, on a; NULL: none. */
static const char *file_for_folder(struct arena *a, const struct vfs *fs, const struct overrides *o, const char *dir)
{
	if (o->isolated)
		return NULL;
	if (o->settings)
		return path_absolute(a, o->settings);
	for (int i = 0; i < FOLDERS_UP; i++, dir = path_dir(a, dir)) {
		const char *file = path_join(a, dir, ".cfglint.yaml");
		if (vfs_exists(fs, file))
			return file;
		if (is_top(fs, a, dir))
			return NULL;
	}
	return NULL;
}

static const struct loaded *loaded_for(struct settings_cache *c, const char *path)
{
	const char *slash = strrchr(path, '/');
	const struct str *dir = slash && slash != path ? str_of(path, (size_t)(slash - path)) : str_lit("/");
	for (size_t i = 0; i < c->folders.n; i++)
		if (c->folders.at[i].dir == dir)
			return c->folders.at[i].loaded;
	struct arena scratch = { 0 };
	const char *file = file_for_folder(&scratch, c->fs, &c->over, dir->s);
	struct settings_folder f = { dir, load(c, file ? arena_strdup(&c->arena, file) : NULL) };
	arena_release(&scratch);
	vec_push(&c->folders, f);
	return f.loaded;
}

/* ---- folders of rules, before there is a ruleset ---- */

static size_t folders_named(struct arena *a, const struct source *src, const char *dir, const char ***dirs)
{
	struct err e = { 0 };
	const struct ynode *list = yaml_get(yaml_parse(a, src, &e), "rules");
	size_t n = 0;
	if (!list || list->kind != Y_SEQ)
		return 0;
	*dirs = arena_array(a, const char *, list->n + 1);
	for (uint32_t i = 0; i < list->n; i++)
		if (yaml_str(list->kid[i]))
			(*dirs)[n++] = path_join(a, dir, yaml_str(list->kid[i]));
	return n;
}

size_t settings_rule_folders(struct arena *a, const struct vfs *fs, const struct overrides *o, const char *dir,
			     const char ***dirs, const char **home)
{
	const char *file = *home = file_for_folder(a, fs, o, dir);
	struct buf text = { 0 };
	struct err e = { 0 };
	size_t n = 0;
	if (file && vfs_read(fs, file, &text, &e)) {
		struct sources *sources = sources_new();
		n = folders_named(a, sources_add(sources, file, buf_str(&text), text.n), path_dir(a, file), dirs);
		sources_free(sources);
	}
	buf_release(&text);
	return n;
}

const struct settings *settings_for(struct settings_cache *c, const char *path, struct err *e)
{
	pthread_mutex_lock(&c->lock);
	const struct loaded *l = loaded_for(c, path);
	pthread_mutex_unlock(&c->lock);
	if (!l->settings && e)
		*e = l->err;
	return l->settings;
}

bool settings_excludes(const struct settings *s, const char *path, bool is_dir)
{
	if (!s->nexcludes || !s->dir || !path_inside(s->dir, path))
		return false;
	const char *rel = path + strlen(s->dir);
	rel += *rel == '/';
	for (uint32_t i = 0; *rel && i < s->nexcludes; i++)
		if (glob_match(s->exclude[i], rel, is_dir))
			return true;
	return false;
}
