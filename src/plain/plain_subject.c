// SPDX-License-Identifier: MIT
/* Plain configs as subjects of rules: YAML, JSON and TOML files that their project's own code reads. A file is left out
 * as early as possible: if it is no dict, too large, holds data records, or belongs to a project that reads none.
 *
 * Invariant: a project is analysed once for all its files, and released when all are loaded: its results are in
 * their trees.
 *
 * 	a.yaml		{lr: 0.1}, which train.py reads: a subject
 * 	ann.json	{images: [a thousand dicts]}: data, left out */
#include "plain/plain_subject.h"
#include "base/path.h"
#include "config/data_config.h"
#include "config/graph.h"
#include "plain/data_comment.h"
#include "plain/inherited_config.h"
#include "plain/keys.h"
#include "project/foreign.h"
#include "project/home.h"
#include "project/root.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum {
	SIZE_MAX_OF_CONFIG = 256 << 10, /* bytes; a larger file holds data, as do the following */
	KEYS_MAX_OF_CONFIG = 200,	/* in one dict */
	DICTS_MAX_OF_CONFIG = 64,	/* in one list */
	DEEP = 12
};

struct folder_project {
	const char *root;
	struct plain_project *p;    /* NULL: it reads none */
	const struct ynode *loader; /* by which its configs inherit from others; NULL: by none */
};
struct plain_set {
	struct subject_set set;
	struct arena arena;
	struct script_know know;
	struct folders *folders;
	const char *const *launch_scripts;
	struct map inherited; /* see struct inherited_files */
	VEC(, struct folder_project) project;
};

/* ---- which files */

static bool is_named(const char *path)
{
	return data_is_read(path);
}

/* All candidates of a folder: loading leaves out those that nothing reads. */
static bool is_found(const struct vfs *fs, const char *top, const char *path)
{
	const char *below = path_inside(top, path) ? path + strlen(top) : path;
	(void)fs;
	return data_is_read(path) && !strstr(below, "/.");
}

/* ---- loading */

static struct folder_project *known_project(struct plain_set *all, const char *root)
{
	for (size_t i = 0; i < all->project.n; i++)
		if (!strcmp(all->project.at[i].root, root))
			return &all->project.at[i];
	return NULL;
}

/* Its project is already known to read no plain config. */
static bool reads_none(struct plain_set *all, const char *path)
{
	const struct folder_project *known = known_project(all, project_home(all->folders, path));
	return known && !known->p;
}

static struct plain_project *project_of(struct plain_set *all, const char *path)
{
	const char *root = project_home(all->folders, path);
	const struct folder_project *known = known_project(all, root);
	if (known)
		return known->p;
	struct folder_project new = { .root = root };
	new.p = plain_project_new(&all->know, all->set.fs, all->set.sources, root, all->launch_scripts);
	new.loader = new.p ? inherited_loader(&all->arena, new.p) : NULL;
	vec_push(&all->project, new);
	return new.p;
}

/* Before the project is analysed, which is expensive: a file without a dict is no config. false: there is nothing to
 * lint. */
static bool load_data(struct plain_set *all, struct subject *s, struct value *config)
{
	struct arena *a = &all->arena;
	struct buf text = { 0 };
	struct err *e = arena_new(a, struct err);
	*e = (struct err){ 0 };
	s->err = e;
	s->trouble = "nothing in its project reads it";
	if (reads_none(all, s->path))
		return false;
	if (vfs_read(all->set.fs, s->path, &text, e) && text.n <= SIZE_MAX_OF_CONFIG)
		s->src = sources_add(all->set.sources, s->path, buf_str(&text), text.n);
	buf_release(&text);
	if (!s->src || !source_check(s->src, e))
		return false;
	struct substituted same = { .text = s->src->bytes, .len = s->src->len };
	if (data_load(a, s->src, &same, config, e))
		return config->kind == VALUE_DICT && config->as.dict->count;
	struct plain_project *p = project_of(all, s->path);
	if (p) {
		s->requested = s->readable = plain_named(a, p, s->path);
		s->trouble = e->msg;
	}
	return false;
}

