// SPDX-License-Identifier: MIT
/* A loop occurs in a program once for each call that leads to it. For each occurrence the events before it are gone
 * through in their order, those of other arms of the same branches left out. What switches any object to evaluation,
 * or may, counts for all.
 *
 *	if args.test: evaluate(model); return	an occurrence without training before it
 *	train(model)				`train` of model, backward
 *	evaluate(model)				another occurrence: model is in training mode */
#include "script/loopmode.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { CALLS_MAX = 20, TEXT_MAX = 200, CHAIN_MAX = 8 };

struct called { /* an object that the loop calls */
	struct variable *of;
	const struct node *call;
	bool on, ever; /* in training mode; on some way */
	bool held;     /* in evaluation mode for sure, so that training with it doesn't mean the other one */
};
struct called_all {
	struct called at[CALLS_MAX];
	uint32_t n;
};

static void find_called(struct script_project *p, const struct loop *l, struct called_all *out)
{
	const struct op *op = l->is.op;
	struct walk w;

	out->n = 0;
	walk_begin(&w, op->node);
	for (const struct node *n; out->n < CALLS_MAX && (n = walk_next(&w));) {
		struct variable *v =
			n->kind == NODE_CALL && node_is_chain(n->kid[0]) ? script_cell(p, op->frame, n->kid[0]) : NULL;
		bool again = false;

		if (node_is_scope(n))
			walk_skip(&w);
		for (uint32_t i = 0; i < out->n; i++)
			again |= out->at[i].of == v;
		if (v && !again)
			out->at[out->n++] = (struct called){ .of = v, .call = n };
	}
}

/* They stand in different arms of one branch, or the event's arm leaves. */
static bool excludes(const struct enclosure *event, const struct enclosure *loop)
{
	for (const struct enclosure *e = event; e; e = e->up)
		for (const struct enclosure *l = loop; e->kind == IN_BRANCH && l; l = l->up)
			if ((l->kind == IN_BRANCH || l->kind == PAST_BRANCH) && l->op == e->op &&
			    l->otherwise != e->otherwise)
				return true;
	return false;
}

static bool in_region(const struct enclosure *s)
{
	for (; s; s = s->up)
		if (s->kind == IN_REGION && s->op->event->wide)
			return true;
	return false;
}

/* The `with` around it, or its manager, switches all objects to evaluation, or this one. */
static bool in_evaluation(const struct enclosure *s, const struct variable *v)
{
	for (; s; s = s->up)
		if (s->kind == IN_REGION && s->op->event->mode == MODE_EVALUATE && (!s->op->cell || s->op->cell == v))
			return true;
	return false;
}

static bool is_true(const struct node *n)
{
	return n->kind == NODE_CONST && n->op == CONST_TRUE;
}

static void switch_all_off(struct called_all *all, const struct variable *v)
{
	for (uint32_t i = 0; i < all->n; i++) {
		all->at[i].on = false;
		all->at[i].held |= v && all->at[i].of == v;
	}
}

static void switch_on(struct called_all *all, const struct variable *v, bool sure)
{
	for (uint32_t i = 0; i < all->n; i++) {
		struct called *c = &all->at[i];

		c->held &= !(sure && (!v || c->of == v));
		c->on |= c->of == v && !c->held;
	}
}

/* `Model.from_pretrained(name).to(device)`: all that the variable is given is made in evaluation mode, or is what it
 * was before, moved. */
static bool is_made_evaluating(const struct script_project *p, const struct variable *v)
{
	bool is = v->nbindings > 0;

	for (const struct binding *b = v->binding; b && is; b = b->next) {
		const struct node *n = b->how == BIND_VALUE ? b->value : NULL;

		is = false;
		for (unsigned i = 0; n && i < CHAIN_MAX && n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR; i++) {
			is |= map_get(&p->know->evaluating, n->kid[0]->text) != NULL;
			n = n->kid[0]->kid[0];
		}
		is |= n && n->kind == NODE_NAME && n->text == v->name;
	}
	return is;
}

static void take_event(struct called_all *all, const struct occurrence *h)
{
	const struct op *op = h->op;
	const struct node *arg = op->node->kind == NODE_CALL && op->node->n > 1 ? op->node->kid[1] : NULL;

	if (op->event->mode == MODE_EVALUATE || (op->event->mode == MODE_TRAIN && arg && !is_true(arg)))
		switch_all_off(all, arg ? NULL : op->cell); /* `net.apply(f)` only may */
	else if (op->event->mode == MODE_TRAIN || (op->event->called && op->cell && !in_region(h->up)))
		switch_on(all, op->cell, op->event->mode == MODE_TRAIN);
}

/* Objects in it that are in training mode at this occurrence. */
static void look_at(struct script_project *p, const struct course *c, const struct loop *l, struct called_all *out)
{
	struct called_all here;
	bool trained = false;

	find_called(p, l, &here);
	for (uint32_t i = 0; i < here.n; i++)
		here.at[i].held = is_made_evaluating(p, here.at[i].of);
	for (uint32_t i = 0; i < l->first; i++) {
		const struct occurrence *h = &c->event.at[i];

		if (excludes(h->up, l->is.up))
			continue;
		trained |= h->op->event->loss;
		take_event(&here, h);
	}
	for (uint32_t i = 0; trained && i < here.n; i++)
		for (uint32_t k = 0; here.at[i].on && !in_evaluation(l->is.up, here.at[i].of) && k < out->n; k++)
			out->at[k].ever |= out->at[k].call == here.at[i].call;
}

static void put(struct arena *a, struct value d, const char *key, const char *text, size_t len)
{
	const struct str *s = str_of(text, len < TEXT_MAX ? len : TEXT_MAX);

	dict_put(a, d.as.dict, value_text(key, d.at), value_str(s, d.at), d.at);
}

struct value loop_in_training(struct arena *a, struct script_project *p, const struct courses *all,
			      const struct loop *l)
{
	const struct op *op = l->is.op;
	const char *text = op->in->file->src->bytes;
	struct value list =
		value_list(a, VALUE_LIST, 1, (struct span){ op->in->file->src->id, op->node->lo, op->node->hi });
	struct called_all out;

	find_called(p, l, &out);
	for (size_t i = 0; out.n && i < all->at.n; i++)
		for (size_t k = 0; k < all->at.at[i]->loop.n; k++)
			if (all->at.at[i]->loop.at[k].is.op->node == op->node)
				look_at(p, all->at.at[i], &all->at.at[i]->loop.at[k], &out);
	for (uint32_t i = 0; i < out.n; i++) {
		const struct node *call = out.at[i].call;
		const struct variable *v = out.at[i].of;
		struct value one = value_dict(a, (struct span){ op->in->file->src->id, call->lo, call->hi });
		const char *object = arena_printf(a, "%s#%u", v->name->s, v->scope->node->lo);

		if (!out.at[i].ever)
			continue;
		put(a, one, "object", object, strlen(object));
		put(a, one, "text", text + call->lo, call->hi - call->lo);
		put(a, one, "callee", text + call->kid[0]->lo, call->kid[0]->hi - call->kid[0]->lo);
		dict_put(a, one.as.dict, value_text("number", one.at), value_int(list.as.list->n, one.at), one.at);
		list_push(a, list.as.list, one, one.at);
	}
	return list;
}
