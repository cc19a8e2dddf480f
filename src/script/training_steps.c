// SPDX-License-Identifier: MIT
/* The step of training in a function: its one backward, its optimizer step and clipping, where the optimizer is
 * created, and where the loss is computed (slice.c). One walk finds the calls; then conditions are checked in order.
 *
 * Invariant: `trouble` is the first condition that doesn't hold. Without trouble, a fix may rely on everything in
 * the struct.
 *
 * 	opt = SGD(...)			made
 * 	for x in loader:
 * 		loss = f(model(x))	forward: statements 0 to 0 of the body
 * 		loss.backward()		backward
 * 		opt.step()		step */
#include "script/training_steps.h"
#include "script/paths/program.h"
#include "script/values/matters.h"
#include "python/syntax/treewalk.h"
#include "script/values/arguments.h"
#include "script/values/class_arguments.h"
#include "script/rewritable.h"
#include <stdlib.h>
#include <string.h>

struct step_search {
	struct script_project *p;
	struct fn *fn;
	const struct script_event *backward, *step, *clip;
	struct training_step found;
	uint32_t backwards, steps, clips;
	const struct node *statement; /* around the call; NULL: there is none */
};

static const struct script_event *event_named(const struct script_know *k, const char *name)
{
	for (uint32_t i = 0; i < k->nevents; i++)
		if (!strcmp(k->event[i].name->s, name))
			return &k->event[i];
	BUG("rules/script.yaml: no event '%s'", name);
}

static const char *line_of(const struct step_search *w, const struct node *n)
{
	return source_line_of(&w->p->arena, w->fn->file->src, n->lo);
}

static bool trouble(struct step_search *w, const char *why)
{
	if (!w->found.trouble)
		w->found.trouble = why;
	return false;
}

/* ---- callees */

static bool is_method(const struct node *call, const struct script_event *e)
{
	return call->kid[0]->kind == NODE_ATTR && str_among(call->kid[0]->text, e->method, e->nmethods);
}

static bool is_named(const struct node *n, const struct script_kind_of *kind)
{
	for (uint32_t i = 0; n->text && i < kind->nnamed; i++)
		if (strstr(n->text->s, kind->named[i]->s))
			return true;
	return false;
}

/* The call is a whole statement. In the head of a `match` at the top of a function it is in no statement. */
static bool is_alone(const struct step_search *w, const struct node *call)
{
	return w->statement && w->statement->kind == NODE_EXPR && w->statement->kid[0] == call;
}

/* x.step(): of an optimizer, of something else that is known, or of something unknown. */
static void see_step(struct step_search *w, const struct node *call)
{
	const struct node *of = call->kid[0]->kid[0];
	const struct call_frame f = { .fn = w->fn };
	struct variable *v = script_cell(w->p, &f, of);
	bool foreign = false;
	const struct script_kind_of *kind = v ? script_cell_kind(w->p, v, &foreign) : NULL;

	if (kind == w->step->on) {
		w->found.step = call;
		w->found.optimizer = v;
		w->steps++;
		if (!is_alone(w, call) || call->n > 1)
			trouble(w, arena_printf(&w->p->arena, "the optimizer's step on %s is more than a call",
						line_of(w, call)));
	} else if (!kind && !foreign && is_named(of, w->step->on)) { /* its name says so */
		trouble(w, arena_printf(&w->p->arena, "the object that steps on %s is unknown", line_of(w, call)));
	}
}

/* Between backward and step: code that gets the optimizer or parameters may read gradients. */
static bool touches(const struct step_search *w, const struct node *n)
{
	const struct node *optimizer = w->found.step->kid[0]->kid[0];

	if (n->kind != NODE_CALL || n == w->found.clip || n == w->found.step || n == w->found.backward ||
	    n->kid[0]->kind == NODE_CALL)
		return false;
	for (uint32_t i = 0; n->kid[0]->text && i < w->p->know->ngradients; i++)
		if (strstr(n->kid[0]->text->s, w->p->know->gradient[i]->s))
			return true;
	for (uint32_t i = 1; i < n->n; i++)
		if (node_same_text(w->fn->file->src->bytes, n->kid[i]->kind == NODE_KW ? n->kid[i]->kid[0] : n->kid[i],
				   optimizer))
			return true;
	return false;
}

