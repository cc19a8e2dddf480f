// SPDX-License-Identifier: MIT
#include "script/saved.h"
#include "code/limits.h"
#include "script/rewritable.h"
#include <stdlib.h>
#include <string.h>

enum { UP_MAX = 3 };

struct searching {
	struct script_project *p;
	struct fn *fn;
	struct saved_list *out;
	const struct node *up[UP_MAX]; /* the nodes around, the nearest first */
	unsigned depth;
};

static const struct str *key_of(const struct node *n)
{
	return n->kind == NODE_STR ? n->text : NULL;
}

/* Where the state goes. */
static void see_state(struct searching *w, struct saved s)
{
	const struct node *up = w->up[0], *around = w->up[1];

	s.form = SAVED_ELSE;
	if (up && up->kind == NODE_PAIR && around->kind == NODE_DICT) {
		s.form = SAVED_ITEM;
		s.holder = around;
		s.key = key_of(up->kid[0]);
	} else if (up && up->kind == NODE_KW && around->kind == NODE_CALL && around->kid[0]->kind == NODE_NAME &&
		   !strcmp(around->kid[0]->text->s, "dict")) {
		s.form = SAVED_ITEM;
		s.holder = around;
		s.key = up->text;
	} else if (up && up->kind == NODE_ASSIGN && up->n == 2 && up->kid[1]->kind == NODE_INDEX) {
		s.form = SAVED_SET;
		s.holder = up->kid[1]->kid[0];
		s.key = key_of(up->kid[1]->kid[1]);
	}
	vec_push(w->out, s);
}

static void see_load(struct searching *w, struct saved s)
{
	const struct node *from = s.call->n == 2 ? s.call->kid[1] : NULL, *up = w->up[0];

	s.form = SAVED_ELSE;
	if (up && up->kind == NODE_EXPR && from && from->kind == NODE_INDEX && from->kid[0]->kind == NODE_NAME) {
		s.form = SAVED_LOADED;
		s.holder = from->kid[0];
		s.key = key_of(from->kid[1]);
	}
	vec_push(w->out, s);
}

static void see_call(struct searching *w, const struct node *call)
{
	const struct node *callee = call->kid[0];
	bool state = callee->kind == NODE_ATTR && !strcmp(callee->text->s, "state_dict"),
	     load = callee->kind == NODE_ATTR && !strcmp(callee->text->s, "load_state_dict"), foreign;
	const struct call_frame f = { .fn = w->fn };
	struct variable *v = state || load ? script_cell(w->p, &f, callee->kid[0]) : NULL;
	struct saved s = { .in = w->fn, .call = call, .kind = v ? script_cell_kind(w->p, v, &foreign) : NULL };

	if (s.kind && load)
		see_load(w, s);
	else if (s.kind)
		see_state(w, s);
}

static void look(struct searching *w, const struct node *n)
{
	const struct node *old = w->up[UP_MAX - 1];

	if (n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA || w->depth > NEST_MAX)
		return;
	if (n->kind == NODE_CALL)
		see_call(w, n);
	w->depth++;
	memmove(w->up + 1, w->up, (UP_MAX - 1) * sizeof *w->up);
	w->up[0] = n;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			look(w, n->kid[i]);
	memmove(w->up, w->up + 1, (UP_MAX - 1) * sizeof *w->up);
	w->up[UP_MAX - 1] = old;
	w->depth--;
}

static int by_place(const void *x, const void *y)
{
	const struct saved *p = x, *q = y;

	return p->call->lo > q->call->lo ? 1 : -1;
}

void script_saved(struct script_project *p, const struct cfile *f, struct saved_list *out)
{
	size_t n;
	struct fn *const *fn = script_functions(p, f, &n);

	if (!strstr(f->src->bytes, "state_dict("))
		return;
	for (size_t i = 0; i < n; i++) {
		struct searching w = { .p = p, .fn = fn[i], .out = out };
		const struct node *body = fn[i]->node->kind == NODE_DEF ? fn[i]->node->kid[1] : fn[i]->node;

		if (fn[i]->file == f && fn[i]->node->kind != NODE_LAMBDA)
			for (uint32_t k = 0; k < body->n; k++)
				look(&w, body->kid[k]);
	}
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_place);
}

/* ---- what is at hand */

struct seen_name {
	const struct str *name;
	uint32_t n;
};

static void see_variable(struct script_project *p, struct fn *in, uint32_t at, struct variable *v,
			 const struct script_kind_of *kind, const char *prefix, struct seen_name *out)
{
	bool foreign;

	for (const struct binding *b = v->binding; b; b = b->next)
		if (b->in == in && b->how != BIND_PARAM && b->statement && b->statement->lo > at)
			return;
	if (script_cell_kind(p, v, &foreign) != kind)
		return;
	out->n++;
	out->name = str_lit(arena_printf(&p->arena, "%s%s", prefix, v->name->s));
}

const struct str *script_visible(struct script_project *p, struct fn *in, uint32_t at,
				 const struct script_kind_of *kind)
{
	struct seen_name found = { 0 };
	const struct node *params = in->cls && in->node->kind == NODE_DEF ? in->node->kid[0] : NULL,
			  *self = params && params->n ? params->kid[0] : NULL;
	struct map *own = self ? map_get(&p->attributes, in->cls) : NULL;

	for (struct fn *f = in; f; f = f->up)
		for (uint32_t i = 0; i < f->var.cap; i++)
			if (f->var.at[i].key)
				see_variable(p, in, at, f->var.at[i].val, kind, "", &found);
	for (uint32_t i = 0; own && i < own->cap; i++)
		if (own->at[i].key)
			see_variable(p, NULL, at, own->at[i].val, kind, arena_printf(&p->arena, "%s.", self->text->s),
				     &found);
	return found.n == 1 ? found.name : NULL;
}
