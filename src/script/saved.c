// SPDX-License-Identifier: MIT
/* States of objects in checkpoints: a walk over each function that visits calls of `state_dict` and
 * `load_state_dict` on cells of a known kind. The nodes around the call determine where the state is saved, or where
 * it is loaded from.
 *
 * Invariant: a call that has none of the three forms is SAVED_ELSE.
 *
 * 	{'opt': opt.state_dict()}		SAVED_ITEM, holder the dict, key "opt"
 * 	ckpt['opt'] = opt.state_dict()		SAVED_SET, holder ckpt
 * 	opt.load_state_dict(ckpt['opt'])	SAVED_LOADED, holder ckpt */
#include "script/saved.h"
#include "python/syntax/treewalk.h"
#include "script/rewritable.h"
#include <stdlib.h>
#include <string.h>

static const struct str *key_of(const struct node *n)
{
	return n->kind == NODE_STR ? n->text : NULL;
}

/* `state` of `state = {...}`. */
static const struct node *assigned_to(const struct walk *w, const struct node *dict)
{
	const struct node *n = walk_around(w, 2);

	return n && n->kind == NODE_ASSIGN && n->n == 2 && n->kid[0] == dict && node_is_chain(n->kid[1]) ? n->kid[1]
													 : NULL;
}

/* Where the state is saved. */
static struct saved saved_state(const struct walk *w, struct saved s)
{
	const struct node *up = walk_around(w, 0), *around = walk_around(w, 1);

	s.form = SAVED_ELSE;
	if (up && up->kind == NODE_PAIR && around->kind == NODE_DICT) {
		s.form = SAVED_ITEM;
		s.holder = around;
		s.named = assigned_to(w, around);
		s.key = key_of(up->kid[0]);
	} else if (up && up->kind == NODE_KW && around->kind == NODE_CALL && around->kid[0]->kind == NODE_NAME &&
		   !strcmp(around->kid[0]->text->s, "dict")) {
		s.form = SAVED_ITEM;
		s.holder = around;
		s.named = assigned_to(w, around);
		s.key = up->text;
	} else if (up && up->kind == NODE_ASSIGN && up->n == 2 && up->kid[1]->kind == NODE_INDEX) {
		s.form = SAVED_SET;
		s.holder = up->kid[1]->kid[0];
		s.key = key_of(up->kid[1]->kid[1]);
	}
	return s;
}

/* Where it is loaded from. */
static struct saved loaded_state(const struct walk *w, struct saved s)
{
	const struct node *from = s.call->n == 2 ? s.call->kid[1] : NULL, *up = walk_around(w, 0);

	s.form = SAVED_ELSE;
	if (up && up->kind == NODE_EXPR && from && from->kind == NODE_INDEX && from->kid[0]->kind == NODE_NAME) {
		s.form = SAVED_LOADED;
		s.holder = from->kid[0];
		s.key = key_of(from->kid[1]);
	}
	return s;
}

static void add_saved(struct script_project *p, struct fn *fn, struct saved_list *out)
{
	const struct call_frame f = { .fn = fn };
	bool foreign;
	struct walk w;

	walk_begin(&w, node_body(fn->node));
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *callee = n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR ? n->kid[0] : NULL;
		bool load = callee && !strcmp(callee->text->s, "load_state_dict");
		struct variable *v = load || (callee && !strcmp(callee->text->s, "state_dict"))
					     ? script_cell(p, &f, callee->kid[0])
					     : NULL;
		struct saved s = { .in = fn, .call = n, .kind = v ? script_cell_kind(p, v, &foreign) : NULL };

		if (node_is_scope(n))
			walk_skip(&w);
		if (s.kind)
			vec_push(out, load ? loaded_state(&w, s) : saved_state(&w, s));
	}
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
	for (size_t i = 0; i < n; i++)
		if (fn[i]->file == f)
			add_saved(p, fn[i], out);
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_place);
}

/* ---- visible names */

struct seen_name {
	const struct str *name;
	uint32_t n;
};

/* A parameter with the default None, or a variable to which None is assigned. */
static bool may_be_none(const struct variable *v)
{
	for (const struct binding *b = v->binding; b; b = b->next) {
		const struct node *x = b->value;

		if (b->how == BIND_PARAM && v->scope->node->kind == NODE_DEF) {
			x = node_param(v->scope->node->kid[0], 0, v->name);
			x = x ? x->kid[0] : NULL;
		}
		if (x && x->kind == NODE_CONST && x->op == CONST_NONE)
			return true;
	}
	return false;
}

static void see_variable(struct script_project *p, struct fn *in, uint32_t at, struct variable *v,
			 const struct script_kind_of *kind, const char *prefix, struct seen_name *out)
{
	bool foreign;

	for (const struct binding *b = v->binding; b; b = b->next)
		if (b->in == in && b->how != BIND_PARAM && b->statement && b->statement->lo > at)
			return;
	if (script_cell_kind(p, v, &foreign) != kind)
		return;
	out->n += may_be_none(v) ? 2 : 1; /* two names: none of them */
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
