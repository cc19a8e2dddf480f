// SPDX-License-Identifier: MIT
#include "script/tree.h"
#include "code/limits.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "script/arguments.h"
#include <string.h>

enum { CALLS_MAX = 20000 };

struct planting {
	struct arena *a;
	struct script_project *p;
	struct fn *fn;
	struct dict *calls;
	struct list *settings, *imports, *statements;
	uint32_t ncalls, choices; /* if and try around */
	unsigned depth;
};

static struct span span_of(const struct planting *w, const struct node *n)
{
	return (struct span){ w->fn->file->src->id, n->lo, n->hi };
}

static void put(const struct planting *w, struct dict *d, const char *key, struct value v, struct span use)
{
	dict_put(w->a, d, value_text(key, use), v, use);
}

/* What a rule may see: objects by their names, of the rest what is known whole. */
static struct value shown(const struct planting *w, struct value v, struct span at)
{
	const struct script_object *o = script_object_of(w->p, v);
	struct value d;

	if (arguments_is(w->p, v))
		return (struct value){ .at = at };
	if (o) {
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", value_str(o->name, at), at);
		return d;
	}
	if (v.kind == VALUE_OBJECT && v.as.obj->name) { /* `bool` */
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", value_str(v.as.obj->name, at), at);
		return d;
	}
	return v.kind == VALUE_FUNC || v.kind == VALUE_METHOD || v.kind == VALUE_ITER ? (struct value){ .at = at }
										      : value_copy(w->a, v);
}

/* ---- calls */

struct arguments {
	struct value given, flags; /* by name; where it is the default of a command line argument: that */
	bool open;
};

static void give(const struct planting *w, struct arguments *x, const struct str *name, const struct node *n)
{
	const struct str *flag = NULL;
	struct span at = span_of(w, n);
	struct value v = shown(w, script_value(w->p, w->fn, n, &flag), at);

	dict_put(w->a, x->given.as.dict, value_str(name, at), v, at);
	if (flag)
		dict_put(w->a, x->flags.as.dict, value_str(name, at), value_str(flag, at), at);
}

/* `**kwargs`: its keys where they are known. */
static void give_all(const struct planting *w, struct arguments *x, const struct node *n)
{
	struct value v = script_value(w->p, w->fn, n, NULL);
	struct dict_iter it;

	if (v.kind != VALUE_DICT || v.as.dict->open || script_object_of(w->p, v) || arguments_is(w->p, v)) {
		x->open = true;
		return;
	}
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE))
			dict_put(w->a, x->given.as.dict, e->key, shown(w, e->val, e->use), span_of(w, n));
		else
			x->open = true;
}

static struct arguments arguments_in(const struct planting *w, const struct script_call *known, const struct node *call)
{
	struct span at = span_of(w, call);
	struct arguments x = { value_dict(w->a, at), value_dict(w->a, at), false };
	uint32_t position = 0;

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];

		if (n->kind == NODE_STAR) {
			x.open = true;
			position = known->nparams;
		} else if (n->kind == NODE_DSTAR) {
			give_all(w, &x, n->kid[0]);
		} else if (n->kind == NODE_KW) {
			give(w, &x, n->text, n->kid[0]);
		} else if (position < known->nparams) {
			give(w, &x, known->param[position++], n);
		}
	}
	x.given.as.dict->open = x.open;
	return x;
}

static void plant_call(struct planting *w, const struct node *n)
{
	const struct str *name = script_called(w->p, w->fn, n);
	const struct script_call *known = name ? map_get(&w->p->know->call, name) : NULL;
	struct value one, list;
	struct arguments x;
	struct span at = span_of(w, n);
	const struct entry *e;

	if (!known || w->ncalls++ >= CALLS_MAX)
		return;
	e = dict_find_str(w->calls, name);
	list = e ? e->val : value_list(w->a, VALUE_LIST, 4, at);
	if (!e)
		dict_put(w->a, w->calls, value_str(name, at), list, at);
	x = arguments_in(w, known, n);
	one = value_dict(w->a, at);
	put(w, one.as.dict, "name", value_str(name, at), span_of(w, n->kid[0]));
	put(w, one.as.dict, "args", x.given, at);
	put(w, one.as.dict, "flags", x.flags, at);
	list_push(w->a, list.as.list, one, at);
}

/* ---- the rest */

