// SPDX-License-Identifier: MIT
#include "script/values/changing.h"
#include "python/syntax/treewalk.h"
#include <stdlib.h>
#include <string.h>

/* Adds a copy of the change for each object that the statement changes. */
static void add(struct data_changes *to, struct data_change c, const struct node *of)
{
	c.of = of;
	if (of->kind == NODE_NAME || of->kind == NODE_ATTR)
		vec_push(to, c);
}

/* x.a = 1, x.a[0] = 1, x.a.b = 1 change x and x.a. */
static void add_target(struct data_changes *to, struct data_change c, const struct node *target)
{
	for (const struct node *n = target; n->kind == NODE_ATTR || n->kind == NODE_INDEX; n = n->kid[0])
		if (n->kind == NODE_ATTR)
			add(to, c, n->kid[0]);
	for (uint32_t i = 0; (target->kind == NODE_TUPLE || target->kind == NODE_LIST) && i < target->n; i++)
		if (target->kid[i]->kind == NODE_ATTR)
			add(to, c, target->kid[i]->kid[0]);
}

static void add_changes(struct data_changes *to, struct fn *fn)
{
	struct walk w;

	walk_begin(&w, node_body(fn->node));
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *call = n->kind == NODE_EXPR && n->kid[0]->kind == NODE_CALL ? n->kid[0] : NULL;
		struct data_change here = { .in = fn, .statement = n };

		if (node_is_scope(n))
			walk_skip(&w);
		if (!call && n->kind != NODE_ASSIGN && n->kind != NODE_AUGASSIGN)
			continue;
		here.looped = walk_nearest(&w, node_is_loop);
		if (call && call->kid[0]->kind == NODE_ATTR)
			add(to, here, call->kid[0]->kid[0]);
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			add_target(to, here, n->kid[i]);
		if (n->kind == NODE_AUGASSIGN)
			add_target(to, here, n->kid[0]);
	}
}

static const struct data_changes *changes(struct script_project *p)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);

	if (p->changes)
		return p->changes;
	p->changes = xcalloc(1, sizeof *p->changes);
	for (size_t i = 0; i < n; i++)
		add_changes(p->changes, fn[i]);
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

/* False if it was changed once before the call: in the function itself a loop is needed. */
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
