// SPDX-License-Identifier: MIT
/* Files beside the bases of a config, looked at for the names that they assign. */
#include "facts/sibling.h"
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
	uint32_t nbases, files;
	size_t bytes;
	bool cut;
	struct parser *parser;
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

/* Most files lack one of the words: they need no tree. */
static bool says_all(const struct search *s, const struct buf *text)
{
	bool all = true;
	for (uint32_t i = 0; all && i < s->wanted->n; i++)
		all = memmem(text->s, text->n, s->wanted->name[i]->s, s->wanted->name[i]->len) != NULL;
	return all;
}

static bool is_meant(struct search *s, const char *path)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	struct parsed tree = { 0 };
	bool read = vfs_read(graph_vfs(s->g), path, &text, &e) && text.n;
	bool meant = read && says_all(s, &text);
	s->files++;
	s->bytes += text.n;
	if (meant)
		parse_module(s->parser, s->a, text.s, (uint32_t)text.n, NULL, &tree);
	meant = meant && !tree.nerrors && fits(s, tree.root);
	buf_release(&text);
	return meant;
}

static const char *beside(struct search *s, const char *fragment)
{
	const char *dir = path_dir(s->a, fragment), *found = NULL;
	char **names;
	size_t n = vfs_list(graph_vfs(s->g), dir, &names, NULL);
	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(s->a, dir, names[i]);
		if (!found && !strcmp(path_ext(names[i]), ".py") && !is_base(s, path)) {
			s->cut |= s->files == FILES_MAX || s->bytes >= BYTES_MAX;
			found = !s->cut && is_meant(s, path) ? path : NULL;
		}
		free(names[i]);
	}
	free(names);
	return found;
}

bool sibling_with(struct arena *a, const struct graph *g, const struct module *m, const struct sibling_wanted *wanted,
		  struct sibling *out, bool *cut)
{
	struct search s = { .a = a, .g = g, .wanted = wanted, .parser = parser_new() };
	out->path = NULL;
	collect(&s, m);
	s.never[s.nnever++] = str_lit("_base_");
	if (wanted->dialect && wanted->dialect->complete)
		keys_of_complete(&s, wanted->dialect->complete);
	for (uint32_t i = 0; wanted->n && i < s.nbases && !out->path; i++)
		for (uint32_t b = 0; b < s.base[i]->nbases && !out->path; b++) {
			const struct base_ref *ref = &s.base[i]->base[b];
			if (!ref->module || ref->module->imported)
				continue;
			*out = (struct sibling){ s.base[i], ref, beside(&s, ref->path) };
		}
	parser_free(s.parser);
	*cut = s.cut && !out->path;
	return out->path != NULL;
}
