// SPDX-License-Identifier: MIT
#include "script/values/mention.h"
#include "base/path.h"
#include "python/value/dict.h"
#include "script/values/program_files.h"
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 2, FILES_MAX = 500 };

static void look(struct script_project *p, const char *text, bool *word)
{
	for (uint32_t i = 0; i < p->know->nwords; i++)
		word[i] = word[i] || strstr(text, p->know->word[i]->s);
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
			look(p, buf_str(&text), p->mentions);
		else if (depth < DEPTH_MAX && *files < FILES_MAX && !strchr(name[i], '.') && !vfs_exists(p->fs, path))
			look_in(p, path, depth + 1, files);
		buf_release(&text);
		free(name[i]);
	}
	free(name);
}

/* The words of all files that start programs. */
static void look_outside(struct script_project *p)
{
	unsigned files = 0;

	p->mentions = arena_array(&p->arena, bool, p->know->nwords + 1);
	memset(p->mentions, 0, (p->know->nwords + 1) * sizeof *p->mentions);
	if (p->root)
		look_in(p, p->root, 0, &files);
}

/* The words of one Python file, each searched once. */
static const bool *words_of(struct script_project *p, const struct cfile *f)
{
	bool *word = map_get(&p->mentioned, f);

	if (word)
		return word;
	word = arena_array(&p->arena, bool, p->know->nwords + 1);
	memset(word, 0, (p->know->nwords + 1) * sizeof *word);
	if (f->src)
		look(p, f->src->bytes, word);
	map_put(&p->arena, &p->mentioned, f, word);
	return word;
}

struct value script_mentions(struct arena *a, struct script_project *p, const struct cfile *f)
{
	struct span nowhere = { 0 };
	struct value all = value_dict(a, nowhere);
	const struct program_files *with = program_files_of(p, f);
	bool *word = arena_array(a, bool, p->know->nwords + 1);

	if (!p->mentions)
		look_outside(p);
	memcpy(word, p->mentions, (p->know->nwords + 1) * sizeof *word);
	for (size_t i = 0; i < with->n; i++)
		for (uint32_t k = 0; k < p->know->nwords; k++)
			word[k] |= words_of(p, with->at[i])[k];
	for (uint32_t i = 0; i < p->know->nwords; i++)
		dict_put(a, all.as.dict, value_str(p->know->word[i], nowhere), value_bool(word[i], nowhere), nowhere);
	return all;
}
