// SPDX-License-Identifier: MIT
/* The parameters of an __init__ itself, what it takes from its **kwargs by name, and what the call takes that gets
 * the rest. If any of these is unknown, the list stays open, with the reason.
 *
 *	class A(B): def __init__(self, x, **kw): super().__init__(**kw)
 *	class B:    def __init__(self, y)		A takes x and y */
#include "code/params.h"
#include "code/priv.h"
#include "pymodel/fields.h"
#include <string.h>

VEC(kwarg_names, const struct str *);
struct kwargs_use { /* how an __init__ uses its **kwargs */
	struct index *c;
	const struct str *kw;
	struct kwarg_names taken; /* kwargs.pop('a') ... */
	const struct node *on;	  /* the call that gets **kwargs */
	uint32_t calls;
	bool open;
};

static void add_names(struct index *c, struct code_params *p, const struct str *const *name, uint32_t n)
{
	const struct str **all = arena_array(&c->m.arena, const struct str *, p->n + n + 1);
	if (p->n)
		memcpy(all, p->name, p->n * sizeof *all);
	for (uint32_t i = 0; i < n; i++)
		if (!str_among(name[i], all, p->n))
			all[p->n++] = name[i];
	p->name = all;
}

static void open_up(struct code_params *p, const char *why)
{
	if (!p->open)
		p->why = why;
	p->open = true;
	p->swallows = false;
}

/* ---- outside the project ---- */

static bool same_package(const char *dotted, const char *by)
{
	size_t n = strcspn(dotted, "."), m = by ? strcspn(by, "/") : 0;
	return n == m && !memcmp(dotted, by, n);
}

/* The same in every version of its package. */
static void by_signature(struct index *c, struct code_params *p, const struct str *dotted)
{
	struct signature s;
	if (!signature_find(&c->signatures, dotted, &s)) {
		open_up(p, arena_printf(&c->m.arena, "%s lies outside the project", dotted->s));
		return;
	}
	add_names(c, p, s.name, s.n);
	p->swallows = s.swallows;
	p->by = s.by;
	p->tabled = str_of(dotted->s, strcspn(dotted->s, "."));
}

const struct code_params *params_abroad(struct index *c, const struct str *dotted)
{
	const struct str *const *alias = map_get(&c->know->alias, dotted);
	dotted = alias ? *alias : dotted;
	struct code_params *p = map_get(&c->ext_param, dotted);
	if (p)
		return p;
	p = arena_new(&c->m.arena, struct code_params);
	map_put(&c->m.arena, &c->ext_param, dotted, p);
	const char *dot = strrchr(dotted->s, '.'), *name = dot ? dot + 1 : dotted->s;
	bool found = false;
	for (uint32_t i = 0; c->classes && i < c->classes->n; i++) {
		const struct known_class *k = &c->classes->at[i];
		if (strcmp(k->name->s, name) || !same_package(dotted->s, k->by))
			continue;
		found = true;
		add_names(c, p, k->param, k->nparams);
		p->by = arena_printf(&c->m.arena, "%s (%s)", k->name->s, k->by);
		if (k->open)
			open_up(p, arena_printf(&c->m.arena, "%s takes others too", k->name->s));
	}
	if (!found)
		by_signature(c, p, dotted);
	return p;
}

/* ---- uses of **kwargs ---- */

static bool is_kw(const struct kwargs_use *s, const struct node *n)
{
	return n->kind == NODE_NAME && n->text == s->kw;
}

static void scan(struct kwargs_use *s, const struct node *n, unsigned depth);

static void scan_kids(struct kwargs_use *s, const struct node *n, uint32_t from, unsigned depth)
{
	for (uint32_t i = from; i < n->n; i++)
		if (n->kid[i])
			scan(s, n->kid[i], depth + 1);
}

static void take(struct kwargs_use *s, const struct node *key)
{
	if (key->kind == NODE_STR)
		vec_push(&s->taken, key->text);
	else
		s->open = true;
}

static bool takes_by_name(const struct node *callee)
{
	const char *m = callee->text->s;
	return !strcmp(m, "pop") || !strcmp(m, "get") || !strcmp(m, "setdefault");
}

