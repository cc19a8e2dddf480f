// SPDX-License-Identifier: MIT
/* Settings of files: each folder is looked at once, each settings file is read once for each choice of its overrides
 * that some file meets. A file that can't be used is remembered with its error. */
#include "base/budget.h"
#include "base/path.h"
#include "base/map.h"
#include "base/vec.h"
#include "lint/settings/priv.h"
#include "lint/settings/select.h"
#include "project/root.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct variant { /* under the overrides whose bits are set, numbered over all layers */
	uint64_t chosen;
	const struct settings *settings;
};
struct loaded { /* one settings file and the lower ones; NULL path: none */
	const char *path;
	struct layers layers;
	VEC(, struct variant) variants;
	bool good;
	struct err err;
};
struct settings_cache {
	const struct ruleset *rs;
	struct overrides over;
	struct arena arena;
	struct layer_reader find;
	VEC(, struct loaded *) files;
	struct map folders; /* interned path -> struct loaded */
	pthread_mutex_t lock;
};

struct settings_cache *settings_cache_new(const struct ruleset *rs, const struct vfs *fs, const struct overrides *o)
{
	struct settings_cache *c = xcalloc(1, sizeof *c);
	c->rs = rs;
	if (o)
		c->over = *o;
	c->find = (struct layer_reader){ &c->arena, fs, sources_new(), folders_new(fs), &c->over };
	pthread_mutex_init(&c->lock, NULL);
	return c;
}

void settings_cache_free(struct settings_cache *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->files.n; i++) {
		layers_release(&c->files.at[i]->layers);
		vec_release(&c->files.at[i]->variants);
	}
	vec_release(&c->files);
	folders_free(c->find.folders);
	sources_free(c->find.sources);
	arena_release(&c->arena);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

/* ---- reading ---- */

