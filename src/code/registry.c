// SPDX-License-Identifier: MIT
/* Classes and functions first, by their decorators; then every call, `if` and dict of every file. A name that is
 * computed may be any: then no type is certainly unknown. */
#include "code/registry.h"
#include "code/priv.h"
#include "code/unregistered.h"
#include <stdlib.h>
#include <string.h>

VEC(todo_nodes, const struct node *);
struct registering {
	struct index *c;
	struct cfile *f;
	struct todo_nodes todo;
};

static struct registered *add(struct index *c, struct map *to, const struct str *name, struct cls *k, struct fn *fn)
{
	struct registered *r = arena_new(&c->arena, struct registered);
	*r = (struct registered){ .name = name, .cls = k, .fn = fn, .next = map_get(to, name) };
	map_put(&c->arena, to, name, r);
	return r;
}

/* call: X.register_module, called or not */
static void add_type(struct registering *w, const struct node *call, const struct str *name, struct cls *k,
		     struct fn *fn)
{
	const struct node *callee = call->kind == NODE_CALL ? call->kid[0] : call;
	struct registered *r = add(w->c, &w->c->type, name, k, fn);
	r->registry = callee->kind == NODE_ATTR ? callee->kid[0] : NULL;
	r->at = w->f->top;
}

/* ours: it may be a class of the project, not only one from outside. */
static void unclear(struct registering *w, const struct node *n, bool ours)
{
	w->c->classes_open |= ours;
	if (w->c->types_open)
		return;
	struct point p = source_point(w->f->src, n->lo);
	w->c->types_open =
		arena_printf(&w->c->arena, "%s:%u registers under names that are computed", w->f->rel, p.line + 1);
}

static bool is_register(const struct index *c, const struct node *n)
{
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : n;
	return callee->kind == NODE_ATTR && texts_have(&c->know->register_method, callee->text->s);
}

static const struct node *argument(const struct node *call, const char *name)
{
	for (uint32_t i = 1; call->kind == NODE_CALL && i < call->n; i++)
		if (call->kid[i]->kind == NODE_KW && !strcmp(call->kid[i]->text->s, name))
			return call->kid[i]->kid[0];
	return NULL;
}

/* name= or the first argument; a string or a list of them. */
static const struct node *name_given(const struct node *call)
{
	const struct node *name = argument(call, "name");
	return !name && call->kind == NODE_CALL && call->n > 1 && call->kid[1]->kind != NODE_KW ? call->kid[1] : name;
}

