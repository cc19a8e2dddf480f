// SPDX-License-Identifier: MIT
/* First classes and functions, by their decorators; then every call, `if` and dict of every file. A computed name
 * may be any: then no type is certainly unknown.
 *
 *	@MODELS.register_module() class Net	`Net`: the class Net */
#include "code/registry.h"
#include "code/priv.h"
#include "code/registry_scope.h"
#include "code/unregistered.h"
#include "python/syntax/treewalk.h"
#include <stdlib.h>
#include <string.h>

VEC(todo_nodes, const struct node *);
struct registry_collector {
	struct index *c;
	struct cfile *f;
	struct todo_nodes todo;
};

static struct registered *add(struct index *c, struct map *to, const struct str *name, struct cls *k, struct fn *fn)
{
	struct registered *r = arena_new(&c->m.arena, struct registered);
	*r = (struct registered){ .name = name, .cls = k, .fn = fn, .next = map_get(to, name) };
	map_put(&c->m.arena, to, name, r);
	return r;
}

/* call: X.register_module, called or not */
static void add_type(struct registry_collector *w, const struct node *call, const struct str *name, struct cls *k,
		     struct fn *fn)
{
	const struct node *callee = call->kind == NODE_CALL ? call->kid[0] : call;
	struct registered *r = add(w->c, &w->c->type, name, k, fn);
	r->registry = callee->kind == NODE_ATTR ? callee->kid[0] : NULL;
	r->at = w->f->top;
}

/* ours: it may be a class of the project, not only one from outside. */
static void unclear(struct registry_collector *w, const struct node *n, bool ours)
{
	w->c->classes_open |= ours;
	if (w->c->types_open)
		return;
	struct point p = source_point(w->f->src, n->lo);
	w->c->types_open = arena_printf(&w->c->m.arena, "%s:%u registers computed names", w->f->rel, p.line + 1);
}

static bool is_register(const struct index *c, const struct node *n)
{
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : n;
	return callee->kind == NODE_ATTR && texts_have(&c->know->register_method, callee->text->s);
}

const struct node *registry_argument(const struct node *call, const char *name)
{
	for (uint32_t i = 1; call->kind == NODE_CALL && i < call->n; i++)
		if (call->kid[i]->kind == NODE_KW && !strcmp(call->kid[i]->text->s, name))
			return call->kid[i]->kid[0];
	return NULL;
}

/* name= or the first argument; a string or a list of them. */
static const struct node *name_given(const struct node *call)
{
	const struct node *name = registry_argument(call, "name");
	return !name && call->kind == NODE_CALL && call->n > 1 && call->kid[1]->kind != NODE_KW ? call->kid[1] : name;
}

/* Without a name argument: the class's own name. */
static void add_named(struct registry_collector *w, const struct node *call, const struct str *own, struct cls *k,
		      struct fn *fn)
{
	const struct node *name = name_given(call);
	if (!name || name->kind == NODE_CONST || (name->kind == NODE_NAME && own)) {
		if (name && name->kind == NODE_NAME)
			unclear(w, call, true);
		if (own)
			add_type(w, call, own, k, fn);
		return;
	}
	bool list = name->kind == NODE_LIST || name->kind == NODE_TUPLE;
	for (uint32_t i = 0; i < (list ? name->n : 1); i++) {
		const struct node *n = list ? name->kid[i] : name;
		if (n->kind == NODE_STR)
			add_type(w, call, n->text, k, fn);
		else
			unclear(w, call, true);
	}
}

static void see_class(struct registry_collector *w, const struct node *n, struct cls *k)
{
	add(w->c, &w->c->class_name, n->text, k, NULL);
	for (uint32_t i = n->n - n->op; i < n->n; i++) {
		if (is_register(w->c, n->kid[i]))
			add_named(w, n->kid[i], n->text, k, NULL);
		else
			k->decorated = true;
	}
}

static struct found of_module(const struct registry_collector *w, const struct node *n)
{
	return n->kind == NODE_NAME || n->kind == NODE_ATTR ? names_of(w->f->top, n) : (struct found){ 0 };
}

/* A variable that is registered without a name, and all values that it gets anywhere in the file. */
struct given {
	struct registry_collector *w;
	const struct node *call;
	const struct str *name;
	uint32_t n;
	bool ours, any; /* it may be any project class; it may be anything from outside */
};

static void give(struct given *g, const struct node *value)
{
	bool got = value->kind == NODE_CALL && value->n > 2 && value->kid[0]->kind == NODE_NAME &&
		   !strcmp(value->kid[0]->text->s, "getattr") && of_module(g->w, value->kid[1]).kind == F_EXT;
	struct found x = of_module(g->w, value);
	if (x.kind == F_CLASS)
		add_type(g->w, g->call, x.cls->name, x.cls, NULL);
	else if (x.kind == F_EXT || got)
		g->any = true; /* the library's own registry may have it under that name, too */
	else
		g->ours = true;
}

