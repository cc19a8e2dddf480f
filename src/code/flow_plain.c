// SPDX-License-Identifier: MIT
#include "code/flow_plain.h"
#include "code/flow.h"
#include "code/flow_expr.h"
#include "code/flow_look.h"
#include "code/priv.h"
#include <string.h>

static struct cnode *add_loading(struct index *c, struct fn *f, const struct node *from, const struct str *name,
				 bool composed)
{
	struct cnode *root = arena_new(&c->m.arena, struct cnode);
	*root = (struct cnode){ .training = true };
	vec_push(&c->loading, ((struct plain_load){ f, from, name, root, composed }));
	return root;
}

/* The dotted name of a decorator's call, as its file's imports have it; NULL: unknown. */
static const struct str *decorator_name(struct fn *f, const struct node *call)
{
	if (call->kind != NODE_CALL)
		return NULL;
	struct found x = names_of(f->file->top, call->kid[0]);
	return x.kind == F_EXT ? x.dotted : x.kind == F_FUNC ? x.fn->name : NULL;
}

static bool name_is_in(const struct code_texts *ends, const struct str *name)
{
	for (uint32_t i = 0; name && i < ends->n; i++)
		if (name_ends(name->s, ends->at[i]))
			return true;
	return false;
}

void flow_starts(struct index *c)
{
	for (size_t i = 0; c->composed && i < c->m.fn.n; i++) {
		struct fn *f = c->m.fn.at[i];
		const struct node *n = f->node;
		for (uint32_t k = 2; n->kind == NODE_DEF && k < n->n && n->kid[0]->n && n->kid[0]->kid[0]->text; k++) {
			const struct str *name = decorator_name(f, n->kid[k]);
			if (!name_is_in(&c->know->plain_main, name))
				continue;
			struct aset v = aset_of_node(c, add_loading(c, f, n->kid[k], name, true));
			flow_grow(c, flow_var(f, n->kid[0]->kid[0]->text), &v, false);
		}
	}
}

/* Each call that reads a config gets its own tree. */
bool flow_loads(struct fn *f, const struct str *name, const struct passed_all *a, struct aset *out)
{
	struct index *c = index_of(f->file);
	size_t i = 0;
	bool composes = c->composed && name_is_in(&c->know->plain_composer, name);
	if (!c->plain || !a->n || !(composes || texts_have(&c->know->plain_loader, name->s)))
		return false;
	while (i < c->loading.n && c->loading.at[i].from != a->at[0].node)
		i++;
	if (i == c->loading.n)
		add_loading(c, f, a->at[0].node, name, composes);
	*out = aset_of_node(c, c->loading.at[i].root);
	return true;
}

bool flow_wraps(const struct index *c, const struct aval *to)
{
	const struct str *name = to->kind == A_FUNC    ? to->fn->name
				 : to->kind == A_CLASS ? to->cls->name
				 : to->kind == A_EXT   ? to->text
						       : NULL;
	for (uint32_t i = 0; c->plain && name && i < c->know->plain_wrapper.n; i++)
		if (name_ends(name->s, c->know->plain_wrapper.at[i]))
			return true;
	return false;
}

/* `args.__dict__`, `vars(args)` */
static bool is_attributes(const struct node *n)
{
	return (n->kind == NODE_ATTR && !strcmp(n->text->s, "__dict__")) ||
	       (n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "vars"));
}

bool flow_stores(struct index *c, const struct node *callee, const struct passed_all *a)
{
	if (!c->plain || callee->kind != NODE_ATTR ||
	    !(texts_have(&c->know->plain_store, callee->text->s) ||
	      (!strcmp(callee->text->s, "update") && is_attributes(callee->kid[0]))))
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t n = 0; n < a->at[i].val.n; n++)
			if (a->at[i].val.at[n].kind == A_NODE)
				a->at[i].val.at[n].node->argued = true;
	return true;
}

/* setattr(x, k, v), x[k] = v, x.__dict__[k] = v with the names of `for k, v in ...` */
static bool is_set(const struct node *n, const struct str *key, const struct str *value)
{
	const struct node *x = n->kind == NODE_EXPR ? n->kid[0] : n;
	if (x->kind == NODE_CALL)
		return x->n == 4 && x->kid[0]->kind == NODE_NAME && !strcmp(x->kid[0]->text->s, "setattr") &&
		       x->kid[2]->kind == NODE_NAME && x->kid[2]->text == key && x->kid[3]->kind == NODE_NAME &&
		       x->kid[3]->text == value;
	const struct node *to = x->kind == NODE_ASSIGN && x->n == 2 ? x->kid[1] : NULL;
	return to && to->kind == NODE_INDEX && is_attributes(to->kid[0]) && to->kid[1]->kind == NODE_NAME &&
	       to->kid[1]->text == key && x->kid[0]->kind == NODE_NAME && x->kid[0]->text == value;
}

bool flow_sets_all(const struct index *c, const struct node *loop, const struct aset *over)
{
	const struct node *to = loop->kid[0], *body = loop->n > 2 ? loop->kid[2] : NULL;
	bool pairs = c->plain && to->kind == NODE_TUPLE && to->n == 2 && to->kid[0]->kind == NODE_NAME &&
		     to->kid[1]->kind == NODE_NAME && body && body->kind == NODE_BLOCK && body->n == 1;
	if (!pairs || !is_set(body->kid[0], to->kid[0]->text, to->kid[1]->text))
		return false;
	for (uint32_t i = 0; i < over->n; i++)
		if (over->at[i].kind != A_NODE || over->at[i].in || !over->at[i].items)
			return false;
	for (uint32_t i = 0; i < over->n; i++)
		over->at[i].node->argued = true;
	return over->n;
}

bool flow_spawns(struct fn *f, const struct str *name, const struct passed_all *a)
{
	struct index *c = index_of(f->file);
	static const struct node rank = { .kind = NODE_INT };
	struct fn *to = NULL;
	if (!c->plain || !texts_have(&c->know->plain_spawn, name->s))
		return false;
	struct passed_all all; /* not above: it is large, and most calls return there */
	all.at[0] = (struct passed){ &rank, aset_anything() };
	all.n = 1;
	all.config = false;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct node *n = a->at[i].node, *in = n->kind == NODE_KW ? n->kid[0] : n;
		for (uint32_t k = 0; !to && k < a->at[i].val.n; k++)
			if (a->at[i].val.at[k].kind == A_FUNC)
				to = a->at[i].val.at[k].fn;
		for (uint32_t k = 0; in->kind == NODE_TUPLE && k < in->n && all.n < ARGS_MAX; k++)
			all.at[all.n++] = (struct passed){ in->kid[k], flow_eval(f, in->kid[k]) };
	}
	if (to)
		flow_bind(f, to, &all, false);
	return to;
}
