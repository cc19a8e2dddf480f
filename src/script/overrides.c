// SPDX-License-Identifier: MIT
/* For each class with a base that `overridden` of rules/script.yaml lists, its methods are added with what they take.
 * The code that calls them lies in the package, and changes with its version: rules hold both against each other.
 *
 * Invariant: only a method whose parameters are what is written is added: one with a decorator is not.
 *
 *	class Weighted(Trainer):
 *		def compute_loss(self, model, inputs, return_outputs=False):
 *			...
 *	{of: "Weighted", base: "transformers.Trainer", name: "compute_loss", params: [model, inputs, return_outputs],
 *	 least: 2, any: False, any_named: False, beside: [compute_loss]} */
#include "script/overrides.h"
#include "pymodel/inheritance.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/grown.h"
#include "script/values/object.h"
#include <string.h>

enum { BESIDE_MAX = 200, FUNCTIONS_MAX = 16 };

/* The parameters behind the first `skip`. */
static void put_signature(const struct tree_builder *w, const struct node *params, uint32_t skip, struct value one,
			  struct span at)
{
	struct value names = value_list(w->a, VALUE_LIST, 4, at), named = value_list(w->a, VALUE_LIST, 1, at);
	const struct node *last = params->n ? params->kid[params->n - 1] : NULL;
	bool any = false, any_named = false, only_named = false;
	int64_t least = 0;

	for (uint32_t i = skip; i < params->n; i++) {
		const struct node *x = params->kid[i];

		any |= x->op == '*' && x->text;
		any_named |= x->op == '2';
		only_named |= x->op == '*';
		if (x->op || !x->text)
			continue;
		list_push(w->a, only_named ? named.as.list : names.as.list, value_str(x->text, at), at);
		least += !only_named && !x->kid[0];
	}
	tree_put(w, one.as.dict, "params", names, at);
	tree_put(w, one.as.dict, "named", named, at);
	tree_put(w, one.as.dict, "least", value_int(least, at), at);
	tree_put(w, one.as.dict, "any", value_bool(any, at), at);
	tree_put(w, one.as.dict, "any_named", value_bool(any_named, at), at);
	tree_put(w, one.as.dict, "last_default", value_bool(last && !last->op && last->kid[0], at), at);
}

/* The listed class that k inherits from; NULL: none. */
static const struct str *overridden_base(const struct tree_builder *w, struct cls *k)
{
	class_bases(&w->p->model, k);
	for (uint32_t i = 0; i < k->nabroad; i++) {
		const struct str *name = script_known_name(w->p, k->abroad[i]);

		if (map_get(&w->p->know->overridden, name))
			return name;
	}
	return NULL;
}

/* The names of all methods that the class and its bases in the project have. */
static struct value methods_of(const struct tree_builder *w, const struct cls *k, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 8, at);

	for (uint32_t i = 0; i < k->nmro; i++) {
		const struct node *body = k->mro[i]->node->kid[0];

		for (uint32_t j = 0; j < body->n && all.as.list->n < BESIDE_MAX; j++)
			if (body->kid[j]->kind == NODE_DEF)
				list_push(w->a, all.as.list, value_str(body->kid[j]->text, at), at);
	}
	return all;
}

/* The name behind `def`, in front of the parameters. */
static struct span name_span(const struct tree_builder *w, const struct node *def)
{
	const char *text = w->fn->file->src->bytes;
	uint32_t hi = def->kid[0]->lo;

	while (hi > def->lo && strchr(" \t\\\r\n(", text[hi - 1]))
		hi--;
	return (struct span){ w->fn->file->src->id, hi - def->text->len, hi };
}

/* The key of a pair in `{'monitor': x}` or `dict(monitor=x)`; NULL: n is none. */
static const struct str *pair_key(const struct node *n)
{
	return n->kind == NODE_KW				     ? n->text
	       : n->kind == NODE_PAIR && n->kid[0]->kind == NODE_STR ? n->kid[0]->text
								     : NULL;
}

