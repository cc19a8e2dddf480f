// SPDX-License-Identifier: MIT
#include "plain/words_of_code.h"
#include "base/map.h"
#include "python/value/dict.h"
#include "text/programs.h"
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 3000, ENTRIES_MAX = 50000, DEEP = 8 };

struct code_words {
	struct arena arena;
	const struct vfs *fs;
	const char *root;
	struct map word, quoted; /* quoted: those that are a whole text, 'word' */
	uint32_t files;
	bool whole; /* all files were read */
};

static bool in_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static void put_word(struct code_words *w, struct map *to, const struct str *word)
{
	if (!map_get(to, word))
		map_put(&w->arena, to, word, w);
}

static void add_words(struct code_words *w, const char *text)
{
	for (const char *at = text, *end; *at; at = end) {
		for (end = at; in_word(*end); end++)
			;
		const struct str *word = end > at ? str_of(at, (size_t)(end - at)) : NULL;
		if (word)
			put_word(w, &w->word, word);
		if (word && at > text && at[-1] == *end && (*end == '\'' || *end == '"'))
			put_word(w, &w->quoted, word);
		end += end == at;
	}
}

static void read_file(void *ctx, const char *path)
{
	struct code_words *w = ctx;
	struct buf text = { 0 };
	if (++w->files > FILES_MAX || !vfs_read(w->fs, path, &text, NULL))
		w->whole = false;
	else
		add_words(w, buf_str(&text));
	buf_release(&text);
}

static struct code_words *words_of(struct code_words_all *all, const struct vfs *fs, const char *root)
{
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i]->root, root))
			return all->at[i];
	struct code_words *w = xcalloc(1, sizeof *w);
	w->fs = fs;
	w->root = arena_strdup(&w->arena, root);
	w->whole = true;
	w->whole &= programs_each(&(struct programs){
		.fs = fs, .folder = root, .budget = ENTRIES_MAX, .notebooks = true, .see = read_file, .ctx = w });
	vec_push(all, w);
	return w;
}

static void add_keys(struct arena *a, const struct map *w, struct value v, struct value to, unsigned depth)
{
	struct dict_iter it;
	to.as.list->open |= depth > DEEP;
	if (depth > DEEP)
		return;
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n; i++)
		add_keys(a, w, v.as.list->at[i].val, to, depth + 1);
	if (v.kind != VALUE_DICT)
		return;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		if (e->key.kind == VALUE_STR && map_get(w, e->key.as.s))
			list_push(a, to.as.list, value_str(e->key.as.s, to.at), to.at);
		add_keys(a, w, e->val, to, depth + 1);
	}
}

struct value named_in_code(struct arena *a, struct code_words_all *all, const struct vfs *fs, const char *root,
			   enum code_word as, struct value dict)
{
	const struct code_words *w = root ? words_of(all, fs, root) : NULL;
	if (!w || (!w->files && w->whole))
		return value_none(dict.at);
	struct value names = value_list(a, VALUE_LIST, 8, dict.at);
	add_keys(a, as == CODE_WORD_QUOTED ? &w->quoted : &w->word, dict, names, 0);
	names.as.list->open |= !w->whole;
	return names;
}

void code_words_release(struct code_words_all *all)
{
	for (size_t i = 0; i < all->n; i++) {
		arena_release(&all->at[i]->arena);
		free(all->at[i]);
	}
	vec_release(all);
}
