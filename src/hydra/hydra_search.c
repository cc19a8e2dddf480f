// SPDX-License-Identifier: MIT
/* Finds configs and groups as Hydra's repository does: the folders in their order, then what is stored.
 *
 * Invariant: a file is read once; a path that leaves its folder is not looked for.
 *
 *	model/resnet	conf/model/resnet.yaml
 *	model		a group: the folder conf/model */
#include "hydra/hydra_search.h"
#include "hydra/struct_config.h"
#include "base/near.h"
#include "base/path.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

bool hydra_is_own(const char *path)
{
	return !strncmp(path, "hydra/", 6) || !strcmp(path, "hydra");
}

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* The file of a config in a folder, absolute; NULL: its name leads out of the folder. */
static const char *path_of(const struct hydra_search *s, const char *folder, const char *config)
{
	bool has = ends_with(config, ".yaml") || (s->yml && ends_with(config, ".yml"));
	const char *path = path_join(s->a, folder, has ? config : arena_printf(s->a, "%s.yaml", config));

	return config[0] != '/' && path_inside(folder, path) ? path : NULL;
}

/* *node: the one stored config of that name, if its class is named; else NULL. */
static bool is_stored(const struct hydra_search *s, const char *config, const struct hydra_stored **node)
{
	bool found = false;

	*node = NULL;
	const char *slash = strrchr(config, '/');
	const char *name = slash ? slash + 1 : config;
	size_t group = slash ? (size_t)(slash - config) : 0;

	for (uint32_t i = 0; i < s->nstored; i++)
		if (!strcmp(s->stored[i].name, name) && strlen(s->stored[i].group) == group &&
		    !strncmp(s->stored[i].group, config, group)) {
			*node = found || !s->stored[i].node ? NULL : &s->stored[i];
			found = true;
		}
	return found;
}

/* The dataclass as a config without text; NULL: it is not followed. */
static const struct hydra_file *stored_file(struct hydra_search *s, const struct hydra_stored *node)
{
	struct arena *a = s->a;
	const struct str *key = str_lit(arena_printf(a, "store:%s:%s", node->script, node->node));
	struct hydra_file *f = map_get(&s->files->by_path, key);

	if (!f) {
		const struct hydra_struct *schema = hydra_struct_of(a, s->fs, s->root, node->script, node->node);

		f = arena_new(a, struct hydra_file);
		*f = (struct hydra_file){ .path = node->script, .good = schema, .schema = schema };
		if (schema)
			f->data = hydra_struct_value(a, schema);
		map_put(a, &s->files->by_path, key, f);
	}
	return f->schema ? f : NULL;
}

const struct hydra_file *hydra_files_get(struct hydra_files *all, const char *path)
{
	const struct str *key = str_lit(path);
	struct hydra_file *known = map_get(&all->by_path, key);

	if (!known && vfs_exists(all->fs, path)) {
		known = hydra_file_read(all->a, all->fs, all->sources, path);
		map_put(all->a, &all->by_path, key, known);
	}
	return known;
}

enum hydra_there hydra_find(struct hydra_search *s, const char *config, const struct hydra_file **file)
{
	*file = NULL;
	for (uint32_t i = 0; i < s->nfolders; i++) {
		const char *path = path_of(s, s->folder[i], config);

		s->spent |= s->files->by_path.n >= HYDRA_FILES_MAX;
		*file = path && !s->spent ? hydra_files_get(s->files, path) : NULL;
		if (*file || s->spent)
			return *file ? HYDRA_FILE : HYDRA_MAYBE;
	}
	const struct hydra_stored *node;
	bool stored = is_stored(s, config, &node);

	*file = node ? stored_file(s, node) : NULL;
	if (*file)
		return HYDRA_FILE;
	return stored ? HYDRA_STORED : s->open || hydra_is_own(config) ? HYDRA_MAYBE : HYDRA_ABSENT;
}

bool hydra_is_folder(const struct vfs *fs, const char *path)
{
	char **names;
	size_t n = vfs_list(fs, path, &names, NULL);

	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return n > 0;
}

enum hydra_there hydra_group(const struct hydra_search *s, const char *group)
{
	size_t n = strlen(group);

	for (uint32_t i = 0; i < s->nfolders; i++) {
		const char *path = path_join(s->a, s->folder[i], group);

		if (group[0] != '/' && path_inside(s->folder[i], path) && hydra_is_folder(s->fs, path))
			return HYDRA_FILE;
	}
	/* whether the program imports what stores it is not known */
	for (uint32_t i = 0; i < s->nstored; i++)
		if (!strncmp(s->stored[i].group, group, n) && (!s->stored[i].group[n] || s->stored[i].group[n] == '/'))
			return HYDRA_MAYBE;
	return s->open || hydra_is_own(group) ? HYDRA_MAYBE : HYDRA_ABSENT;
}

void hydra_search_primary(struct hydra_search *s, const char *config)
{
	const struct hydra_file *f;

	if (hydra_find(s, config, &f) != HYDRA_FILE || f->data.kind != VALUE_DICT)
		return;
	struct value own = dict_get(f->data, "hydra");

	s->open |= own.kind == VALUE_DICT && dict_find_lit(own.as.dict, "searchpath");
}

void hydra_options(struct hydra_search *s, const char *group, struct hydra_names *out)
{
	for (uint32_t i = 0; i < s->nfolders; i++) {
		const char *path = path_join(s->a, s->folder[i], group);
		char **names;
		size_t n = path_inside(s->folder[i], path) ? vfs_list(s->fs, path, &names, NULL) : 0;

		for (size_t k = 0; k < n; k++) {
			if (ends_with(names[k], ".yaml"))
				vec_push(out, arena_strndup(s->a, names[k], strlen(names[k]) - 5));
			free(names[k]);
		}
		if (path_inside(s->folder[i], path))
			free(names);
	}
	for (uint32_t i = 0; i < s->nstored; i++)
		if (!strcmp(s->stored[i].group, group))
			vec_push(out, s->stored[i].name);
}

const char *hydra_near_option(struct hydra_search *s, const char *group, const char *name)
{
	struct hydra_names all = { 0 };

	hydra_options(s, group, &all);
	const char *near = near_word(name, all.at, all.n);

	vec_release(&all);
	return near;
}
