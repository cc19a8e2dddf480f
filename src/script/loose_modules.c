// SPDX-License-Identifier: MIT
/* A module registers what is assigned to its attributes, not what lies in lists there. For each class that is a module
 * its methods are searched for containers of modules: `self.x = [M(), M()]`, `self.x.append(M())`, `self.x[k] = M()`,
 * and the same of a local variable that becomes `self.x`.
 *
 * Invariant: a container counts only if everything that is assigned to it is a plain container, and nothing but
 * builtins gets it as an argument.
 *
 * 	class Net(nn.Module):
 * 		def __init__(self):
 * 			self.cells = []
 * 			self.cells.append(nn.LSTMCell(4, 4))	{of: "Net", attribute: "cells", made:
 * "torch.nn.LSTMCell"}
 */
#include "script/loose_modules.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/object.h"
#include <string.h>

enum { LOOSE_MAX = 16, CALLS_DEEP = 3, EXPR_DEEP = 12 };

struct container { /* of the modules in it */
	const struct str *name;
	struct fn *local; /* the method whose variable it is; NULL: an attribute of self */
	const struct node *element;
	const struct str *made;
	const char *form;
	const struct str *as; /* of a local variable: the attribute that it becomes, `self.as = name` */
	bool plain;	      /* a plain container is assigned to it */
};
struct loose_search {
	struct tree_builder *w;
	struct cls *cls;
	struct fn *method;
	struct container at[LOOSE_MAX];
	uint32_t n;
};

/* ---- which calls make modules with weights */

static bool fits(const struct str *name, const struct str *const *list, uint32_t n)
{
	for (uint32_t i = 0; name && i < n; i++) {
		const size_t len = list[i]->len;

		if (list[i] == name || (len && list[i]->s[len - 1] == '*' && !strncmp(list[i]->s, name->s, len - 1)))
			return true;
	}
	return false;
}

static bool is_module(const struct tree_builder *w, struct cls *k)
{
	class_bases(&w->p->model, k);
	for (uint32_t i = 0; i < k->nabroad; i++)
		if (fits(k->abroad[i], w->p->know->module, w->p->know->nmodules))
			return true;
	return false;
}

static bool has_weights(const struct tree_builder *w, struct fn *scope, const struct node *part, unsigned depth);

static bool class_has_weights(const struct tree_builder *w, struct cls *k, unsigned depth)
{
	if (!is_module(w, k))
		return false;
	for (uint32_t i = 0; i < k->nmro; i++)
		if (has_weights(w, k->mro[i]->in, k->mro[i]->node->kid[0], depth + 1))
			return true;
	return false;
}

static bool call_has_weights(const struct tree_builder *w, struct fn *scope, const struct node *call, unsigned depth)
{
	struct found is = script_callee(scope, call->kid[0]);

	if (is.kind == F_CLASS)
		return depth < CALLS_DEEP && class_has_weights(w, is.cls, depth);
	return fits(script_refer(scope, call->kid[0]), w->p->know->weighted, w->p->know->nweighted);
}

/* Some call in that part of a program makes weights. */
static bool has_weights(const struct tree_builder *w, struct fn *scope, const struct node *part, unsigned depth)
{
	struct walk x;

	walk_begin(&x, part);
	for (const struct node *n; (n = walk_next(&x));)
		if (n->kind == NODE_CALL && call_has_weights(w, scope, n, depth))
			return true;
	return false;
}

/* The function of the project that a call runs, one of the class's methods included. */
static struct fn *runs(const struct loose_search *s, struct fn *scope, const struct node *call)
{
	const struct node *f = call->kid[0];
	struct found is = script_callee(scope, f);

	if (is.kind == F_FUNC)
		return is.fn;
	return f->kind == NODE_ATTR && f->kid[0]->kind == NODE_NAME && script_self_class(scope, f->kid[0]->text)
		       ? class_method(&s->w->p->model, s->cls, f->text, NULL)
		       : NULL;
}

