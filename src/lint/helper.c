// SPDX-License-Identifier: MIT
#include "lint/helper.h"
#include "base/vec.h"
#include <string.h>

enum { FILES_MAX = 512 };
struct helpers {
	const struct str **name;
	size_t n;
	const struct module *file[FILES_MAX];
	uint32_t nfiles;
	bool blind; /* files use names in ways that can't be followed */
};

VEC(names, const struct str *);
VEC(nodes, const struct node *);

static bool is_target(const struct node *stmt, uint32_t i)
{
	switch (stmt->kind) {
	case NODE_ASSIGN: return i > 0;
	case NODE_ANNASSIGN: case NODE_FOR: case NODE_CFOR: return i == 0;
	default: return false;
	}
}

static void collect(struct names *out, const struct node *root, bool *blind)
{
	struct nodes todo = { 0 };
	vec_push(&todo, root);
	while (todo.n) {
		const struct node *n = todo.at[--todo.n];
		if (n->kind == NODE_NAME)
			vec_push(out, n->text);
		if (n->kind == NODE_NAME && (!strcmp(n->text->s, "globals") || !strcmp(n->text->s, "locals") || !strcmp(n->text->s, "vars") ||
					     !strcmp(n->text->s, "eval") || !strcmp(n->text->s, "exec")))
			*blind = true;
		if (n->kind == NODE_ATTR && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "_base_"))
			vec_push(out, n->text);
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i] && !(is_target(n, i) && n->kid[i]->kind == NODE_NAME))
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
}

struct helpers *helpers_of(struct arena *a, const struct module *m)
{
	struct helpers *h = arena_new(a, struct helpers);
	struct names all = { 0 };
	h->file[h->nfiles++] = m;
	for (uint32_t i = 0; i < h->nfiles; i++) {
		const struct module *x = h->file[i];
		if (x->tree.root)
			collect(&all, x->tree.root, &h->blind);
		for (uint32_t b = 0; b < x->nbases && h->nfiles < FILES_MAX; b++) {
			bool seen = !x->base[b].module;
			for (uint32_t k = 0; k < h->nfiles && !seen; k++)
				seen = h->file[k] == x->base[b].module;
			if (!seen)
				h->file[h->nfiles++] = x->base[b].module;
		}
	}
	h->name = arena_array(a, const struct str *, all.n + 1);
	h->n = all.n;
	if (all.n)
		memcpy(h->name, all.at, all.n * sizeof *h->name);
	vec_release(&all);
	return h;
}

/* {{ _base_.name.x }} is text of the file, whatever became of it in the tree. */
static bool in_placeholder(const struct source *s, const struct str *name)
{
	const char *p = s && memmem(s->bytes, s->len, "{{", 2) ? s->bytes : NULL;
	while (p && (p = strstr(p, "_base_."))) {
		p += 7;
		if (!strncmp(p, name->s, name->len) && !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", p[name->len]))
			return true;
	}
	return false;
}

bool helpers_has(const struct helpers *h, const struct str *name)
{
	if (h->blind)
		return true;
	for (size_t i = 0; i < h->n; i++)
		if (h->name[i] == name)
			return true;
	for (uint32_t i = 0; i < h->nfiles; i++)
		if (in_placeholder(h->file[i]->src, name))
			return true;
	return false;
}
