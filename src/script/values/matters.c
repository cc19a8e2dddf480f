// SPDX-License-Identifier: MIT
/* A function matters if an event may happen in it or in its callees: a search over calls, depth first, by the last
 * names of callees first, which are cheap to compare. Each function is computed once.
 *
 * Invariant: while a function is computed it does not matter, which ends recursion.
 *
 * 	def step(opt): opt.step()	matters: a method of that name may be an optimizer's
 * 	def load(opt, x): opt.load_state_dict(x)	does not, but a program that calls it walks into it */
#include "script/values/matters.h"
#include "python/syntax/treewalk.h"
#include <string.h>

bool event_counts(const struct script_event *e, enum breadth b)
{
	return b == EVERY || !e->wide || (b == WEIGHTY && !e->minor);
}

const struct str *call_last_name(const struct node *call)
{
	const struct node *f = call->kid[0];
	return f->kind == NODE_ATTR || f->kind == NODE_NAME ? f->text : NULL;
}

bool call_may_be_event(const struct script_know *k, const struct node *call, enum breadth breadth)
{
	const struct str *last = call_last_name(call);
	uint64_t may = last ? script_events_named(k, last) : 0;

	for (uint32_t i = 0; may; i++, may >>= 1) {
		const struct script_event *e = &k->event[i];

		if ((may & 1) && event_counts(e, breadth) &&
		    (e->ncalls || (e->nmethods && call->kid[0]->kind == NODE_ATTR)))
			return true;
	}
	return false;
}

static bool matters_in(struct script_project *p, const struct call_frame *f, const struct node *n, bool wide,
		       unsigned depth)
{
	struct fn *runs;

	if (depth > NEST_MAX)
		return true;
	if (n->kind == NODE_CALL && (call_may_be_event(p->know, n, wide ? WEIGHTY : ORDERED) ||
				     ((runs = script_runs(p, f, n)) && script_matters(p, runs, wide, depth + 1))))
		return true;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && !node_is_scope(n->kid[i]) && matters_in(p, f, n->kid[i], wide, depth + 1))
			return true;
	return false;
}

/* By the last part of its name. */
static bool may_be_region(const struct script_know *k, const struct node *x)
{
	const struct node *callee = x->kind == NODE_CALL ? x->kid[0] : x;

	if (callee->kind != NODE_ATTR && callee->kind != NODE_NAME)
		return false;
	for (uint32_t i = 0; i < k->nevents; i++)
		for (uint32_t r = 0; k->event[i].wide && r < k->event[i].nregions; r++) {
			const char *dot = strrchr(k->event[i].region[r]->s, '.');

			if (dot && !strcmp(dot + 1, callee->text->s))
				return true;
		}
	return false;
}

/* It has a loop, and it or a part of it runs in a region: a loop that evaluates may do nothing else that counts. */
static bool evaluates(const struct script_know *k, const struct node *def)
{
	bool region = false;
	struct walk w;

	if (def->kind != NODE_DEF || !node_find(def->kid[1], node_is_loop))
		return false;
	for (uint32_t i = 2; i < def->n; i++)
		region |= may_be_region(k, def->kid[i]);
	walk_begin(&w, def->kid[1]);
	for (const struct node *n; !region && (n = walk_next(&w));)
		for (uint32_t i = 1; n->kind == NODE_WITH && i < n->n; i++)
			region |= may_be_region(k, n->kid[i]->kid[0]);
	return region;
}

bool script_matters(struct script_project *p, struct fn *f, bool wide, unsigned depth)
{
	static char hides, does;
	const struct call_frame in = { .fn = f };
	const struct node *body = f->node->kind == NODE_DEF	 ? f->node->kid[1]
				  : f->node->kind == NODE_MODULE ? f->node
								 : NULL;
	const char *known = map_get(&p->matters[wide], f);

	if (!known) {
		map_put(&p->arena, &p->matters[wide], f, &hides); /* during the computation: recursion adds nothing */
		/* what matters to the others matters to wide ones too, which are queried later anyway */
		if (body && (wide || script_matters(p, f, true, depth)) &&
		    ((wide && evaluates(p->know, f->node)) || matters_in(p, &in, body, wide, depth)))
			map_put(&p->arena, &p->matters[wide], f, &does);
		known = map_get(&p->matters[wide], f);
	}
	return known == &does;
}

/* ---- functions that are part of others' programs */

/* An expression is made of one of the parameters behind the first. */
static bool is_of_param(const struct node *params, const struct node *x)
{
	for (uint32_t i = 1; i < params->n; i++)
		if (params->kid[i]->text && node_find_name(x, params->kid[i]->text))
			return true;
	return false;
}

/* x of `x.append(y)` as a statement; NULL: it is none, or of something else than rules list. */
static const struct node *appended_to(const struct script_know *k, const struct node *statement)
{
	const struct node *call = statement->kind == NODE_EXPR ? statement->kid[0] : NULL;

	if (!call || call->kind != NODE_CALL || call->n != 2 || call->kid[0]->kind != NODE_ATTR)
		return NULL;
	for (uint32_t e = 0; e < k->nevents; e++)
		if (k->event[e].adds && str_among(call->kid[0]->text, k->event[e].method, k->event[e].nmethods))
			return call->kid[0]->kid[0];
	return NULL;
}

/* A function whose own statement appends a parameter to the first one, or to an attribute of that: what a loop gives to
 * it is stored. */
static bool keeps(const struct script_know *k, const struct fn *f)
{
	const struct node *params = f->node->kind == NODE_DEF ? f->node->kid[0] : NULL;
	const struct node *body = params ? f->node->kid[1] : NULL, *to;

	for (uint32_t i = 0; body && params->n > 1 && i < body->n; i++) {
		to = appended_to(k, body->kid[i]);
		if (to && to->kind == NODE_ATTR && f->cls)
			to = to->kid[0];
		if (to && node_is_name(to, params->kid[0]->text) && is_of_param(params, body->kid[i]->kid[0]->kid[1]))
			return true;
	}
	return false;
}

/* A call in it may be an event for which functions are entered. */
static bool has_entered(const struct script_know *k, const struct fn *f)
{
	struct walk w;

	walk_begin(&w, f->node->kid[1]);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct str *last = n->kind == NODE_CALL ? call_last_name(n) : NULL;
		uint64_t may = last ? script_events_named(k, last) : 0;

		for (uint32_t i = 0; may; i++, may >>= 1)
			if ((may & 1) && k->event[i].entered)
				return true;
	}
	return false;
}

bool script_is_entered(struct script_project *p, struct fn *f)
{
	static char no, yes;
	char *known = map_get(&p->entered, f);

	if (f->node->kind != NODE_DEF)
		return false;
	if (!known) {
		known = keeps(p->know, f) || has_entered(p->know, f) ? &yes : &no;
		map_put(&p->arena, &p->entered, f, known);
	}
	return known == &yes;
}