static void scan_call(struct kwargs_use *s, const struct node *n, unsigned depth)
{
	const struct node *callee = n->kid[0];
	if (callee->kind == NODE_ATTR && is_kw(s, callee->kid[0]) && takes_by_name(callee) && n->n > 1) {
		take(s, n->kid[1]);
		scan_kids(s, n, 2, depth);
		return;
	}
	scan(s, callee, depth + 1);
	for (uint32_t i = 1; i < n->n; i++) {
		if (n->kid[i]->kind == NODE_DSTAR && is_kw(s, n->kid[i]->kid[0])) {
			s->calls++;
			s->on = n;
		} else {
			scan(s, n->kid[i], depth + 1);
		}
	}
}

static void scan(struct kwargs_use *s, const struct node *n, unsigned depth)
{
	if (depth > NEST_MAX)
		s->open = true;
	else if (n->kind == NODE_CALL)
		scan_call(s, n, depth);
	else if (n->kind == NODE_INDEX && is_kw(s, n->kid[0]))
		take(s, n->kid[1]);
	else if (n->kind == NODE_COMPARE && n->n == 2 && (n->kid[1]->op == OP_IN || n->kid[1]->op == OP_NOT_IN) &&
		 is_kw(s, n->kid[1]->kid[0]))
		take(s, n->kid[0]);
	else if (is_kw(s, n))
		s->open = true;
	else
		scan_kids(s, n, 0, depth);
}

/* ---- a function ---- */

static const struct node *param_of(const struct node *params, uint16_t op)
{
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->op == op && params->kid[i]->text)
			return params->kid[i];
	return NULL;
}

/* All except self, positional-only ones (before a /), * and **. */
static void own_names(struct index *c, struct code_params *p, const struct node *params, bool skip_self)
{
	struct kwarg_names own = { 0 };
	bool marker = false;
	for (uint32_t i = 0; i < params->n; i++)
		marker |= params->kid[i]->op == '/';
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *x = params->kid[i];
		if (x->op == '/')
			marker = false;
		if (x->op || !x->text || marker || (i == 0 && skip_self))
			continue;
		vec_push(&own, x->text);
	}
	add_names(c, p, own.at, (uint32_t)own.n);
	vec_release(&own);
}

/* @deprecated_api_warning({'old': 'new'}) adds names; the effect of another decorator is unknown. */
static void decorators(struct index *c, struct code_params *p, const struct node *def)
{
	for (uint32_t i = 2; i < def->n; i++) {
		const struct node *d = def->kid[i];
		struct kwarg_names more = { 0 };
		for (uint32_t k = 1; d->kind == NODE_CALL && k < d->n; k++)
			for (uint32_t j = 0; d->kid[k]->kind == NODE_DICT && j < d->kid[k]->n; j++)
				if (d->kid[k]->kid[j]->kind == NODE_PAIR && d->kid[k]->kid[j]->kid[0]->kind == NODE_STR)
					vec_push(&more, d->kid[k]->kid[j]->kid[0]->text);
		add_names(c, p, more.at, (uint32_t)more.n);
		if (!more.n && !(d->kind == NODE_NAME &&
				 (!strcmp(d->text->s, "staticmethod") || !strcmp(d->text->s, "classmethod"))))
			open_up(p, "a decorator may change what it takes");
		vec_release(&more);
	}
}

/* The head of a function, without its body. */
static struct code_place signature(const struct fn *f)
{
	struct code_place at = file_place(f->file, f->node);
	uint32_t lo = f->node->kid[0]->lo; /* "(self, ...": back to the line's start */
	while (lo > 0 && f->file->src->bytes[lo - 1] != '\n')
		lo--;
	while (f->file->src->bytes[lo] == ' ' || f->file->src->bytes[lo] == '\t')
		lo++;
	at.lo = lo;
	at.hi = f->node->kid[0]->hi > lo ? f->node->kid[0]->hi : lo;
	return at;
}

