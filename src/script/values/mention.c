// SPDX-License-Identifier: MIT
#include "script/values/mention.h"
#include "base/path.h"
#include "python/value/dict.h"
#include "script/values/program_files.h"
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 2, FILES_MAX = 500 };

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
			word_set_find(&p->know->words, buf_str(&text), p->mentions);
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

	p->mentions = arena_array(&p->arena, uint64_t, word_set_room(&p->know->words));
	if (p->root)
		look_in(p, p->root, 0, &files);
}

/* The words of one Python file, each searched once. */
static const uint64_t *words_of(struct script_project *p, const struct cfile *f)
{
	uint64_t *found = map_get(&p->mentioned, f);

	if (found)
		return found;
	found = arena_array(&p->arena, uint64_t, word_set_room(&p->know->words));
	if (f->src)
		word_set_find(&p->know->words, f->src->bytes, found);
	map_put(&p->arena, &p->mentioned, f, found);
	return found;
}

struct value script_mentions(struct arena *a, struct script_project *p, const struct cfile *f)
{
	struct span nowhere = { 0 };
	struct value all = value_dict(a, nowhere);
	const struct word_set *words = &p->know->words;
	const struct program_files *with = program_files_of(p, f);
	size_t room = word_set_room(words);
	uint64_t *found;

	if (!p->mentions)
		look_outside(p);
	found = arena_copy(a, p->mentions, room, sizeof *found, alignof(uint64_t));
	for (size_t i = 0; i < with->n; i++) {
		const uint64_t *own = words_of(p, with->at[i]);

		for (size_t k = 0; k < room; k++)
			found[k] |= own[k];
	}
	for (uint32_t i = 0; i < words->n; i++)
		dict_put(a, all.as.dict, value_str(words->word[i], nowhere),
			 value_bool(found[i / 64] >> i % 64 & 1, nowhere), nowhere);
	return all;
}

struct value script_words(struct arena *a, struct script_project *p, const struct cfile *f)
{
	struct span nowhere = { 0 };
	struct value all = value_list(a, VALUE_LIST, 8, nowhere);
	const struct word_set *words = &p->know->words;
	const uint64_t *found = words_of(p, f);

	for (uint32_t i = 0; i < words->n; i++)
		if (found[i / 64] >> i % 64 & 1)
			list_push(a, all.as.list, value_str(words->word[i], nowhere), nowhere);
	return all;
}
