// SPDX-License-Identifier: MIT
/* What expressions are computed from, and what a function does with a variable: searches over syntax that collect
 * texts. Origins are searched depth first, from names to their values; the other searches visit one function.
 *
 * Invariant: a search ends at ORIGINS_MAX texts; that for origins also at a depth of ORIGINS_DEPTH expressions.
 *
 * 	rank = args.rank + get_rank()
 * 	f(seed=rank)			origins of seed: "rank", "args.rank", "get_rank()"
 * 	c = torch.load(p); c['model']	keys of c: "model" */
#include "script/values/origin.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { ORIGINS_MAX = 64, ORIGINS_DEPTH = 12 };

struct origins {
	struct arena *a;
	struct script_project *p;
	struct list *list;
	const struct call_frame *frame;
	unsigned depth;
};

static void origins(struct origins *w, struct fn *scope, const struct node *n);

static void add(const struct origins *w, struct fn *scope, const struct node *n, const struct str *name)
{
	struct span at = { scope->file->src->id, n->lo, n->hi };
	const struct str *text = name ? name : str_of(scope->file->src->bytes + n->lo, n->hi - n->lo);

	for (uint32_t i = 0; i < w->list->n; i++)
		if (w->list->at[i].val.as.s == text)
			return;
	list_push(w->a, w->list, value_str(text, at), at);
}

static void add_call(const struct origins *w, struct fn *scope, const struct node *call)
{
	const struct str *name = script_called(w->p, scope, call);
	const struct node *f = call->kid[0];

	if (!name)
		name = str_of(scope->file->src->bytes + f->lo, f->hi - f->lo);
	add(w, scope, f, str_lit(arena_printf(w->a, "%s()", name->s)));
	if (f->kind == NODE_ATTR && f->kid[0]->kind == NODE_NAME && names_find(scope, f->kid[0]->text).kind == F_VAR)
		add(w, scope, f->kid[0], NULL);
}

/* The argument of the call that is walked. */
static void origins_of_param(struct origins *w, const struct variable *v, const struct binding *b)
{
	const struct call_frame *f = w->frame;
	const struct node *given;

	while (f && f->fn != v->scope)
		f = f->up;
	if (!f || !f->up)
		return;
	given = script_given_to(f, v);
	w->frame = f->up;
	if (given)
		origins(w, f->up->fn, given);
	else if (b->value)
		origins(w, b->in, b->value);
	w->frame = f;
}

static void origins_of_name(struct origins *w, struct fn *scope, const struct node *n)
{
	struct found f = names_find(scope, n->text);
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;

	add(w, scope, n, NULL);
	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next)
		if (b->how == BIND_VALUE || b->how == BIND_ITEM)
			origins(w, b->in, b->value);
		else if (b->how == BIND_PARAM)
			origins_of_param(w, v, b);
}

/* `info.id`: also the call whose result `info` is, if rules know it. */
static void origins_of_attribute(struct origins *w, struct fn *scope, const struct node *n)
{
	struct found f = n->kid[0]->kind == NODE_NAME ? names_find(scope, n->kid[0]->text) : (struct found){ 0 };
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	const struct node *made = v && v->nbindings == 1 && v->binding->how == BIND_VALUE ? v->binding->value : NULL;
	const struct str *name = made && made->kind == NODE_CALL ? script_called(w->p, v->binding->in, made) : NULL;

	add(w, scope, n, script_refer(scope, n));
	if (name && map_get(&w->p->know->call, name))
		add_call(w, v->binding->in, made);
}

static void origins(struct origins *w, struct fn *scope, const struct node *n)
{
	if (w->list->n >= ORIGINS_MAX || w->depth >= ORIGINS_DEPTH)
		return;
	w->depth++;
	if (n->kind == NODE_NAME)
		origins_of_name(w, scope, n);
	else if (n->kind == NODE_ATTR)
		origins_of_attribute(w, scope, n);
	else if (n->kind == NODE_CALL)
		add_call(w, scope, n);
	for (uint32_t i = n->kind == NODE_CALL; n->kind != NODE_NAME && n->kind != NODE_ATTR && i < n->n; i++)
		if (n->kid[i])
			origins(w, scope, n->kid[i]);
	w->depth--;
}

struct value script_origins(struct arena *a, struct script_project *p, const struct call_frame *frame, struct fn *scope,
			    const struct node *n)
{
	struct value all = value_list(a, VALUE_LIST, 4, (struct span){ scope->file->src->id, n->lo, n->hi });

	origins(&(struct origins){ .a = a, .p = p, .list = all.as.list, .frame = frame }, scope, n);
	return all;
}

struct value script_called_in(struct arena *a, const struct node *n, struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 4, at);
	struct walk w;

	walk_begin(&w, n);
	for (const struct node *x; (x = walk_next(&w));) {
		struct span here = { at.file, x->lo, x->hi };

		if (x->kind == NODE_CALL && x->kid[0]->text)
			list_push(a, all.as.list, value_str(x->kid[0]->text, here), here);
	}
	return all;
}

/* ---- keys */

struct uses { /* of a name in a function, within a range of its text */
	const struct fn *scope;
	const struct str *name;
	uint32_t from, to;
};

static bool is_use(const struct uses *u, const struct node *n)
{
	return n->kind == NODE_NAME && n->text == u->name && n->lo >= u->from && n->lo < u->to;
}