/* The pairs of texts of a dict: `key`, `value`, and `among`, all keys of that dict. */
static void put_pairs_of(const struct tree_builder *w, const struct node *of, struct value all)
{
	struct value keys = value_list(w->a, VALUE_LIST, 4, tree_span(w, of));
	uint32_t first = of->kind == NODE_CALL;

	for (uint32_t i = first; i < of->n && keys.as.list->n < BESIDE_MAX; i++)
		if (pair_key(of->kid[i]))
			list_push(w->a, keys.as.list, value_str(pair_key(of->kid[i]), keys.at), keys.at);
	for (uint32_t i = first; i < of->n && all.as.list->n < FUNCTIONS_MAX; i++) {
		const struct node *n = of->kid[i], *value = n->n ? n->kid[n->n - 1] : NULL;

		if (!pair_key(n) || !value || value->kind != NODE_STR)
			continue;
		struct value pair = value_dict(w->a, tree_span(w, n));

		tree_put(w, pair.as.dict, "key", value_str(pair_key(n), pair.at),
			 n->kind == NODE_KW ? pair.at : tree_span(w, n->kid[0]));
		tree_put(w, pair.as.dict, "value", value_str(value->text, pair.at), tree_span(w, value));
		tree_put(w, pair.as.dict, "among", keys, keys.at);
		list_push(w->a, all.as.list, pair, pair.at);
	}
}

/* `{'monitor': 'val_loss'}` in the body: a dict for each pair of texts. */
static void put_pairs(const struct tree_builder *w, const struct node *def, struct value one, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);
	struct walk walk;

	walk_begin(&walk, def->kid[1]);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_DICT ||
		    (n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "dict")))
			put_pairs_of(w, n, all);
	tree_put(w, one.as.dict, "pairs", all, at);
}

/* What the body says by itself: `returns`, how many statements return something; `raises`; `unread`, the parameters
 * that it never names. */
static void put_body(const struct tree_builder *w, const struct node *def, struct value one, struct span at)
{
	struct value unread = value_list(w->a, VALUE_LIST, 2, at);
	const struct node *params = def->kid[0];
	int64_t returns = 0;
	bool raises = false;
	struct walk walk;

	walk_begin(&walk, def->kid[1]);
	for (const struct node *n; (n = walk_next(&walk));) {
		returns += n->kind == NODE_RETURN && n->n && n->kid[0];
		raises |= n->kind == NODE_RAISE;
		if (n != def->kid[1] && (n->kind == NODE_DEF || n->kind == NODE_LAMBDA || n->kind == NODE_CLASS))
			walk_skip(&walk);
	}
	for (uint32_t i = 1; i < params->n; i++)
		if (!params->kid[i]->op && params->kid[i]->text && !node_find_name(def->kid[1], params->kid[i]->text))
			list_push(w->a, unread.as.list, value_str(params->kid[i]->text, at), at);
	tree_put(w, one.as.dict, "returns", walk.too_deep ? (struct value){ .at = at } : value_int(returns, at), at);
	tree_put(w, one.as.dict, "raises", value_bool(raises, at), at);
	tree_put(w, one.as.dict, "unread", unread, at);
	put_pairs(w, def, one, at);
}

