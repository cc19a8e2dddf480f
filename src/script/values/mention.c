// SPDX-License-Identifier: MIT
#include "script/values/mention.h"
#include "base/path.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 2, FILES_MAX = 500 };

static void look(struct script_project *p, const char *text)
{
	for (uint32_t i = 0; i < p->know->nwords; i++)
		p->mentions[i] = p->mentions[i] || strstr(text, p->know->word[i]->s);
}

static bool starts_programs(const char *name)
{
	static const char *const exts[] = { ".sh", ".bash", ".slurm", ".sbatch", ".yml", ".yaml", ".env" };

	for (size_t i = 0; i < ARRAY_SIZE(exts); i++)
		if (!strcmp(path_ext(name), exts[i]))
			return true;
	return !strncmp(name, "Dockerfile", 10) || !strcmp(name, "Makefile") || !strcmp(name, ".env");
}

static void look_in(struct script_project *p, const char *dir, unsigned depth, unsigned *files)
{
	char **name = NULL;
	size_t n = vfs_list(p->fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(&p->arena, dir, name[i]);
		struct buf text = { 0 };

		if (starts_programs(name[i]) && ++*files <= FILES_MAX && vfs_read(p->fs, path, &text, NULL))
			look(p, buf_str(&text));
		else if (depth < DEPTH_MAX && *files < FILES_MAX && !strchr(name[i], '.') && !vfs_exists(p->fs, path))
			look_in(p, path, depth + 1, files);
		buf_release(&text);
		free(name[i]);
	}
	free(name);
}

static void look_everywhere(struct script_project *p)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);
	unsigned files = 0;

	p->mentions = arena_array(&p->arena, bool, p->know->nwords + 1);
	memset(p->mentions, 0, (p->know->nwords + 1) * sizeof *p->mentions);
	for (size_t i = 0; i < n; i++)
		if (fn[i]->node->kind == NODE_MODULE && fn[i]->file->src)
			look(p, fn[i]->file->src->bytes);
	if (p->root)
		look_in(p, p->root, 0, &files);
}

struct value script_mentions(struct arena *a, struct script_project *p)
{
	struct span nowhere = { 0 };
	struct value all = value_dict(a, nowhere);

	if (!p->mentions)
		look_everywhere(p);
	for (uint32_t i = 0; i < p->know->nwords; i++)
		dict_put(a, all.as.dict, value_str(p->know->word[i], nowhere), value_bool(p->mentions[i], nowhere),
			 nowhere);
	return all;
}
