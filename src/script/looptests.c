// SPDX-License-Identifier: MIT
#include "script/looptests.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { UNSYNCED_MAX = 8, TEXT_MAX = 200 };

static struct span span_of(const struct loop *l)
{
	const struct op *op = l->is.op;

	return (struct span){ op->in->file->src->id, op->node->lo, op->node->hi };
}

/* ---- tests with a remainder */

static bool is_modulus(const struct node *n)
{
	return n->kind == NODE_BINARY && n->op == OP_MOD && n->kid[0]->kind != NODE_STR;
}

const struct node *looptests_modulus(struct fn *in, const struct node *test)
{
	const struct node *mod = node_find(test, is_modulus);
	const struct node *name = test->kind == NODE_UNARY ? test->kid[0] : test;

	if (mod || name->kind != NODE_NAME)
		return mod;
	struct found f = names_find(in, name->text);
	const struct variable *v = f.kind == F_VAR && f.fn == in ? script_variable(f.fn, f.name) : NULL;
	const struct binding *b = v ? v->binding : NULL;
	return b && !b->next && b->how == BIND_VALUE && b->value ? node_find(b->value, is_modulus) : NULL;
}

/* ---- tests around it */

struct value looptests_around(struct arena *a, const struct loop *l)
{
	struct value all = value_list(a, VALUE_LIST, 2, span_of(l));

	for (const struct enclosure *s = l->is.up; s; s = s->up) {
		const struct node *test = s->op->node->kind == NODE_IF ? s->op->node->kid[0] : NULL;
		const struct str *text;
		size_t len = test ? test->hi - test->lo : 0;

		if (!test || s->kind == IN_LOOP || s->kind == IN_REGION)
			continue;
		text = str_of(s->op->in->file->src->bytes + test->lo, len < TEXT_MAX ? len : TEXT_MAX);
		if (s->otherwise)
			text = str_lit(arena_printf(a, "not (%s)", text->s));
		list_push(a, all.as.list, value_str(text, span_of(l)), span_of(l));
	}
	return all;
}

/* ---- tests that choose no_sync */

struct unsynced_search {
	struct arena *a;
	const struct fn *in;
	const struct node *loop;
	struct list *out;
};

static bool says_no_sync(const struct node *n)
{
	return n->kind == NODE_ATTR && !strcmp(n->text->s, "no_sync");
}

static void add(const struct unsynced_search *s, const struct node *place, const struct node *test, bool holds,
		bool late)
{
	struct span at = { s->in->file->src->id, place->lo, place->hi };
	struct value one = value_dict(s->a, at);

	if (s->out->n >= UNSYNCED_MAX)
		return;
	dict_put(s->a, one.as.dict, value_text("test", at),
		 value_str(str_of(s->in->file->src->bytes + test->lo, test->hi - test->lo), at), at);
	dict_put(s->a, one.as.dict, value_text("holds", at), value_bool(holds, at), at);
	dict_put(s->a, one.as.dict, value_text("late", at), value_bool(late, at), at);
	dict_put(s->a, one.as.dict, value_text("number", at), value_int(s->out->n, at), at);
	list_push(s->a, s->out, one, at);
}

/* One arm, and one only, leaves the gradients alone. */
static void add_choice(const struct unsynced_search *s, const struct node *place, const struct node *test,
		       const struct node *then, const struct node *otherwise)
{
	bool yes = then && node_find(then, says_no_sync), no = otherwise && node_find(otherwise, says_no_sync);

	if (yes != no)
		add(s, place, test, yes, false);
}

/* The object is called in the loop before that. */
static bool is_called_before(const struct unsynced_search *s, const struct node *object, const struct node *place)
{
	struct walk w;

	walk_begin(&w, s->loop);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_CALL && n->lo < place->lo &&
		    node_same_text(s->in->file->src->bytes, n->kid[0], object))
			return true;
	return false;
}

static void add_flag(const struct unsynced_search *s, const struct node *assign)
{
	const struct node *to = assign->kid[1];

	if (assign->n == 2 && to->kind == NODE_ATTR && !strcmp(to->text->s, "require_backward_grad_sync") &&
	    assign->kid[0]->kind != NODE_CONST)
		add(s, assign, assign->kid[0], false, is_called_before(s, to->kid[0], assign));
}

struct value looptests_unsynced(struct arena *a, const struct loop *l)
{
	const struct op *op = l->is.op;
	struct value all = value_list(a, VALUE_LIST, 1, span_of(l));
	struct unsynced_search s = { a, op->in, op->node, all.as.list };
	struct walk w;

	walk_begin(&w, op->node);
	for (const struct node *n; (n = walk_next(&w));) {
		if (node_is_scope(n))
			walk_skip(&w);
		else if (n->kind == NODE_COND)
			add_choice(&s, n, n->kid[1], n->kid[0], n->kid[2]);
		else if (n->kind == NODE_IF)
			add_choice(&s, n->kid[0], n->kid[0], n->kid[1], n->kid[2]);
		else if (n->kind == NODE_ASSIGN)
			add_flag(&s, n);
	}
	return all;
}