/* Without a name: the class's own. */
static void add_named(struct registering *w, const struct node *call, const struct str *own, struct cls *k,
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

static void see_class(struct registering *w, const struct node *n, struct cls *k)
{
	add(w->c, &w->c->class_name, n->text, k, NULL);
	for (uint32_t i = n->n - n->op; i < n->n; i++) {
		if (is_register(w->c, n->kid[i]))
			add_named(w, n->kid[i], n->text, k, NULL);
		else
			k->decorated = true;
	}
}

static struct found of_module(const struct registering *w, const struct node *n)
{
	return n->kind == NODE_NAME || n->kind == NODE_ATTR ? names_of(w->f->top, n) : (struct found){ 0 };
}

/* A variable that is registered without a name, and all that it is given anywhere in the file. */
struct given {
	struct registering *w;
	const struct node *call;
	const struct str *name;
	uint32_t n;
	bool ours, any; /* it may be anything; anything from outside */
};

static void give(struct given *g, const struct node *value)
{
	bool got = value->kind == NODE_CALL && value->n > 2 && value->kid[0]->kind == NODE_NAME &&
		   !strcmp(value->kid[0]->text->s, "getattr") && of_module(g->w, value->kid[1]).kind == F_EXT;
	struct found x = of_module(g->w, value);
	if (x.kind == F_CLASS)
		add_type(g->w, g->call, x.cls->name, x.cls, NULL);
	else if (x.kind == F_EXT || got)
		g->any = true; /* the library's own registry may have it by that name, too */
	else
		g->ours = true;
}

static bool is_list(const struct node *n)
{
	return n->kind == NODE_TUPLE || n->kind == NODE_LIST;
}

/* all: each item of the value. Of what is unpacked nothing is known. */
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

static void find_given(struct given *g, const struct node *n, unsigned depth)
{
	if (depth > NEST_MAX || (n->kind == NODE_PARAM && n->text == g->name)) {
		g->ours = true;
		return;
	}
	if (n->kind == NODE_FOR || n->kind == NODE_CFOR)
		see_given(g, n->kid[0], n->kid[1], true);
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		see_given(g, n->kid[i], n->kid[0], false);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			find_given(g, n->kid[i], depth + 1);
}

static void see_variable(struct registering *w, const struct node *call, const struct node *module)
{
	struct given g = { .w = w, .call = call, .name = module->text };
	find_given(&g, w->f->tree.root, 0);
	if (!g.n || g.ours || g.any)
		unclear(w, call, !g.n || g.ours);
}

/* How a registry does it itself, or a module of torch that takes parts. */
static bool is_of_self(const struct node *call)
{
	const struct node *of = call->kid[0]->kid[0];
	return of->kind == NODE_NAME && !strcmp(of->text->s, "self");
}

/* X.register_module(module=C), X.register_module('name', module=C), X.register_module(C), X.register_module()(C) */
static void see_call(struct registering *w, const struct node *n)
{
	const struct node *module = NULL, *call = n;
	if (n->kid[0]->kind == NODE_CALL && is_register(w->c, n->kid[0]) && n->n == 2) {
		module = n->kid[1];
		call = n->kid[0];
	} else if (is_register(w->c, n) && !is_of_self(n)) {
		module = argument(n, "module");
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
static void see_if(struct registering *w, const struct node *n)
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
		struct code_place *p = arena_new(&w->c->arena, struct code_place);
		*p = file_place(w->f, call);
		if (!spread)
			map_put(&w->c->arena, &w->c->special, type, p);
	}
}

static void see_def(struct registering *w, const struct node *n, struct fn *fn)
{
	for (uint32_t i = 2; i < n->n; i++)
		if (is_register(w->c, n->kid[i]))
			add_named(w, n->kid[i], n->text, NULL, fn);
}

/* {'Net': Net}: a table that somebody may look the name up in, whatever a registry says of it. */
static void see_table(struct registering *w, const struct node *n)
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

static void collect_file(struct registering *w)
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

/* What a name of a module is assigned: the last value, and how many there are. */
struct assigned {
	const struct str *name;
	const struct node *value;
	uint32_t n;
};

static void see_target(struct assigned *s, const struct node *target, const struct node *value)
{
	if (target->kind == NODE_TUPLE || target->kind == NODE_LIST) {
		bool pairs = value && value->kind == NODE_TUPLE && value->n == target->n;
		for (uint32_t i = 0; i < target->n; i++)
			see_target(s, target->kid[i], pairs ? value->kid[i] : NULL);
	} else if (target->kind == NODE_NAME && target->text == s->name) {
		s->value = value;
		s->n++;
	}
}

/* Blocks of the module too, but no function or class. */
static void see_assigned(struct assigned *s, const struct node *n, unsigned depth)
{
	if (depth > NEST_MAX || n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA)
		return;
	if (n->kind == NODE_ANNASSIGN && n->kid[2])
		see_target(s, n->kid[0], n->kid[2]);
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		see_target(s, n->kid[i], n->kid[0]);
	for (uint32_t i = 0; n->kind != NODE_ASSIGN && i < n->n; i++)
		if (n->kid[i])
			see_assigned(s, n->kid[i], depth + 1);
}

/* Follows other names of it. */
static bool made_apart(struct index *c, struct found x, unsigned depth)
{
	if (x.kind == F_EXT) { /* a variable of another module */
		const char *dot = strrchr(x.dotted->s, '.');
		struct found m = { 0 };
		if (dot)
			m = names_module(c, str_of(x.dotted->s, (size_t)(dot - x.dotted->s)), NULL);
		if (m.kind != F_MODULE)
			return false;
		x = (struct found){ .kind = F_VAR, .fn = m.file->top, .name = str_lit(dot + 1) };
	}
	if (x.kind != F_VAR || x.fn->up || depth > HOPS_MAX)
		return false;
	struct assigned s = { .name = x.name };
	see_assigned(&s, x.fn->node, 0);
	if (s.n != 1 || !s.value)
		return false;
	if (s.value->kind == NODE_NAME || s.value->kind == NODE_ATTR)
		return made_apart(c, names_of(x.fn, s.value), depth + 1);
	return s.value->kind == NODE_CALL && !argument(s.value, "parent");
}

/* `X = Registry(..., parent=Y)` of a module: whose Y is; NULL: n is no such statement. */
static const struct str *parent_in(const struct cfile *f, const struct node *n)
{
	const struct node *call = n->kind == NODE_ASSIGN ? n->kid[0] : NULL;
	const struct node *of = call ? argument(call, "parent") : NULL;
	struct found x =
		of && (of->kind == NODE_NAME || of->kind == NODE_ATTR) ? names_of(f->top, of) : (struct found){ 0 };
	return x.kind == F_EXT ? str_of(x.dotted->s, strcspn(x.dotted->s, ".")) : NULL;
}

const struct str *registry_parent(const struct index *c, const struct str *package)
{
	const struct str *found = NULL;
	for (uint32_t i = 0; i < c->nfiles; i++) {
		const struct cfile *f = c->file[i];
		const char *s = f->dotted->s;
		if (!f->tree.root || strncmp(s, package->s, package->len) ||
		    (s[package->len] && s[package->len] != '.'))
			continue;
		for (uint32_t k = 0; k < f->tree.root->n; k++) {
			const struct str *of = parent_in(f, f->tree.root->kid[k]);
			if (of && found && of != found)
				return NULL;
			found = of ? of : found;
		}
	}
	return found;
}

bool registered_apart(struct index *c, const struct registered *r)
{
	return r->apart || (r->registry && made_apart(c, names_of(r->at, r->registry), 0));
}

bool registry_lies_in(const struct cls *k, const struct str *package)
{
	for (const char *s = k->file->dotted->s; s; s = strchr(s, '.')) {
		s += *s == '.';
		if (!strncmp(s, package->s, package->len) && (s[package->len] == '.' || !s[package->len]))
			return true;
	}
	return false;
}

bool registered_in(const struct registered *r, const struct str *package, bool maybe)
{
	struct found x = r->registry ? names_of(r->at, r->registry) : (struct found){ 0 };
	const char *module = x.kind == F_EXT ? x.dotted->s : x.kind == F_VAR ? x.fn->file->dotted->s : NULL;
	if (!module)
		return maybe;
	char behind = strncmp(module, package->s, package->len) ? 'x' : module[package->len];
	return behind == '.' || (!behind && x.kind == F_VAR); /* in its __init__.py */
}

/* Of one name: a class of the package lies in it, so that its registry needs no other one's. */
static bool has_own(const struct registered *all, const struct str *package)
{
	for (; all; all = all->next)
		if (all->cls && registry_lies_in(all->cls, package) && registered_in(all, package, false))
			return true;
	return false;
}

const char *registry_modules(struct index *c, struct arena *a, const struct str *name, const struct str *scope)
{
	enum { MODULES_MAX = 16 };
	const struct registered *r = map_get(&c->type, name);
	uint32_t n = 0;
	struct buf b = { 0 };
	if (!r && !(scope && unregistered_class(c, name)))
		r = map_get(&c->class_name, name);
	bool own = scope && scope->len && has_own(r, scope);
	for (; r && n < MODULES_MAX; r = r->next) {
		const struct cfile *f = r->cls ? r->cls->file : r->fn ? r->fn->file : NULL;
		if (own && r->cls && !registry_lies_in(r->cls, scope) && !registered_in(r, scope, true))
			continue;
		buf_printf(&b, "%s%s", n++ ? " " : "", f ? f->dotted->s : "?");
	}
	if (r)
		buf_puts(&b, " ?");
	const char *out = n ? arena_strdup(a, buf_str(&b)) : NULL;
	buf_release(&b);
	return out;
}

static int by_text(const void *a, const void *b)
{
	return strcmp((*(const struct str *const *)a)->s, (*(const struct str *const *)b)->s);
}

void registry_collect(struct index *c)
{
	struct registering w = { .c = c };
	for (size_t i = 0; i < c->cls.n; i++) {
		w.f = c->cls.at[i]->file;
		see_class(&w, c->cls.at[i]->node, c->cls.at[i]);
	}
	for (size_t i = 0; i < c->fn.n; i++) {
		w.f = c->fn.at[i]->file;
		if (c->fn.at[i]->node->kind == NODE_DEF)
			see_def(&w, c->fn.at[i]->node, c->fn.at[i]);
	}
	for (uint32_t i = 0; i < c->nfiles; i++) {
		w.f = c->file[i];
		collect_file(&w);
	}
	vec_release(&w.todo);
	registry_list(c);
}

void registry_list(struct index *c)
{
	c->type_list = arena_array(&c->arena, const struct str *, c->type.n + 1);
	for (uint32_t i = 0; i < c->type.cap; i++)
		if (c->type.at[i].key)
			c->type_list[c->ntypes++] = c->type.at[i].key;
	if (c->ntypes)
		qsort(c->type_list, c->ntypes, sizeof *c->type_list, by_text);
}
