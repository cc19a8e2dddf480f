// SPDX-License-Identifier: MIT
/* Under which conditions a call runs: a breadth-first search backwards over the call graph, from the function that
 * holds the call to all its callers. In each function the search descends to the call and collects the tests on the
 * way: those of branches around it, and those of earlier branches that leave.
 *
 * Invariant: the callers of each function are looked up once; `open` is set where a path to the call may not have been
 * seen.
 *
 *	def save(model):
 *		if rank == 0: torch.save(model)		tests of torch.save: "rank == 0",
 *	if epoch % 5 == 0: save(model)			"epoch % 5 == 0" */
#include "script/around.h"
#include "python/syntax/treewalk.h"
#include "script/values/callers.h"
#include "script/values/object.h"
#include "script/values/script_value.h"
#include "python/value/dict.h"
#include <string.h>

enum {
	FUNCTIONS_MAX = 200,
	CALLS_EACH_MAX = 100,
	TESTS_SEEN_MAX = 500,
	TEXT_MAX = 200,
	BEFORE_MAX = 500,
	PATHS_MAX = 32,
	PATH_DEPTH_MAX = 8 /* functions */
};

struct surroundings {
	const struct tree_builder *w;
	struct span at;
	struct list *tests, *calls;
	struct map seen; /* struct fn, struct cfile, names in calls */
	struct fn *todo[FUNCTIONS_MAX];
	unsigned n, done;
	bool open;
};

static void push_text(struct surroundings *x, const struct fn *in, const struct node *n)
{
	size_t len = n->hi - n->lo;

	if (x->tests->n < TESTS_SEEN_MAX)
		list_push(x->w->a, x->tests,
			  value_str(str_of(in->file->src->bytes + n->lo, len < TEXT_MAX ? len : TEXT_MAX), x->at),
			  x->at);
}

/* Also the values of the variables in it: `save = get_rank() == 0`. */
static void add_text(struct surroundings *x, struct fn *in, const struct node *test)
{
	struct call_frame here = { .fn = in };
	struct walk w;

	push_text(x, in, test);
	walk_begin(&w, test);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct variable *v =
			n->kind == NODE_NAME || n->kind == NODE_ATTR ? script_cell(x->w->p, &here, n) : NULL;

		for (const struct binding *b = v ? v->binding : NULL; b; b = b->next)
			if (b->how == BIND_VALUE && b->value->kind != NODE_BINARY) /* not a number */
				push_text(x, b->in, b->value);
	}
}

/* A suite that leaves: it returns, raises, continues or breaks the loop, or ends the program. */
static bool leaves(const struct node *block)
{
	const struct node *last = block->n ? block->kid[block->n - 1] : NULL;
	const struct node *f =
		last && last->kind == NODE_EXPR && last->kid[0]->kind == NODE_CALL ? last->kid[0]->kid[0] : NULL;

	if (!last)
		return false;
	return last->kind == NODE_RETURN || last->kind == NODE_RAISE || last->kind == NODE_CONTINUE ||
	       last->kind == NODE_BREAK ||
	       (f && (f->kind == NODE_ATTR || f->kind == NODE_NAME) && !strcmp(f->text->s, "exit"));
}

static void add_tests(struct surroundings *x, struct fn *in, const struct node *target)
{
	const struct node *next;

	for (const struct node *n = in->node; n && n != target; n = next) {
		bool suite = n->kind == NODE_BLOCK || n->kind == NODE_MODULE;
		uint32_t before = n->n;

		next = node_kid_with(n, target, &before);
		for (uint32_t i = 0; suite && i < before; i++)
			if (n->kid[i]->kind == NODE_ASSERT || (n->kid[i]->kind == NODE_IF && leaves(n->kid[i]->kid[1])))
				add_text(x, in, n->kid[i]->kid[0]);
		if ((n->kind == NODE_IF || n->kind == NODE_WHILE) && next != n->kid[0])
			add_text(x, in, n->kid[0]);
		else if (n->kind == NODE_COND && next != n->kid[1])
			add_text(x, in, n->kid[1]);
		else if (n->kind == NODE_BOOL && next == n->kid[1])
			add_text(x, in, n->kid[0]);
	}
	for (uint32_t i = 2; in->node->kind == NODE_DEF && i < in->node->n; i++)
		add_text(x, in, in->node->kid[i]);
}

static void visit(struct surroundings *x, struct fn *in, const struct node *n)
{
	x->open |= x->tests->n >= TESTS_SEEN_MAX; /* tests that don't fit may be the ones that matter */
	if (x->tests->n >= TESTS_SEEN_MAX)
		return;
	add_tests(x, in, n);
	script_names_called(x->w->a, x->w->p, in->file, &x->seen, x->at, x->calls);
	if (map_get(&x->seen, in))
		return;
	map_put(x->w->a, &x->seen, in, x);
	if (x->n < FUNCTIONS_MAX)
		x->todo[x->n++] = in;
	else
		x->open = true;
}

