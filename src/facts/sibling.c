// SPDX-License-Identifier: MIT
/* Files beside the bases of a config, looked at for the names that they assign. */
#include "facts/sibling.h"
#include "base/path.h"
#include <stdlib.h>
#include <string.h>

enum { BASES_MAX = 128, FILES_MAX = 40 };

struct search {
	struct arena *a;
	const struct graph *g;
	const struct str *const *name;
	uint32_t n;
	const struct module *base[BASES_MAX]; /* m first */
	uint32_t nbases, files;
	struct parser *parser;
};

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

static bool assigns_all(struct search *s, const char *path)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	struct parsed tree = { 0 };
	bool all = vfs_read(graph_vfs(s->g), path, &text, &e);
	if (all)
		parse_module(s->parser, s->a, text.n ? text.s : "", (uint32_t)text.n, NULL, &tree);
	all = all && !tree.nerrors;
	for (uint32_t i = 0; all && i < s->n; i++)
		all = assigns(tree.root, s->name[i]);
	buf_release(&text);
	return all;
}

static const char *beside(struct search *s, const char *fragment)
{
	const char *dir = path_dir(s->a, fragment), *found = NULL;
	char **names;
	size_t n = vfs_list(graph_vfs(s->g), dir, &names);
	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(s->a, dir, names[i]);
		if (!found && !strcmp(path_ext(names[i]), ".py") && !is_base(s, path) && s->files < FILES_MAX) {
			s->files++;
			found = assigns_all(s, path) ? path : NULL;
		}
		free(names[i]);
	}
	free(names);
	return found;
}

bool sibling_with(struct arena *a, const struct graph *g, const struct module *m, const struct str *const *name,
		  uint32_t n, struct sibling *out)
{
	struct search s = { .a = a, .g = g, .name = name, .n = n, .parser = parser_new() };
	out->path = NULL;
	collect(&s, m);
	for (uint32_t i = 0; n && i < s.nbases && !out->path; i++)
		for (uint32_t b = 0; b < s.base[i]->nbases && !out->path; b++) {
			const struct base_ref *ref = &s.base[i]->base[b];
			if (!ref->module || ref->module->imported)
				continue;
			*out = (struct sibling){ s.base[i], ref, beside(&s, ref->path) };
		}
	parser_free(s.parser);
	return out->path != NULL;
}
