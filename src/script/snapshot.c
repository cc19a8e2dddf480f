// SPDX-License-Identifier: MIT
/* A snapshot is an assignment whose value is the model, or its state, as it is. Where it is read again is searched by
 * names: for a variable in the rest of its function, for an attribute in the whole project.
 *
 *	for epoch in range(9):
 *		train(model)
 *		if acc > top: best = model.state_dict()		chosen: True, after: True, restored: True
 *	model.load_state_dict(best) */
#include "script/snapshot.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { SNAPSHOTS_MAX = 50 };

static const struct node *receiver(const struct node *call, const char *method)
{
	const struct node *callee = call->kind == NODE_CALL ? call->kid[0] : NULL;

	return callee && callee->kind == NODE_ATTR && !strcmp(callee->text->s, method) ? callee->kid[0] : NULL;
}

static bool is_model(const struct tree_builder *w, const struct node *n)
{
	const struct call_frame f = { .fn = w->fn };
	struct variable *v = node_is_chain(n) ? script_cell(w->p, &f, n) : NULL;
	const struct script_kind_of *kind;
	bool foreign;

	kind = v ? script_cell_kind(w->p, v, &foreign) : NULL;
	return kind && !strcmp(kind->name->s, "model");
}

/* What a copy is made of that has the same tensors: `dict(x)`, `copy.copy(x)`, `x.copy()`. */
static const struct node *behind_shallow_copy(const struct tree_builder *w, const struct node *n)
{
	static const char *const shallow[] = { "copy.copy", "collections.OrderedDict" };
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
	const struct str *name = callee ? script_refer(w->fn, callee) : NULL;
	bool is = callee && callee->kind == NODE_NAME && !strcmp(callee->text->s, "dict") &&
		  names_find(w->fn, callee->text).kind == F_NONE;

	for (size_t i = 0; name && i < ARRAY_SIZE(shallow); i++)
		is |= !strcmp(name->s, shallow[i]);
	if (is && n->n == 2 && n->kid[1]->kind != NODE_KW)
		return n->kid[1];
	return callee && n->n == 1 && callee->kind == NODE_ATTR && !strcmp(callee->text->s, "copy") ? callee->kid[0]
												    : n;
}

/* The model of `model.state_dict()`; of a dict the first one in it. NULL: none. */
static const struct node *model_of_state(const struct node *n)
{
	const struct node *of = receiver(n, "state_dict"), *in;

	for (uint32_t i = 0; n->kind == NODE_DICT && !of && i < n->n; i++) {
		in = n->kid[i]->kind == NODE_PAIR ? n->kid[i]->kid[1] : NULL;
		of = in && in->kind == NODE_CALL && in->n == 1 ? receiver(in, "state_dict") : NULL;
	}
	return of && node_is_chain(of) && (n->kind == NODE_DICT || n->n == 1) ? of : NULL;
}

/* The model whose state the value is, or that it is; NULL: neither. */
static const struct node *stored_model(const struct tree_builder *w, const struct node *target,
				       const struct node *value)
{
	const struct node *in = behind_shallow_copy(w, value), *of = model_of_state(in);

	if (of)
		return of;
	return node_is_chain(in) && in->text != target->text && is_model(w, in) ? in : NULL;
}

/* An `if` in the loop decides whether it happens. */
static bool is_chosen(const struct node *loop, const struct node *target)
{
	for (const struct node *n = loop; n && n != target; n = node_kid_with(n, target, NULL))
		if (n->kind == NODE_IF)
			return true;
	return false;
}

/* A statement behind it in its block, or in one around that block, leaves the loop: no training changes it. */
static bool is_last(const struct node *loop, const struct node *target)
{
	const struct node *end;

	for (const struct node *n = loop; n && n != target; n = node_kid_with(n, target, NULL)) {
		end = n->kind == NODE_BLOCK && n->n ? n->kid[n->n - 1] : NULL;
		if (end && (end->kind == NODE_BREAK || end->kind == NODE_RETURN || end->kind == NODE_RAISE))
			return true;
	}
	return false;
}

static bool is_read_after(const struct tree_builder *w, const struct node *target)
{
	struct walk walk;
	uint32_t kid;

	walk_begin(&walk, node_body(w->fn->node));
	for (const struct node *n; (n = walk_next(&walk));) {
		const struct node *up = walk_parent(&walk, &kid);

		if (n->kind == target->kind && n->text == target->text && n->lo > w->loop->hi &&
		    !(up && up->kind == NODE_ASSIGN && kid))
			return true;
	}
	return false;
}

/* `model.load_state_dict(best)`, by the last names of both. */
static bool is_restored_in(const struct fn *fn, const struct node *target, const struct node *of)
{
	struct walk walk;

	if (!strstr(fn->file->src->bytes, "load_state_dict("))
		return false;
	walk_begin(&walk, node_body(fn->node));
	for (const struct node *n; (n = walk_next(&walk));) {
		const struct node *to = receiver(n, "load_state_dict"), *from = to && n->n > 1 ? n->kid[1] : NULL;

		if (node_is_scope(n) && n != fn->node)
			walk_skip(&walk);
		else if (from && node_is_chain(from) && node_is_chain(to) && from->text == target->text &&
			 to->text == of->text)
			return true;
	}
	return false;
}

static bool is_restored(const struct tree_builder *w, const struct node *target, const struct node *of)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&w->p->model, &n);

	if (target->kind == NODE_NAME)
		return is_restored_in(w->fn, target, of);
	for (size_t i = 0; i < n; i++)
		if (fn[i] != w->fn && is_restored_in(fn[i], target, of))
			return true;
	return false;
}

void tree_add_snapshot(struct tree_builder *w, const struct node *target, const struct node *value)
{
	const struct node *of = node_is_chain(target) ? stored_model(w, target, value) : NULL;
	bool held = w->loop && map_get(&w->p->holding, w->loop);
	struct span at = { w->fn->file->src->id, target->lo, value->hi };
	bool state = of && model_of_state(behind_shallow_copy(w, value));
	struct value one;

	if (!of || w->frame || (!held && target->kind == NODE_NAME) || w->snapshots->n >= SNAPSHOTS_MAX)
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "text", tree_text(w, value), at);
	tree_put(w, one.as.dict, "of", tree_text(w, of), at);
	tree_put(w, one.as.dict, "target", tree_text(w, target), tree_span(w, target));
	tree_put(w, one.as.dict, "attribute", value_bool(target->kind == NODE_ATTR, at), at);
	tree_put(w, one.as.dict, "state", value_bool(state, at), at);
	tree_put(w, one.as.dict, "chosen",
		 value_bool(held && is_chosen(w->loop, target) && !is_last(w->loop, target), at), at);
	tree_put(w, one.as.dict, "after", value_bool(held && is_read_after(w, target), at), at);
	tree_put(w, one.as.dict, "restored", value_bool(state && is_restored(w, target, of), at), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->snapshots, one, at);
}