static void visit_all(struct surroundings *x, const struct call_sites *sites)
{
	x->open |= sites->n > CALLS_EACH_MAX;
	for (size_t i = 0; i < sites->n && i < CALLS_EACH_MAX; i++)
		visit(x, sites->at[i].in, sites->at[i].node);
}

/* The receiver of `x.train()` is known, and its class has another method of that name. */
static bool is_another(const struct script_project *p, const struct script_object *of, struct value v,
		       const struct cls *k)
{
	for (uint32_t i = 0; of && of->cls && i < of->cls->nmro; i++)
		if (of->cls->mro[i] == k)
			return false;
	return of && (of->cls ? of->cls->nmro > 0 : !script_is_vague(p, v));
}

static void visit_some(struct surroundings *x, const struct fn *f, const struct call_sites *sites)
{
	struct script_project *p = x->w->p;

	x->open |= sites->n > CALLS_EACH_MAX;
	for (size_t i = 0; i < sites->n && i < CALLS_EACH_MAX; i++) {
		const struct call_site *s = &sites->at[i];
		struct value v = script_value(p, s->in, s->node->kid[0]->kid[0], NULL);

		if (!is_another(p, script_object_of(p, v), v, f->cls))
			visit(x, s->in, s->node);
	}
}

static void visit_callers(struct surroundings *x, struct fn *f)
{
	const struct script_project *p = x->w->p;
	const struct callee *c = map_get(&p->callee, f);
	const struct call_sites *some = f->cls && f->name ? map_get(&p->some_calls, f->name) : NULL;

	if (f->node->kind == NODE_MODULE)
		return;
	x->open |= f->node->kind != NODE_DEF || (!(c && c->calls.n) && !some) || (c && c->handed);
	if (c)
		visit_all(x, &c->calls);
	if (some)
		visit_some(x, f, some);
}

/* ---- paths */

struct path_search {
	const struct tree_builder *w;
	struct span at;
	struct list *paths;
	struct fn *on[PATH_DEPTH_MAX]; /* functions of the path, so that recursion ends */
	const struct list *tests[PATH_DEPTH_MAX];
	unsigned depth;
};

static void push_outcome(const struct path_search *x, const struct fn *in, const struct node *test, bool is,
			 struct list *out)
{
	size_t len = test->hi - test->lo;
	const struct str *text = str_of(in->file->src->bytes + test->lo, len < TEXT_MAX ? len : TEXT_MAX);

	if (out->n < TESTS_SEEN_MAX)
		list_push(x->w->a, out,
			  value_str(is ? text : str_lit(arena_printf(x->w->a, "not (%s)", text->s)), x->at), x->at);
}

/* The outcome that a test must have, and so the values of a variable that is tested alone: `if is_main:`. */
static void add_outcome(const struct path_search *x, struct fn *in, const struct node *test, bool is, struct list *out)
{
	const struct call_frame here = { .fn = in };
	const struct node *name = test;
	const struct variable *v;

	push_outcome(x, in, test, is, out);
	if (test->kind == NODE_UNARY && test->op == OP_NOT) {
		name = test->kid[0];
		is = !is;
	}
	v = name->kind == NODE_NAME || name->kind == NODE_ATTR ? script_cell(x->w->p, &here, name) : NULL;
	if (v && v->nbindings == 1 && v->binding->how == BIND_VALUE)
		push_outcome(x, v->binding->in, v->binding->value, is, out);
}

static void outcomes_in(const struct path_search *x, struct fn *in, const struct node *target, struct list *out)
{
	const struct node *next;

	for (const struct node *n = in->node; n && n != target; n = next) {
		bool suite = n->kind == NODE_BLOCK || n->kind == NODE_MODULE;
		uint32_t before = n->n;

		next = node_kid_with(n, target, &before);
		for (uint32_t i = 0; suite && i < before; i++)
			if (n->kid[i]->kind == NODE_IF && !n->kid[i]->kid[2] && leaves(n->kid[i]->kid[1]))
				add_outcome(x, in, n->kid[i]->kid[0], false, out);
		if (n->kind == NODE_IF && next != n->kid[0])
			add_outcome(x, in, n->kid[0], next == n->kid[1], out);
		else if (n->kind == NODE_COND && next != n->kid[1])
			add_outcome(x, in, n->kid[1], next == n->kid[0], out);
		else if (n->kind == NODE_BOOL && n->op == OP_AND && next == n->kid[1])
			add_outcome(x, in, n->kid[0], true, out);
	}
	for (uint32_t i = 2; in->node->kind == NODE_DEF && i < in->node->n; i++)
		push_outcome(x, in, in->node->kid[i], true, out); /* a decorator */
}

static void end_path(struct path_search *x)
{
	struct value all = value_list(x->w->a, VALUE_LIST, 4, x->at);

	for (unsigned i = 0; i < x->depth; i++)
		for (uint32_t k = 0; k < x->tests[i]->n; k++)
			list_push(x->w->a, all.as.list, x->tests[i]->at[k].val, x->at);
	list_push(x->w->a, x->paths, all, x->at);
}

