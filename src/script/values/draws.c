// SPDX-License-Identifier: MIT
/* Reachability over references, depth first: from the argument through each variable, function and class that it
 * names, each once, to names from outside the project. Those that rules/script.yaml lists under `draws` set a bit of
 * the answer.
 *
 * Invariant: a set bit is certain to be reached; `open` is set where something on the way was not followed.
 *
 *	class Data:
 *		def __getitem__(self, i): return self.x[i] + numpy.random.rand()
 *	DataLoader(Data())			draws: ["numpy.random.seed"], the generator's name */
#include "script/values/draws.h"
#include "python/builtin/builtin_names.h"
#include "python/value/containers.h"
#include "script/values/cell.h"
#include <string.h>

enum { DRAWS_STEPS_MAX = 50000 /* syntax nodes behind one call */ };

struct draw_search {
	struct script_project *p;
	struct arena mem;
	struct map seen; /* functions, classes and variables */
	uint64_t draws;	 /* of know->generator, as bits */
	uint32_t steps;
	bool open; /* something was not followed */
};

static void reach(struct draw_search *w, struct fn *scope, const struct node *n, unsigned depth);

static bool is_first(struct draw_search *w, void *what)
{
	bool first = !map_get(&w->seen, what);

	if (first)
		map_put(&w->mem, &w->seen, what, what);
	return first;
}

static void reach_kids(struct draw_search *w, struct fn *scope, const struct node *n, unsigned depth)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			reach(w, scope, n->kid[i], depth + 1);
}

static void reach_function(struct draw_search *w, struct fn *f, unsigned depth)
{
	if (is_first(w, f))
		reach_kids(w, f, f->node, depth);
}

static void reach_class(struct draw_search *w, struct cls *k, unsigned depth)
{
	if (!is_first(w, k))
		return;
	class_bases(&w->p->model, k);
	w->open |= k->open_bases;
	for (uint32_t i = 0; i < k->nmro; i++)
		if (k->mro[i] == k || is_first(w, k->mro[i]))
			reach_kids(w, k->mro[i]->in, k->mro[i]->node, depth);
}

/* Follows the callers' arguments. `self` is the class, whose methods are followed anyway; the arguments that torch
 * passes to other methods, an index or a worker's number, draw from nothing. */
static void reach_param(struct draw_search *w, const struct variable *v, const struct binding *b, unsigned depth)
{
	const struct callee *c = map_get(&w->p->callee, v->scope);
	bool method = v->scope->cls && v->scope->name && strcmp(v->scope->name->s, "__init__") != 0;

	if (b->value)
		reach(w, b->in, b->value, depth + 1);
	if (v->scope->cls && !v->scope->method_static && !b->item)
		return;
	w->open |= (!c || c->escapes || !c->calls.n) && !method;
	for (size_t i = 0; c && i < c->calls.n; i++) {
		const struct call_site *s = &c->calls.at[i];
		struct call_frame f = { .fn = v->scope, .call = s->node };
		const struct node *given = s->hands ? NULL : script_given_to(&f, v);

		w->open |= s->hands != NULL;
		if (given)
			reach(w, s->in, given, depth + 1);
	}
}

static void reach_variable(struct draw_search *w, struct variable *v, unsigned depth)
{
	if (!is_first(w, v))
		return;
	for (const struct binding *b = v->binding; b; b = b->next)
		if (b->how == BIND_PARAM)
			reach_param(w, v, b, depth);
		else if (b->value)
			reach(w, b->in, b->value, depth + 1);
}

static bool fits(const struct str *name, const struct str *const *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		size_t len = list[i]->len - (list[i]->s[list[i]->len - 1] == '*');

		if (!strncmp(name->s, list[i]->s, len) && (len < list[i]->len || name->len == len))
			return true;
	}
	return false;
}

static void note_outside(struct draw_search *w, const struct str *name)
{
	for (uint32_t i = 0; i < w->p->know->ngenerators; i++) {
		const struct script_generator *g = &w->p->know->generator[i];

		if (fits(name, g->by, g->nby) && !fits(name, g->but, g->nbut))
			w->draws |= (uint64_t)1 << i;
	}
}

/* false: it is unknown; the object of the attribute may be known. */
static bool reach_name(struct draw_search *w, struct fn *scope, const struct node *n, unsigned depth)
{
	const struct str *outside = script_refer(scope, n);
	struct found f = script_callee(scope, n);
	const struct call_frame in = { .fn = scope };
	struct variable *v = n->kind == NODE_ATTR	 ? script_cell(w->p, &in, n)
			     : f.kind == F_VAR && !f.sym ? script_variable(f.fn, f.name)
							 : NULL;

	if (!v && n->kind == NODE_NAME && f.kind == F_NONE) {
		f = names_find(scope, n->text);
		v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	}
	if (outside)
		note_outside(w, outside);
	else if (f.kind == F_FUNC)
		reach_function(w, f.fn, depth);
	else if (f.kind == F_CLASS)
		reach_class(w, f.cls, depth);
	else if (v)
		reach_variable(w, v, depth);
	else
		return false;
	return true;
}

static void reach(struct draw_search *w, struct fn *scope, const struct node *n, unsigned depth)
{
	struct fn *inner = n->kind == NODE_LAMBDA || n->kind == NODE_DEF ? map_get(&scope->inner, n) : NULL;
	bool name = n->kind == NODE_NAME || n->kind == NODE_ATTR;

	if (depth > NEST_MAX || ++w->steps > DRAWS_STEPS_MAX) {
		w->open = true;
		return;
	}
	if (name && reach_name(w, scope, n, depth))
		return;
	w->open |= n->kind == NODE_NAME && !builtin_value(&w->mem, n->text, (struct span){ 0 }, &(struct value){ 0 });
	reach_kids(w, inner ? inner : scope, n, depth);
}

struct value script_draws(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call,
			  const struct script_call *known)
{
	struct span at = { scope->file->src->id, call->lo, call->hi };
	struct value all = value_list(a, VALUE_LIST, 2, at);
	struct draw_search w = { .p = p };

	for (uint32_t i = 0; i < known->ndraws; i++) {
		const struct node *given = script_argument(known, call, known->draws[i]);

		if (given)
			reach(&w, scope, given, 0);
	}
	for (uint32_t i = 0; i < p->know->ngenerators; i++)
		if (w.draws >> i & 1)
			list_push(a, all.as.list, value_str(p->know->generator[i].name, at), at);
	all.as.list->open = w.open;
	arena_release(&w.mem);
	return all;
}
