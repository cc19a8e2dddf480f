// SPDX-License-Identifier: MIT
/* Builds the bindings of a project: one walk over each function and class body. Each place that gives a name a value
 * becomes a binding of the name's variable; so does each assignment to an attribute of `self`. Dotted names are
 * resolved through imports and aliases.
 *
 * Invariant: an assignment that can't be attributed (setattr, vars(x)) makes the name unknown rather than adding no
 * binding.
 *
 * 	import torch as th
 * 	n = 4			a BIND_VALUE of n
 * 	net = th.nn.Linear	script_refer(net) is "torch.nn.Linear" */
#include "script/values/script_project.h"
#include "script/values/program_files.h"
#include "base/path.h"
#include "code/gather.h"
#include "script/values/batch.h"
#include "script/values/changing.h"
#include <stdlib.h>
#include "script/values/callers.h"
#include <string.h>

enum { SECONDS = 10 };

/* ---- bindings */

struct bind {
	struct script_project *p;
	struct fn *fn;	 /* whose body is walked */
	struct cls *cls; /* whose methods assign attributes on `self`; NULL */
	const struct str *self;
	const struct node *block, *statement;
	unsigned depth;
};

static struct variable *variable_in(struct script_project *p, struct map *m, const struct str *name, struct fn *scope)
{
	struct variable *v = map_get(m, name);

	if (!v) {
		v = arena_new(&p->arena, struct variable);
		*v = (struct variable){ .name = name, .scope = scope };
		map_put(&p->arena, m, name, v);
	}
	return v;
}

static void add_binding(const struct bind *w, struct variable *v, struct binding like)
{
	struct binding *b = arena_new(&w->p->arena, struct binding);

	*b = like;
	b->block = w->block;
	b->statement = w->statement;
	b->next = v->binding;
	v->binding = b;
	v->nbindings++;
}

/* The variable that a name of this scope is: names declared global are the file's. */
static struct variable *bound_name(struct bind *w, const struct str *name)
{
	struct fn *scope = w->fn;

	while (map_get(&scope->global, name) && scope->up)
		scope = scope->file->top;
	return variable_in(w->p, &scope->var, name, scope);
}

static struct cls *family_of(const struct script_project *p, struct cls *k)
{
	for (struct cls *up; (up = map_get(&p->family, k));)
		k = up;
	return k;
}

static void unite(struct script_project *p, struct cls *k)
{
	class_bases(&p->model, k);
	for (uint32_t i = 1; i < k->nmro; i++) {
		struct cls *a = family_of(p, k), *b = family_of(p, k->mro[i]);

		if (a != b)
			map_put(&p->arena, &p->family, a, b);
	}
}

static struct map *attributes_of(struct script_project *p, struct cls *one)
{
	struct cls *k = family_of(p, one);
	struct map *m = map_get(&p->attributes, k);

	if (!m) {
		m = arena_new(&p->arena, struct map);
		*m = (struct map){ 0 };
		map_put(&p->arena, &p->attributes, k, m);
	}
	return m;
}

static bool is_self(const struct bind *w, const struct node *n)
{
	return w->cls && n->kind == NODE_NAME && n->text == w->self;
}

/* The key of a variable; attributes of one name share it, whatever their objects. */
static const struct str *changed_key(const struct cfile *f, const struct str *name)
{
	return names_joined(str_lit(f->rel ? f->rel : f->path), name);
}

static void note_change(struct bind *w, const struct node *of, const struct str *key)
{
	struct key_change *c;
	const struct str *name;

	if (of->kind != NODE_NAME && of->kind != NODE_ATTR)
		return;
	c = arena_new(&w->p->arena, struct key_change);
	name = changed_key(w->fn->file, of->text);
	*c = (struct key_change){ key, map_get(&w->p->changed, name) };
	map_put(&w->p->arena, &w->p->changed, name, c);
}

static bool changes(const struct str *method)
{
	static const char *const all[] = { "update", "setdefault", "pop",    "popitem", "append",
					   "extend", "insert",	   "remove", "clear",	"add" };

	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (!strcmp(method->s, all[i]))
			return true;
	return false;
}