void tree_add_overrides(struct tree_builder *w, const struct node *n)
{
	struct cls *k = map_get(&w->fn->inner, n);
	const struct str *base = k && w->p->know->overridden.n ? overridden_base(w, k) : NULL;
	const struct node *body = n->kid[0];

	for (uint32_t i = 0; base && i < body->n; i++) {
		const struct node *def = body->kid[i];
		struct span at = tree_span(w, def);
		struct value one, takes;

		if (def->kind != NODE_DEF || def->n > 2 || !def->kid[0]->n || def->kid[0]->kid[0]->op)
			continue;
		one = value_dict(w->a, at);
		tree_put(w, one.as.dict, "of", value_str(k->name, at), at);
		tree_put(w, one.as.dict, "base", value_str(base, at), at);
		tree_put(w, one.as.dict, "name", value_str(def->text, at), name_span(w, def));
		put_signature(w, def->kid[0], 1, one, at);
		put_body(w, def, one, at);
		takes = value_dict(w->a, tree_span(w, def->kid[0]));
		tree_put(w, takes.as.dict, "text", tree_text(w, def->kid[0]), takes.at);
		tree_put(w, one.as.dict, "takes", takes, takes.at);
		tree_put(w, one.as.dict, "beside", methods_of(w, k, at), at);
		tree_put(w, one.as.dict, "grows", script_grown(w->a, w->p, k, def), at);
		tree_place(w, one.as.dict, at);
		list_push(w->a, w->overrides, one, at);
	}
}

/* ---- functions that a call gets ---- */

/* The function that n is: a name, a lambda, an object of a class of the project with `__call__`. skip: parameters that
 * a caller doesn't give. */
static const struct node *function_of(const struct tree_builder *w, const struct node *n, const struct str **name,
				      uint32_t *skip)
{
	struct found f = script_callee(w->fn, n->kind == NODE_CALL ? n->kid[0] : n);
	struct fn *call = n->kind == NODE_CALL && f.kind == F_CLASS
				  ? class_method(&w->p->model, f.cls, str_lit("__call__"), NULL)
				  : NULL;
	const struct fn *is = call ? call : n->kind != NODE_CALL && f.kind == F_FUNC ? f.fn : NULL;

	*skip = call ? 1 : 0;
	*name = call ? f.cls->name : is ? is->name : str_lit("lambda");
	return n->kind == NODE_LAMBDA ? n : is && !(n->kind == NODE_ATTR && is->cls) ? is->node : NULL;
}

/* The texts by which the body indexes something. */
static struct value keys_of(const struct tree_builder *w, const struct node *def, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 4, at);
	struct walk walk;

	walk_begin(&walk, def->kid[1]);
	for (const struct node *n; (n = walk_next(&walk)) && all.as.list->n < BESIDE_MAX;)
		if (n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR)
			list_push(w->a, all.as.list, value_str(n->kid[1]->text, at), at);
	return all;
}

static void add_signature(const struct tree_builder *w, const struct str *param, const struct node *n, struct value all)
{
	const struct str *name;
	uint32_t skip;
	const struct node *def = function_of(w, n, &name, &skip);
	struct span at = tree_span(w, n);
	struct value one;

	if (!def || (def->kind != NODE_DEF && def->kind != NODE_LAMBDA) || (def->kind == NODE_DEF && def->n > 2) ||
	    all.as.list->n >= FUNCTIONS_MAX) {
		all.as.list->open = true;
		return;
	}
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "name", value_str(name, at), at);
	tree_put(w, one.as.dict, "param", value_str(param, at), at);
	put_signature(w, def->kid[0], skip, one, at);
	tree_put(w, one.as.dict, "keys", keys_of(w, def, at), at);
	list_push(w->a, all.as.list, one, at);
}

/* [f, g] of `x = [f, g]`, where nothing changes x; else n */
static const struct node *listed(const struct tree_builder *w, const struct node *n)
{
	struct found f = n->kind == NODE_NAME ? names_find(w->fn, n->text) : (struct found){ 0 };
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;

	return v && v->nbindings == 1 && v->binding->how == BIND_VALUE && v->binding->in == w->fn &&
			       !script_changes(w->p, v)
		       ? v->binding->value
		       : n;
}

struct value tree_signatures(const struct tree_builder *w, const struct str *param, const struct node *given)
{
	const struct node *n = listed(w, given);
	struct value all = value_list(w->a, VALUE_LIST, 2, tree_span(w, given));

	if (n->kind != NODE_LIST && n->kind != NODE_TUPLE)
		add_signature(w, param, n, all);
	else
		for (uint32_t i = 0; i < n->n; i++)
			add_signature(w, param, n->kid[i], all);
	return all;
}
