// SPDX-License-Identifier: MIT
#include "script/task.h"
#include "python/value/dict.h"
#include "script/values/draws.h"
#include "script/script_tree.h"
#include <string.h>

enum { TASKS_MAX = 50 };

/* A function, with its bound arguments. */
struct script_handed {
	struct fn *fn;
	struct call_frame from, frame;
	const struct call_site *site; /* the call that gets it */
	const struct str *param;
	struct script_handed *next;
};

static struct fn *function_of(struct fn *scope, const struct node *n)
{
	struct found f;

	if (n->kind == NODE_LAMBDA)
		return map_get(&scope->inner, n);
	f = script_callee(scope, n);
	return f.kind == F_FUNC ? f.fn : NULL;
}

/* `f`, `partial(f, x)`, or a variable with one of these as its value. */
static bool bound_by(struct script_project *p, struct fn *scope, const struct node *n, struct script_handed *out,
		     unsigned hops)
{
	struct found x = n->kind == NODE_NAME ? names_find(scope, n->text) : (struct found){ 0 };
	const struct variable *v = x.kind == F_VAR && !x.sym ? script_variable(x.fn, x.name) : NULL;
	const struct str *name = n->kind == NODE_CALL ? script_refer(scope, n->kid[0]) : NULL;
	bool partial = name && !strcmp(name->s, "functools.partial") && n->n > 1;

	if (v && v->nbindings == 1 && v->binding->how == BIND_VALUE && hops < HOPS_MAX)
		return bound_by(p, v->binding->in, v->binding->value, out, hops + 1);
	out->fn = function_of(scope, partial ? n->kid[1] : n);
	out->from = (struct call_frame){ .fn = scope };
	out->frame = (struct call_frame){ .fn = out->fn, .skip = 1 };
	if (partial) {
		out->frame.up = &out->from;
		out->frame.call = n;
	}
	return out->fn != NULL;
}

static bool method_by(struct script_project *p, struct fn *scope, const struct node *n, const struct str *method,
		      struct script_handed *out)
{
	const struct script_object *o = script_object_of(p, script_value(p, scope, n, NULL));

	out->fn = o && o->cls ? class_method(&p->model, o->cls, method, NULL) : NULL;
	out->frame = (struct call_frame){ .fn = out->fn };
	return out->fn != NULL;
}

/* The first parameter that isn't bound: its caller passes it. */
static const struct str *first_given(const struct script_handed *b)
{
	const struct node *params = b->fn->node->kid[0];

	for (uint32_t i = b->fn->cls && !b->fn->method_static; i < params->n; i++) {
		const struct variable *v = params->kid[i]->text ? script_variable(b->fn, params->kid[i]->text) : NULL;

		if (v && (!b->frame.call || !script_given_to(&b->frame, v)))
			return v->name;
	}
	return NULL;
}

static void put_task(struct tree_builder *w, const struct script_handed *b, const struct str *param, struct list *out)
{
	const struct node *def = b->fn->node;
	struct span at = { b->fn->file->src->id, def->lo, def->kid[0]->lo > def->lo ? def->kid[0]->lo : def->hi };
	struct value one = value_dict(w->a, at), calls = value_dict(w->a, at),
		     others = value_list(w->a, VALUE_LIST, 1, at);
	struct tree_builder in = { .a = w->a, .p = w->p, .fn = b->fn, .frame = &b->frame, .calls = calls.as.dict };

	in.settings = in.imports = in.statements = in.elements = in.remainders = in.unused = in.parts = in.references =
		others.as.list;
	tree_build(&in, def->kid[1]);
	tree_put(w, one.as.dict, "name", b->fn->name ? value_str(b->fn->name, at) : value_text("lambda", at), at);
	tree_put(w, one.as.dict, "param", value_str(param, at), at);
	tree_put(w, one.as.dict, "given", first_given(b) ? value_str(first_given(b), at) : value_none(at), at);
	tree_put(w, one.as.dict, "calls", calls, at);
	tree_put(w, one.as.dict, "by", value_list(w->a, VALUE_LIST, 2, at), at);
	list_push(w->a, out, one, at);
}

static void find_handed(struct script_project *p, const struct call_site *site, const struct script_task *t,
			struct script_handed ***last)
{
	const struct node *n = script_argument(site->hands, site->node, t->param);
	struct script_handed *b = n ? arena_new(&p->arena, struct script_handed) : NULL;

	if (!b || !(t->method ? method_by(p, site->in, n, t->method, b)
			      : bound_by(p, site->in, n, b, 0) || method_by(p, site->in, n, str_lit("__call__"), b)))
		return;
	b->param = t->param;
	b->site = site;
	b->next = NULL;
	**last = b;
	*last = &b->next;
}

static const struct script_handed *all_handed(struct script_project *p)
{
	struct script_handed **last = &p->handed;

	for (size_t i = 0; i < p->known_calls.n && !p->handed_known; i++)
		for (uint32_t k = 0; k < p->known_calls.at[i].hands->ntasks; k++)
			find_handed(p, &p->known_calls.at[i], &p->known_calls.at[i].hands->task[k], &last);
	p->handed_known = true;
	return p->handed;
}

struct value script_tasks(struct tree_builder *w, const struct cfile *f)
{
	struct span nowhere = { f->src->id, 0, 0 };
	struct value all = value_list(w->a, VALUE_LIST, 2, nowhere), call;
	struct map known = { 0 }; /* struct fn -> its value */

	for (const struct script_handed *b = all_handed(w->p); b; b = b->next) {
		struct dict *task = map_get(&known, b->fn);

		if (b->fn->file != f || all.as.list->n >= TASKS_MAX)
			continue;
		if (!task) {
			put_task(w, b, b->param, all.as.list);
			task = all.as.list->at[all.as.list->n - 1].val.as.dict;
			map_put(w->a, &known, b->fn, task);
		}
		call = value_dict(w->a, nowhere);
		tree_put(w, call.as.dict, "args",
			 script_given(w->a, w->p, b->site->in, b->site->node, b->site->hands->name), nowhere);
		tree_put(w, call.as.dict, "draws", script_draws(w->a, w->p, b->site->in, b->site->node, b->site->hands),
			 nowhere);
		list_push(w->a, dict_find_lit(task, "by")->val.as.list, call, nowhere);
	}
	return all;
}