static const struct node *find_touch(const struct step_search *w, const struct node *body)
{
	struct walk walk;

	walk_begin(&walk, body);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->hi <= w->found.backward->hi || n->lo >= w->found.step->lo || n == w->found.clip)
			walk_skip(&walk);
		else if (touches(w, n))
			return n;
	return NULL;
}

static void see_backward(struct step_search *w, const struct node *call)
{
	w->backwards++;
	w->found.backward = w->found.backward ? w->found.backward : call;
	if (!is_alone(w, call))
		trouble(w, "its backward is not a separate statement");
}

static void see_call(struct step_search *w, const struct node *call)
{
	const struct str *name;

	if (is_method(call, w->backward))
		see_backward(w, call);
	else if (is_method(call, w->step))
		see_step(w, call);
	else if ((name = script_refer(w->fn, call->kid[0])) && str_among(name, w->clip->call, w->clip->ncalls)) {
		w->found.clip = w->found.clip ? w->found.clip : call;
		w->clips++;
		if (!w->statement || (w->statement->kind != NODE_EXPR && w->statement->kind != NODE_ASSIGN))
			trouble(w, "its clipping is not a separate statement");
	}
}

static bool is_statement(const struct node *n)
{
	return n->kind >= NODE_EXPR && n->kind != NODE_WITHITEM && n->kind != NODE_EXCEPT;
}

static void seek(struct step_search *w)
{
	struct walk walk;

	walk_begin(&walk, node_body(w->fn->node));
	for (const struct node *n; (n = walk_next(&walk));) {
		if (node_is_scope(n))
			walk_skip(&walk);
		if (n->kind == NODE_CALL) {
			w->statement = walk_nearest(&walk, is_statement);
			see_call(w, n);
		}
		if (n->kind == NODE_ATTR && !strcmp(n->text->s, "grad"))
			trouble(w, arena_printf(&w->p->arena, "%s reads gradients", line_of(w, n)));
	}
}

/* ---- where the optimizer is created */

/* The block runs whenever its function does: the body, or the block below `if __name__ == ...` */
static bool always_runs(const struct fn *f, const struct node *block)
{
	const struct node *body = node_body(f->node);

	if (block == body)
		return true;
	for (uint32_t i = 0; body->kind == NODE_MODULE && i < body->n; i++)
		if (body->kid[i]->kind == NODE_IF && body->kid[i]->kid[1] == block)
			return true;
	return false;
}

/* The only call of the function, in the same file, that passes the variable by position or keyword. */
static const struct node *argument_for(struct step_search *w, const struct variable *v)
{
	const struct callee *c = map_get(&w->p->callee, v->scope);
	const struct call_site *at = c && c->calls.n == 1 && !c->escapes ? &c->calls.at[0] : NULL;
	const struct node *found = NULL;

	if (!at || at->hands || at->in->file != w->fn->file || v->scope->cls)
		return NULL;
	for (uint32_t i = 1; i < at->node->n; i++) {
		const struct node *x = at->node->kid[i];

		if (x->kind == NODE_STAR || x->kind == NODE_DSTAR)
			return NULL;
		if (x->kind == NODE_KW ? x->text == v->name : i - 1 == v->binding->item)
			found = x->kind == NODE_KW ? x->kid[0] : x;
	}
	w->found.passed = at;
	return found;
}

/* The variable behind a parameter that one call passes. */
static struct variable *source_of(struct step_search *w, struct variable *v)
{
	const struct node *given;
	struct call_frame f;

	if (v->nbindings != 1 || v->binding->how != BIND_PARAM)
		return v;
	given = argument_for(w, v);
	if (!given || (given->kind != NODE_NAME && given->kind != NODE_ATTR)) {
		trouble(w, "the optimizer comes from several calls, or from an unseen call");
		return NULL;
	}
	f = (struct call_frame){ .fn = w->found.passed->in };
	return script_cell(w->p, &f, given);
}

