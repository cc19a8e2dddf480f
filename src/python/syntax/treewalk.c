// SPDX-License-Identifier: MIT
/*
 * A depth-first walk with an explicit stack of at most WALK_DEPTH frames, and queries built on it.
 *
 * Example: walk over `a = f(b)`: ASSIGN, CALL, NAME f, NAME b, NAME a
 *          (the value comes before the targets, as in ast.h)
 *          walk_skip after CALL: NAME a is next
 */
#include "python/syntax/treewalk.h"
#include <string.h>

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

const struct node *walk_around(const struct walk *w, uint32_t up)
{
	return up < w->depth ? w->at[w->depth - 1 - up].of : NULL;
}

const struct node *walk_nearest(const struct walk *w, bool (*is)(const struct node *n))
{
	for (uint32_t i = w->depth; i-- > 0;)
		if (is(w->at[i].of))
			return w->at[i].of;
	return NULL;
}

const struct node *walk_next_target(struct walk *w)
{
	const struct node *n;

	while ((n = walk_next(w)) && (n->kind == NODE_TUPLE || n->kind == NODE_LIST || n->kind == NODE_STAR))
		continue;
	walk_skip(w);
	return n;
}

/* ---- queries about a whole tree ---- */

bool node_is_name(const struct node *n, const struct str *name)
{
	return n && n->kind == NODE_NAME && n->text == name;
}

bool node_is_own(const struct node *n, const struct str *name)
{
	return n->kind == NODE_ATTR && n->text == name && n->kid[0]->kind == NODE_NAME &&
	       !strcmp(n->kid[0]->text->s, "self");
}

bool node_is_none(const struct node *n)
{
	return n && n->kind == NODE_CONST && n->op == CONST_NONE;
}

bool node_is_scope(const struct node *n)
{
	return n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA;
}

bool node_is_loop(const struct node *n)
{
	return n->kind == NODE_FOR || n->kind == NODE_WHILE;
}

unsigned node_loops_around(const struct node *n, const struct node *x)
{
	unsigned loops = 0;

	for (const struct node *in; n && n != x; n = in) {
		in = node_kid_with(n, x, NULL);
		loops += in && node_is_loop(n);
	}
	return loops;
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

bool node_same_text(const char *text, const struct node *x, const struct node *y)
{
	return x->hi - x->lo == y->hi - y->lo && !memcmp(text + x->lo, text + y->lo, x->hi - x->lo);
}

const struct node *node_kid_with(const struct node *n, const struct node *what, uint32_t *i)
{
	for (uint32_t k = 0; k < n->n; k++)
		if (node_holds(n->kid[k], what)) {
			if (i)
				*i = k;
			return n->kid[k];
		}
	return NULL;
}

const struct node *node_body(const struct node *scope)
{
	return scope->kind == NODE_DEF ? scope->kid[1] : scope;
}

const struct node *node_find(const struct node *n, bool (*is)(const struct node *n))
{
	struct walk w;

	walk_begin(&w, n);
	for (const struct node *k; (k = walk_next(&w));)
		if (is(k))
			return k;
	return NULL;
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