/* class A(B): */
static struct code_place head_of(const struct cls *k)
{
	struct code_place at = file_place(k->file, k->node);
	const unsigned char *s = (const unsigned char *)k->file->src->bytes;
	while (at.hi > at.lo && at.hi > k->node->kid[0]->lo)
		at.hi--;
	while (at.hi > at.lo && (s[at.hi - 1] <= ' ' || s[at.hi - 1] == ':'))
		at.hi--;
	return at;
}

static const char *fn_name(struct index *c, const struct fn *f)
{
	return f->cls ? arena_printf(&c->m.arena, "%s.%s", f->cls->name->s, f->name->s) : f->name->s;
}

/* super().__init__(a=1, **kw): passing a too raises, unless it is removed from kw before. */
static void conflicts(struct index *c, struct code_params *p, const struct node *call, struct fn *f)
{
	const struct str **all = arena_array(&c->m.arena, const struct str *, call->n + 1);
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_KW && !str_among(call->kid[i]->text, p->name, p->n))
			all[p->ntwice++] = call->kid[i]->text;
	p->twice = all;
	p->twice_at = file_place(f->file, call);
}

static const struct code_params *from_mro(struct index *c, struct cls *k, const struct str *method, struct cls *after);

static bool in_mro(struct index *c, struct cls *k, const struct cls *is)
{
	class_bases(&c->m, k);
	for (uint32_t i = 0; i < k->nmro; i++)
		if (k->mro[i] == is)
			return true;
	return false;
}

/* The parameters of the next method of `super().m(**kw)`, `super(X, self).m(**kw)`, `Base.m(self, **kw)`; NULL: it
 * can't be followed. */
static const struct code_params *nparams_abroad(struct index *c, struct cls *k, struct fn *f, const struct node *call)
{
	const struct node *callee = call->kid[0];
	if (callee->kind != NODE_ATTR || callee->text != f->name || !k)
		return NULL;
	const struct node *of = callee->kid[0];
	if (of->kind == NODE_CALL && of->kid[0]->kind == NODE_NAME && !strcmp(of->kid[0]->text->s, "super")) {
		struct cls *after = f->cls;
		if (of->n > 1) {
			struct found x = names_of(f, of->kid[1]);
			bool type_self = of->kid[1]->kind == NODE_ATTR && !strcmp(of->kid[1]->text->s, "__class__");
			if (x.kind != F_CLASS && !type_self)
				return NULL;
			after = type_self ? f->cls : x.cls;
			if (!in_mro(c, k, after))
				return NULL;
		}
		return from_mro(c, k, f->name, after);
	}
	struct found base = names_of(f, of);
	if (base.kind == F_CLASS)
		return base.cls == k ? NULL : from_mro(c, base.cls, f->name, NULL);
	return base.kind == F_EXT && !strcmp(f->name->s, "__init__") ? params_abroad(c, base.dotted) : NULL;
}

/* What f takes by name as a method of k; with **kwargs, also what its uses take. */
static void fill(struct index *c, struct code_params *p, struct fn *f, struct cls *k, bool skip_self)
{
	const struct node *params = f->node->kid[0], *rest = param_of(params, '2');
	own_names(c, p, params, skip_self);
	p->by = fn_name(c, f);
	p->at = signature(f);
	if (f->node->kind == NODE_DEF)
		decorators(c, p, f->node);
	if (!rest)
		return;
	struct kwargs_use s = { .c = c, .kw = rest->text };
	scan(&s, f->node->kid[1], 0);
	add_names(c, p, s.taken.at, (uint32_t)s.taken.n);
	vec_release(&s.taken);
	if (s.open || s.calls > 1) {
		open_up(p,
			arena_printf(&c->m.arena, "%s uses **%s in ways that are not followed", p->by, rest->text->s));
	} else if (s.calls == 1) {
		const struct code_params *next = c->m.depth++ < KWARGS_MAX ? nparams_abroad(c, k, f, s.on) : NULL;
		c->m.depth--;
		if (!next) {
			open_up(p, arena_printf(&c->m.arena, "%s passes **%s to code that is not followed", p->by,
						rest->text->s));
			return;
		}
		conflicts(c, p, s.on, f);
		add_names(c, p, next->name, next->n);
		p->tabled = next->tabled ? next->tabled : p->tabled;
		if (next->open)
			open_up(p, next->why);
		else if (next->swallows) {
			p->swallows = true;
			p->by = next->by;
			p->at = next->at;
		}
		if (!next->open && next->at.file) {
			p->at = next->at;
			p->by = next->by;
		}
	} else {
		p->swallows = !p->open; /* other keywords are ignored */
	}
}

