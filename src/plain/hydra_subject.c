// SPDX-License-Identifier: MIT
/* Hydra's configs as subjects of rules: YAML files in the config folder of a program that Hydra starts. Each file is a
 * subject; its tree (src/hydra/hydra_facts.h) says what is wrong where it is composed.
 *
 * Invariant: a file of another folder, or of a project that does not start Hydra, is left to the kinds that come after
 * this one.
 *
 *	conf/config.yaml	@hydra.main(config_path="conf", config_name="config"): a subject, and conf/model/a.yaml
 *	data/labels.yaml	none */
#include "plain/hydra_subject.h"
#include "base/path.h"
#include "config/data_config.h"
#include "hydra/hydra_facts.h"
#include "plain/composed_keys.h"
#include "plain/data_comment.h"
#include "project/root.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

struct hydra_set {
	struct subject_set set;
	struct arena arena;
	struct folders *folders;
	struct hydra_files files;
	struct composed_projects composed;
};

static bool is_yaml(const char *path)
{
	return data_is_config(path) && strcmp(path_ext(path), ".json") != 0;
}

static bool is_meant(const struct vfs *fs, const char *path)
{
	struct arena a = { 0 };
	bool is = is_yaml(path) && hydra_project_has(hydra_project_of(fs, hydra_root(&a, fs, path)), path);

	arena_release(&a);
	return is;
}

static bool is_found(const struct vfs *fs, const char *top, const char *path)
{
	const char *below = path_inside(top, path) ? path + strlen(top) : path;

	return !strstr(below, "/.") && is_meant(fs, path);
}

static bool is_named(const char *path)
{
	return is_yaml(path);
}

static void load_one(struct hydra_set *all, struct subject *s)
{
	struct arena *a = &all->arena;
	const struct hydra_project *p = hydra_project_of(all->set.fs, hydra_root(a, all->set.fs, s->path));
	const struct hydra_file *f = hydra_project_has(p, s->path) ? hydra_files_get(&all->files, s->path) : NULL;
	struct err *e = arena_new(a, struct err);

	s->err = e;
	s->trouble = e->msg;
	if (!f)
		return;
	s->requested = true;
	s->root = project_marked_root(all->folders, s->path);
	s->src = f->src;
	if (!s->src) /* too large for a config */
		s->requested = false;
	if (!s->src || !source_check(s->src, e))
		return;
	if (!f->good) {
		struct substituted same = { .text = s->src->bytes, .len = s->src->len };
		struct value v;

		/* a list, or a tag that is not followed: no config, and no error */
		s->requested = !data_load(a, s->src, &same, &v, e);
		return;
	}
	s->readable = s->good = true;
	data_comments(a, s);
	struct value facts = hydra_config_facts(&all->files, p, f),
		     keys = composed_keys(&all->composed, &all->files, p, f);

	dict_put(a, facts.as.dict, value_text("keys", (struct span){ 0 }), keys, (struct span){ 0 });
	s->tree = s->own = s->inherited = value_freeze(a, facts);
}

static const struct subject_set *load(const struct subject_load *l)
{
	struct hydra_set *all = xcalloc(1, sizeof *all);
	const struct subject **at = (const struct subject **)arena_array(&all->arena, void *, l->n + 1);
	size_t n = 0;

	all->set = (struct subject_set){ .kind = &hydra_kind, .sources = sources_new(), .fs = l->fs, .of = all };
	all->folders = folders_new(l->fs);
	all->files = (struct hydra_files){ .a = &all->arena, .fs = l->fs, .sources = all->set.sources };
	for (size_t i = 0; i < l->n; i++) {
		struct subject *s = arena_new(&all->arena, struct subject);

		*s = (struct subject){ .kind = &hydra_kind,
				       .set = &all->set,
				       .path = arena_strdup(&all->arena, l->path[i]) };
		load_one(all, s);
		if (s->requested)
			at[n++] = s;
	}
	composed_projects_release(&all->composed);
	subject_set_close(&all->set, &all->arena, at, n);
	return &all->set;
}

static void unload(const struct subject_set *set)
{
	struct hydra_set *all = set->of;

	folders_free(all->folders);
	sources_free(all->set.sources);
	arena_release(&all->arena);
	free(all);
}

const struct subject_kind hydra_kind = {
	.name = "hydra",
	.one = "Hydra config",
	.many = "Hydra configs",
	.tree = "hydra",
	.reads = "those are .yaml files in the config folder of a program that Hydra starts",
	.hint = ".yaml files count in the config folder of a program that Hydra starts",
	.named = is_named,
	.found = is_found,
	.meant = is_meant,
	.load = load,
	.free = unload,
	.statement = data_statement,
};
