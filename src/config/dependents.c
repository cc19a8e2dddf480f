// SPDX-License-Identifier: MIT
/*
 * Reverse search: from a base to the files that name it (a fixed point over names).
 *
 *     _base_ = ['../_base_/schedules/schedule_80k.py', ...]     in a.py
 *     from .._base_.schedules.schedule_80k import *             in b.py, below `with read_base():`
 *
 * Each file that contains `_base_` or `read_base` gets the list of names that its text spells. With `_base_`: the
 * text before an extension that loaders read, back to the previous separator. With `read_base`: every identifier,
 * since modules are named by them. `schedule_80k` is in both lists, so both are reached from schedule_80k.py, and so
 * are the files that name a.py or b.py. A file that computes its bases (f'{name}.py', a variable) may name anything
 * and is always reached. A link spells the name of its target.
 */
#include "config/dependents.h"
#include "config/data_config.h"
#include "config/config_subject.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/vec.h"
#include "text/walk.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct spelled { /* that a file spells a name */
	uint64_t name;
	uint32_t file;
};
struct search_ctx {
	const struct dependents_search *s;
	struct arena *a;
	VEC(, const char *) file;
	VEC(, bool) reached;
	VEC(, struct spelled) spelled;
	VEC(, uint32_t) todo; /* reached files whose names are still to be looked up */
	size_t budget, bytes;
	struct dependents *out;
};

/* ---- names ---- */

/* File names may contain nearly anything: separators here separate names in paths too. */
static bool parts_names(char c)
{
	return strchr("/\\'\":,;[]()<>|= \t\r\n", c) != NULL;
}

/* The name at the end of s[0..n); a name longer than NAME_MAX is cut. */
static const char *last_name(const char *s, size_t n, size_t *len)
{
	size_t at = n;

	while (at && n - at <= NAME_MAX && !parts_names(s[at - 1]))
		at--;
	*len = n - at;
	return s + at;
}

/* Names as their hashes. */
VEC(spelled_names, uint64_t);

static uint64_t name_hash(const char *s, size_t n)
{
	return hash_bytes(HASH_BYTES, s, n);
}

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The name by which other files refer to it; for a package, its folder's. */
static uint64_t name_spelled(const char *path)
{
	size_t n = strlen(path) - strlen(path_ext(path)), len;
	const char *name;

	if (n > 9 && strncmp(path + n - 9, "/__init__", 9) == 0)
		n -= 9;
	name = last_name(path, n, &len);
	return name_hash(name, len);
}

/* ---- one text ---- */

/* Adds all names before extensions. false: one of them is computed. */
static bool add_file_names(struct spelled_names *to, const char *text)
{
	const char *ext;
	bool literal = true;

	for (const char *dot = text; (dot = strchr(dot, '.')); dot++)
		for (size_t i = 0; (ext = config_extension(i)); i++) {
			size_t n = strlen(ext), len;
			const char *name;

			if (strncmp(dot, ext, n) != 0 || is_word_char(dot[n]))
				continue;
			name = last_name(text, (size_t)(dot - text), &len);
			if (len > NAME_MAX) { /* too long for a file name */
				literal = false;
				continue;
			}
			literal &= len && !memchr(name, '{', len) && !memchr(name, '}', len) && !memchr(name, '%', len);
			vec_push(to, name_hash(name, len));
		}
	return literal;
}

static void add_identifiers(struct spelled_names *to, const char *text)
{
	while (*text) {
		size_t n = 0;

		while (is_word_char(text[n]))
			n++;
		if (n)
			vec_push(to, name_hash(text, n));
		text += n + (n == 0);
	}
}

/* The position after a string; NULL: it is unterminated. */
static const char *behind_string(const char *p)
{
	char quote = *p;
	bool triple = p[1] == quote && p[2] == quote;

	for (p += triple ? 3 : 1; *p; p++)
		if (*p == '\\' && p[1])
			p++;
		else if (*p == quote && (!triple || (p[1] == quote && p[2] == quote)))
			return p + (triple ? 3 : 1);
	return NULL;
}

/* Whether the value that starts here consists of strings in brackets, without computation. */
static bool is_literal(const char *p)
{
	unsigned depth = 0;

	for (;;) {
		if (*p == '\'' || *p == '"') {
			p = behind_string(p);
			if (!p)
				return false;
		} else if (*p == '#') {
			p += strcspn(p, "\n");
		} else if (strchr("[(", *p) && *p) {
			depth++, p++;
		} else if (strchr("])", *p) && *p) {
			depth -= depth > 0, p++;
		} else if (!*p || (!depth && (*p == '\n' || *p == ';'))) {
			return true;
		} else if (strchr(" \t\r\n,\\", *p)) {
			p++;
		} else {
			return false;
		}
	}
}

/* `.append('a.py')` and similar. */
static bool grows_list(const char *method)
{
	static const char *const name[] = { "append", "extend", "insert", "__" };

	for (size_t i = 0; i < ARRAY_SIZE(name); i++)
		if (strncmp(method, name[i], strlen(name[i])) == 0)
			return true;
	return false;
}

/* Whether a Python text assigns only literals to `_base_` and otherwise only reads its attributes (`{{_base_.lr}}`):
 * any other use may set it. */
