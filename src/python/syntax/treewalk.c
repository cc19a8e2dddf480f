// SPDX-License-Identifier: MIT
#include "python/syntax/treewalk.h"

void walk_begin(struct walk *w, const struct node *root)
{
	w->root = root;
	w->last = NULL;
	w->too_deep = false;
	w->depth = 0;
}

static void enter_last(struct walk *w)
{
	if (!w->last || !w->last->n)
		return;
	if (w->depth == WALK_DEPTH)
		w->too_deep = true;
	else
		w->at[w->depth++] = (struct walk_level){ w->last, 0 };
}

const struct node *walk_next(struct walk *w)
{
	if (w->root) {
		w->last = w->root;
		w->root = NULL;
		return w->last;
	}
	enter_last(w);
	w->last = NULL;
	while (w->depth && !w->last) {
		struct walk_level *level = &w->at[w->depth - 1];

		if (level->next < level->of->n)
			w->last = level->of->kid[level->next++];
		else
			w->depth--;
	}
	return w->last;
}

void walk_skip(struct walk *w)
{
	w->last = NULL;
}

const struct node *walk_parent(const struct walk *w, uint32_t *kid)
{
	const struct walk_level *level = w->depth ? &w->at[w->depth - 1] : NULL;

	if (level)
		*kid = level->next - 1;
	return level ? level->of : NULL;
}

/* ---- questions about a whole tree ---- */

bool node_is_scope(const struct node *n)
{
	return n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA;
}

bool node_is_chain(const struct node *n)
{
	while (n->kind == NODE_ATTR)
		n = n->kid[0];
	return n->kind == NODE_NAME;
}

bool node_holds(const struct node *n, const struct node *what)
{
	return n && n->lo <= what->lo && what->hi <= n->hi;
}

const struct node *node_find_name(const struct node *n, const struct str *name)
{
	struct walk w;

	walk_begin(&w, n);
	for (const struct node *k; (k = walk_next(&w));)
		if (k->kind == NODE_NAME && k->text == name)
			return k;
	return NULL;
}

bool node_has_ellipsis(const struct node *n)
{
	struct walk w;
	walk_begin(&w, n);
	for (const struct node *k; (k = walk_next(&w));)
		if (k->kind == NODE_CONST && k->op == CONST_ELLIPSIS)
			return true;
	return w.too_deep;
}
