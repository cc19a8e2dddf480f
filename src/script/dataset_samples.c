// SPDX-License-Identifier: MIT
#include "script/dataset_samples.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/script_tree.h"
#include "script/values/origin.h"

/* `self.x[index]` in the method, whose first parameters are self and index. */
static bool looks_up(const struct node *n, const struct node *params)
{
	return n->kind == NODE_INDEX && n->kid[0]->kind == NODE_ATTR &&
	       node_is_name(n->kid[0]->kid[0], params->kid[0]->text) && node_find_name(n->kid[1], params->kid[1]->text);
}

static void add_origins(struct tree_builder *w, const struct variable *v, struct list *out)
{
	for (const struct binding *b = v->binding; b; b = b->next) {
		struct value one = b->value ? script_origins(w->a, w->p, NULL, b->in, b->value) : (struct value){ 0 };

		for (uint32_t i = 0; one.kind == VALUE_LIST && i < one.as.list->n; i++)
			list_push(w->a, out, one.as.list->at[i].val, one.at);
	}
}

static void add_sample(struct tree_builder *w, struct cls *k, const struct str *name, struct span at, struct list *out)
{
	const struct variable *v = script_attribute(w->p, k, name);
	struct value one = value_dict(w->a, at), origins = value_list(w->a, VALUE_LIST, 4, at);

	for (uint32_t i = 0; i < out->n; i++)
		if (dict_find_lit(out->at[i].val.as.dict, "attribute")->val.as.s == name)
			return;
	if (!v || !v->binding || !v->binding->value)
		return;
	add_origins(w, v, origins.as.list);
	tree_put(w, one.as.dict, "attribute", value_str(name, at), at);
	tree_put(w, one.as.dict, "origins", origins, at);
	tree_put(w, one.as.dict, "line", value_text(script_line(w->a, v->binding->in->file, v->binding->value), at),
		 at);
	list_push(w->a, out, one, at);
}

struct value tree_samples(struct tree_builder *w, struct cls *k, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);
	const struct fn *f = class_method(&w->p->model, k, str_lit("__getitem__"), NULL);
	const struct node *params = f && f->node->kind == NODE_DEF ? f->node->kid[0] : NULL;
	struct walk x;

	if (!params || params->n < 2 || !params->kid[0]->text || !params->kid[1]->text)
		return all;
	walk_begin(&x, f->node->kid[1]);
	for (const struct node *n; (n = walk_next(&x));)
		if (looks_up(n, params))
			add_sample(w, k, n->kid[0]->text, at, all.as.list);
	return all;
}
