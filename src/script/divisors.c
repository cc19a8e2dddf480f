// SPDX-License-Identifier: MIT
/* The divisors of functions and numbers come from a walk over their expressions. What a divided variable was made of is
 * read backwards: the last statement before it that gives it a value, where that certainly runs, then the object of the
 * method or the first argument of the call there, and so on.
 *
 *	img = Image.open(path).convert('RGB')
 *	return self.tf(img) / 255			calls: [self.tf(), .convert(), PIL.Image.open()]
 *
 * Invariant: a chain ends where its next part isn't certain. */
#include "script/divisors.h"
#include "python/syntax/treewalk.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include "script/rewritable.h"
#include "script/script_tree.h"
#include <string.h>

enum { DIVISIONS_MAX = 100, STEPS_MAX = 12 };
enum { HOPS = 8, WALK_MAX = 2000000, PARTS_DEEP = 4 /* of a number's expression */ };

/* X of max(1, X), float(X), X - warmup. */
static const struct node *peeled(const struct node *n)
{
	for (unsigned i = 0; i < HOPS; i++)
		if (n->kind == NODE_BINARY && n->op == OP_SUB)
			n = n->kid[0];
		else if (n->kind == NODE_CALL && n->n > 1 && n->kid[0]->kind == NODE_NAME &&
			 n->kid[n->n - 1]->kind < NODE_EXPR)
			n = n->kid[1]->kind == NODE_INT && n->n > 2 ? n->kid[2] : n->kid[1];
		else
			break;
	return n;
}

void script_divisors(struct script_project *p, struct arena *a, struct placed made, const struct node *given,
		     struct value to)
{
	struct found f =
		given->kind == NODE_NAME ? script_callee(made.frame->fn, given) : (struct found){ .kind = F_NONE };
	struct fn *fn = given->kind == NODE_LAMBDA ? map_get(&made.frame->fn->inner, given)
			: f.kind == F_FUNC	   ? f.fn
						   : NULL;
	struct call_frame *in;
	struct walk walk;

	if (!fn)
		return;
	in = arena_new(&p->arena, struct call_frame);
	*in = (struct call_frame){ .fn = fn, .up = made.frame, .depth = made.frame->depth + 1 };
	walk_begin(&walk, fn->node);
	for (const struct node *n; (n = walk_next(&walk)) && budget_steps(&p->budget, 1);)
		if (n->kind == NODE_BINARY && n->op == OP_DIV)
			list_push(a, to.as.list,
				  value_str(derive_meaning(p, (struct placed){ in, peeled(n->kid[1]) }), to.at), to.at);
}

/* n is x, or a number made of it: `x.item()`, `float(x)`, `100 * x`. */
static bool is_number_of(const char *text, const struct node *n, const struct node *x, unsigned depth)
{
	const bool method = n->kind == NODE_CALL && n->n == 1 && n->kid[0]->kind == NODE_ATTR;
	const bool one = n->kind == NODE_CALL && n->n == 2 && n->kid[0]->kind == NODE_NAME;

	if (depth >= PARTS_DEEP || node_same_text(text, n, x))
		return depth < PARTS_DEEP;
	if (n->kind == NODE_BINARY && n->op == OP_MUL)
		return is_number_of(text, n->kid[0], x, depth + 1) || is_number_of(text, n->kid[1], x, depth + 1);
	return (method && is_number_of(text, n->kid[0]->kid[0], x, depth + 1)) ||
	       (one && is_number_of(text, n->kid[1], x, depth + 1));
}

uint32_t script_divided(struct script_project *p, struct arena *a, struct placed x, struct fn *in, struct value *to)
{
	uint32_t visited = 0;
	struct walk walk;

	walk_begin(&walk, in->node);
	for (const struct node *n; ++visited <= WALK_MAX && (n = walk_next(&walk));) {
		struct span at = { in->file->src->id, n->lo, n->hi };

		if (n->kind == NODE_DEF && n != in->node)
			walk_skip(&walk);
		else if ((n->kind == NODE_BINARY || n->kind == NODE_AUGASSIGN) && n->op == OP_DIV &&
			 is_number_of(in->file->src->bytes, n->kid[0], x.node, 0))
			list_push(a, to->as.list,
				  value_str(derive_meaning(p, (struct placed){ x.frame, n->kid[1] }), at), at);
	}
	return visited;
}

/* ---- divisions by a number */

struct division_search {
	struct arena *a;
	struct script_project *p;
	struct fn *in;
	const struct cfile *f;
	const struct node *body;
	struct list *out;
};

static struct span place_of(const struct division_search *s, const struct node *n)
{
	return (struct span){ s->f->src->id, n->lo, n->hi };
}

static bool is_block(const struct node *n)
{
	return n->kind == NODE_BLOCK || n->kind == NODE_MODULE;
}

/* The statement is one that may give the name a value. */
static bool binds(const struct node *n, const struct str *name)
{
	struct walk w;
	const uint32_t from = n->kind == NODE_ASSIGN ? 1 : 0;
	const uint32_t to = n->kind == NODE_ASSIGN ? n->n : 1;

	if (n->kind != NODE_ASSIGN && n->kind != NODE_AUGASSIGN && n->kind != NODE_FOR && n->kind != NODE_ANNASSIGN)
		return n->kind == NODE_WITHITEM && n->kid[1] && node_find_name(n->kid[1], name);
	for (uint32_t i = from; i < to; i++) {
		walk_begin(&w, n->kid[i]);
		for (const struct node *t; (t = walk_next_target(&w));)
			if (node_is_name(t, name))
				return true;
	}
	return false;
}

