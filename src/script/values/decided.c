// SPDX-License-Identifier: MIT
/*
 * Walks the statements of a function in their order, into the arms that certainly run. A test is decided if its value
 * is known, or if it compares a parameter with a text and the frame's call gives that parameter a text.
 *
 * Invariant: a statement that may return, or assign to the name, under a test that isn't decided makes the answer
 * unknown.
 *
 *	def get_scheduler(name, opt):			decided_return for get_scheduler('cosine', opt):
 *		if name == 'step': return StepLR(opt, 30)
 *		return CosineAnnealingLR(opt, 90)	this one
 */
#include "script/values/decided.h"
#include "python/syntax/treewalk.h"
#include "script/values/derive.h"
#include <string.h>

enum ending { GOES_ON, RETURNS, UNDECIDED };
struct choice {
	struct script_project *p;
	const struct call_frame *f;
	const struct str *name; /* NULL: what is returned */
	const struct node *out;
	bool by_call; /* the frame's call was looked at: another call may decide otherwise */
};
enum truth { TRUTH_UNKNOWN, TRUTH_TRUE, TRUTH_FALSE };

static enum truth truth_of(bool is)
{
	return is ? TRUTH_TRUE : TRUTH_FALSE;
}

/* The text that an expression has in the frame; NULL: unknown, or no text. */
static const struct str *text_in(const struct choice *c, const struct node *n)
{
	struct placed x = derive_resolved(c->p, (struct placed){ c->f, n });
	struct value v = script_value(c->p, x.frame->fn, x.node, NULL);

	return v.kind == VALUE_STR ? v.as.s : NULL;
}

static bool may_be_decided(const struct node *cmp)
{
	const struct node *to = cmp->kid[0];

	if (to->kind == NODE_STR && (cmp->op == OP_EQ || cmp->op == OP_NE))
		return true;
	return cmp->op == OP_IN && (to->kind == NODE_TUPLE || to->kind == NODE_LIST || to->kind == NODE_SET);
}

static enum truth compared(struct choice *c, const struct node *test)
{
	const struct node *cmp = test->n == 2 ? test->kid[1] : NULL, *to = cmp ? cmp->kid[0] : NULL;
	const struct str *left;

	if (!cmp || !may_be_decided(cmp))
		return TRUTH_UNKNOWN;
	c->by_call = true;
	left = text_in(c, test->kid[0]);
	if (!left)
		return TRUTH_UNKNOWN;
	if (to->kind == NODE_STR)
		return truth_of((to->text == left) == (cmp->op == OP_EQ));
	for (uint32_t i = 0; i < to->n; i++) {
		if (to->kid[i]->kind != NODE_STR)
			return TRUTH_UNKNOWN;
		if (to->kid[i]->text == left)
			return TRUTH_TRUE;
	}
	return TRUTH_FALSE;
}

static enum truth truth_in(struct choice *c, const struct node *test)
{
	struct value v = script_value(c->p, c->f->fn, test, NULL);

	if (v.kind == VALUE_BOOL)
		return truth_of(v.as.b);
	return test->kind == NODE_COMPARE ? compared(c, test) : TRUTH_UNKNOWN;
}

static bool assigns(const struct node *n, const struct str *name)
{
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		if (node_find_name(n->kid[i], name))
			return true;
	return (n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR || n->kind == NODE_DEL) &&
	       node_find_name(n->kid[0], name);
}

/* What a statement may do: a question about each name of its function goes to the same one, so it is walked once. */
struct written {
	bool leaves;	 /* it may return or raise, or is too deep to be seen */
	struct map name; /* in targets of its assignments */
};

static void add_target(struct arena *a, struct written *of, const struct node *target)
{
	struct walk w;

	walk_begin(&w, target);
	for (const struct node *k; (k = walk_next(&w));)
		if (k->kind == NODE_NAME)
			map_put(a, &of->name, k->text, of);
}