static bool is_list(const struct node *n)
{
	return n->kind == NODE_TUPLE || n->kind == NODE_LIST;
}

/* all: each item of the value. Unpacked values are unknown. */
static void see_given(struct given *g, const struct node *target, const struct node *value, bool all)
{
	if (target->kind == NODE_NAME && target->text == g->name) {
		g->n++;
		if (!value || (all && !is_list(value)))
			g->ours = true;
		else if (!all)
			give(g, value);
		for (uint32_t i = 0; all && value && is_list(value) && i < value->n; i++)
			give(g, value->kid[i]);
	}
	for (uint32_t i = 0; is_list(target) && i < target->n; i++)
		see_given(g, target->kid[i], NULL, false);
}

static void find_given(struct given *g, const struct node *module)
{
	struct walk w;
	walk_begin(&w, module);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_PARAM && n->text == g->name) {
			g->ours = true;
			walk_skip(&w);
		}
		if (n->kind == NODE_FOR || n->kind == NODE_CFOR)
			see_given(g, n->kid[0], n->kid[1], true);
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			see_given(g, n->kid[i], n->kid[0], false);
	}
	g->ours |= w.too_deep;
}

static void see_variable(struct registry_collector *w, const struct node *call, const struct node *module)
{
	struct given g = { .w = w, .call = call, .name = module->text };
	find_given(&g, w->f->tree.root);
	if (!g.n || g.ours || g.any)
		unclear(w, call, !g.n || g.ours);
}

/* The call is in a registry's own code, or in a torch module that adds parts. */
static bool is_of_self(const struct node *call)
{
	const struct node *of = call->kid[0]->kid[0];
	return of->kind == NODE_NAME && !strcmp(of->text->s, "self");
}

/* X.register_module(module=C), X.register_module('name', module=C), X.register_module(C), X.register_module()(C) */
static void see_call(struct registry_collector *w, const struct node *n)
{
	const struct node *module = NULL, *call = n;
	if (n->kid[0]->kind == NODE_CALL && is_register(w->c, n->kid[0]) && n->n == 2) {
		module = n->kid[1];
		call = n->kid[0];
	} else if (is_register(w->c, n) && !is_of_self(n)) {
		module = registry_argument(n, "module");
		if (!module && n->n == 2 && n->kid[1]->kind == NODE_NAME) {
			module = n->kid[1];
			call = n->kid[0]; /* without a name */
		}
	}
	if (!module)
		return;
	struct found x = of_module(w, module);
	const struct node *name = name_given(call);
	if (x.kind == F_CLASS)
		add_named(w, call, x.cls->name, x.cls, NULL);
	else if (x.kind == F_FUNC)
		add_named(w, call, x.fn->name, NULL, x.fn);
	else if (name && name->kind == NODE_STR)
		add(w->c, &w->c->type, name->text, NULL, NULL);
	else if (x.kind == F_EXT) {
		const char *dot = strrchr(x.dotted->s, '.');
		add(w->c, &w->c->type, dot ? str_lit(dot + 1) : x.dotted, NULL, NULL);
	} else if (module->kind == NODE_NAME && !name)
		see_variable(w, call, module);
	else
		unclear(w, n, true);
}

static bool is_type_of(const struct node *n)
{
	if (n->kind == NODE_ATTR)
		return !strcmp(n->text->s, "type");
	if (n->kind == NODE_INDEX)
		return n->kid[1]->kind == NODE_STR && !strcmp(n->kid[1]->text->s, "type");
	return n->kind == NODE_CALL && n->n > 1 && n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "get") &&
	       n->kid[1]->kind == NODE_STR && !strcmp(n->kid[1]->text->s, "type");
}

/* `cfg` of `cfg['type']`, `cfg.type`, `cfg.get('type')` */
static const struct node *dict_of_type(const struct node *n)
{
	return n->kind == NODE_CALL ? n->kid[0]->kid[0] : n->kid[0];
}

static bool is_name(const struct node *n, const struct node *name)
{
	return n->kind == NODE_NAME && name->kind == NODE_NAME && n->text == name->text;
}