static void bind_target(struct bind *w, const struct node *t, struct binding b)
{
	if (t->kind == NODE_NAME) {
		add_binding(w, bound_name(w, t->text), b);
	} else if (t->kind == NODE_ATTR && is_self(w, t->kid[0])) {
		add_binding(w, variable_in(w->p, attributes_of(w->p, w->cls), t->text, w->fn), b);
	} else if (t->kind == NODE_INDEX) {
		note_change(w, t->kid[0], b.how == BIND_VALUE && t->kid[1]->kind == NODE_STR ? t->kid[1]->text : NULL);
	} else if (t->kind == NODE_ATTR) {
		map_put(&w->p->arena, &w->p->set_elsewhere, t->text, w->p);
	} else if (t->kind == NODE_TUPLE || t->kind == NODE_LIST) {
		for (uint32_t i = 0; i < t->n; i++) {
			struct binding item = b;

			item.how = b.how == BIND_LOOP					 ? BIND_LOOP
				   : b.how == BIND_VALUE && t->kid[i]->kind != NODE_STAR ? BIND_ITEM
											 : BIND_OTHER;
			item.item = i;
			bind_target(w, t->kid[i]->kind == NODE_STAR ? t->kid[i]->kid[0] : t->kid[i], item);
		}
	}
}

static void bind_params(struct bind *w, const struct node *params)
{
	uint32_t n = 0;
	bool keyword_only = false;

	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *x = params->kid[i];

		if (x->text && x->op != '/')
			add_binding(w, variable_in(w->p, &w->fn->var, x->text, w->fn),
				    (struct binding){ .how = x->op == '2' ? BIND_KEYWORDS
							     : x->op	  ? BIND_OTHER
									  : BIND_PARAM,
						      .item = keyword_only ? KEYWORD_ONLY : n++,
						      .in = w->fn->up,
						      .value = x->n ? x->kid[0] : NULL });
		keyword_only |= x->op == '*';
	}
}

static void note_names(struct bind *w, const struct node *n);

/* `setattr(args, k, v)`, `args.__dict__.update(...)`, `vars(args)[k] = v`: nothing is known of such a name. */
static void note_tampering(struct bind *w, const struct node *call)
{
	const struct node *f = call->kid[0], *of = NULL;

	if (f->kind == NODE_NAME && !strcmp(f->text->s, "setattr") && call->n > 1)
		of = call->kid[1];
	else if (f->kind == NODE_ATTR && !strcmp(f->text->s, "update"))
		of = f->kid[0];
	if (of && of->kind == NODE_CALL && of->n == 2)
		of = of->kid[1]; /* vars(x).update */
	if (of)
		note_names(w, of);
}

static void note_names(struct bind *w, const struct node *n)
{
	while (n->kind == NODE_ATTR)
		n = n->kid[0];
	if (is_self(w, n))
		map_put(&w->p->arena, &w->p->open_family, family_of(w->p, w->cls), w->p);
	else if (n->kind == NODE_NAME)
		map_put(&w->p->arena, &w->p->tampered, n->text, w->p);
}

static void bind_node(struct bind *w, const struct node *n);

static void bind_kids(struct bind *w, const struct node *n)
{
	const struct node *block = w->block, *statement = w->statement;
	bool suite = n->kind == NODE_BLOCK || n->kind == NODE_MODULE;

	if (w->depth++ < NEST_MAX)
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i]) {
				w->block = suite ? n : block;
				w->statement = suite ? n->kid[i] : statement;
				bind_node(w, n->kid[i]);
			}
	w->depth--;
	w->block = block;
	w->statement = statement;
}

static void bind_targets(struct bind *w, const struct node *n, uint32_t from, struct binding b)
{
	for (uint32_t i = from; i < n->n; i++) {
		if (n->kid[i] && n->kid[i]->kind == NODE_INDEX && n->kid[i]->kid[0]->kind == NODE_CALL &&
		    n->kid[i]->kid[0]->n == 2)
			note_names(w, n->kid[i]->kid[0]->kid[1]); /* vars(args)[k] = v */
		else if (n->kid[i] && n->kid[i]->kind == NODE_INDEX && n->kid[i]->kid[0]->kind == NODE_ATTR)
			note_names(w, n->kid[i]->kid[0]->kid[0]); /* args.__dict__[k] = v */
		if (n->kid[i])
			bind_target(w, n->kid[i], b);
	}
}

static void bind_call(struct bind *w, const struct node *n)
{
	const struct node *f = n->kid[0];

	note_tampering(w, n);
	if (f->kind == NODE_ATTR && changes(f->text))
		note_change(w, f->kid[0], NULL);
	if (f->kind == NODE_ATTR && (!strcmp(f->text->s, "add_argument") || !strcmp(f->text->s, "set_defaults")))
		vec_push(&w->p->arguments, ((struct call_site){ w->fn, n, NULL }));
}

