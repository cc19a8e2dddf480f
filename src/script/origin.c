// SPDX-License-Identifier: MIT
#include "script/origin.h"
#include <string.h>

enum { ORIGINS_MAX = 64, ORIGINS_DEPTH = 12 };

struct origins {
	struct arena *a;
	struct script_project *p;
	struct list *list;
	unsigned depth;
};

static void origins(struct origins *w, struct fn *scope, const struct node *n);

static void add(const struct origins *w, struct fn *scope, const struct node *n, const struct str *name)
{
	struct span at = { scope->file->src->id, n->lo, n->hi };

	list_push(w->a, w->list, value_str(name ? name : str_of(scope->file->src->bytes + n->lo, n->hi - n->lo), at), at);
}

static void origins_of_name(struct origins *w, struct fn *scope, const struct node *n)
{
	struct found f = names_find(scope, n->text);
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;

	add(w, scope, n, NULL);
	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next)
		if (b->how == BIND_VALUE || b->how == BIND_ITEM)
			origins(w, b->in, b->value);
		else
			w->list->open = true;
}

static void origins(struct origins *w, struct fn *scope, const struct node *n)
{
	if (w->list->n >= ORIGINS_MAX || w->depth >= ORIGINS_DEPTH) {
		w->list->open = true;
		return;
	}
	w->depth++;
	if (n->kind == NODE_NAME)
		origins_of_name(w, scope, n);
	else if (n->kind == NODE_ATTR)
		add(w, scope, n, script_refer(scope, n));
	else if (n->kind == NODE_CALL)
		add(w, scope, n->kid[0], script_called(w->p, scope, n));
	for (uint32_t i = n->kind == NODE_CALL; n->kind != NODE_NAME && n->kind != NODE_ATTR && i < n->n; i++)
		if (n->kid[i])
			origins(w, scope, n->kid[i]);
	w->depth--;
}

struct value script_origins(struct arena *a, struct script_project *p, struct fn *scope, const struct node *n)
{
	struct value all = value_list(a, VALUE_LIST, 4, (struct span){ scope->file->src->id, n->lo, n->hi });

	origins(&(struct origins){ .a = a, .p = p, .list = all.as.list }, scope, n);
	return all;
}
