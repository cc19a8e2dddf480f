// SPDX-License-Identifier: MIT
#include "script/changing.h"
#include "code/limits.h"
#include <stdlib.h>
#include <string.h>

struct looking {
	struct fn *fn;
	struct data_changes *out;
	unsigned depth, loops;
};

static void add(struct looking *w, const struct node *of, const struct node *statement)
{
	if (of->kind == NODE_NAME || of->kind == NODE_ATTR)
		vec_push(w->out, ((struct data_change){ w->fn, of, statement, w->loops > 0 }));
}

/* x.a = 1, x.a[0] = 1, x.a.b = 1: of x and of x.a. */
static void see_target(struct looking *w, const struct node *target, const struct node *statement)
{
	for (const struct node *n = target; n->kind == NODE_ATTR || n->kind == NODE_INDEX; n = n->kid[0])
		if (n->kind == NODE_ATTR)
			add(w, n->kid[0], statement);
	for (uint32_t i = 0; (target->kind == NODE_TUPLE || target->kind == NODE_LIST) && i < target->n; i++)
		if (target->kid[i]->kind == NODE_ATTR)
			add(w, target->kid[i]->kid[0], statement);
}

static void look(struct looking *w, const struct node *n)
{
	const struct node *call = n->kind == NODE_EXPR && n->kid[0]->kind == NODE_CALL ? n->kid[0] : NULL;
	bool loop = n->kind == NODE_FOR || n->kind == NODE_WHILE;

	if (n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA || w->depth > NEST_MAX)
		return;
	if (call && call->kid[0]->kind == NODE_ATTR)
		add(w, call->kid[0]->kid[0], n);
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		see_target(w, n->kid[i], n);
	if (n->kind == NODE_AUGASSIGN)
		see_target(w, n->kid[0], n);
	w->depth++;
	w->loops += loop;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			look(w, n->kid[i]);
	w->loops -= loop;
	w->depth--;
}

static const struct data_changes *changes(struct script_project *p)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);

	if (p->changes)
		return p->changes;
	p->changes = xcalloc(1, sizeof *p->changes);
	for (size_t i = 0; i < n; i++) {
		struct looking w = { .fn = fn[i], .out = p->changes };
		const struct node *body = fn[i]->node->kind == NODE_DEF ? fn[i]->node->kid[1] : fn[i]->node;

		for (uint32_t k = 0; body->kind != NODE_LAMBDA && k < body->n; k++)
			look(&w, body->kid[k]);
	}
	return p->changes;
}

/* loader.dataset, train_loader.dataset.dataset */
static bool is_of_loader(const struct node *n)
{
	return n->kind == NODE_ATTR && !strcmp(n->text->s, "dataset");
}

static bool is_own(const struct node *n)
{
	return n->kind == NODE_NAME || (n->kind == NODE_ATTR && n->kid[0]->kind == NODE_NAME);
}

/* Whether it was changed once and for all before it came to that: in the function itself a loop is needed. */
static bool is_later(const struct data_change *c, const struct fn *in, const struct node *call)
{
	return c->in != in ? !c->in->name || strcmp(c->in->name->s, "__init__") != 0
			   : c->looped && c->statement->hi > call->hi;
}

const struct data_change *script_changing(struct script_project *p, const struct fn *in, const struct node *call,
					  const struct node *dataset)
{
	const struct data_changes *all = changes(p);

	for (size_t i = 0; i < all->n; i++) {
		const struct data_change *c = &all->at[i];
		bool same = dataset && c->of->text == dataset->text && is_own(c->of) && is_own(dataset);

		if ((same || is_of_loader(c->of)) && is_later(c, in, call))
			return c;
	}
	return NULL;
}