static void bind_node(struct bind *w, const struct node *n)
{
	struct binding other = { .how = BIND_OTHER, .in = w->fn };

	switch (n->kind) {
	case NODE_DEF:
	case NODE_LAMBDA:
	case NODE_CLASS:
		return; /* scopes of their own */
	case NODE_ASSIGN:
		bind_targets(w, n, 1, (struct binding){ .how = BIND_VALUE, .in = w->fn, .value = n->kid[0] });
		break;
	case NODE_ANNASSIGN:
		if (n->kid[2])
			bind_target(w, n->kid[0],
				    (struct binding){ .how = BIND_VALUE, .in = w->fn, .value = n->kid[2] });
		break;
	case NODE_WALRUS:
		bind_target(w, n->kid[0], (struct binding){ .how = BIND_VALUE, .in = w->fn, .value = n->kid[1] });
		break;
	case NODE_AUGASSIGN:
		bind_target(w, n->kid[0],
			    (struct binding){ .how = BIND_CHANGE, .item = n->op, .in = w->fn, .value = n->kid[1] });
		break;
	case NODE_FOR:
		bind_target(w, n->kid[0], (struct binding){ .how = BIND_LOOP, .in = w->fn, .value = n->kid[1] });
		break;
	case NODE_DEL:
		bind_targets(w, n, 0, other);
		break;
	case NODE_WITHITEM:
		if (n->kid[1])
			bind_target(w, n->kid[1], other);
		break;
	case NODE_EXCEPT:
		if (n->text)
			add_binding(w, bound_name(w, n->text), other);
		break;
	case NODE_CALL:
		bind_call(w, n);
		break;
	case NODE_NONLOCAL:
		for (uint32_t i = 0; w->fn->up && i < n->n; i++)
			add_binding(w, variable_in(w->p, &w->fn->up->var, n->kid[i]->text, w->fn->up), other);
		break;
	default:
		break;
	}
	bind_kids(w, n);
}

static void bind_fn(struct script_project *p, struct fn *f)
{
	struct bind w = { .p = p, .fn = f };
	const struct node *params = f->node->kind == NODE_MODULE ? NULL : f->node->kid[0];

	if (f->cls && !f->method_static && params && params->n && params->kid[0]->text) {
		w.cls = f->cls;
		w.self = params->kid[0]->text;
	}
	if (params)
		bind_params(&w, params);
	if (f->node->kind == NODE_DEF)
		bind_kids(&w, f->node->kid[1]);
	else if (f->node->kind == NODE_MODULE)
		bind_kids(&w, f->node);
}

/* Objects have what the class body assigns. */
static void bind_class(struct script_project *p, struct cls *k)
{
	struct bind w = { .p = p, .fn = k->in, .cls = k };
	const struct node *block = k->node->kid[0];

	for (uint32_t i = 0; i < block->n; i++) {
		const struct node *n = block->kid[i];
		const struct node *target = n->kind == NODE_ASSIGN	? n->kid[1]
					    : n->kind == NODE_ANNASSIGN ? n->kid[0]
									: NULL,
				  *value = n->kind == NODE_ASSIGN      ? n->kid[0]
					   : n->kind == NODE_ANNASSIGN ? n->kid[2]
								       : NULL;

		if (value && target->kind == NODE_NAME)
			add_binding(&w, variable_in(p, attributes_of(p, k), target->text, k->in),
				    (struct binding){ .how = n->kind == NODE_ANNASSIGN && (k->node->op || k->nabroad ||
											   k->open_bases)
								     ? BIND_FIELD
								     : BIND_VALUE,
						      .in = k->in,
						      .value = value });
	}
}

/* ---- name resolution */

struct variable *script_variable(struct fn *scope, const struct str *name)
{
	return map_get(&scope->var, name);
}

const struct key_change *script_changes(const struct script_project *p, const struct variable *v)
{
	return map_get(&p->changed, changed_key(v->scope->file, v->name));
}

struct variable *script_attribute(struct script_project *p, struct cls *k, const struct str *name)
{
	return map_get(&p->open_family, family_of(p, k)) || map_get(&p->set_elsewhere, name)
		       ? NULL
		       : map_get(attributes_of(p, k), name);
}

struct variable *script_attribute_cell(struct script_project *p, struct cls *k, const struct str *name)
{
	return map_get(attributes_of(p, k), name);
}

/* The first name of a chain is imported or defined twice, with different meanings: try and except, if and else. */
static bool is_ambiguous(struct fn *scope, const struct str *name)
{
	for (struct fn *f = scope; f; f = f->up) {
		const struct name_sym *s = map_get(&f->inner, name);

		if (s && map_get(&f->var, name))
			return true;
		for (const struct name_sym *o = s ? s->also : NULL; o; o = o->also)
			if (o->kind != s->kind || o->module != s->module || o->name != s->name || o->fn != s->fn)
				return true;
		if (s || map_get(&f->var, name))
			return false;
	}
	return false;
}

