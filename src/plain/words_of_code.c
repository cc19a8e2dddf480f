// SPDX-License-Identifier: MIT
#include "plain/words_of_code.h"
#include "base/path.h"
#include "python/value/dict.h"
#include "text/walk.h"
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 3000, ENTRIES_MAX = 50000, KEYS_MAX = 500, DEEP = 8 };

struct search {
	struct arena *a;
	const struct vfs *fs;
	const struct str *key[KEYS_MAX];
	bool found[KEYS_MAX];
	uint32_t n, files;
	bool whole; /* all files were read */
};

static bool in_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

struct word {
	const char *s;
	size_t n;
};

static int compare(const void *x, const void *y)
{
	const struct word *word = x;
	const struct str *key = *(const struct str *const *)y;
	int order = strncmp(word->s, key->s, word->n);
	return order ? order : word->n < key->len ? -1 : 0;
}

static int by_text(const void *x, const void *y)
{
	return strcmp((*(const struct str *const *)x)->s, (*(const struct str *const *)y)->s);
}

/* Each word of the text is looked up among the keys, which are sorted. */
static void search_text(struct search *s, const char *text)
{
	for (const char *at = text, *end; *at; at = end) {
		for (end = at; in_word(*end); end++)
			;
		struct word word = { at, (size_t)(end - at) };
		const struct str **key =
			word.n ? bsearch(&word, s->key, s->n, sizeof(const struct str *), compare) : NULL;
		if (key)
			s->found[key - s->key] = true;
		end += end == at;
	}
}

static bool is_python(void *ctx, const struct walked *file)
{
	(void)ctx;
	return !strcmp(path_ext(file->path), ".py") || !strcmp(path_ext(file->path), ".ipynb");
}

static void search_file(void *ctx, const struct walked *file)
{
	struct search *s = ctx;
	struct buf text = { 0 };
	if (++s->files > FILES_MAX || !vfs_read(s->fs, file->path, &text, NULL))
		s->whole = false;
	else
		search_text(s, buf_str(&text));
	buf_release(&text);
}

static void failed(void *ctx, const char *path, const struct err *e)
{
	(void)path, (void)e;
	((struct search *)ctx)->whole = false;
}

/* In a rule's test the files are in memory. */
static void search_sealed(void *ctx, const char *path)
{
	struct walked file = { .path = path };
	if (is_python(ctx, &file))
		search_file(ctx, &file);
}

static void add_keys(struct search *s, struct value v, unsigned depth)
{
	struct dict_iter it;
	if (depth > DEEP)
		return;
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n; i++)
		add_keys(s, v.as.list->at[i].val, depth + 1);
	if (v.kind != VALUE_DICT)
		return;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && s->n < KEYS_MAX;) {
		if (e->key.kind == VALUE_STR && e->key.as.s->len)
			s->key[s->n++] = e->key.as.s;
		add_keys(s, e->val, depth + 1);
	}
}

struct value named_in_code(struct arena *a, const struct vfs *fs, const char *root, struct value dict)
{
	struct search s = { .a = a, .fs = fs, .whole = true };
	size_t budget = ENTRIES_MAX;
	if (!root)
		return value_none(dict.at);
	add_keys(&s, dict, 0);
	qsort(s.key, s.n, sizeof(const struct str *), by_text);
	if (!vfs_each_sealed(fs, search_sealed, &s))
		walk_folder(root, &(struct walk_opts){ .fs = fs,
						       .wanted = is_python,
						       .found = search_file,
						       .failed = failed,
						       .budget = &budget,
						       .ctx = &s });
	if (!s.files && s.whole && budget)
		return value_none(dict.at);
	struct value all = value_list(a, VALUE_LIST, s.n, dict.at);
	for (uint32_t i = 0; i < s.n; i++)
		if (s.found[i])
			list_push(a, all.as.list, value_str(s.key[i], dict.at), dict.at);
	all.as.list->open = !s.whole || !budget || s.n == KEYS_MAX;
	return all;
}