/* f(x) of `f(x).to(device)` */
static const struct node *without_moves(const struct loose_search *s, const struct node *n)
{
	while (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && n->kid[0]->kid[0]->kind == NODE_CALL &&
	       map_get(&s->w->p->know->result, n->kid[0]->text))
		n = n->kid[0]->kid[0];
	return n;
}

/* The name of the module with weights that the expression makes; NULL: none, or unknown. */
static const struct str *module_made(const struct loose_search *s, struct fn *scope, const struct node *n,
				     unsigned depth)
{
	const struct script_know *know = s->w->p->know;
	struct found is;
	const struct str *name;
	struct fn *to;
	const struct node *back;
	unsigned count = 0;

	n = without_moves(s, n);
	if (n->kind != NODE_CALL || depth > CALLS_DEEP)
		return NULL;
	is = script_callee(scope, n->kid[0]);
	name = script_refer(scope, n->kid[0]);
	if (is.kind == F_CLASS)
		return class_has_weights(s->w, is.cls, 0) ? is.cls->name : NULL;
	to = runs(s, scope, n);
	back = to && to->node->kind == NODE_DEF ? script_returned(to->node->kid[1], &count) : NULL;
	if (back)
		return count == 1 && back->kind == NODE_CALL && has_weights(s->w, to, to->node->kid[1], 1)
			       ? module_made(s, to, back, depth + 1)
			       : NULL;
	/* a function's `Sequential(*layers)` has been searched for weights with the function */
	return fits(name, know->module, know->nmodules) && (depth || has_weights(s->w, scope, n, 0)) ? name : NULL;
}

const struct str *tree_module_made(struct tree_builder *w, struct cls *k, struct fn *in, const struct node *value)
{
	return module_made(&(struct loose_search){ .w = w, .cls = k, .method = in }, in, value, 0);
}

/* ---- containers */

static bool is_self(const struct loose_search *s, const struct node *n)
{
	return n->kind == NODE_NAME && script_self_class(s->method, n->text) == s->cls;
}

/* n is `self.x`, or a variable of the method. */
static bool names_container(const struct loose_search *s, const struct node *n, struct container *c)
{
	const bool own = n->kind == NODE_ATTR && is_self(s, n->kid[0]);

	*c = (struct container){ .name = n->text, .local = own ? NULL : s->method };
	return own || (n->kind == NODE_NAME && !is_self(s, n));
}

static bool is_same(const struct container *x, const struct container *y)
{
	return x->name == y->name && x->local == y->local;
}

static bool is_builtin(const struct loose_search *s, const struct node *call)
{
	return call->kid[0]->kind == NODE_NAME && names_find(s->method, call->kid[0]->text).kind == F_NONE;
}

/* A list, a tuple or a dict, as it is written. */
static const char *plain_form(const struct loose_search *s, const struct node *n)
{
	if (n->kind == NODE_DICT || n->kind == NODE_DICTCOMP)
		return "dict";
	if (n->kind == NODE_TUPLE)
		return "tuple";
	if (n->kind == NODE_LIST || n->kind == NODE_LISTCOMP)
		return "list";
	if (n->kind == NODE_CALL && is_builtin(s, n))
		return !strcmp(n->kid[0]->text->s, "dict")    ? "dict"
		       : !strcmp(n->kid[0]->text->s, "tuple") ? "tuple"
		       : !strcmp(n->kid[0]->text->s, "list")  ? "list"
							      : NULL;
	return NULL;
}

static void add_element(struct loose_search *s, struct container c, const struct node *element, const char *form)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (is_same(&s->at[i], &c))
			return;
	c.made = module_made(s, s->method, element, 0);
	c.element = element;
	c.form = form;
	if (c.made && s->n < LOOSE_MAX)
		s->at[s->n++] = c;
}

/* The elements of a container that is written down: `[M(4) for _ in range(2)]`, `{'a': M(4), 'b': M(8)}`. Of a list of
 * one, which hides its module on purpose, none. */
