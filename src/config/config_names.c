// SPDX-License-Identifier: MIT
/* Names bound before a config's first statement, and their order in locals(). mmcv 1.x imports the file as a module;
 * MMEngine executes it in a dict of its own. */
#include "config/priv.h"
#include "python/eval/eval.h"
#include "python/state/state.h"
#include "python/value/dict.h"
#include <string.h>

/* The docstring of the file; without one MMEngine's exec finds that of the module builtins. */
static bool doc_string(struct eval *ev, const struct unit *u, struct span at, struct value *out)
{
	const struct node *root = u->m.tree.root,
			  *first = root && root->n && root->kid[0]->kind == NODE_EXPR ? root->kid[0]->kid[0] : NULL;
	if (first && first->kind == NODE_STR)
		*out = eval_expr(ev, first);
	else
		*out = u->style->as_module ? value_none(at) : value_unknown(ev->arena, WHY_ENV, at, "__doc__");
	return true;
}

/* Names that the interpreter or the loader defines, with their values if known. */
bool unit_host_name(struct eval *ev, const struct node *n, struct value *out)
{
	const struct unit *u = ev->host->ctx;
	struct span at = eval_span(ev, n);
	if (!strcmp(n->text->s, "__name__")) {
		*out = value_text(u->style->as_module ? UNIT_MODULE_NAME : "builtins", at);
		return true;
	}
	if (u->m.imported && !strcmp(n->text->s, "LazyObject")) {
		*out = value_object(ev->arena, "type", "mmengine.config.lazy.LazyObject", at);
		return true;
	}
	if (!strcmp(n->text->s, "__doc__"))
		return doc_string(ev, u, at, out);
	static const char *const more[] = { "__builtins__", "__loader__", "__spec__", "__package__", "__cached__" };
	for (size_t i = 0; i < ARRAY_SIZE(more) - !u->style->as_module; i++)
		if (!strcmp(n->text->s, more[i])) {
			*out = value_unknown(ev->arena, WHY_ENV, at, more[i]);
			return true;
		}
	if (!strcmp(n->text->s, "__file__") && (u->style->as_module || u->m.imported)) {
		*out = u->m.imported ? value_text(u->m.path, at) : value_unknown(ev->arena, WHY_ENV, at, "__file__");
		return true;
	}
	return false;
}

/* use {0}: the place of a read is the name itself */
static void bind(struct eval *ev, const char *name)
{
	struct node n = { .kind = NODE_NAME, .text = str_lit(name) };
	struct value v;
	if (!unit_host_name(ev, &n, &v))
		v = value_unknown(ev->arena, WHY_ENV, (struct span){ 0 }, name);
	dict_put(ev->arena, ev->globals, value_str(n.text, (struct span){ 0 }), v, (struct span){ 0 });
}

/* Does a statement of the module, blocks included, annotate a name? The parser limits the nesting of statements. */
static bool annotates(const struct node *n)
{
	if (n->kind == NODE_ANNASSIGN)
		return true;
	if (n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA)
		return false;
	bool holds_blocks = n->kind == NODE_MODULE || n->kind == NODE_BLOCK || n->kind == NODE_IF ||
			    n->kind == NODE_FOR || n->kind == NODE_WHILE || n->kind == NODE_TRY ||
			    n->kind == NODE_EXCEPT || n->kind == NODE_WITH;
	for (uint32_t i = 0; holds_blocks && i < n->n; i++)
		if (n->kid[i] && annotates(n->kid[i]))
			return true;
	return false;
}

void unit_bind_dunders(struct unit *u, struct eval *ev)
{
	static const char *const module[] = { "__name__", "__doc__",  "__package__", "__loader__",
					      "__spec__", "__file__", "__cached__" };
	const struct node *root = u->m.tree.root, *first = root && root->n ? root->kid[0] : NULL;
	for (size_t i = 0; i < ARRAY_SIZE(module) && u->style->as_module; i++)
		bind(ev, module[i]);
	bind(ev, "__builtins__");
	if (root && annotates(root))
		bind(ev, "__annotations__");
	if (!u->style->as_module && first && first->kind == NODE_EXPR && first->kid[0]->kind == NODE_STR)
		bind(ev, "__doc__");
}

void unit_bind_imported(struct eval *ev)
{
	bind(ev, "LazyObject");
	bind(ev, "__file__");
}
