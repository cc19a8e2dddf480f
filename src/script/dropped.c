// SPDX-License-Identifier: MIT
#include "script/dropped.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/origin.h"
#include "script/paths/over.h"
#include "script/script_tree.h"
#include <string.h>

enum { SOURCES_MAX = 16 };

/* `enumerate(...)`, also within a progress bar. */
static bool is_numbered(struct fn *in, const struct node *n)
{
	for (unsigned i = 0; n->kind == NODE_CALL && n->n > 1 && i < 4; i++, n = n->kid[1])
		if (n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "enumerate") &&
		    names_find(in, n->kid[0]->text).kind == F_NONE)
			return true;
	return false;
}

/* `for x, y in loader`: x is a part of each element. */
static bool is_part(struct fn *in, const struct node *loop, const struct str *name)
{
	const struct node *target = loop->kid[0];

	if (is_numbered(in, loop->kid[1])) {
		if (target->kind != NODE_TUPLE || target->n != 2)
			return false;
		target = target->kid[1];
	}
	for (uint32_t i = 0; (target->kind == NODE_TUPLE || target->kind == NODE_LIST) && i < target->n; i++)
		if (target->kid[i]->kind == NODE_NAME && target->kid[i]->text == name)
			return true;
	return false;
}

/* {name, args} of the known call that creates the iterable; absent: unknown. */
static struct value source_in(struct tree_builder *w, const struct call_frame *f, const struct node *iterable,
			      struct span at)
{
	struct placed x = over_iterated(w->p, (struct placed){ f, iterable });
	const struct str *name = x.node->kind == NODE_CALL ? script_called(w->p, x.frame->fn, x.node) : NULL;
	struct value source = value_dict(w->a, at);

	if (!name || !map_get(&w->p->know->call, name))
		return (struct value){ 0 };
	tree_put(w, source.as.dict, "name", value_str(name, at), at);
	tree_put(w, source.as.dict, "args", script_given(w->a, w->p, x.frame->fn, x.node, name), at);
	return source;
}

/* For a loop over what its own function creates, or over a parameter: the arguments of its callers. */
static void put_sources(struct tree_builder *w, const struct binding *b, struct span at, struct list *out)
{
	const struct callee *c = map_get(&w->p->callee, b->in);
	struct call_frame here = { .fn = b->in };
	struct value v = source_in(w, &here, b->value, at);

	if (v.kind == VALUE_DICT || !c || c->escapes || !c->calls.n) {
		list_push(w->a, out, v, at);
		return;
	}
	for (size_t i = 0; i < c->calls.n; i++) {
		struct call_frame up = { .fn = c->calls.at[i].in },
				  f = { .fn = b->in, .up = &up, .call = c->calls.at[i].node };

		list_push(w->a, out, c->calls.at[i].hands ? (struct value){ 0 } : source_in(w, &f, b->value, at), at);
	}
}

static void put_source(struct tree_builder *w, const struct variable *v, struct span at, struct dict *d)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);

	for (const struct binding *b = v->binding; b && !all.as.list->open; b = b->next)
		if (all.as.list->n >= SOURCES_MAX)
			all.as.list->open = true;
		else if (b->how == BIND_LOOP && b->statement && b->statement->kind == NODE_FOR &&
			 is_part(b->in, b->statement, v->name))
			put_sources(w, b, at, all.as.list);
	tree_put(w, d, "sources", all, at);
}

/* Some call in the function is of a method on this name that copies to a device: `net.cuda()`. */
static bool is_moved(const struct tree_builder *w, const struct str *name)
{
	struct walk walk;

	walk_begin(&walk, node_body(w->fn->node));
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && node_is_name(n->kid[0]->kid[0], name) &&
		    str_among(n->kid[0]->text, w->p->know->copy, w->p->know->ncopies))
			return true;
	return false;
}

/* `net` of `net = Net()`, as the class of the project gives it. */
static bool is_fresh(const struct tree_builder *w, const struct node *callee)
{
	struct found x = callee->kind == NODE_NAME ? names_find(w->fn, callee->text) : (struct found){ .kind = F_NONE };
	const struct variable *v = x.kind == F_VAR ? script_variable(x.fn, x.name) : NULL;
	const struct node *made = v && v->nbindings == 1 ? v->binding->value : NULL;

	return made && made->kind == NODE_CALL && script_callee(v->binding->in, made->kid[0]).kind == F_CLASS &&
	       !is_moved(w, callee->text);
}

/* What the function creates and moves nowhere is called with it: there it has to stay. */
static bool goes_to_fresh(const struct tree_builder *w, const struct str *name)
{
	struct walk walk;

	walk_begin(&walk, node_body(w->fn->node));
	for (const struct node *n; (n = walk_next(&walk));)
		for (uint32_t i = 1; n->kind == NODE_CALL && i < n->n; i++)
			if (node_is_name(n->kid[i], name) && is_fresh(w, n->kid[0]))
				return true;
	return false;
}

bool script_dropped(struct tree_builder *w, const struct node *n, struct dict *d)
{
	const struct node *call = n->kid[0], *f = call->kid[0];
	const struct node *of = f->kind == NODE_ATTR ? f->kid[0] : NULL;
	const struct script_object *o;
	struct span at = tree_span(w, call);
	struct found x;

	if (!of || of->kind != NODE_NAME || !map_get(&w->p->know->result, f->text))
		return false;
	x = names_find(w->fn, of->text);
	o = script_object_of(w->p, script_value(w->p, w->fn, of, NULL));
	tree_put(w, d, "of", value_str(of->text, at), at);
	tree_put(w, d, "needed",
		 value_bool(str_among(f->text, w->p->know->copy, w->p->know->ncopies) && goes_to_fresh(w, of->text),
			    at),
		 at);
	if (o && !o->cls)
		tree_put(w, d, "made", value_str(o->name, at), at);
	const struct variable *v = x.kind == F_VAR ? script_variable(x.fn, x.name) : NULL;
	if (v) {
		put_source(w, v, at, d);
		tree_put(w, d, "read", value_bool(script_reads(w->p, v) > 1, at), at);
	}
	return true;
}