static void add_elements(struct loose_search *s, struct container c, const struct node *n, unsigned depth)
{
	const char *form = plain_form(s, n);
	const bool one = n->kind == NODE_LISTCOMP || n->kind == NODE_DICTCOMP || n->kind == NODE_GENEXP;

	for (uint32_t i = n->kind == NODE_CALL; depth < CALLS_DEEP && (form || one) && i < (one ? 1 : n->n); i++) {
		const struct node *x = n->kid[i]->kind == NODE_PAIR ? n->kid[i]->kid[1]
				       : n->kid[i]->kind == NODE_KW ? n->kid[i]->kid[0]
								    : n->kid[i];

		if (plain_form(s, x) || x->kind == NODE_GENEXP)
			add_elements(s, c, x, depth + 1);
		else if (n->kind != NODE_LIST || n->n > 1)
			add_element(s, c, x, form ? form : "list");
	}
}

static void look_at_assignment(struct loose_search *s, const struct node *value, const struct node *target)
{
	struct container c;

	if (names_container(s, target, &c))
		add_elements(s, c, value, 0);
	else if (target->kind == NODE_INDEX && names_container(s, target->kid[0], &c))
		add_element(s, c, value, "dict");
}

/* self.x.append(M()), self.x.extend([M(), M()]) */
static void look_at_call(struct loose_search *s, const struct node *n)
{
	const struct node *f = n->kid[0];
	struct container c;

	if (f->kind == NODE_ATTR && n->n > 1 && (!strcmp(f->text->s, "append") || !strcmp(f->text->s, "insert")) &&
	    names_container(s, f->kid[0], &c))
		add_element(s, c, n->kid[n->n - 1], "list");
	else if (f->kind == NODE_ATTR && n->n == 2 && !strcmp(f->text->s, "extend") &&
		 names_container(s, f->kid[0], &c))
		add_elements(s, c, n->kid[1], 0);
}

static void look_at(struct loose_search *s, const struct node *n)
{
	struct container c;

	if (n->kind == NODE_CALL)
		look_at_call(s, n);
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		look_at_assignment(s, n->kid[0], n->kid[i]);
	if (n->kind == NODE_ANNASSIGN && n->kid[2])
		look_at_assignment(s, n->kid[2], n->kid[0]);
	if (n->kind == NODE_AUGASSIGN && n->op == OP_ADD && names_container(s, n->kid[0], &c))
		add_elements(s, c, n->kid[1], 0);
}

static void each_node(struct loose_search *s, void (*look)(struct loose_search *s, const struct node *n))
{
	const struct node *body = s->cls->node->kid[0];
	struct walk x;

	for (uint32_t i = 0; i < body->n; i++) {
		s->method = body->kid[i]->kind == NODE_DEF ? map_get(&s->cls->in->inner, body->kid[i]) : NULL;
		if (!s->method)
			continue;
		walk_begin(&x, body->kid[i]->kid[1]);
		for (const struct node *n; (n = walk_next(&x));)
			look(s, n);
	}
}

/* ---- what may register them */

static void drop(struct loose_search *s, const struct container *c)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (is_same(&s->at[i], c) || (!c->local && s->at[i].as == c->name))
			s->at[i].made = NULL;
}

/* The containers that an argument hands on, whole or element by element: `*self.x`, `list(self.x.values())`,
 * `[m for m in self.x]`. */
static void drop_handed(struct loose_search *s, const struct node *n, unsigned depth)
{
	struct container c;
	const bool all = n->kind == NODE_LISTCOMP || n->kind == NODE_GENEXP;

	if (depth > EXPR_DEEP)
		return;
	if (names_container(s, n, &c))
		drop(s, &c);
	if (all && n->kid[0]->kind == NODE_NAME && n->kid[1]->kind == NODE_CFOR)
		drop_handed(s, n->kid[1]->kid[1], depth + 1);
	if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR)
		drop_handed(s, n->kid[0]->kid[0], depth + 1);
	if (n->kind == NODE_STAR || n->kind == NODE_DSTAR || n->kind == NODE_KW || n->kind == NODE_LIST ||
	    n->kind == NODE_TUPLE || n->kind == NODE_BINARY || (n->kind == NODE_CALL && is_builtin(s, n)))
		for (uint32_t i = n->kind == NODE_CALL; i < n->n; i++)
			drop_handed(s, n->kid[i], depth + 1);
}

