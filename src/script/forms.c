// SPDX-License-Identifier: MIT
#include "script/forms.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { FORMS_MAX = 8 };

/* `x` with x = a if t else b: the texts of a and b. */
static void add_forms(const struct tree_builder *w, struct fn *scope, const struct node *n, struct list *out,
		      unsigned depth)
{
	struct found f = n->kind == NODE_NAME ? names_find(scope, n->text) : (struct found){ 0 };
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	struct span at = { scope->file->src->id, n->lo, n->hi };

	if (out->n >= FORMS_MAX || depth > FORMS_MAX) {
		out->open = true;
	} else if (n->kind == NODE_COND) {
		add_forms(w, scope, n->kid[0], out, depth + 1);
		add_forms(w, scope, n->kid[2], out, depth + 1);
	} else if (v && v->binding) {
		for (const struct binding *b = v->binding; b; b = b->next)
			if (b->how == BIND_VALUE)
				add_forms(w, b->in, b->value, out, depth + 1);
			else
				out->open = true;
	} else {
		list_push(w->a, out, value_str(str_of(scope->file->src->bytes + n->lo, n->hi - n->lo), at), at);
	}
}

struct value tree_forms(const struct tree_builder *w, const struct node *n)
{
	struct value all = value_list(w->a, VALUE_LIST, 2, tree_span(w, n));

	add_forms(w, w->fn, n, all.as.list, 0);
	return all;
}

/* ---- what a function returns ---- */

/* The keys of `{'a': x}` and dict(a=x), also through a variable that nothing changes. */
static void add_keys(const struct tree_builder *w, struct fn *scope, const struct node *n, struct list *out,
		     unsigned depth)
{
	struct found f = n->kind == NODE_NAME ? names_find(scope, n->text) : (struct found){ 0 };
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	bool call = n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "dict");

	if (v && depth < FORMS_MAX && v->nbindings == 1 && v->binding->how == BIND_VALUE && !script_changes(w->p, v)) {
		add_keys(w, v->binding->in, v->binding->value, out, depth + 1);
		return;
	}
	out->open |= n->kind != NODE_DICT && !call;
	for (uint32_t i = call; (n->kind == NODE_DICT || call) && i < n->n; i++) {
		const struct node *one = n->kid[i];
		const struct str *key = one->kind == NODE_KW					  ? one->text
					: one->kind == NODE_PAIR && one->kid[0]->kind == NODE_STR ? one->kid[0]->text
												  : NULL;
		struct span at = { scope->file->src->id, one->lo, one->hi };

		out->open |= !key;
		if (key)
			list_push(w->a, out, value_str(key, at), at);
	}
}

struct value tree_returned(const struct tree_builder *w, const struct node *n)
{
	struct value all = value_list(w->a, VALUE_LIST, 2, tree_span(w, n));
	struct found f = script_callee(w->fn, n);
	const struct node *body = f.kind == F_FUNC ? node_body(f.fn->node) : NULL;
	struct walk walk;

	all.as.list->open = !body;
	if (!body)
		return all;
	walk_begin(&walk, body);
	for (const struct node *one; (one = walk_next(&walk));)
		if (one != body && (one->kind == NODE_DEF || one->kind == NODE_LAMBDA || one->kind == NODE_CLASS))
			walk_skip(&walk);
		else if (one->kind == NODE_RETURN && one->n)
			add_keys(w, f.fn, one->kid[0], all.as.list, 0);
	all.as.list->open |= walk.too_deep || !all.as.list->n;
	return all;
}