static void follow_path(struct path_search *x, struct fn *in, const struct node *target);

static void follow_callers(struct path_search *x, struct fn *in)
{
	const struct script_project *p = x->w->p;
	const struct callee *c = map_get(&p->callee, in);
	const struct call_sites *some = in->cls && in->name ? map_get(&p->some_calls, in->name) : NULL;
	size_t direct = c ? c->calls.n : 0, n = direct + (some ? some->n : 0);

	if (!n || n > CALLS_EACH_MAX || (c && c->handed) || x->depth == PATH_DEPTH_MAX) {
		end_path(x);
		return;
	}
	for (size_t i = 0; i < n && x->paths->n < PATHS_MAX; i++) {
		const struct call_site *s = i < direct ? &c->calls.at[i] : &some->at[i - direct];

		follow_path(x, s->in, s->node);
	}
}

static void follow_path(struct path_search *x, struct fn *in, const struct node *target)
{
	struct value own = value_list(x->w->a, VALUE_LIST, 4, x->at);

	for (unsigned i = 0; i < x->depth; i++)
		if (x->on[i] == in)
			return;
	outcomes_in(x, in, target, own.as.list);
	x->on[x->depth] = in;
	x->tests[x->depth++] = own.as.list;
	if (in->node->kind == NODE_MODULE)
		end_path(x);
	else
		follow_callers(x, in);
	x->depth--;
}

/* The ways on which it is reached, by the outcomes of tests that each of them needs; unknown if there are many. */
static struct value paths_to(struct tree_builder *w, const struct node *n)
{
	struct path_search x = { .w = w, .at = tree_span(w, n) };
	struct value all = value_list(w->a, VALUE_LIST, 2, x.at);

	x.paths = all.as.list;
	follow_path(&x, w->fn, n);
	return all.as.list->n < PATHS_MAX ? all : (struct value){ .at = x.at };
}

struct value script_around(struct tree_builder *w, const struct node *n)
{
	struct surroundings x = { .w = w, .at = tree_span(w, n) };
	struct value d = value_dict(w->a, x.at), tests = value_list(w->a, VALUE_LIST, 4, x.at),
		     calls = value_list(w->a, VALUE_LIST, 4, x.at);

	const struct found callee = script_callee(w->fn, n->kid[0]);
	const struct call_site *through; /* save_on_master(*args, **kwargs), which passes them on */

	x.tests = tests.as.list;
	x.calls = calls.as.list;
	through = map_get(&w->p->forwards, callee.kind == F_FUNC ? callee.fn : NULL);
	if (through && through->node)
		add_tests(&x, callee.fn, through->node);
	visit(&x, w->fn, n);
	while (x.done < x.n)
		visit_callers(&x, x.todo[x.done++]);
	tree_put(w, d.as.dict, "tests", tests, x.at);
	tree_put(w, d.as.dict, "calls", calls, x.at);
	tree_put(w, d.as.dict, "open", value_bool(x.open, x.at), x.at);
	tree_put(w, d.as.dict, "paths", paths_to(w, n), x.at);
	return d;
}

/* ---- calls before */

/* `torch.cuda.set_device`, `.to(cuda)` */
static const struct str *call_text(const struct tree_builder *w, const struct node *call)
{
	const struct node *f = call->kid[0], *first = call->n > 1 ? call->kid[1] : NULL;
	const struct str *name = script_refer(w->fn, f);

	if (name || f->kind != NODE_ATTR)
		return name;
	return str_lit(
		arena_printf(w->a, ".%s(%s)", f->text->s, first && first->kind == NODE_STR ? first->text->s : ""));
}

/* Adds the calls that the statement certainly makes. */
static void add_calls(const struct tree_builder *w, const struct node *statement, struct list *out)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; out->n < BEFORE_MAX && (n = walk_next(&walk));) {
		const struct str *text = n->kind == NODE_CALL ? call_text(w, n) : NULL;

		if (n->kind == NODE_LAMBDA || n->kind == NODE_COND || n->kind == NODE_BOOL)
			walk_skip(&walk);
		if (text)
			list_push(w->a, out, value_str(text, tree_span(w, n)), tree_span(w, n));
	}
}

struct value script_before(struct tree_builder *w, const struct node *target)
{
	struct value all = value_list(w->a, VALUE_LIST, 4, tree_span(w, target));
	const struct node *next;

	for (const struct node *n = w->fn->node; n && n != target; n = next) {
		bool suite = n->kind == NODE_BLOCK || n->kind == NODE_MODULE;
		uint32_t before = n->n;

		next = node_kid_with(n, target, &before);
		for (uint32_t i = 0; suite && i < before; i++)
			if (n->kid[i]->kind == NODE_EXPR || n->kid[i]->kind == NODE_ASSIGN)
				add_calls(w, n->kid[i], all.as.list);
	}
	return all;
}
