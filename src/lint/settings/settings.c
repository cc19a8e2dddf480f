// SPDX-License-Identifier: MIT
/* Which .cfglint.yaml holds for a file: the nearest upwards, up to the project's top. Each folder is looked at once. */
#include "base/path.h"
#include "base/vec.h"
#include "lint/settings/priv.h"
#include "lint/rules/ruleset.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS_UP = 128 };

struct loaded { /* one settings file; NULL path: the defaults */
	const char *path;
	const struct settings *settings; /* NULL: broken */
	struct err err;
};
struct folder {
	const struct str *dir;
	const struct loaded *loaded;
};
struct settings_cache {
	const struct ruleset *rs;
	const struct vfs *fs;
	struct overrides over;
	struct arena arena;
	struct sources *sources;
	struct code_cache *codes;
	VEC(, const struct loaded *) files;
	VEC(, struct folder) folders;
	VEC(, const struct str *) named;
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
	c->codes = code_cache_new(fs, rs ? rs->dialects.vocab : NULL, o ? o->cache : NULL);
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
	vec_release(&c->named);
	sources_free(c->sources);
	code_cache_free(c->codes);
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

static const struct loaded *load(struct settings_cache *c, const char *path, const char *dir)
{
	for (size_t i = 0; i < c->files.n; i++) {
		const char *have = c->files.at[i]->path;
		if (path && have ? !strcmp(path, have) : path == have)
			return c->files.at[i];
	}
	struct loaded *l = arena_new(&c->arena, struct loaded);
	struct settings *s = arena_new(&c->arena, struct settings);
	l->path = s->path = path;
	s->dir = dir;
	s->codes = c->codes;
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

static bool is_top(struct settings_cache *c, struct arena *a, const char *dir)
{
	return vfs_exists(c->fs, path_join(a, dir, "setup.py")) || vfs_exists(c->fs, path_join(a, dir, ".git")) ||
	       vfs_exists(c->fs, path_join(a, dir, ".git/HEAD")); /* a work tree's .git is a file */
}

static const struct loaded *find_upwards(struct settings_cache *c, const char *start)
{
	struct arena scratch = { 0 };
	const struct loaded *found = NULL;
	const char *dir = start;
	for (int i = 0; i < FOLDERS_UP && !found; i++) {
		const char *file = path_join(&scratch, dir, ".cfglint.yaml");
		if (vfs_exists(c->fs, file))
			found = load(c, arena_strdup(&c->arena, file), arena_strdup(&c->arena, dir));
		else if (is_top(c, &scratch, dir) || !strcmp(dir, "/") || !strcmp(dir, "."))
			break;
		dir = path_dir(&scratch, dir);
	}
	arena_release(&scratch);
	return found ? found : load(c, NULL, NULL);
}

static const struct loaded *loaded_for(struct settings_cache *c, const char *path)
{
	if (c->over.isolated)
		return load(c, NULL, NULL);
	if (c->over.settings) {
		const char *file = path_absolute(&c->arena, c->over.settings);
		return load(c, file, path_dir(&c->arena, file));
	}
	const char *slash = strrchr(path, '/');
	const struct str *dir = slash && slash != path ? str_of(path, (size_t)(slash - path)) : str_lit("/");
	for (size_t i = 0; i < c->folders.n; i++)
		if (c->folders.at[i].dir == dir)
			return c->folders.at[i].loaded;
	struct folder f = { dir, find_upwards(c, dir->s) };
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

size_t settings_rule_folders(struct arena *a, const struct vfs *fs, const struct overrides *o, const char *path,
			     const char ***dirs, const char **home)
{
	struct settings_cache *c = settings_cache_new(NULL, fs, o);
	const char *file = o->settings ? path_absolute(a, o->settings) : NULL, *dir = path_dir(a, path);
	for (int i = 0; i < FOLDERS_UP && !file && !o->isolated; i++, dir = path_dir(a, dir)) {
		file = path_join(a, dir, ".cfglint.yaml");
		if (vfs_exists(fs, file))
			break;
		file = NULL;
		if (is_top(c, a, dir) || !strcmp(dir, "/") || !strcmp(dir, "."))
			break;
	}
	struct buf text = { 0 };
	struct err e = { 0 };
	size_t n = 0;
	if (file && !o->isolated && vfs_read(fs, file, &text, &e))
		n = folders_named(a, sources_add(c->sources, file, buf_str(&text), text.n), path_dir(a, file), dirs);
	*home = file;
	buf_release(&text);
	settings_cache_free(c);
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

void settings_name_file(struct settings_cache *c, const char *path)
{
	const struct str *s = str_lit(path);
	for (size_t i = 0; i < c->named.n; i++)
		if (c->named.at[i] == s)
			return;
	vec_push(&c->named, s);
}

bool settings_names_file(const struct settings_cache *c, const char *path)
{
	for (size_t i = 0; i < c->named.n; i++)
		if (!strcmp(c->named.at[i]->s, path))
			return true;
	return false;
}

const struct code *settings_code(const struct settings *s, const char *home, const char *const *lent, const char **why)
{
	const char *unused;
	if (!why)
		why = &unused;
	*why = "the settings turn it off (code: off)";
	if (s->code_off || !s->codes || !home)
		return NULL;
	VEC(, const char *) more = { 0 };
	for (uint32_t i = 0; s->code && s->code[i]; i++)
		vec_push(&more, s->code[i]);
	for (; lent && *lent; lent++)
		vec_push(&more, *lent);
	vec_push(&more, NULL);
	const struct code *c = code_get(s->codes, home, more.at, why);
	vec_release(&more);
	return c;
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