/* A function that creates its optimizer and iterates once over the data, called for each epoch: a scaler created
 * there would lose its state. A function with its own loop over epochs is a whole training, perhaps of one fold of
 * many. */
static bool made_each_epoch(struct step_search *w, const struct binding *b)
{
	const struct callee *c = map_get(&w->p->callee, b->in);

	if (b->in != w->fn || node_loops_around(node_body(w->fn->node), w->found.step) > 1)
		return false;
	for (size_t i = 0; c && i < c->calls.n; i++)
		if (node_loops_around(node_body(c->calls.at[i].in->node), c->calls.at[i].node))
			return true;
	return false;
}

static bool see_made(struct step_search *w)
{
	struct variable *v = source_of(w, w->found.optimizer);
	const struct binding *b = v && v->nbindings == 1 ? v->binding : NULL;
	const struct node *user = w->found.passed ? w->found.passed->node : w->found.step;
	const struct fn *at = w->found.passed ? w->found.passed->in : w->fn;

	if (!v)
		return trouble(w, "the place that creates the optimizer is unknown");
	if (!b || b->how != BIND_VALUE || !b->statement || b->statement->kind != NODE_ASSIGN || b->statement->n != 2)
		return trouble(w, "the optimizer is created in several places");
	if (b->in->file != w->fn->file)
		return trouble(w, "the optimizer is created in another file");
	if (b->in == at ? !(b->statement->hi <= user->lo && b->block->lo <= user->lo && user->hi <= b->block->hi)
			: !always_runs(b->in, b->block))
		return trouble(w, "the optimizer is created under a condition");
	if (made_each_epoch(w, b))
		return trouble(w, "the optimizer is created again in each epoch, and so would be the scaler");
	w->found.made = b;
	w->found.made_in = b->in;
	w->found.made_as = str_of(w->fn->file->src->bytes + b->statement->kid[1]->lo,
				  b->statement->kid[1]->hi - b->statement->kid[1]->lo);
	return true;
}

/* ---- the whole step */

/* A call that computes nothing with weights: of a package, a builtin, or a tensor's method that shapes or copies it. */
static bool is_preparing(const struct step_search *w, const struct node *call)
{
	const struct node *callee = call->kid[0];

	if (str_among(call_last_name(call), w->p->know->shape, w->p->know->nshapes))
		return callee->kind == NODE_ATTR || names_find(w->fn, callee->text).kind == F_NONE;
	return script_called(w->p, w->fn, call) && script_is_harmless(w->p, w->fn, call);
}

static bool prepares(const struct step_search *w, const struct node *statement)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_CALL && !is_preparing(w, n))
			return false;
	return true;
}

/* What only prepares the batch stays outside: autocast is for what computes with weights. */
static void skip_preparation(struct step_search *w)
{
	struct statements *s = &w->found.forward;

	while (s->block && s->first < s->last && prepares(w, s->block->kid[s->first]))
		s->first++;
}

static void see_forward(struct step_search *w)
{
	struct training_step *s = &w->found;
	const struct node *of = s->backward->kid[0]->kid[0];
	const struct script_know *k = w->p->know;
	const struct slice_words words = { k->copy, k->off, k->ncopies, k->noff };

	s->forward = script_slice(node_body(w->fn->node), s->backward, of, w->fn->file->src, &words);
	skip_preparation(w);
	if (!s->forward.block)
		trouble(w, "the place that computes its loss is unknown");
	else if (s->forward.split)
		trouble(w, "its loss is computed in several blocks");
	else if (s->forward.off)
		trouble(w, "a part of its forward runs without gradients: weights cast there would stay cast");
}