/* Measurements, annotations, vocabularies: a dict with very many keys, a list of very many dicts. */
static bool holds_records(struct value v, unsigned depth)
{
	struct dict_iter it;
	uint32_t dicts = 0;
	if (depth > DEEP || (v.kind == VALUE_DICT && v.as.dict->count > KEYS_MAX_OF_CONFIG))
		return depth <= DEEP;
	if (v.kind == VALUE_DICT) {
		dict_begin(&it, v.as.dict);
		for (const struct entry *e; (e = dict_next(&it));)
			if (holds_records(e->val, depth + 1))
				return true;
	}
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n; i++) {
		dicts += v.as.list->at[i].val.kind == VALUE_DICT;
		if (dicts > DICTS_MAX_OF_CONFIG || holds_records(v.as.list->at[i].val, depth + 1))
			return true;
	}
	return false;
}

/* Recognized by its form alone: annotations of a data set, a notebook, a workflow. */
static bool is_data(struct plain_set *all, const char *path, struct value config)
{
	const struct foreign *f = foreign_of(all->set.fs, NULL, path, FOREIGN_UNSAID);
	return holds_records(config, 0) || (f && f->family && !f->training);
}

/* Of projects whose configs inherit from others, what the file sets and what the program gets. */
static void put_inherited(struct plain_set *all, const struct subject *s, struct value config, struct value tree)
{
	struct arena *a = &all->arena;
	const struct folder_project *known = known_project(all, project_home(all->folders, s->path));

	if (!known || !known->loader)
		return;
	struct inherited_files f = {
		.a = a, .fs = all->set.fs, .sources = all->set.sources, .loader = known->loader, .known = all->inherited
	};
	struct value whole = inherited_config(&f, s->path, config);

	all->inherited = f.known;
	dict_put(a, tree.as.dict, value_text("own", config.at), config, config.at);
	dict_put(a, tree.as.dict, value_text("whole", config.at), whole, config.at);
}

static void load_one(struct plain_set *all, struct subject *s)
{
	struct arena *a = &all->arena;
	struct value config, tree;
	bool may_be = load_data(all, s, &config) && !is_data(all, s->path, config);
	struct plain_project *p = may_be ? project_of(all, s->path) : NULL;
	if (!p)
		return;
	if (!plain_keys(a, p, s->path, config, &tree))
		return;
	put_inherited(all, s, config, tree);
	s->requested = s->readable = s->good = true;
	s->root = project_marked_root(all->folders, s->path);
	data_comments(a, s);
	s->tree = s->own = s->inherited = value_freeze(a, tree);
}

static const struct subject_set *load(const struct subject_load *l)
{
	struct plain_set *all = xcalloc(1, sizeof *all);
	const struct subject **at = (const struct subject **)arena_array(&all->arena, void *, l->n + 1);
	script_know_load(&all->arena, &all->know);
	all->folders = folders_new(l->fs);
	all->launch_scripts = l->opts ? ((const struct graph_opts *)l->opts)->launch_scripts : NULL;
	all->set = (struct subject_set){ .kind = &plain_kind, .sources = sources_new(), .fs = l->fs, .of = all };
	size_t n = 0;
	for (size_t i = 0; i < l->n; i++) {
		struct subject *s = arena_new(&all->arena, struct subject);
		*s = (struct subject){ .kind = &plain_kind,
				       .set = &all->set,
				       .path = arena_strdup(&all->arena, l->path[i]) };
		load_one(all, s);
		if (s->requested)
			at[n++] = s;
	}
	subject_set_close(&all->set, &all->arena, at, n);
	for (size_t i = 0; i < all->project.n; i++) /* its results are in the trees */
		plain_project_free(all->project.at[i].p);
	vec_release(&all->project);
	return &all->set;
}

static void unload(const struct subject_set *set)
{
	struct plain_set *all = set->of;
	folders_free(all->folders);
	sources_free(all->set.sources);
	arena_release(&all->arena);
	free(all);
}

static bool is_meant(const struct vfs *fs, const char *path)
{
	const struct subject_set *set = load(&(struct subject_load){ .fs = fs, .path = &path, .n = 1 });
	bool is = set->n && set->at[0]->good; /* a broken file is reported by the kind that reads all such files */
	unload(set);
	return is;
}

const struct subject_kind plain_kind = {
	.name = "plain",
	.one = "plain config",
	.many = "plain configs",
	.tree = "conf",
	.keys = true,
	.reads = "those are .json, .yaml, .yml and .toml files that a script of the project reads",
	.hint = ".yaml, .yml, .json and .toml files count that a script of the project reads",
	.named = is_named,
	.found = is_found,
	.meant = is_meant,
	.load = load,
	.free = unload,
	.statement = data_statement,
};