/* What the variable has at a place: the value of the last statement before it that gives it one, where that is
 * certainly run. *at: that statement. NULL: unknown. */
static const struct node *value_before(const struct division_search *s, const struct node *name, const struct node **at)
{
	const struct node *last = NULL, *block = NULL;
	const uint32_t before = (*at)->lo;
	struct walk w;

	walk_begin(&w, s->body);
	for (const struct node *n; (n = walk_next(&w));) {
		if (node_is_scope(n))
			walk_skip(&w);
		else if (n->lo < before && !(n->kind == NODE_ASSIGN && node_holds(n, *at)) && binds(n, name->text)) {
			last = n;
			block = walk_nearest(&w, is_block);
		}
	}
	if (!last || last->kind != NODE_ASSIGN || last->n != 2 || last->kid[1]->kind != NODE_NAME ||
	    (block && !node_holds(block, *at) && block != s->body))
		return NULL;
	*at = last;
	return last->kid[0];
}

static void put(const struct division_search *s, struct value d, const char *key, struct value v)
{
	dict_put(s->a, d.as.dict, value_text(key, d.at), v, d.at);
}

static struct value call_value(const struct division_search *s, const struct node *call)
{
	struct value d = value_dict(s->a, place_of(s, call));
	const struct str *name = script_called(s->p, s->in, call);

	if (name)
		put(s, d, "name", value_str(name, d.at));
	if (call->kid[0]->text)
		put(s, d, "called", value_str(call->kid[0]->text, d.at));
	put(s, d, "object", script_shown(s->a, s->p, s->in, call->kid[0]));
	return d;
}

/* What a call makes its value of: the object of a method, else the first argument. NULL: neither. */
static const struct node *made_of(const struct division_search *s, const struct node *call, const struct node *at)
{
	const struct node *of = call->kid[0]->kind == NODE_ATTR ? call->kid[0]->kid[0] : NULL;

	if (of && (of->kind == NODE_CALL || (of->kind == NODE_NAME && value_before(s, of, &at))))
		return of;
	return call->n > 1 && call->kid[1]->kind < NODE_EXPR ? call->kid[1] : NULL;
}

/* The calls that make the value, the last one first. */
static struct value calls_of(const struct division_search *s, const struct node *n, const struct node *at)
{
	struct value all = value_list(s->a, VALUE_LIST, 2, place_of(s, n));

	for (unsigned i = 0; n && i < STEPS_MAX && budget_steps(&s->p->budget, 1); i++) {
		if (n->kind == NODE_NAME) {
			n = value_before(s, n, &at);
			continue;
		}
		if (n->kind != NODE_CALL)
			break;
		list_push(s->a, all.as.list, call_value(s, n), all.at);
		n = made_of(s, n, at);
	}
	return all;
}

static bool is_number(const struct node *n)
{
	return n->kind == NODE_INT || n->kind == NODE_FLOAT;
}

static void add_division(const struct division_search *s, const struct node *n, const struct node *of,
			 const struct node *by)
{
	struct value d = value_dict(s->a, place_of(s, n));

	if (s->out->n >= DIVISIONS_MAX || (of->kind != NODE_NAME && of->kind != NODE_CALL))
		return;
	put(s, d, "text", value_str(str_of(s->f->src->bytes + n->lo, n->hi - n->lo), d.at));
	put(s, d, "by", value_str(by->text, d.at));
	put(s, d, "calls", calls_of(s, of, n));
	list_push(s->a, s->out, d, d.at);
}

static void add_divisions(const struct division_search *s)
{
	struct walk w;

	walk_begin(&w, s->body);
	for (const struct node *n; (n = walk_next(&w));) {
		bool method = n->kind == NODE_CALL && n->n == 2 && n->kid[0]->kind == NODE_ATTR &&
			      (!strcmp(n->kid[0]->text->s, "div") || !strcmp(n->kid[0]->text->s, "div_"));

		if (n != s->body && node_is_scope(n))
			walk_skip(&w);
		else if ((n->kind == NODE_BINARY || n->kind == NODE_AUGASSIGN) && n->op == OP_DIV &&
			 is_number(n->kid[1]))
			add_division(s, n, n->kid[0], n->kid[1]);
		else if (method && is_number(n->kid[1]))
			add_division(s, n, n->kid[0]->kid[0], n->kid[1]);
	}
}

struct value script_divisions(struct arena *a, struct script_project *p, const struct cfile *f)
{
	struct value all = value_list(a, VALUE_LIST, 1, (struct span){ f->src->id, 0, 0 });
	size_t n;
	struct fn *const *fn = script_functions(p, f, &n);

	for (size_t i = 0; i < n; i++)
		if (fn[i]->file == f)
			add_divisions(&(struct division_search){ a, p, fn[i], f, node_body(fn[i]->node), all.as.list });
	return all;
}
