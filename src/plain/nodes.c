// SPDX-License-Identifier: MIT
/* Trees of defaults in the style of yacs: one walk over each module, then over each function, that follows
 * assignments in the order of the text. A name that is assigned a new node is a root; `root.a.b = value` adds the
 * missing nodes.
 *
 * Invariant: code that changes a tree in a way that isn't followed opens all trees, and open trees reject no key.
 *
 * 	_C = CfgNode()			a root _C
 * 	_C.TRAIN = CfgNode()		TRAIN, a branch of it
 * 	_C.TRAIN.LR = 0.1		LR, a float */
#include "plain/nodes.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { NODES_MAX_OF_PROJECT = 5000 };
struct finder {
	struct arena *a;
	struct script_project *p;
	const struct knowledge *know;
	struct plain_nodes *out;
	struct fn *in;
	uint32_t n; /* nodes so far */
};

const struct plain_node *plain_node_kid(const struct plain_node *n, const struct str *key)
{
	const struct plain_node *k = n->kids;
	while (k && k->key != key)
		k = k->next;
	return k;
}

static struct plain_node *kid(struct finder *w, struct plain_node *n, const struct str *key)
{
	struct plain_node *k = n->kids;
	while (k && k->key != key)
		k = k->next;
	if (k)
		return k;
	if (w->n++ > NODES_MAX_OF_PROJECT) {
		w->out->open = true;
		return n;
	}
	k = arena_new(w->a, struct plain_node);
	*k = (struct plain_node){ .key = key, .next = n->kids };
	n->kids = k;
	n->branch = true;
	return k;
}

static struct plain_node *root_named(const struct finder *w, const struct str *name)
{
	for (struct plain_node *r = w->out->roots; r; r = r->next)
		if (r->key == name && r->file == w->in->file)
			return r;
	return NULL;
}

/* The node of `_C.A.B`; NULL: it belongs to no tree of the file. */
static struct plain_node *place(struct finder *w, const struct node *n, unsigned depth)
{
	if (n->kind == NODE_NAME)
		return root_named(w, n->text);
	struct plain_node *up = n->kind == NODE_ATTR && depth < NEST_MAX ? place(w, n->kid[0], depth + 1) : NULL;
	return up ? kid(w, up, n->text) : NULL;
}

static bool makes_node(const struct finder *w, const struct node *n)
{
	const struct str *name = n->kind == NODE_CALL ? script_refer(w->in, n->kid[0]) : NULL;
	return name && texts_have(&w->know->plain_node, name->s);
}

static const char *type_of(const struct node *n)
{
	switch (n->kind) {
	case NODE_INT:
		return "int";
	case NODE_FLOAT:
		return "float";
	case NODE_STR:
		return n->flags & NF_BYTES ? NULL : "str";
	case NODE_LIST:
		return "list";
	case NODE_TUPLE:
		return "tuple";
	case NODE_CONST:
		return n->op == CONST_NONE ? "NoneType" : n->op == CONST_ELLIPSIS ? NULL : "bool";
	case NODE_UNARY:
		return n->op == OP_NEG || n->op == OP_POS ? type_of(n->kid[0]) : NULL;
	default:
		return NULL;
	}
}

/* Anything in the call except `new_allowed=False` may allow new keys. */
static bool lets_in(const struct node *call)
{
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind != NODE_KW || call->kid[i]->kid[0]->kind != NODE_CONST ||
		    call->kid[i]->kid[0]->op != CONST_FALSE)
			return true;
	return false;
}

static void assign(struct finder *w, const struct node *to, const struct node *value)
{
	struct plain_node *other = value->kind == NODE_NAME || value->kind == NODE_ATTR ? place(w, value, 0) : NULL;
	struct plain_node *n = to->kind == NODE_ATTR ? place(w, to, 0) : NULL;
	bool makes = makes_node(w, value);
	if (to->kind == NODE_NAME && makes) {
		n = root_named(w, to->text);
		if (!n && w->n++ < NODES_MAX_OF_PROJECT) {
			n = arena_new(w->a, struct plain_node);
			*n = (struct plain_node){ .key = to->text, .next = w->out->roots };
			w->out->roots = n;
		}
	}
	if (!n)
		return;
	n->unsure |= n->value != NULL && n->type != type_of(value);
	n->file = w->in->file;
	n->value = value;
	n->type = type_of(value);
	n->branch |= makes || (other && other->branch);
	n->open |= (makes && lets_in(value)) || (!makes && !n->type);
	if (other)
		n->kids = other->kids;
}

static bool among_known(const struct finder *w, const struct node *n)
{
	const struct node *head = n;
	while (head->kind == NODE_ATTR || head->kind == NODE_INDEX)
		head = head->kid[0];
	return head->kind == NODE_NAME && root_named(w, head->text);
}

/* `_C['A'] = 1`, `_C.update(...)`, `_C.set_new_allowed(True)` are not followed: after them the trees are open. */
static void find_in(struct finder *w, struct fn *fn)
{
	struct walk walk;
	w->in = fn;
	walk_begin(&walk, node_body(fn->node));
	for (const struct node *n; (n = walk_next(&walk));) {
		if (node_is_scope(n))
			walk_skip(&walk);
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++) {
			assign(w, n->kid[i], n->kid[0]);
			w->out->open |= n->kid[i]->kind == NODE_INDEX && among_known(w, n->kid[i]);
		}
		if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR &&
		    texts_have(&w->know->plain_node_open, n->kid[0]->text->s))
			w->out->open = true;
	}
}

void plain_nodes_find(struct arena *a, struct script_project *p, const struct knowledge *know, struct plain_nodes *out)
{
	struct finder w = { .a = a, .p = p, .know = know, .out = out };
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);
	for (size_t i = 0; i < n; i++)
		if (fn[i]->node->kind == NODE_MODULE)
			find_in(&w, fn[i]);
	for (size_t i = 0; i < n; i++)
		if (fn[i]->node->kind == NODE_DEF)
			find_in(&w, fn[i]);
}
