// SPDX-License-Identifier: MIT
/* Searches the files beside the bases of a config for assignments of given names. */
#include "facts/sibling.h"
#include "base/result_cache.h"
#include "base/path.h"
#include <stdlib.h>
#include <string.h>

enum { BASES_MAX = 128, FILES_MAX = 400, BYTES_MAX = 8 << 20, KEYS_MAX = 16 };

struct search {
	struct arena *a;
	const struct graph *g;
	const struct sibling_wanted *wanted;
	const struct str *never[KEYS_MAX]; /* keys of complete configs, and _base_ */
	uint32_t nnever;
	const struct module *base[BASES_MAX]; /* m first */
	uint32_t nbases;
};
struct meant { /* the matching files of a folder */
	const char **path;
	size_t n;
	bool cut; /* some were not read */
};

/* `has(cfg.model) and has(cfg.data.train)`: model, data. */
static void keys_of_complete(struct search *s, const struct node *n)
{
	bool of_tree = n->kind == NODE_ATTR && n->kid[0]->kind == NODE_NAME;
	if (of_tree && s->nnever < KEYS_MAX)
		s->never[s->nnever++] = n->text;
	for (uint32_t i = 0; !of_tree && i < n->n; i++)
		if (n->kid[i])
			keys_of_complete(s, n->kid[i]);
}

static void collect(struct search *s, const struct module *m)
{
	s->base[s->nbases++] = m;
	for (uint32_t i = 0; i < s->nbases; i++)
		for (uint32_t b = 0; b < s->base[i]->nbases && s->nbases < BASES_MAX; b++) {
			const struct module *x = s->base[i]->base[b].module;
			bool seen = !x;
			for (uint32_t k = 0; k < s->nbases && !seen; k++)
				seen = s->base[k] == x;
			if (!seen)
				s->base[s->nbases++] = x;
		}
}

static bool is_base(const struct search *s, const char *path)
{
	for (uint32_t i = 0; i < s->nbases; i++)
		if (!strcmp(s->base[i]->path, path))
			return true;
	return false;
}

static bool assigns(const struct node *root, const struct str *name)
{
	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *st = root->kid[i];
		for (uint32_t k = 1; st->kind == NODE_ASSIGN && k < st->n; k++)
			if (st->kid[k]->kind == NODE_NAME && st->kid[k]->text == name)
				return true;
	}
	return false;
}

static bool fits(const struct search *s, const struct node *root)
{
	bool ok = true;
	for (uint32_t i = 0; ok && i < s->wanted->n; i++)
		ok = assigns(root, s->wanted->name[i]);
	for (uint32_t i = 0; ok && i < s->nnever; i++)
		ok = !assigns(root, s->never[i]);
	return ok;
}

/* Most files lack one of the words: they are not parsed. */
static bool says_all(const struct search *s, const struct buf *text)
{
	bool all = true;
	for (uint32_t i = 0; all && i < s->wanted->n; i++)
		all = memmem(text->s, text->n, s->wanted->name[i]->s, s->wanted->name[i]->len) != NULL;
	return all;
}

static bool is_meant(const struct search *s, struct parser *parser, struct arena *a, const struct buf *text)
{
	struct parsed tree = { 0 };
	if (!text->n || !says_all(s, text))
		return false;
	parse_module(parser, a, text->s, (uint32_t)text->n, NULL, &tree);
	return !tree.nerrors && fits(s, tree.root);
}

/* Shared by all configs that lack the same names and have a base in that folder. */
static const void *look_in(struct arena *a, const void *search, const char *dir, const char *key)
{
	(void)key;
	const struct search *s = search;
	struct meant *out = arena_new(a, struct meant);
	struct parser *parser = parser_new();
	char **names;
	size_t n = vfs_list(graph_vfs(s->g), dir, &names, NULL), files = 0, bytes = 0;
	out->path = arena_array(a, const char *, n + 1);
	for (size_t i = 0; i < n; i++) {
		struct buf text = { 0 };
		bool python = !strcmp(path_ext(names[i]), ".py");
		out->cut |= python && (files == FILES_MAX || bytes >= BYTES_MAX);
		if (python && !out->cut) {
			const char *path = path_join(a, dir, names[i]);
			if (vfs_read(graph_vfs(s->g), path, &text, NULL) && is_meant(s, parser, a, &text))
				out->path[out->n++] = path;
			files++;
			bytes += text.n;
		}
		buf_release(&text);
		free(names[i]);
	}
	free(names);
	parser_free(parser);
	return out;
}

/* The criteria of the search, as a text. */
static const char *key_of(const struct search *s)
{
	struct buf b = { 0 };
	for (uint32_t i = 0; i < s->wanted->n; i++)
		buf_printf(&b, "%s ", s->wanted->name[i]->s);
	for (uint32_t i = 0; i < s->nnever; i++)
		buf_printf(&b, "!%s ", s->never[i]->s);
	const char *key = arena_strdup(s->a, buf_str(&b));
	buf_release(&b);
	return key;
}

static const char *beside(const struct search *s, const char *key, const char *fragment, bool *cut)
{
	const char *dir = path_dir(s->a, fragment);
	const struct meant *all = result_cache_compute(vfs_file_results(graph_vfs(s->g)), look_in, s, dir, key);
	*cut |= all->cut;
	for (size_t i = 0; i < all->n; i++)
		if (!is_base(s, all->path[i]))
			return all->path[i];
	return NULL;
}

bool sibling_with(struct arena *a, const struct graph *g, const struct module *m, const struct sibling_wanted *wanted,
		  struct sibling *out, bool *cut)
{
	struct search s = { .a = a, .g = g, .wanted = wanted };
	out->path = NULL;
	*cut = false;
	collect(&s, m);
	s.never[s.nnever++] = str_lit("_base_");
	if (wanted->dialect && wanted->dialect->complete)
		keys_of_complete(&s, wanted->dialect->complete);
	const char *key = key_of(&s);
	for (uint32_t i = 0; wanted->n && i < s.nbases && !out->path; i++)
		for (uint32_t b = 0; b < s.base[i]->nbases && !out->path; b++) {
			const struct base_ref *ref = &s.base[i]->base[b];
			if (!ref->module || ref->module->imported)
				continue;
			*out = (struct sibling){ s.base[i], ref, beside(&s, key, ref->path, cut) };
		}
	*cut &= !out->path;
	return out->path != NULL;
}