static const struct node *head_of(const struct node *n)
{
	while (n->kind == NODE_ATTR)
		n = n->kid[0];
	return n->kind == NODE_NAME ? n : NULL;
}

static struct found follow(struct fn *scope, const struct node *n, unsigned hops)
{
	static const struct found none = { .kind = F_NONE };
	const struct node *head = head_of(n);
	struct found f;

	if (!head || is_ambiguous(scope, head->text))
		return none;
	f = names_of(scope, n);
	if (f.kind == F_VAR && n->kind == NODE_NAME) { /* an alias: `th = torch` */
		const struct variable *v = script_variable(f.fn, f.name);

		if (!v || v->nbindings != 1 || v->binding->how != BIND_VALUE || hops > HOPS_MAX)
			return none;
		return follow(v->binding->in, v->binding->value, hops + 1);
	}
	return f.kind == F_VAR || (f.sym && f.sym->also && (f.kind == F_FUNC || f.kind == F_CLASS)) ? none : f;
}

struct found script_callee(struct fn *scope, const struct node *callee)
{
	return follow(scope, callee, 0);
}

const struct str *script_refer_to(struct fn *scope, const struct node *n, struct found *is)
{
	const struct node *head = head_of(n);
	struct found f = *is = follow(scope, n, 0);

	if (f.kind == F_EXT)
		return f.dotted;
	if (f.kind != F_NONE || !head || head == n || n->kind != NODE_ATTR)
		return NULL;
	f = follow(scope, n->kid[0], 0); /* th.nn.Linear, th being torch */
	return f.kind == F_EXT ? names_joined(f.dotted, n->text) : NULL;
}

const struct str *script_refer(struct fn *scope, const struct node *n)
{
	struct found is;

	return script_refer_to(scope, n, &is);
}

const struct node *script_argument(const struct script_call *known, const struct node *call, const struct str *param)
{
	uint32_t position = 0;

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *x = call->kid[i];

		if (x->kind == NODE_KW && x->text == param)
			return x->kid[0];
		if (x->kind == NODE_STAR || x->kind == NODE_DSTAR)
			return NULL;
		if (x->kind != NODE_KW && position < known->nparams && known->param[position++] == param)
			return x;
	}
	return NULL;
}

/* ---- the whole project */

static void bind_all(struct script_project *p)
{
	const struct pymodel *m = &p->model;

	for (size_t i = 0; i < m->cls.n; i++)
		unite(p, m->cls.at[i]);
	for (size_t i = 0; i < m->fn.n; i++)
		bind_fn(p, m->fn.at[i]);
	for (size_t i = 0; i < m->cls.n; i++)
		bind_class(p, m->cls.at[i]);
	callers_find(p);
}

struct script_project *script_project_new(const struct script_know *know, const struct vfs *fs, struct sources *sources,
					  const struct map *notebooks, const char *root, const char *path)
{
	struct script_project *p = xcalloc(1, sizeof *p);
	struct files_left left = { 0 };
	const char *why;
	bool good = true;

	p->know = know;
	p->budget =
		(struct budget){ .steps = (uint64_t)SECONDS * BUDGET_STEPS, .bytes = (uint64_t)BUDGET_RUN_MIB << 20 };
	p->fs = fs;
	knowledge_load(&p->arena, &p->code_know);
	p->root = root ? root : path_dir(&p->arena, path);
	pymodel_init(&p->model, p->root, fs, sources);
	if (root)
		good = files_gather(&p->model, &p->code_know, false, NULL, notebooks, &left, &why);
	else
		pymodel_add_file(&p->model, p->root, path, NULL);
	vec_release(&left.nested);
	if (!good)
		return script_project_free(p), NULL;
	pymodel_build(&p->model);
	bind_all(p);
	return p;
}

void script_project_free(struct script_project *p)
{
	program_files_release(p);
	pymodel_release(&p->model);
	vec_release(&p->arguments);
	if (p->copies)
		vec_release(p->copies);
	free(p->copies);
	if (p->changes)
		vec_release(p->changes);
	free(p->changes);
	vec_release(&p->known_calls);
	for (uint32_t i = 0; i < p->some_calls.cap; i++)
		if (p->some_calls.at[i].key)
			vec_release((struct call_sites *)p->some_calls.at[i].val);
	for (uint32_t i = 0; i < p->callee.cap; i++)
		if (p->callee.at[i].key)
			vec_release(&((struct callee *)p->callee.at[i].val)->calls);
	arena_release(&p->arena);
	free(p);
}

struct cfile *script_project_file(const struct script_project *p, const char *path)
{
	return pymodel_file(&p->model, path);
}
