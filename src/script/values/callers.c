// SPDX-License-Identifier: MIT
/* Builds the call graph: one walk over each function. A call whose callee is known becomes a call site of it. A
 * function that is used in another way, such as an argument of an unknown call, escapes: unseen code may call it.
 * Calls of methods of unknown objects are recorded by the method's name.
 *
 * Invariant: all callers of a function that doesn't escape are recorded.
 *
 * 	f(1)			a call site of f
 * 	spawn(f, args=(1,))	a call site of f, which spawn runs
 * 	hooks.append(f)		f escapes */
#include "script/values/callers.h"
#include "script/values/never.h"
#include <string.h>

static struct callee *callee_of(struct script_project *p, struct fn *f)
{
	struct callee *c = map_get(&p->callee, f);

	if (!c) {
		c = arena_new(&p->arena, struct callee);
		*c = (struct callee){ 0 };
		map_put(&p->arena, &p->callee, f, c);
	}
	return c;
}

struct calls {
	struct script_project *p;
	struct fn *fn;
	const struct node *handed; /* a function whose call is known */
	unsigned depth;
};

static void escape(struct calls *w, const struct node *n)
{
	struct found f = n->kind == NODE_NAME || n->kind == NODE_ATTR ? script_callee(w->fn, n)
								      : (struct found){ .kind = F_NONE };

	if (f.kind == F_FUNC)
		callee_of(w->p, f.fn)->escapes = callee_of(w->p, f.fn)->handed = true;
}

/* `super().f()`: methods of the base classes. */
static void call_super(struct calls *w, const struct str *name)
{
	struct cls *k = w->fn->cls;

	for (uint32_t i = 1; i < k->nmro; i++) {
		struct fn *f = map_get(&k->mro[i]->method, name);

		if (f)
			callee_of(w->p, f)->escapes = true;
	}
}

static bool is_super(const struct node *n)
{
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "super");
}

/* A method of an unknown object: any method of that name may be meant. */
static void note_some(struct calls *w, const struct node *call)
{
	const struct str *name = call->kid[0]->text;
	struct call_sites *all = map_get(&w->p->some_calls, name);

	if (!map_get(&w->p->model.methods, name))
		return;
	if (!all) {
		all = arena_new(&w->p->arena, struct call_sites);
		*all = (struct call_sites){ 0 };
		map_put(&w->p->arena, &w->p->some_calls, name, all);
	}
	vec_push(all, ((struct call_site){ w->fn, call, NULL }));
}

static void call_some(struct calls *w, const struct str *name)
{
	for (const struct name_sym *s = map_get(&w->p->model.methods, name); s; s = s->also)
		if (s->fn)
			callee_of(w->p, s->fn)->escapes = true;
}

/* `spawn(main, args=(a, b))` calls main. */
static void note_handed(struct calls *w, const struct node *n, const struct script_call *known)
{
	const struct node *fn = known && known->nhands > 1 ? script_argument(known, n, known->hands[0]) : NULL;
	struct found f = fn ? script_callee(w->fn, fn) : (struct found){ .kind = F_NONE };

	if (f.kind != F_FUNC)
		return;
	vec_push(&callee_of(w->p, f.fn)->calls, ((struct call_site){ w->fn, n, known }));
	w->handed = fn;
}

static void note_call(struct calls *w, const struct node *n)
{
	const struct node *f = n->kid[0];
	struct found x = script_callee(w->fn, f);
	struct fn *to = x.kind == F_FUNC ? x.fn : NULL;
	const struct script_call *known;

	if (x.kind == F_CLASS)
		to = class_method(&w->p->model, x.cls, str_lit("__init__"), NULL);
	known = x.kind == F_EXT ? map_get(&w->p->know->call, x.dotted) : NULL;
	note_handed(w, n, known);
	if (known)
		vec_push(&w->p->known_calls, ((struct call_site){ w->fn, n, known }));
	if (to)
		vec_push(&callee_of(w->p, to)->calls, ((struct call_site){ w->fn, n, NULL }));
	else if (f->kind == NODE_ATTR && x.kind == F_NONE && w->fn->cls && is_super(f->kid[0]))
		call_super(w, f->text);
	else if (f->kind == NODE_ATTR && x.kind == F_NONE)
		call_some(w, f->text);
	if (f->kind == NODE_ATTR && x.kind == F_NONE)
		note_some(w, n);
	if (x.kind == F_FUNC && x.fn->cls && !x.fn->method_static)
		callee_of(w->p, x.fn)->escapes = true; /* Base.f(self): its arguments stand elsewhere */
}

static bool is_chain(const struct node *n) /* a.b.c */
{
	while (n->kind == NODE_ATTR)
		n = n->kid[0];
	return n->kind == NODE_NAME;
}

static void calls_in(struct calls *w, const struct node *n, bool called)
{
	bool ref = (n->kind == NODE_NAME || n->kind == NODE_ATTR) && !called;

	if (w->depth > NEST_MAX || ((n->kind == NODE_DEF || n->kind == NODE_LAMBDA) && w->depth))
		return;
	w->depth++;
	if (n->kind == NODE_CALL)
		note_call(w, n);
	if (ref && n != w->handed)
		escape(w, n);
	for (uint32_t i = 0; i < n->n && !(ref && n->kind == NODE_ATTR && is_chain(n)); i++)
		if (n->kid[i])
			calls_in(w, n->kid[i], n->kind == NODE_CALL && i == 0);
	w->depth--;
}

/* For each file the names in the order of its first calls, except calls that never run. */
static void sort_known_calls(struct script_project *p)
{
	struct map seen = { 0 }; /* struct cfile -> struct map of names */

	for (size_t i = 0; i < p->known_calls.n; i++) {
		const struct call_site *s = &p->known_calls.at[i];
		struct map *of = map_get(&seen, s->in->file);
		struct list *names = map_get(&p->names_called, s->in->file);

		if (!of) {
			of = arena_new(&p->arena, struct map);
			*of = (struct map){ 0 };
			names = value_list(&p->arena, VALUE_LIST, 2, (struct span){ 0 }).as.list;
			map_put(&p->arena, &seen, s->in->file, of);
			map_put(&p->arena, &p->names_called, s->in->file, names);
		}
		if (map_get(of, s->hands->name) || script_never_runs(p, s->in, s->node))
			continue;
		map_put(&p->arena, of, s->hands->name, of);
		list_push(&p->arena, names, value_str(s->hands->name, (struct span){ 0 }), (struct span){ 0 });
	}
}

void callers_find(struct script_project *p)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);

	for (size_t i = 0; i < n; i++)
		calls_in(&(struct calls){ .p = p, .fn = fn[i] }, fn[i]->node, true);
	sort_known_calls(p);
}

void script_names_called(struct arena *a, const struct script_project *p, const struct cfile *f, struct map *seen,
			 struct span at, struct list *out)
{
	const struct list *names = map_get(&p->names_called, f);

	if (map_get(seen, f))
		return;
	map_put(a, seen, f, seen);
	for (uint32_t i = 0; names && i < names->n; i++) {
		const struct str *name = names->at[i].val.as.s;

		if (map_get(seen, name))
			continue;
		map_put(a, seen, name, seen);
		list_push(a, out, value_str(name, at), at);
	}
}