/* Whether the block in which x is a statement, or contains one, also contains y: y runs no more often than x. */
static bool no_more_often(const struct step_search *w, const struct node *x, const struct node *y)
{
	const struct node *n = node_body(w->fn->node), *block = n;

	for (; n && n != x; n = node_kid_with(n, x, NULL))
		block = n->kind == NODE_BLOCK ? n : block;
	return node_holds(block, y);
}

static void check_step(struct step_search *w)
{
	struct training_step *s = &w->found;
	struct arena *a = &w->p->arena;
	const struct node *touch;

	if (w->backwards > 1)
		trouble(w, arena_printf(a, "one function calls backward on %u losses", w->backwards));
	else if (!w->steps)
		trouble(w, "its optimizer does not visibly step in the same function");
	else if (w->steps > 1)
		trouble(w, arena_printf(a, "optimizers step in %u places of one function", w->steps));
	else if (s->step->lo < s->backward->lo)
		trouble(w, "the optimizer steps before backward is called");
	else if (w->clips > 1)
		trouble(w, arena_printf(a, "gradients are clipped in %u places", w->clips));
	else if (s->clip && (s->clip->lo < s->backward->lo || s->clip->lo > s->step->lo))
		trouble(w, "gradients aren't clipped between backward and step");
	else if (!no_more_often(w, s->backward, s->step))
		trouble(w, "the optimizer may step without a backward before");
	else if (s->clip && !no_more_often(w, s->step, s->clip))
		trouble(w, "gradients are clipped more often than the optimizer steps");
	touch = s->trouble ? NULL : find_touch(w, node_body(w->fn->node));
	if (touch)
		trouble(w, arena_printf(a, "the call on %s may read gradients", line_of(w, touch)));
	if (!s->trouble)
		see_forward(w);
	if (!s->trouble)
		see_made(w);
}

static int by_place(const void *x, const void *y)
{
	const struct training_step *p = x, *q = y;

	return p->backward->lo > q->backward->lo ? 1 : -1;
}

void script_training(struct script_project *p, const struct cfile *f, struct training_steps *out)
{
	size_t n;
	struct fn *const *fn = script_functions(p, f, &n);
	const struct script_event *e = event_named(p->know, "backward");
	bool trains = false;

	for (uint32_t i = 0; i < e->nmethods; i++)
		trains |= strstr(f->src->bytes, e->method[i]->s) != NULL;
	if (!trains)
		return;
	for (size_t i = 0; i < n; i++) {
		struct step_search w = { .p = p,
					 .fn = fn[i],
					 .backward = event_named(p->know, "backward"),
					 .step = event_named(p->know, "step"),
					 .clip = event_named(p->know, "clip") };

		if (fn[i]->file != f || fn[i]->node->kind == NODE_LAMBDA)
			continue;
		w.found.in = fn[i];
		seek(&w);
		if (!w.found.backward)
			continue;
		check_step(&w);
		vec_push(out, w.found);
	}
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_place);
}

/* ---- arguments */

static bool is_bound_before(const struct variable *v, const struct fn *in, uint32_t at)
{
	for (const struct binding *b = v->binding; b; b = b->next)
		if (b->how != BIND_PARAM && b->in == in && (!b->statement || b->statement->hi > at))
			return false;
	return true;
}

/* Its own parameters and variables, and globals that it already reads: other globals may be missing if the file is
 * imported. */
const struct str *script_arguments_name(struct script_project *p, struct fn *in, uint32_t at)
{
	const struct str *found = NULL;

	for (struct fn *f = in; f && !found; f = f->up)
		for (uint32_t i = 0; i < f->var.cap; i++) {
			const struct str *name = f->var.at[i].key;
			struct node n = { .kind = NODE_NAME, .text = name, .lo = at, .hi = at };

			if (name && (!found || strcmp(name->s, found->s) < 0) &&
			    (f == in || node_find_name(in->node, name)) && is_bound_before(f->var.at[i].val, in, at) &&
			    arguments_is(p, script_value(p, in, &n, NULL)) &&
			    !class_arguments_is(p, script_value(p, in, &n, NULL)))
				found = name;
		}
	return found;
}
