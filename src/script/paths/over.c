// SPDX-License-Identifier: MIT
#include "script/paths/over.h"
#include "script/values/callers.h"
#include "python/value/dict.h"

enum { PEELS = 8 };

struct gone_over { /* one loop */
	const struct course *in;
	const struct loop *loop;
	struct gone_over *next;
};

/* logger.log_every(loader, 10): a method with its iterable as an argument. */
static bool takes_variable(const struct node *call)
{
	return call->kid[0]->kind == NODE_ATTR && (call->kid[1]->kind == NODE_NAME || call->kid[1]->kind == NODE_ATTR);
}

struct placed over_iterated(struct script_project *p, struct placed x)
{
	for (unsigned i = 0; i < PEELS; i++) {
		const struct str *name;

		x = derive_iterated(p, x);
		if (x.node->kind != NODE_CALL || x.node->n < 2 || x.node->kid[1]->kind == NODE_KW ||
		    x.node->kid[1]->kind == NODE_STAR)
			break;
		name = script_refer(x.frame->fn, x.node->kid[0]);
		if (name ? map_get(&p->know->call, name) != NULL : !takes_variable(x.node))
			break;
		x.node = x.node->kid[1];
	}
	return x;
}

static void note(struct script_project *p, const struct node *call, const struct course *in, const struct loop *l)
{
	struct gone_over *g = arena_new(&p->arena, struct gone_over);

	*g = (struct gone_over){ in, l, map_get(&p->gone_over, call) };
	map_put(&p->arena, &p->gone_over, call, g);
}

/* Also for iterables that several calls may create. */
static void note_loop(struct script_project *p, const struct course *in, const struct loop *l)
{
	const struct op *op = l->is.op;
	struct placed x;
	struct found f;
	const struct variable *v;
	const struct script_object *o;

	if (op->node->kind != NODE_FOR)
		return;
	x = over_iterated(p, (struct placed){ op->frame, op->node->kid[1] });
	f = x.node->kind == NODE_NAME ? names_find(x.frame->fn, x.node->text) : (struct found){ 0 };
	v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	o = x.node->kind == NODE_CALL ? NULL : script_object_of(p, script_value(p, x.frame->fn, x.node, NULL));
	if (x.node->kind == NODE_CALL || (o && !o->several))
		note(p, o ? o->site.node : x.node, in, l);
	if (o)
		return;
	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next)
		if (b->how == BIND_VALUE && b->value->kind == NODE_CALL)
			note(p, b->value, in, l);
}

void loops_note(struct script_project *p, const struct courses *courses)
{
	if (p->loops_known)
		return;
	p->loops_known = true;
	for (size_t i = 0; i < courses->at.n; i++)
		for (size_t k = 0; k < courses->at.at[i]->loop.n; k++) {
			const struct loop *l = &courses->at.at[i]->loop.at[k];

			note_loop(p, courses->at.at[i], l);
			if (l->trains)
				map_put(&p->arena, &p->training, l->is.op->node, p);
			if (l->holds)
				map_put(&p->arena, &p->holding, l->is.op->node, p);
		}
}

/* In the files of the functions that lead to it. */
static struct value calls_beside(struct arena *a, const struct script_project *p, const struct call_frame *f,
				 struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 2, at);
	struct map seen = { 0 };

	for (; f; f = f->up)
		script_names_called(a, p, f->fn->file, &seen, at, all.as.list);
	return all;
}

/* The calls that create the iterables of the loops around it. */
static struct value makers_around(struct arena *a, struct script_project *p, const struct gone_over *g, struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 2, at);

	for (int i = g->loop->outer; i >= 0; i = g->in->loop.at[i].outer) {
		const struct op *op = g->in->loop.at[i].is.op;
		struct placed x = { op->frame, op->node->kid[1] };
		const struct str *name;

		if (op->node->kind != NODE_FOR)
			continue;
		x = over_iterated(p, x);
		name = x.node->kind == NODE_CALL ? script_called(p, x.frame->fn, x.node) : NULL;
		if (name)
			list_push(a, all.as.list, value_str(name, at), at);
	}
	return all;
}

struct value loops_over(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call)
{
	struct span at = { scope->file->src->id, call->lo, call->hi };
	struct value all = value_list(a, VALUE_LIST, 1, at);

	for (const struct gone_over *g = map_get(&p->gone_over, call); g; g = g->next) {
		struct value one = value_dict(a, at);

		dict_put(a, one.as.dict, value_text("trains", at), value_bool(g->loop->trains, at), at);
		dict_put(a, one.as.dict, value_text("within", at), value_bool(g->loop->outer >= 0, at), at);
		dict_put(a, one.as.dict, value_text("around", at), makers_around(a, p, g, at), at);
		dict_put(a, one.as.dict, value_text("calls", at), calls_beside(a, p, g->loop->is.op->frame, at), at);
		list_push(a, all.as.list, one, at);
	}
	return all;
}