/* A loop or comprehension in which each element's weights are collected. */
static bool collects(const struct loose_search *s, const struct node *n)
{
	struct walk x;

	walk_begin(&x, n);
	for (const struct node *k; (k = walk_next(&x));)
		if (k->kind == NODE_CALL && k->kid[0]->kind == NODE_ATTR &&
		    fits(k->kid[0]->text, s->w->p->know->collect, s->w->p->know->ncollects))
			return true;
	return false;
}

static void drop_collected(struct loose_search *s, const struct node *loop)
{
	struct container c;
	struct walk x;

	if (!collects(s, loop))
		return;
	walk_begin(&x, loop);
	for (const struct node *k; (k = walk_next(&x));)
		if ((k->kind == NODE_ATTR || k->kind == NODE_NAME) && names_container(s, k, &c))
			drop(s, &c);
}

/* A list is assigned to it, or a variable that holds one. */
static bool is_plain(struct loose_search *s, const struct node *value, const struct container *to)
{
	struct container from;
	bool is = plain_form(s, value) != NULL;

	for (uint32_t i = 0; i < s->n; i++) {
		struct container *c = &s->at[i];

		if (is_same(c, to))
			c->plain |= is;
		if (!to->local && value->kind == NODE_NAME && names_container(s, value, &from) && is_same(c, &from)) {
			c->as = to->name; /* self.x = x */
			is = true;
		}
	}
	return is;
}

/* Everything that is assigned to a container but for plain ones; value NULL: it is unknown. */
static void drop_other(struct loose_search *s, const struct node *value, const struct node *target, unsigned depth)
{
	const bool several = target->kind == NODE_TUPLE || target->kind == NODE_LIST;
	const bool pairs = several && value && value->kind == target->kind && value->n == target->n;
	struct container c;

	for (uint32_t i = 0; several && depth < EXPR_DEEP && i < target->n; i++)
		drop_other(s, pairs ? value->kid[i] : NULL, target->kid[i], depth + 1);
	if (!several && names_container(s, target, &c) && !(value && is_plain(s, value, &c)))
		drop(s, &c);
}

static void drop_at(struct loose_search *s, const struct node *n)
{
	for (uint32_t i = 1; n->kind == NODE_CALL && !is_builtin(s, n) && i < n->n; i++)
		if (!(n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "append")))
			drop_handed(s, n->kid[i], 0);
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		drop_other(s, n->kid[0], n->kid[i], 0);
	if (n->kind == NODE_ANNASSIGN && n->kid[2])
		drop_other(s, n->kid[2], n->kid[0], 0);
	/* `del self.x`: what is needed of it is elsewhere */
	for (uint32_t i = 0; n->kind == NODE_DEL && i < n->n; i++)
		drop_other(s, NULL, n->kid[i], 0);
	if (n->kind == NODE_FOR || n->kind == NODE_LISTCOMP || n->kind == NODE_GENEXP || n->kind == NODE_SETCOMP ||
	    n->kind == NODE_DICTCOMP)
		drop_collected(s, n);
}

/* The class registers modules by their names, or says itself which weights it has. */
static bool registers(const struct loose_search *s)
{
	const struct script_know *know = s->w->p->know;
	struct walk x;

	for (uint32_t i = 0; i < know->ncollects; i++)
		if (class_method(&s->w->p->model, s->cls, know->collect[i], NULL))
			return true;
	for (uint32_t i = 0; i < s->cls->nmro; i++) {
		walk_begin(&x, s->cls->mro[i]->node->kid[0]);
		for (const struct node *n; (n = walk_next(&x));)
			if (n->kind == NODE_CALL && fits(n->kid[0]->text, know->registering, know->nregistering))
				return true;
	}
	return false;
}

