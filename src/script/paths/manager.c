// SPDX-License-Identifier: MIT
/* A context manager is a function with `yield` or a class with `__enter__`. Its code, and that of the functions that it
 * calls, is searched for regions and for what switches a model to evaluation. It is not followed in order: what it
 * does behind the body counts too, and what a switch is for doesn't.
 *
 *	def evaluating(net):		with evaluating(net):	the body is in the regions `eval` and `no_grad`
 *		net.eval()			...
 *		with torch.no_grad():
 *			yield */
#include "script/paths/manager.h"
#include "python/syntax/treewalk.h"
#include "pymodel/inheritance.h"
#include "script/values/matters.h"
#include <string.h>

enum { MANAGER_DEPTH = 3 /* of calls */ };

const struct script_event *region_event(struct script_project *p, struct fn *fn, const struct node *x, bool wide)
{
	const struct str *name = x->kind == NODE_CALL ? script_called(p, fn, x) : wide ? script_refer(fn, x) : NULL;

	for (uint32_t i = 0; name && i < p->know->nevents; i++) {
		const struct script_event *e = &p->know->event[i];

		if (event_counts(e, wide ? EVERY : ORDERED) && str_among(name, e->region, e->nregions))
			return e;
	}
	return NULL;
}

const struct script_event *evaluation_event(const struct script_know *k)
{
	for (uint32_t i = 0; i < k->nevents; i++)
		if (k->event[i].mode == MODE_EVALUATE)
			return &k->event[i];
	return NULL;
}

static uint64_t bit_of(const struct script_know *k, const struct script_event *e)
{
	return e ? UINT64_C(1) << (e - k->event) : 0;
}

/* `x.eval()`, and `x.train(False)`: any switch to a mode that is given counts. */
static bool may_evaluate(const struct script_know *k, const struct node *call)
{
	const struct str *last = call->kid[0]->kind == NODE_ATTR ? call->kid[0]->text : NULL;
	uint64_t may = last ? script_events_named(k, last) : 0;

	for (uint32_t i = 0; may; i++, may >>= 1)
		if ((may & 1) && (k->event[i].mode == MODE_EVALUATE || (k->event[i].mode == MODE_TRAIN && call->n > 1)))
			return true;
	return false;
}

static uint64_t regions_in(struct script_project *p, struct fn *fn, unsigned depth)
{
	const struct call_frame f = { .fn = fn };
	uint64_t found = 0;
	struct walk w;

	if (!fn || fn->node->kind != NODE_DEF || depth > MANAGER_DEPTH)
		return 0;
	walk_begin(&w, fn->node->kid[1]);
	for (const struct node *n; (n = walk_next(&w));) {
		if (node_is_scope(n))
			walk_skip(&w);
		else if (n->kind == NODE_WITHITEM)
			found |= bit_of(p->know, region_event(p, fn, n->kid[0], true));
		else if (n->kind == NODE_CALL && may_evaluate(p->know, n))
			found |= bit_of(p->know, evaluation_event(p->know));
		else if (n->kind == NODE_CALL)
			found |= regions_in(p, script_runs(p, &f, n), depth + 1);
	}
	return found;
}

static bool is_yield(const struct node *n, const char *text)
{
	return n->kind == NODE_OPAQUE && n->hi - n->lo >= 5 && !memcmp(text + n->lo, "yield", 5);
}

static bool yields(const struct fn *fn)
{
	struct walk w;

	walk_begin(&w, fn->node->kid[1]);
	for (const struct node *n; (n = walk_next(&w));)
		if (is_yield(n, fn->file->src->bytes))
			return true;
	return false;
}

uint64_t manager_regions(struct script_project *p, const struct call_frame *f, const struct node *call)
{
	struct found x = call->kind == NODE_CALL ? script_callee(f->fn, call->kid[0]) : (struct found){ 0 };
	struct fn *runs = call->kind == NODE_CALL ? script_runs(p, f, call) : NULL;

	if (call->kind == NODE_CALL && x.kind == F_CLASS)
		return regions_in(p, class_method(&p->model, x.cls, str_lit("__init__"), NULL), 0) |
		       regions_in(p, class_method(&p->model, x.cls, str_lit("__enter__"), NULL), 0);
	return runs && runs->node->kind == NODE_DEF && yields(runs) ? regions_in(p, runs, 0) : 0;
}