/* if cfg['type'] == 'X': return X(named=cfg['key'], ...) */
static void see_if(struct registry_collector *w, const struct node *n)
{
	const struct node *t = n->kid[0];
	if (t->kind != NODE_COMPARE || t->n != 2 || t->kid[1]->op != OP_EQ || !is_type_of(t->kid[0]) ||
	    t->kid[1]->kid[0]->kind != NODE_STR)
		return;
	const struct str *type = t->kid[1]->kid[0]->text;
	const struct node *of = dict_of_type(t->kid[0]);
	for (uint32_t i = 0; i < n->kid[1]->n; i++) {
		const struct node *s = n->kid[1]->kid[i], *call = NULL;
		if ((s->kind == NODE_RETURN && s->n) || s->kind == NODE_ASSIGN)
			call = s->kid[0];
		if (!call || call->kind != NODE_CALL || call->kid[0]->kind != NODE_NAME || call->kid[0]->text != type)
			continue;
		bool spread = false;
		for (uint32_t k = 1; k < call->n; k++)
			spread |= call->kid[k]->kind == NODE_DSTAR || call->kid[k]->kind == NODE_STAR ||
				  is_name(call->kid[k], of) ||
				  (call->kid[k]->kind == NODE_KW && is_name(call->kid[k]->kid[0], of));
		struct code_place *p = arena_new(&w->c->m.arena, struct code_place);
		*p = file_place(w->f, call);
		if (!spread)
			map_put(&w->c->m.arena, &w->c->special, type, p);
	}
}

static void see_def(struct registry_collector *w, const struct node *n, struct fn *fn)
{
	for (uint32_t i = 2; i < n->n; i++)
		if (is_register(w->c, n->kid[i]))
			add_named(w, n->kid[i], n->text, NULL, fn);
}

/* {'Net': Net}: a table in which code may look up the name, whatever a registry contains. */
static void see_table(struct registry_collector *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *pair = n->kid[i];
		if (pair->kind != NODE_PAIR || pair->kid[0]->kind != NODE_STR ||
		    (pair->kid[1]->kind != NODE_NAME && pair->kid[1]->kind != NODE_ATTR))
			continue;
		const struct registered *r = map_get(&w->c->type, pair->kid[0]->text);
		struct found x = r ? names_of(w->f->top, pair->kid[1]) : (struct found){ 0 };
		while (r && r->cls != x.cls)
			r = r->next;
		if (x.kind == F_CLASS && !r)
			add(w->c, &w->c->type, pair->kid[0]->text, x.cls, NULL);
	}
}

static void collect_file(struct registry_collector *w)
{
	w->todo.n = 0;
	vec_push(&w->todo, w->f->tree.root);
	while (w->todo.n) {
		const struct node *n = vec_pop(&w->todo);
		if (n->kind == NODE_CALL)
			see_call(w, n);
		else if (n->kind == NODE_IF)
			see_if(w, n);
		else if (n->kind == NODE_DICT)
			see_table(w, n);
		for (uint32_t i = n->n; i-- > 0;)
			if (n->kid[i])
				vec_push(&w->todo, n->kid[i]);
	}
}

static int by_text(const void *a, const void *b)
{
	return strcmp((*(const struct str *const *)a)->s, (*(const struct str *const *)b)->s);
}

void registry_collect(struct index *c)
{
	struct registry_collector w = { .c = c };
	for (size_t i = 0; i < c->m.cls.n; i++) {
		w.f = c->m.cls.at[i]->file;
		see_class(&w, c->m.cls.at[i]->node, c->m.cls.at[i]);
	}
	for (size_t i = 0; i < c->m.fn.n; i++) {
		w.f = c->m.fn.at[i]->file;
		if (c->m.fn.at[i]->node->kind == NODE_DEF)
			see_def(&w, c->m.fn.at[i]->node, c->m.fn.at[i]);
	}
	for (uint32_t i = 0; i < c->m.nfiles; i++) {
		w.f = c->m.file[i];
		collect_file(&w);
	}
	vec_release(&w.todo);
	registry_list(c);
}

static bool is_chosen(const char *numbers, unsigned long n)
{
	while (numbers) {
		char *end;
		if (strtoul(numbers + 1, &end, 10) == n)
			return true;
		numbers = strchr(end, '#');
	}
	return false;
}

const struct registered *registered_next(const struct index *c, const struct str *chosen,
					 const struct registered *after)
{
	const struct registered *all = map_get(&c->type, chosen), *r;
	if (all)
		return after ? after->next : all;
	const char *numbers = strchr(chosen->s, '#');
	all = numbers ? map_get(&c->type, str_of(chosen->s, (size_t)(numbers - chosen->s))) : NULL;
	unsigned long n = 0;
	bool behind = !after;
	for (r = all; r && !(behind && is_chosen(numbers, n)); r = r->next, n++)
		behind |= r == after;
	return r;
}

void registry_list(struct index *c)
{
	c->type_list = arena_array(&c->m.arena, const struct str *, c->type.n + 1);
	for (uint32_t i = 0; i < c->type.cap; i++)
		if (c->type.at[i].key)
			c->type_list[c->ntypes++] = c->type.at[i].key;
	if (c->ntypes)
		qsort(c->type_list, c->ntypes, sizeof *c->type_list, by_text);
	scope_list(c);
}
