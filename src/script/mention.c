// SPDX-License-Identifier: MIT
#include "script/mention.h"
#include "base/path.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 2, FILES_MAX = 500, WORDS_MAX = 255 };

/* The words that were not found yet, by the two bytes that they begin with: each text is read once for all of them. */
struct words {
	const struct script_know *know;
	bool *said;				     /* of each */
	uint8_t next[WORDS_MAX + 1], first[1 << 16]; /* numbers from 1 */
};

static uint32_t two(const char *s)
{
	return (uint32_t)(unsigned char)s[0] << 8 | (unsigned char)s[1];
}

static struct words *words_new(const struct script_know *know, bool *said)
{
	struct words *w = xcalloc(1, sizeof *w);

	w->know = know;
	w->said = said;
	if (know->nwords > WORDS_MAX)
		BUG("rules ask for %u words", know->nwords);
	for (uint32_t i = 0; i < know->nwords; i++) {
		uint8_t *first = &w->first[two(know->word[i]->s)];

		w->next[i + 1] = *first;
		*first = (uint8_t)(i + 1);
	}
	return w;
}

static void look(struct words *w, const char *text)
{
	for (; *text; text++)
		for (uint8_t *i = &w->first[two(text)]; *i;) {
			const struct str *word = w->know->word[*i - 1];
			bool here = !strncmp(text, word->s, word->len);

			w->said[*i - 1] |= here;
			if (here)
				*i = w->next[*i];
			else
				i = &w->next[*i];
		}
}

static bool starts_programs(const char *name)
{
	static const char *const exts[] = { ".sh", ".bash", ".slurm", ".sbatch", ".yml", ".yaml", ".env" };

	for (size_t i = 0; i < ARRAY_SIZE(exts); i++)
		if (!strcmp(path_ext(name), exts[i]))
			return true;
	return !strncmp(name, "Dockerfile", 10) || !strcmp(name, "Makefile") || !strcmp(name, ".env");
}

static void look_in(struct script_project *p, struct words *w, const char *dir, unsigned depth, unsigned *files)
{
	char **name = NULL;
	size_t n = vfs_list(p->fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(&p->arena, dir, name[i]);
		struct buf text = { 0 };

		if (starts_programs(name[i]) && ++*files <= FILES_MAX && vfs_read(p->fs, path, &text, NULL))
			look(w, buf_str(&text));
		else if (depth < DEPTH_MAX && *files < FILES_MAX && !strchr(name[i], '.') && !vfs_exists(p->fs, path))
			look_in(p, w, path, depth + 1, files);
		buf_release(&text);
		free(name[i]);
	}
	free(name);
}

static void look_everywhere(struct script_project *p)
{
	size_t n;
	struct fn *const *fn = index_functions(p->index, &n);
	unsigned files = 0;

	p->mentions = arena_array(&p->arena, bool, p->know->nwords + 1);

	struct words *w = words_new(p->know, p->mentions);

	for (size_t i = 0; i < n; i++)
		if (fn[i]->node->kind == NODE_MODULE && fn[i]->file->src)
			look(w, fn[i]->file->src->bytes);
	if (p->root)
		look_in(p, w, p->root, 0, &files);
	free(w);
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
