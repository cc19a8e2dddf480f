// SPDX-License-Identifier: MIT
#include "script/forms.h"

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
