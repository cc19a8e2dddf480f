// SPDX-License-Identifier: MIT
/* Walks a rule's conditions, the lets that they use and the concepts behind names. Names can't be hidden (check_new_name), so a
 * name means the same everywhere. */
#include "lint/depends.h"
#include "base/vec.h"
#include "config/rulefn.h"
#include <string.h>

struct walker {
	const struct rule *r;
	const struct vocab *v;
	const struct dialect *d;
	bool each;
	bool *let, *concept; /* already on the list */
	VEC(, const struct node *) todo;
	VEC(, const struct str *) key;
	struct depends out;
};

static void add_key(struct walker *w, const struct str *key)
{
	for (size_t i = 0; i < w->key.n; i++)
		if (w->key.at[i] == key)
			return;
	vec_push(&w->key, key);
}

static void add_node(struct walker *w, const struct node *n)
{
	if (n)
		vec_push(&w->todo, n);
}

static void add_concept(struct walker *w, uint32_t term)
{
	if (!w->d || w->concept[term])
		return;
	const struct concept *c = &w->d->concept[term];
	w->concept[term] = true;
	for (uint32_t i = 0; i < c->npaths; i++) {
		struct value first = c->path[i].n ? c->path[i].part[0] : (struct value){ 0 };
		if (first.kind == VALUE_STR)
			add_key(w, first.as.s);
		else
			w->out.whole = true;
	}
	add_node(w, c->value);
	add_node(w, c->fallback);
}

static enum special special_of(const struct walker *w, const struct node *n)
{
	const struct fixed_name *x = n->kind == NODE_NAME ? vocab_name(w->v, n->text) : NULL;
	return x ? x->special : SPECIAL_NONE;
}

static void visit_name(struct walker *w, const struct node *n)
{
	const struct fixed_name *x = vocab_name(w->v, n->text);
	enum special s = x ? x->special : SPECIAL_NONE;
	if (x && x->term >= 0)
		add_concept(w, (uint32_t)x->term);
	w->out.whole |= s == SPECIAL_CFG || s == SPECIAL_FILE || s == SPECIAL_MACHINE;
	for (uint32_t i = 0; i < w->r->nlets; i++)
		if (w->r->let[i].name == n->text && !w->let[i]) {
			w->let[i] = true;
			add_node(w, w->r->let[i].expr);
		}
}

static void visit_kids(struct walker *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++)
		add_node(w, n->kid[i]);
}

static void visit_attr(struct walker *w, const struct node *n)
{
	enum special s = special_of(w, n->kid[0]);
	if (s == SPECIAL_CFG)
		add_key(w, n->text);
	else
		visit_kids(w, n);
}

static void visit_index(struct walker *w, const struct node *n)
{
	const struct node *sub = n->kid[1];
	if (special_of(w, n->kid[0]) != SPECIAL_CFG)
		visit_kids(w, n);
	else if (sub->kind == NODE_STR && !(sub->flags & NF_BYTES))
		add_key(w, sub->text);
	else if (w->each || sub->kind != NODE_NAME || sub->text != w->r->each_name)
		w->out.whole = true;
}

static void visit_call(struct walker *w, const struct node *n)
{
	const struct rulefn *fn = rulefn_of(w->v, n);
	if (!fn) {
		visit_kids(w, n);
		return;
	}
	w->out.whole |= fn->reads == READS_ANYTHING;
	w->out.file |= fn->reads == READS_FILE;
	w->out.levels |= fn->reads == READS_LEVEL;
	for (uint32_t i = 0; fn->reads == READS_REQUIRED && w->d && i < w->d->nrequired; i++)
		add_key(w, w->d->required[i]);
	for (uint32_t i = 1; i < n->n; i++)
		add_node(w, n->kid[i]);
}

static void visit(struct walker *w, const struct node *n)
{
	switch (n->kind) {
	case NODE_NAME:
		visit_name(w, n);
		break;
	case NODE_ATTR:
		visit_attr(w, n);
		break;
	case NODE_INDEX:
		visit_index(w, n);
		break;
	case NODE_CALL:
		visit_call(w, n);
		break;
	default:
		visit_kids(w, n);
	}
}

struct depends depends_of(struct arena *a, const struct rule *r, const struct vocab *v, const struct dialect *d, bool each)
{
	struct walker w = { .r = r, .v = v, .d = d, .each = each };
	w.let = arena_array(a, bool, r->nlets + 1);
	w.concept = arena_array(a, bool, v->nterms + 1);
	for (uint32_t i = 0; i < r->ncases; i++)
		add_node(&w, r->cas[i].when);
	if (each)
		add_node(&w, r->each);
	while (w.todo.n && !w.out.whole)
		visit(&w, w.todo.at[--w.todo.n]);
	w.out.n = (uint32_t)w.key.n;
	w.out.key = arena_array(a, const struct str *, w.key.n + 1);
	if (w.key.n)
		memcpy(w.out.key, w.key.at, w.key.n * sizeof *w.key.at);
	vec_release(&w.todo);
	vec_release(&w.key);
	return w.out;
}