static bool names_attribute(const struct node *n, const struct str *name)
{
	struct walk x;

	walk_begin(&x, n);
	for (const struct node *k; (k = walk_next(&x));)
		if (k->kind == NODE_ATTR && k->text == name)
			return true;
	return false;
}

/* Other code sets elements of such an attribute, or collects their weights: `net.x[i] = w`. */
static bool handled_elsewhere(const struct loose_search *s, const struct str *name)
{
	const struct pymodel *m = &s->w->p->model;
	struct walk x;

	for (uint32_t i = 0; i < m->nfiles; i++) {
		if (!m->file[i]->tree.root)
			continue;
		walk_begin(&x, m->file[i]->tree.root);
		for (const struct node *n; (n = walk_next(&x));) {
			const struct node *to = n->kind == NODE_ASSIGN && n->n == 2 && n->kid[1]->kind == NODE_INDEX
							? n->kid[1]->kid[0]
							: NULL;

			if (to && to->kind == NODE_ATTR && to->text == name && !node_is_own(to, name))
				return true;
			if ((n->kind == NODE_FOR || n->kind == NODE_LISTCOMP || n->kind == NODE_GENEXP) &&
			    names_attribute(n, name) && collects(s, n))
				return true;
		}
	}
	return false;
}

void tree_add_loose_modules(struct tree_builder *w, const struct node *n)
{
	struct loose_search s = { .w = w, .cls = map_get(&w->fn->inner, n) };

	if (!s.cls || !is_module(w, s.cls))
		return;
	each_node(&s, look_at);
	if (!s.n || registers(&s))
		return;
	each_node(&s, drop_at);
	for (uint32_t i = 0; i < s.n; i++) {
		const struct container *c = &s.at[i];
		const struct str *name = c->as ? c->as : c->name;
		struct span at = tree_span(w, c->element);
		struct value one = value_dict(w->a, at);

		if (!c->made || !c->plain || (c->local && !c->as) || handled_elsewhere(&s, name))
			continue;
		tree_put(w, one.as.dict, "of", value_str(s.cls->name, at), at);
		tree_put(w, one.as.dict, "attribute", value_str(name, at), at);
		tree_put(w, one.as.dict, "made", value_str(c->made, at), at);
		tree_put(w, one.as.dict, "form", value_text(c->form, at), at);
		tree_place(w, one.as.dict, at);
		list_push(w->a, w->loose, one, at);
	}
}

/* The function does something else with it than call it or its methods: it may become a part of another module. */
static bool is_handed_on(const struct fn *scope, const struct node *target)
{
	struct walk x;

	walk_begin(&x, scope->node);
	for (const struct node *n; (n = walk_next(&x));) {
		uint32_t kid = 0;
		const struct node *up = walk_parent(&x, &kid);

		if (n != target && node_is_name(n, target->text) && up->kind != NODE_ATTR &&
		    !(up->kind == NODE_CALL && kid == 0))
			return true;
	}
	return false;
}

void tree_add_module(struct tree_builder *w, const struct node *target, const struct node *value)
{
	struct loose_search s = { .w = w };
	const struct node *call = without_moves(&s, value);
	struct found is =
		call->kind == NODE_CALL ? script_callee(w->fn, call->kid[0]) : (struct found){ .kind = F_NONE };
	struct span at = tree_span(w, target);
	struct value one;

	if (target->kind != NODE_NAME || is.kind != F_CLASS || w->nwalks++ >= WALKS_MAX ||
	    !class_has_weights(w, is.cls, 0))
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "name", value_str(target->text, at), at);
	tree_put(w, one.as.dict, "handed", value_bool(is_handed_on(w->fn, target), at), at);
	tree_put(w, one.as.dict, "made", tree_shown(w, script_value(w->p, w->fn, call, NULL), at), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->modules, one, at);
}