const struct code_params *params_of_fn(struct index *c, struct fn *f, bool skip_self)
{
	struct code_params *p = arena_new(&c->m.arena, struct code_params);
	fill(c, p, f, f->cls, skip_self);
	return p;
}

/* ---- a class ---- */

static const struct code_params *from_mro(struct index *c, struct cls *k, const struct str *method, struct cls *after)
{
	struct code_params *p = arena_new(&c->m.arena, struct code_params);
	class_bases(&c->m, k);
	struct fn *f = class_method(&c->m, k, method, after);
	bool init = !strcmp(method->s, "__init__");
	if (k->open_bases)
		open_up(p, k->open_why);
	if (f)
		fill(c, p, f, k, !f->method_static);
	if (!init && !f)
		open_up(p, "it is not a method of the project");
	for (uint32_t i = 0; init && i < k->nabroad; i++) {
		const struct code_params *x = params_abroad(c, k->abroad[i]);
		bool deep = f != NULL && !after; /* the class's own __init__ comes before any of a base outside */
		if (deep)
			break;
		add_names(c, p, x->name, x->n);
		p->tabled = x->tabled ? x->tabled : p->tabled;
		if (x->open)
			open_up(p, x->why);
		else if (x->swallows && (f || k->nabroad > 1))
			open_up(p, "another of its bases may come before the one that takes any keyword");
		else if (!p->by) {
			p->swallows = x->swallows;
			p->by = x->by;
			p->at = head_of(k);
		}
	}
	if (init && !f && !k->nabroad && !after)
		open_up(p, arena_printf(&c->m.arena, "%s has no __init__", k->name->s));
	return p;
}

const struct code_params *params_of_method(struct index *c, struct cls *k, const struct str *method)
{
	return from_mro(c, k, method, NULL);
}

/* false: it is no dataclass, or takes unknown fields. */
static bool of_fields(struct index *c, struct cls *k, struct code_params *p)
{
	struct class_fields fields = class_fields(&c->m, k, &c->know->fields);
	if (fields.are != FIELDS_KNOWN || k->nabroad)
		return false;
	for (uint32_t i = 0; i < fields.n; i++)
		if (fields.at[i].init)
			add_names(c, p, &fields.at[i].name, 1);
	p->by = k->name->s;
	p->at = head_of(k);
	return true;
}

const struct code_params *params_of_class(struct index *c, struct cls *k)
{
	struct code_params p = { 0 };
	if (k->params)
		return k->params;
	bool fields = of_fields(c, k, &p);
	k->params = arena_new(&c->m.arena, struct code_params);
	*k->params = p;
	if (fields)
		return k->params;
	*k->params = (struct code_params){ .open = true, .why = "its bases form a cycle" }; /* if it asks for itself */
	p = *from_mro(c, k, str_lit("__init__"), NULL);
	if (k->chosen)
		open_up(&p, "it is defined under a condition");
	if (k->decorated)
		open_up(&p, "a decorator may change what it takes");
	for (uint32_t i = 0; i < k->nmro; i++)
		if (map_get(&k->mro[i]->method, str_lit("__new__")) || k->mro[i]->decorated)
			open_up(&p, "__new__ or a decorator may change what it takes");
	*k->params = p;
	return k->params;
}

bool params_lack(const struct cls *k, const struct str *const *name, uint32_t n)
{
	const struct fn *f = NULL;
	for (uint32_t i = 0; i < k->nmro && !f; i++)
		f = map_get(&k->mro[i]->method, str_lit("__init__"));
	const struct node *params = f ? f->node->kid[0] : NULL;
	for (uint32_t i = 1; f && i < params->n; i++) {
		const struct node *p = params->kid[i];
		if (p->text && !p->op && !(p->n && p->kid[0]) && !str_among(p->text, name, n))
			return true;
	}
	return false;
}