static bool bases_are_literal(const char *text)
{
	for (const char *p = text; (p = strstr(p, "_base_")); p++) {
		const char *after = p + 6 + strspn(p + 6, " \t");

		if ((p > text && is_word_char(p[-1])) || is_word_char(p[6]) || p[6] == '/')
			continue; /* part of a longer word, or a folder of that name */
		if (*after == '.' ? grows_list(after + 1 + strspn(after + 1, " \t"))
				  : (*after != '=' && *after != '+') || !is_literal(after + strspn(after, "+=")))
			return false;
	}
	return true;
}

static void reach(struct search_ctx *h, uint32_t file)
{
	if (h->reached.at[file])
		return;
	h->reached.at[file] = true;
	vec_push(&h->todo, file);
}

static bool may_inherit(const char *text, size_t n)
{
	return n && memmem(text, n, "_base", 5) && (memmem(text, n, "_base_", 6) || memmem(text, n, "read_base", 9));
}

static bool take_names(const char *path, const char *text, struct spelled_names *to)
{
	bool literal = add_file_names(to, text) && (strcmp(path_ext(path), ".py") != 0 || bases_are_literal(text));

	if (strstr(text, "read_base"))
		add_identifiers(to, text);
	return literal;
}

static void take_text(struct search_ctx *h, const char *path, const char *text)
{
	struct spelled_names names = { 0 };
	uint32_t file = (uint32_t)h->file.n;
	bool literal;

	vec_push(&h->file, arena_strdup(h->a, path));
	vec_push(&h->reached, false);
	literal = take_names(path, text, &names);
	for (size_t i = 0; i < names.n; i++)
		vec_push(&h->spelled, ((struct spelled){ names.at[i], file }));
	vec_release(&names);
	if (!literal)
		reach(h, file);
}

/* ---- the walk ---- */

static bool is_config_name(void *ctx, const struct walked *file)
{
	(void)ctx;
	return config_is_named(file->path);
}

static bool is_given(const struct search_ctx *h, const char *path)
{
	for (const char *const *p = h->s->of; *p; p++)
		if (strcmp(*p, path) == 0)
			return true;
	return false;
}

/* A link is reached from its target, as if it inherited from it. */
static void add_real_name(struct search_ctx *h, const char *path)
{
	const char *real = path_real(h->a, path);

	if (real)
		vec_push(&h->spelled, ((struct spelled){ name_spelled(real), (uint32_t)h->file.n - 1 }));
}

static void consider(void *ctx, const struct walked *file)
{
	struct search_ctx *h = ctx;
	struct buf text = { 0 };

	if (is_given(h, file->path) || !vfs_read(h->s->fs, file->path, &text, NULL)) {
		buf_release(&text);
		return;
	}
	h->out->looked++;
	h->bytes += text.n;
	if (h->bytes > DEPENDENTS_BYTES || h->spelled.n > DEPENDENTS_NAMES)
		h->budget = 0;
	if (file->link || may_inherit(text.s, text.n))
		take_text(h, file->path, buf_str(&text));
	if (file->link)
		add_real_name(h, file->path);
	buf_release(&text);
}

static bool excluded(void *ctx, const char *path, bool is_dir)
{
	const struct search_ctx *h = ctx;

	return h->s->excluded && h->s->excluded(h->s->ctx, path, is_dir);
}

/* ---- from names to files ---- */

static int by_name(const void *x, const void *y)
{
	const struct spelled *a = x, *b = y;

	if (a->name != b->name)
		return a->name < b->name ? -1 : 1;
	return (a->file > b->file) - (a->file < b->file);
}

static void reach_name(struct search_ctx *h, uint64_t name)
{
	size_t lo = 0, hi = h->spelled.n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (h->spelled.at[mid].name < name)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < h->spelled.n && h->spelled.at[lo].name == name; lo++)
		reach(h, h->spelled.at[lo].file);
}

/* The given file may be a link: others name its target. */
static void reach_names(struct search_ctx *h, const char *path)
{
	const char *real = path_real(h->a, path);

	reach_name(h, name_spelled(path));
	if (real)
		reach_name(h, name_spelled(real));
}

static void fill(struct search_ctx *h)
{
	h->out->path = (const char **)arena_array(h->a, void *, h->todo.n + 1);
	for (size_t i = 0; i < h->todo.n; i++)
		h->out->path[h->out->n++] = h->file.at[h->todo.at[i]];
}

void dependents_find(struct arena *a, const struct dependents_search *s, struct dependents *out)
{
	struct search_ctx h = { .s = s, .a = a, .budget = DEPENDENTS_ENTRIES, .out = out };
	size_t linked = DEPENDENTS_LINKED;
	struct walk_opts o = { .fs = s->fs,
			       .excluded = excluded,
			       .wanted = is_config_name,
			       .found = consider,
			       .ignored = config_ignored,
			       .ctx = &h,
			       .linked_budget = &linked,
			       .budget = &h.budget,
			       .ignore_files = s->ignore_files };

	*out = (struct dependents){ 0 };
	for (const char *const *dir = s->in; *dir; dir++)
		walk_folder(*dir, &o);
	out->cut = h.budget == 0 || linked == 0;
	if (h.spelled.n)
		qsort(h.spelled.at, h.spelled.n, sizeof(*h.spelled.at), by_name);
	for (const char *const *p = s->of; *p; p++)
		reach_names(&h, *p);
	for (size_t i = 0; i < h.todo.n; i++)
		reach_name(&h, name_spelled(h.file.at[h.todo.at[i]]));
	fill(&h);
	vec_release(&h.file);
	vec_release(&h.reached);
	vec_release(&h.spelled);
	vec_release(&h.todo);
}