static const struct written *written_in(struct script_project *p, const struct node *n)
{
	struct written *of = map_get(&p->written, n);
	struct walk w;

	if (of)
		return of;
	of = arena_new(&p->arena, struct written);
	*of = (struct written){ 0 };
	walk_begin(&w, n);
	for (const struct node *x; (x = walk_next(&w));) {
		of->leaves |= x->kind == NODE_OPAQUE || x->kind == NODE_RETURN;
		for (uint32_t i = 1; x->kind == NODE_ASSIGN && i < x->n; i++)
			add_target(&p->arena, of, x->kid[i]);
		if (x->kind == NODE_AUGASSIGN || x->kind == NODE_ANNASSIGN || x->kind == NODE_FOR ||
		    x->kind == NODE_DEL)
			add_target(&p->arena, of, x->kid[0]);
		if (x != n && node_is_scope(x))
			walk_skip(&w);
	}
	of->leaves |= w.too_deep;
	map_put(&p->arena, &p->written, n, of);
	return of;
}

/* It may return, raise or assign to the name. */
static bool matters(const struct choice *c, const struct node *n)
{
	const struct written *of = written_in(c->p, n);

	return of->leaves || (c->name && map_get(&of->name, c->name));
}

static enum ending walk_block(struct choice *c, const struct node *block);

static enum ending walk_if(struct choice *c, const struct node *n)
{
	switch (matters(c, n) ? truth_in(c, n->kid[0]) : TRUTH_UNKNOWN) {
	case TRUTH_TRUE:
		return walk_block(c, n->kid[1]);
	case TRUTH_FALSE:
		return n->kid[2] ? walk_block(c, n->kid[2]) : GOES_ON;
	default:
		return matters(c, n) ? UNDECIDED : GOES_ON;
	}
}

static enum ending walk_statement(struct choice *c, const struct node *n)
{
	switch (n->kind) {
	case NODE_RETURN:
		c->out = c->name ? c->out : n->n ? n->kid[0] : NULL;
		return RETURNS;
	case NODE_RAISE:
		return UNDECIDED;
	case NODE_IF:
		return walk_if(c, n);
	case NODE_WITH:
		return walk_block(c, n->kid[0]);
	case NODE_DEF:
	case NODE_CLASS:
		return GOES_ON;
	case NODE_ASSIGN:
		if (c->name && assigns(n, c->name)) {
			c->out = n->n == 2 && node_is_name(n->kid[1], c->name) ? n->kid[0] : NULL;
			return c->out ? GOES_ON : UNDECIDED;
		}
		return GOES_ON;
	default:
		return matters(c, n) ? UNDECIDED : GOES_ON;
	}
}

static enum ending walk_block(struct choice *c, const struct node *block)
{
	enum ending end = GOES_ON;

	for (uint32_t i = 0; i < block->n && end == GOES_ON; i++)
		end = walk_statement(c, block->kid[i]);
	return end;
}

/* of: a function, or a variable of one */
static const struct node *decided(struct script_project *p, const struct call_frame *f, const void *of,
				  const struct str *name)
{
	struct choice c = { .p = p, .f = f, .name = name };
	const struct node **known = map_get(&p->decided, of);
	enum ending end;

	if (known)
		return *known;
	if (f->fn->node->kind != NODE_DEF || !budget_down(&p->budget))
		return NULL;
	end = walk_block(&c, f->fn->node->kid[1]);
	budget_up(&p->budget);
	if (end == UNDECIDED || (!name && end != RETURNS))
		c.out = NULL;
	if (!c.by_call) {
		known = arena_new(&p->arena, const struct node *);
		*known = c.out;
		map_put(&p->arena, &p->decided, of, known);
	}
	return c.out;
}

const struct node *decided_return(struct script_project *p, const struct call_frame *f)
{
	return decided(p, f, f->fn, NULL);
}

const struct node *decided_value(struct script_project *p, const struct call_frame *f, const struct variable *v)
{
	return decided(p, f, v, v->name);
}