/* Packages that the settings name are training code too. */
static void add_packages(struct arena *a, struct settings *s)
{
	uint32_t n = 0;
	while (s->packages && s->packages[n])
		n++;
	const char **folder = arena_array(a, const char *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		folder[i] = strchr(s->packages[i], '=') + 1;
	s->code = list_joined(a, s->code, folder);
}

/* own: the settings of the user's own files, which are the lowest. */
static bool read_layers(struct settings_cache *c, const struct layers *all, uint64_t chosen, struct settings *own,
			struct settings *s, struct err *e)
{
	*own = *s;
	for (uint32_t i = 0, bit = 0; i < all->n; i++) {
		const struct layer *l = &all->at[i];
		if (!settings_read(&c->arena, c->rs, l, s, e))
			return false;
		for (uint32_t k = 0; k < l->nover; k++, bit++)
			if (chosen >> bit & 1 && !settings_read_override(&c->arena, c->rs, l, k, s, e))
				return false;
		if (!l->may_name)
			*own = *s;
	}
	return true;
}

static void warn(struct settings_cache *c, const struct layers *all, struct settings *own, struct settings *s)
{
	struct err e = { 0 };
	if (all->n && all->at[all->n - 1].may_name && settings_override(&c->arena, &c->over, own, &e))
		s->warnings =
			list_joined(&c->arena, s->warnings, settings_taken_away(&c->arena, c->rs, s->path, own, s));
}

static const struct settings *read_variant(struct settings_cache *c, struct loaded *l, uint64_t chosen)
{
	struct settings *s = arena_new(&c->arena, struct settings), own;
	s->path = l->path;
	s->limits = (struct graph_limits){ BUDGET_SECONDS, BUDGET_MIB, BUDGET_RUN_MIB };
	machine_init(&s->machine, &c->arena);
	s->lr_base = value_unknown(&c->arena, WHY_ABSENT, (struct span){ 0 }, "lr.base_lr");
	s->lr_base_batch = value_unknown(&c->arena, WHY_ABSENT, (struct span){ 0 }, "lr.base_batch");
	if (!read_layers(c, &l->layers, chosen, &own, s, &l->err) ||
	    !settings_override(&c->arena, &c->over, s, &l->err))
		return NULL;
	warn(c, &l->layers, &own, s);
	add_packages(&c->arena, s);
	for (const char *const *p = c->over.allow; p && *p; p++)
		vfs_allow(c->find.fs, *p);
	for (const char *const *p = s->roots; p && *p; p++)
		vfs_allow(c->find.fs, *p);
	for (const char *const *p = s->code; p && *p; p++)
		vfs_allow(c->find.fs, *p); /* packages among them */
	vec_push(&l->variants, ((struct variant){ chosen, s }));
	return s;
}

/* "FILE, FILE and FILE": the files that select rules; empty: none. */
static const char *selecting_layers(struct settings_cache *c, const struct layers *all)
{
	static const char *const keys[] = { "select", "extend-select", "ignore", "rules" };
	const char **name = arena_array(&c->arena, const char *, all->n + 1), *text = "";
	uint32_t n = 0;
	for (uint32_t i = 0; i < all->n; i++) {
		bool says = false;
		for (size_t k = 0; k < ARRAY_SIZE(keys); k++)
			says |= yaml_get(all->at[i].doc, keys[k]) != NULL;
		if (says)
			name[n++] = all->at[i].path;
	}
	for (uint32_t i = 0; i < n; i++)
		text = arena_printf(&c->arena, "%s%s%s", text, !i ? "" : i + 1 < n ? ", " : " and ", name[i]);
	return text;
}

static bool read_all(struct settings_cache *c, struct loaded *l)
{
	if (!layers_load(&c->find, l->path, &l->layers, &l->err))
		return false;
	uint64_t all = l->layers.nover ? ~(uint64_t)0 : 0;
	const struct settings *s = read_variant(c, l, 0);
	if (!s || (all && !read_variant(c, l, all)))
		return false;
	const struct selection *given = &c->over.sel;
	bool options = given->select || given->extend || given->ignore;
	if (given->only || settings_select_any(s, c->rs))
		return true;
	const char *source = selecting_layers(c, &l->layers);
	if (!*source && !options)
		return err_set(&l->err, ERR_USAGE,
			       "none of the rules runs by default: --select names those that shall");
	return err_set(&l->err, ERR_USAGE, "%s%s%s no rule to run", source,
		       *source ? ": select, ignore and rules" : "--select and --ignore",
		       *source && options ? ", with those options of the command line, leave" : " leave");
}

/* path: in the cache's arena; NULL: no file. */
static struct loaded *load(struct settings_cache *c, const char *path)
{
	for (size_t i = 0; i < c->files.n; i++) {
		const char *have = c->files.at[i]->path;
		if (path && have ? !strcmp(path, have) : path == have)
			return c->files.at[i];
	}
	struct loaded *l = arena_new(&c->arena, struct loaded);
	l->path = path;
	l->good = read_all(c, l);
	vec_push(&c->files, l);
	return l;
}

/* ---- finding ---- */

static struct loaded *loaded_for(struct settings_cache *c, const char *path)
{
	const char *slash = strrchr(path, '/');
	const struct str *dir = slash && slash != path ? str_of(path, (size_t)(slash - path)) : str_lit("/");
	const struct str *at = dir; /* each folder is looked up once, for all files below it */
	const char *file;
	struct loaded *l;
	while (!(l = map_get(&c->folders, at))) {
		if (layers_find(&c->find, at->s, &file))
			map_put(&c->arena, &c->folders, at, load(c, file));
		else
			at = str_lit(path_dir(&c->arena, at->s));
	}
	for (; dir != at; dir = str_lit(path_dir(&c->arena, dir->s)))
		map_put(&c->arena, &c->folders, dir, l);
	return l;
}

static uint64_t chosen_by(const struct layers *all, const char *path)
{
	struct arena scratch = { 0 };
	uint64_t chosen = 0;
	for (uint32_t i = 0, bit = 0; i < all->n; i++)
		for (uint32_t k = 0; k < all->at[i].nover; k++, bit++)
			if (patterns_match(&scratch, &all->at[i].over[k].files, path))
				chosen |= (uint64_t)1 << bit;
	arena_release(&scratch);
	return chosen;
}

static const struct settings *variant_for(struct settings_cache *c, struct loaded *l, const char *path)
{
	uint64_t chosen = l->layers.nover ? chosen_by(&l->layers, path) : 0;
	for (size_t i = 0; i < l->variants.n; i++)
		if (l->variants.at[i].chosen == chosen)
			return l->variants.at[i].settings;
	return read_variant(c, l, chosen);
}

const struct settings *settings_for(struct settings_cache *c, const char *path, struct err *e)
{
	pthread_mutex_lock(&c->lock);
	struct loaded *l = loaded_for(c, path);
	const struct settings *s = l->good ? variant_for(c, l, path) : NULL;
	if (!s && e)
		*e = l->err;
	pthread_mutex_unlock(&c->lock);
	return s;
}

/* A figure of `limits:` in a project's file that is more than what holds below it. */
static bool raises(const struct listed_settings *all, size_t i)
{
	static const struct {
		const char *key;
		uint32_t most;
	} figure[] = { { "limits.seconds", BUDGET_SECONDS },
		       { "limits.memory", BUDGET_MIB },
		       { "limits.run_memory", BUDGET_RUN_MIB } };
	unsigned long most = 0;
	if (all->at[i].trusted)
		return false;
	for (size_t k = 0; k < ARRAY_SIZE(figure); k++)
		if (!strcmp(figure[k].key, all->at[i].key))
			most = figure[k].most;
	for (size_t k = 0; k < i && most; k++)
		if (!strcmp(all->at[k].key, all->at[i].key) && !all->at[k].refused)
			most = strtoul(all->at[k].value, NULL, 10);
	return most && strtoul(all->at[i].value, NULL, 10) > most;
}

/* Of one key the last that doesn't add to the others holds, and what adds behind it. */
static void settle(struct listed_settings *all)
{
	for (size_t i = 0; i < all->n; i++)
		all->at[i].refused = raises(all, i);
	for (size_t i = 0; i < all->n; i++) {
		struct listed_setting *x = &all->at[i];
		x->holds = !x->refused;
		for (size_t k = i + 1; k < all->n && x->holds; k++)
			x->holds = strcmp(all->at[k].key, x->key) || all->at[k].adds || all->at[k].refused;
	}
}

static const char *patterns_text(struct arena *a, const struct ynode *files)
{
	const char *text = yaml_str(files) ? yaml_str(files) : "";
	for (uint32_t i = 0; files->kind == Y_SEQ && i < files->n; i++)
		text = arena_printf(a, "%s%s%s", text, i ? ", " : "", yaml_str(files->kid[i]));
	return text;
}

struct settings_key settings_key(size_t i)
{
	return settings_key_at(i);
}

const char *const *settings_key_parts(const char *key)
{
	return settings_parts(key);
}

bool settings_list(struct settings_cache *c, const char *path, struct listed_settings *out, struct err *e)
{
	if (!settings_for(c, path, e))
		return false;
	pthread_mutex_lock(&c->lock);
	const struct layers *all = &loaded_for(c, path)->layers;
	uint64_t chosen = all->nover ? chosen_by(all, path) : 0;
	for (uint32_t i = 0, bit = 0; i < all->n; i++) {
		const struct layer *l = &all->at[i];
		layer_list(&c->arena, l, l->doc, NULL, out);
		for (uint32_t k = 0; k < l->nover; k++, bit++)
			if (chosen >> bit & 1)
				layer_list(&c->arena, l, l->over[k].map,
					   patterns_text(&c->arena, yaml_get(l->over[k].map, "files")), out);
	}
	pthread_mutex_unlock(&c->lock);
	settle(out);
	return true;
}

const char *settings_project(struct settings_cache *c, const char *path, bool *marked)
{
	if (marked)
		*marked = project_marked_root(c->find.folders, path);
	return project_root(c->find.folders, path);
}

bool settings_excludes(const struct settings *s, const char *path, bool is_dir)
{
	for (uint32_t i = 0; i < s->exclude.n; i++) {
		const struct pattern *p = &s->exclude.at[i];
		const char *rel = path_inside(p->dir, path) ? path + strlen(p->dir) : "";
		rel += *rel == '/';
		if (*rel && glob_match(p->glob, rel, is_dir))
			return true;
	}
	return false;
}

/* ---- folders of rules, before there is a ruleset ---- */

static void add_folders(struct arena *a, const struct layer *l, struct rule_folder *out, size_t *n)
{
	const struct ynode *list = yaml_get(l->doc, "rules");
	for (uint32_t i = 0; list && list->kind == Y_SEQ && i < list->n; i++)
		if (yaml_str(list->kid[i]) && *yaml_str(list->kid[i])) /* otherwise reported when they are all read */
			out[(*n)++] = (struct rule_folder){
				path_join(a, l->dir, yaml_str(list->kid[i])),
				arena_printf(a, "%s:%u", l->path, source_point(l->src, list->kid[i]->at.lo).line + 1),
				layer_allows(a, l, path_join(a, l->dir, yaml_str(list->kid[i]))),
				!l->may_name,
			};
}

size_t settings_rule_folders(struct arena *a, const struct vfs *fs, const struct overrides *o, const char *dir,
			     struct rule_folder **out)
{
	struct layer_reader y = { a, fs, sources_new(), folders_new(fs), o };
	struct layers all;
	struct err e = { 0 };
	size_t n = 0, most = 0;
	const char *file;
	while (!layers_find(&y, dir, &file))
		dir = path_dir(a, dir);
	if (layers_load(&y, file, &all, &e)) {
		for (uint32_t i = 0; i < all.n; i++) {
			const struct ynode *list = yaml_get(all.at[i].doc, "rules");
			most += list && list->kind == Y_SEQ ? list->n : 0;
		}
		*out = arena_array(a, struct rule_folder, most + 1);
		for (uint32_t i = 0; i < all.n; i++)
			add_folders(a, &all.at[i], *out, &n);
		layers_release(&all);
	}
	folders_free(y.folders);
	sources_free(y.sources);
	return n;
}

const char *const *settings_own_roots(struct arena *a, const struct vfs *fs, const struct overrides *o)
{
	struct layer_reader y = { a, fs, sources_new(), folders_new(fs), o };
	struct layers all;
	struct err e = { 0 };
	const char *file = o->settings && !o->isolated ? path_absolute(a, o->settings) : NULL;
	bool good = layers_load(&y, file, &all, &e);
	const char **root = layers_roots(a, all.at, good ? all.n : 0);
	if (good)
		layers_release(&all);
	folders_free(y.folders);
	sources_free(y.sources);
	return root;
}