/* Functions and classes in the scope have names of their own. */
static const struct node *next_outside_defs(struct walk *w, const struct fn *scope)
{
	const struct node *n;

	while ((n = walk_next(w)) && n != scope->node && (n->kind == NODE_DEF || n->kind == NODE_CLASS))
		walk_skip(w);
	return n;
}

static const struct node *key_in(const struct uses *u, const struct node *n)
{
	const struct node *f = n->n ? n->kid[0] : NULL;

	if (n->kind == NODE_INDEX)
		return is_use(u, f) ? n->kid[1] : NULL;
	if (n->kind == NODE_COMPARE && n->n == 2 && (n->kid[1]->op == OP_IN || n->kid[1]->op == OP_NOT_IN))
		return is_use(u, n->kid[1]->kid[0]) ? f : NULL;
	return n->kind == NODE_CALL && n->n > 1 && f->kind == NODE_ATTR && is_use(u, f->kid[0]) &&
			       (!strcmp(f->text->s, "get") || !strcmp(f->text->s, "pop"))
		       ? n->kid[1]
		       : NULL;
}

/* One `if` of the function has x in its first arm and y in the other. */
static bool in_other_arm(const struct fn *scope, const struct node *x, const struct node *y)
{
	struct walk w;

	walk_begin(&w, scope->node);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_IF && n->kid[2] && node_holds(n->kid[1], x) && node_holds(n->kid[2], y))
			return true;
		if (!node_holds(n, x))
			walk_skip(&w);
	}
	return false;
}

struct value script_keys(struct arena *a, struct fn *scope, const struct str *name, const struct node *call)
{
	const struct variable *v = script_variable(scope, name);
	struct uses u = { scope, name, call->hi, UINT32_MAX };
	struct value all = value_list(a, VALUE_LIST, 4, (struct span){ scope->file->src->id, 0, 0 });
	struct walk w;

	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next)
		if (b->statement && b->statement->lo >= u.from && b->statement->lo < u.to &&
		    !in_other_arm(scope, call, b->statement))
			u.to = b->statement->lo;
	walk_begin(&w, scope->node);
	for (const struct node *n; all.as.list->n < ORIGINS_MAX && (n = next_outside_defs(&w, scope));) {
		const struct node *key = key_in(&u, n);
		struct span at = { scope->file->src->id, key ? key->lo : 0, key ? key->hi : 0 };

		if (key && key->kind == NODE_STR)
			list_push(a, all.as.list, value_str(key->text, at), at);
	}
	return all;
}

/* ---- methods */

static struct value methods_in(struct arena *a, const struct uses *u, struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 4, at);
	struct walk w;

	walk_begin(&w, u->scope->node);
	for (const struct node *n; all.as.list->n < ORIGINS_MAX && (n = next_outside_defs(&w, u->scope));) {
		const struct node *f = n->kind == NODE_CALL ? n->kid[0] : NULL;
		struct span here = { at.file, n->lo, n->hi };

		if (f && f->kind == NODE_ATTR && is_use(u, f->kid[0]))
			list_push(a, all.as.list, value_str(f->text, here), here);
	}
	return all;
}

struct value script_methods(struct arena *a, const struct fn *scope, const struct str *name)
{
	return methods_in(a, &(struct uses){ scope, name, 0, UINT32_MAX }, (struct span){ scope->file->src->id, 0, 0 });
}

struct value script_uses(struct arena *a, const struct fn *scope, const struct str *name, const struct node *call)
{
	const struct uses u = { scope, name, call->hi, UINT32_MAX };
	struct span at = { scope->file->src->id, call->lo, call->hi };
	struct value d = value_dict(a, at), methods = methods_in(a, &u, at);
	int64_t uses = 0;
	struct walk w;

	walk_begin(&w, scope->node);
	for (const struct node *n; (n = walk_next(&w));)
		uses += is_use(&u, n);
	dict_put(a, d.as.dict, value_text("methods", at), methods, at);
	dict_put(a, d.as.dict, value_text("others", at), value_int(uses - (int64_t)methods.as.list->n, at), at);
	return d;
}

/* ---- reads */

static uint32_t *count_of(struct script_project *p, struct map *of, const struct str *name)
{
	uint32_t *count = map_get(of, name);

	if (!count) {
		count = arena_new(&p->arena, uint32_t);
		*count = 0;
		map_put(&p->arena, of, name, count);
	}
	return count;
}

static void count_names(struct script_project *p, struct map *of, const struct node *scope)
{
	struct walk w;

	walk_begin(&w, scope);
	for (const struct node *n; (n = walk_next(&w));)
		if ((n->kind == NODE_NAME || n->kind == NODE_ALIAS) && n->text)
			++*count_of(p, of, n->text);
}

uint32_t script_reads(struct script_project *p, const struct variable *v)
{
	struct map *of = map_get(&p->counts, v->scope);

	if (!of) {
		of = arena_new(&p->arena, struct map);
		*of = (struct map){ 0 };
		map_put(&p->arena, &p->counts, v->scope, of);
		count_names(p, of, v->scope->node);
	}
	uint32_t count = *count_of(p, of, v->name);
	return count > v->nbindings ? count - v->nbindings : 0;
}

bool script_is_read(struct script_project *p, struct fn *scope, const struct str *name)
{
	const struct variable *v = script_variable(scope, name);

	return !v || scope->node->kind != NODE_DEF || script_reads(p, v);
}
