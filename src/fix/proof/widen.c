// SPDX-License-Identifier: MIT
/* A file can only inherit when its text says so, so a search for two words excludes all others before anything is
 * parsed. */
#include "fix/proof/widen.h"
#include "config/data_config.h"
#include "config/config_subject.h"
#include "config/dependents.h"
#include "base/map.h"
#include "base/path.h"
#include "base/vec.h"
#include "text/glob.h"
#include "text/walk.h"
#include <string.h>

struct widen_ctx {
	struct widened *w;
	const struct graph *cur;
	const struct vfs *fs;
};

void widen_init(struct widened *w, const struct linter *l, const char *const *dirs, const char *const *tops)
{
	*w = (struct widened){ .l = l, .dirs = dirs, .tops = tops };
}

static bool is_config_name(void *ctx, const struct walked *file)
{
	(void)ctx;
	return config_is_named(file->path);
}

static bool has_word(const struct buf *text, const char *word)
{
	return text->n && memmem(text->s, text->n, word, strlen(word)) != NULL;
}

static void consider(void *ctx, const struct walked *file)
{
	const char *path = file->path;
	struct widen_ctx *s = ctx;
	struct buf text = { 0 };

	if (!graph_find(s->cur, path) && vfs_read(s->fs, path, &text, NULL) &&
	    (has_word(&text, "_base_") || has_word(&text, "read_base")))
		vec_push(&s->w->other, xstrdup(path));
	buf_release(&text);
}

static bool is_walked(void *ctx, const char *path, bool is_dir)
{
	const struct widen_ctx *s = ctx;

	for (size_t i = 0; is_dir && s->w->dirs && s->w->dirs[i]; i++)
		if (strcmp(s->w->dirs[i], path) == 0)
			return true;
	return false;
}

static void search_dirs(struct widen_ctx *s)
{
	size_t linked = DEPENDENTS_LINKED;
	struct walk_opts o = {
		.fs = s->fs, .wanted = is_config_name, .found = consider, .ctx = s, .linked_budget = &linked
	};

	for (size_t i = 0; s->w->dirs && s->w->dirs[i]; i++)
		walk_folder(s->w->dirs[i], &o);
	o.ignore_files = true;
	o.ignored = config_ignored;
	o.excluded = is_walked;
	for (size_t i = 0; s->w->tops && s->w->tops[i]; i++)
		walk_folder(s->w->tops[i], &o);
	s->w->cut = !linked;
}

static struct graph *load(const struct widened *w, const struct graph *with, const struct vfs *fs)
{
	const struct module *const *m;
	size_t n = with ? graph_modules(with, &m) : 0, k = 0;
	const char **path = xcalloc(n + w->other.n + 1, sizeof *path);
	struct graph *g;

	for (size_t i = 0; i < n; i++)
		path[k++] = m[i]->path;
	for (size_t i = 0; i < w->other.n; i++)
		path[k++] = w->other.at[i];
	g = graph_load(fs, path, k, &w->l->graph, w->l->pool);
	free(path);
	return g;
}

/* The files of a graph, by any of their names: each of a linked file's leads to it. */
static void files_of(const struct graph *g, struct arena *a, struct map *files)
{
	const struct module *const *m;
	size_t n = graph_modules(g, &m);

	for (size_t i = 0; i < n; i++)
		map_put(a, files, str_lit(m[i]->real), files);
}

/* Whether one of its bases, or theirs, is among the files. Cycles end at files already seen. */
static bool inherits_from(const struct module *m, const struct map *files)
{
	VEC(, const struct module *) todo = { 0 };
	bool found = false;

	vec_push(&todo, m);
	for (size_t i = 0; !found && i < todo.n; i++)
		for (uint32_t b = 0; !found && b < todo.at[i]->nbases; b++) {
			const struct module *base = todo.at[i]->base[b].module;
			size_t k = 0;

			while (base && k < todo.n && todo.at[k] != base)
				k++;
			if (!base || k < todo.n)
				continue;
			vec_push(&todo, base);
			found = map_get(files, str_lit(base->real)) != NULL;
		}
	vec_release(&todo);
	return found;
}

/* They are parsed alone: most have those words for another reason, and loading all again is expensive. */
static void filter_dependents(struct widened *w, const struct graph *cur, const struct vfs *fs)
{
	struct graph *alone = load(w, NULL, fs);
	struct arena a = { 0 };
	struct map files = { 0 };
	size_t remaining = 0;

	files_of(cur, &a, &files);
	for (size_t i = 0; i < w->other.n; i++) {
		const struct module *m = graph_find(alone, w->other.at[i]);

		if (m && inherits_from(m, &files))
			w->other.at[remaining++] = w->other.at[i];
		else
			free(w->other.at[i]);
	}
	w->other.n = remaining;
	arena_release(&a);
	graph_free(alone);
}

const struct graph *widen(struct widened *w, const struct graph *cur, const struct vfs *fs)
{
	struct widen_ctx s = { .w = w, .cur = cur, .fs = fs };

	if (!w->search_cache) {
		search_dirs(&s);
		filter_dependents(w, cur, fs);
	}
	w->search_cache = true;
	if (w->other.n > 0)
		w->graph = load(w, cur, fs);
	return w->graph ? w->graph : cur;
}

void widen_release(struct widened *w)
{
	if (w->graph)
		graph_free(w->graph);
	w->graph = NULL;
}

void widen_free(struct widened *w)
{
	widen_release(w);
	for (size_t i = 0; i < w->other.n; i++)
		free(w->other.at[i]);
	vec_release(&w->other);
}