static void plant_setting(struct planting *w, const struct node *target, const struct node *value)
{
	const struct str *name = target->kind == NODE_ATTR ? script_attribute_name(w->p, w->fn, target) : NULL;
	struct value one;
	struct span at = span_of(w, target);

	if (!name)
		return;
	one = value_dict(w->a, at);
	put(w, one.as.dict, "name", value_str(name, at), at);
	put(w, one.as.dict, "of", value_str(str_of(name->s, name->len - target->text->len - 1), at), at);
	put(w, one.as.dict, "attribute", value_str(target->text, at),
	    (struct span){ at.file, at.hi - target->text->len, at.hi });
	put(w, one.as.dict, "value", shown(w, script_value(w->p, w->fn, value, NULL), at), span_of(w, value));
	list_push(w->a, w->settings, one, at);
}

static void plant_import(struct planting *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		struct span at = span_of(w, n);
		struct value one = value_dict(w->a, at);
		const struct node *alias = n->kid[i];

		put(w, one.as.dict, "module", value_str(n->kind == NODE_FROM ? n->text : alias->text, at), at);
		put(w, one.as.dict, "name", n->kind == NODE_FROM ? value_str(alias->text, at) : value_none(at), at);
		put(w, one.as.dict, "guarded", value_bool(w->choices > 0, at), at);
		list_push(w->a, w->imports, one, at);
	}
}

/* A statement that does nothing: `a == b`, `x.step`. */
static void plant_statement(struct planting *w, const struct node *n)
{
	const struct node *x = n->kid[0], *of = x->kind == NODE_COMPARE ? x->kid[0] : x;
	const struct str *name = of->kind == NODE_ATTR ? script_attribute_name(w->p, w->fn, of) : NULL;
	struct span at = span_of(w, x);
	struct value one;

	if (!name || (x->kind == NODE_COMPARE && (x->n != 2 || x->kid[1]->op != OP_EQ)))
		return;
	one = value_dict(w->a, at);
	put(w, one.as.dict, "name", value_str(name, at), at);
	put(w, one.as.dict, "text",
	    value_str(str_of(w->fn->file->src->bytes + x->lo, x->hi - x->lo), at), at);
	put(w, one.as.dict, "compared", value_bool(x->kind == NODE_COMPARE, at), at);
	list_push(w->a, w->statements, one, at);
}

static void plant(struct planting *w, const struct node *n);

static void plant_kids(struct planting *w, const struct node *n)
{
	if (w->depth++ < NEST_MAX)
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				plant(w, n->kid[i]);
	w->depth--;
}

static void plant(struct planting *w, const struct node *n)
{
	struct fn *outer = w->fn,
		  *inner = n->kind == NODE_DEF || n->kind == NODE_LAMBDA ? map_get(&w->fn->inner, n) : NULL;
	bool choice = n->kind == NODE_IF || n->kind == NODE_TRY;

	if (n->kind == NODE_CALL)
		plant_call(w, n);
	else if (n->kind == NODE_ASSIGN)
		for (uint32_t i = 1; i < n->n; i++)
			plant_setting(w, n->kid[i], n->kid[0]);
	else if (n->kind == NODE_IMPORT || n->kind == NODE_FROM)
		plant_import(w, n);
	else if (n->kind == NODE_EXPR && (n->kid[0]->kind == NODE_COMPARE || n->kid[0]->kind == NODE_ATTR))
		plant_statement(w, n);
	w->choices += choice;
	w->fn = inner ? inner : outer;
	plant_kids(w, n);
	w->fn = outer;
	w->choices -= choice;
}

struct value script_tree(struct arena *a, struct script_project *p, const struct cfile *f)
{
	struct span at = { f->src->id, 0, 0 };
	struct value top = value_dict(a, at), calls = value_dict(a, at), settings = value_list(a, VALUE_LIST, 4, at),
		     imports = value_list(a, VALUE_LIST, 4, at), statements = value_list(a, VALUE_LIST, 4, at);
	struct planting w = { .a = a,
			      .p = p,
			      .fn = f->top,
			      .calls = calls.as.dict,
			      .settings = settings.as.list,
			      .imports = imports.as.list,
			      .statements = statements.as.list };

	plant(&w, f->tree.root);
	put(&w, top.as.dict, "calls", calls, at);
	put(&w, top.as.dict, "settings", settings, at);
	put(&w, top.as.dict, "imports", imports, at);
	put(&w, top.as.dict, "statements", statements, at);
	return top;
}
