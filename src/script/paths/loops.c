// SPDX-License-Identifier: MIT
/* The events in, before and beside each loop: the tree of a program's operations is flattened to a list of its
 * events in their order. Each loop is an interval of that list; each event has a linked list of what encloses it,
 * innermost first.
 *
 * Invariant: intervals are nested or disjoint, and a loop comes in the list before those in it.
 *
 * 	for e in range(9):			loop 0: events [0, 3), outer -1
 * 		for x in data:			loop 1: events [0, 2), outer 0
 * 			loss.backward(); opt.step()
 * 		sched.step() */
#include "script/paths/loops.h"
#include "python/syntax/treewalk.h"

enum { OCCURRENCES_MAX = 5000, LOOPS_MAX = 400 };

struct course_builder {
	struct script_project *p;
	struct course *to;
};

/* ---- one program */

static const struct enclosure *push(struct course_builder *w, int kind, const struct op *op, bool otherwise,
				    const struct enclosure *up)
{
	struct enclosure *a = arena_new(&w->p->arena, struct enclosure);

	*a = (struct enclosure){ kind, otherwise, op, up };
	return a;
}

/* The arm leaves: code after the branch is reached only past it. */
static bool leaves(const struct op *arm)
{
	for (; arm && arm->next; arm = arm->next)
		;
	return arm && (arm->kind == OP_BREAK || arm->kind == OP_CONTINUE || arm->kind == OP_RETURN);
}

static void note_loss(struct course_builder *w, const struct op *op)
{
	const struct node *callee = op->event->loss ? op->node->kid[0] : NULL;
	struct placed x = { op->frame, callee && callee->kind == NODE_ATTR ? callee->kid[0] : NULL };

	if (!x.node)
		return;
	x = op->event->through ? derive_resolved(w->p, x) : x;
	if (op->event->through && x.node->kind == NODE_CALL && x.node->n > 1)
		x.node = x.node->kid[1]; /* scaler.scale(loss).backward() */
	derive_losses(&w->to->derive, x);
}

static void walk(struct course_builder *w, const struct op *op, const struct enclosure *up, uint32_t loops, int outer);

static void walk_loop(struct course_builder *w, const struct op *op, const struct enclosure *up, uint32_t loops,
		      int outer)
{
	int me = (int)w->to->loop.n;

	if (me == LOOPS_MAX)
		return;
	vec_push(&w->to->loop,
		 ((struct loop){ .is = { op, up, loops }, .first = (uint32_t)w->to->event.n, .outer = outer }));
	walk(w, op->kid, push(w, IN_LOOP, op, false, up), loops + 1, me);
	w->to->loop.at[me].end = (uint32_t)w->to->event.n;
	if (outer >= 0)
		w->to->loop.at[outer].holds |= w->to->loop.at[me].holds;
}

static const struct enclosure *walk_branch(struct course_builder *w, const struct op *op, const struct enclosure *up,
					   uint32_t loops, int outer)
{
	int is = op->cond->kind;

	if (is != COND_FALSE)
		walk(w, op->kid, is == COND_TRUE ? up : push(w, IN_BRANCH, op, false, up), loops, outer);
	if (is != COND_TRUE)
		walk(w, op->other, is == COND_FALSE ? up : push(w, IN_BRANCH, op, true, up), loops, outer);
	if (is != COND_TRUE && is != COND_FALSE && (leaves(op->kid) || leaves(op->other)))
		return push(w, PAST_BRANCH, op, leaves(op->kid), up);
	return up;
}

static void walk(struct course_builder *w, const struct op *op, const struct enclosure *up, uint32_t loops, int outer)
{
	for (; op; op = op->next) {
		switch (op->kind) {
		case OP_EVENT:
			if (w->to->event.n == OCCURRENCES_MAX)
				return;
			vec_push(&w->to->event, ((struct occurrence){ op, up, loops }));
			note_loss(w, op);
			if (outer >= 0 && op->event->loss)
				w->to->loop.at[outer].trains = w->to->loop.at[outer].holds = true;
			break;
		case OP_IF:
			up = walk_branch(w, op, up, loops, outer);
			break;
		case OP_LOOP:
			walk_loop(w, op, up, loops, outer);
			break;
		case OP_CALL:
			walk(w, op->kid, up, loops, outer);
			break;
		case OP_WITH:
			walk(w, op->kid, push(w, IN_REGION, op, false, up), loops, outer);
			break;
		default:
			break;
		}
	}
}

/* ---- regions by the names of their callees */

static const struct script_event *region_named(const struct script_project *p, struct fn *fn, const struct node *x)
{
	const struct str *name = script_refer(fn, x->kind == NODE_CALL ? x->kid[0] : x);

	for (uint32_t i = 0; name && i < p->know->nevents; i++)
		if (str_among(name, p->know->event[i].region, p->know->event[i].nregions))
			return &p->know->event[i];
	return NULL;
}

/* The last region among the items of a `with`, or among a function's decorators; NULL: there is none. */
static const struct script_event *region_of(const struct script_project *p, struct fn *fn, const struct node *n)
{
	const struct script_event *found = NULL, *e;
	uint32_t first = n->kind == NODE_WITH ? 1 : n->kind == NODE_DEF ? 2 : n->n;

	for (uint32_t i = first; i < n->n; i++) {
		e = region_named(p, fn, n->kind == NODE_WITH ? n->kid[i]->kid[0] : n->kid[i]);
		found = e ? e : found;
	}
	return found;
}

static void find_regions(struct script_project *p, struct fn *fn, struct courses *out)
{
	struct walk w;

	walk_begin(&w, fn->node);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
		const struct script_event *e = NULL;

		if ((n->kind == NODE_DEF || n->kind == NODE_LAMBDA) && n != fn->node)
			walk_skip(&w);
		else if (region_of(p, fn, n))
			map_put(&p->arena, &out->regions, fn, p);
		if (!callee || (callee->kind != NODE_ATTR && callee->kind != NODE_NAME))
			continue;
		for (uint32_t up = 0; up < w.depth && !e; up++)
			e = region_of(p, fn, walk_around(&w, up));
		if (e)
			map_put(&p->arena, &out->within, names_joined(e->name, callee->text), p);
	}
}

/* ---- all programs */

static void find_course(struct script_project *p, const struct program *prog, struct courses *out)
{
	struct course *c = arena_new(&p->arena, struct course);
	struct course_builder w = { p, c };

	*c = (struct course){ .derive = { .p = p } };
	if (prog->cut)
		return;
	walk(&w, prog->first, NULL, 0, -1);
	if (!c->loop.n) {
		vec_release(&c->event);
		return;
	}
	vec_push(&out->at, c);
}

static void sort_by_file(struct script_project *p, struct courses *c, const struct course *in)
{
	for (size_t i = 0; i < in->loop.n; i++) {
		const struct cfile *f = in->loop.at[i].is.op->in->file;
		struct file_loops *of = map_get(&c->loops, f);
		struct loop_at *at = arena_new(&p->arena, struct loop_at);

		if (!of) {
			of = arena_new(&p->arena, struct file_loops);
			*of = (struct file_loops){ NULL, &of->first };
			map_put(&p->arena, &c->loops, f, of);
		}
		*at = (struct loop_at){ in, &in->loop.at[i], NULL };
		*of->end = at;
		of->end = &at->next;
	}
}

const struct loop_at *loops_of_file(const struct courses *c, const struct cfile *f)
{
	const struct file_loops *of = map_get(&c->loops, f);

	return of ? of->first : NULL;
}

void loops_find(struct script_project *p, struct courses *out)
{
	struct programs all = { 0 };
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);

	*out = (struct courses){ 0 };
	script_programs(p, true, &all);
	for (size_t i = 0; i < all.n; i++)
		find_course(p, &all.at[i], out);
	for (size_t i = 0; i < n && out->at.n; i++)
		find_regions(p, fn[i], out);
	for (size_t i = 0; i < out->at.n; i++)
		sort_by_file(p, out, out->at.at[i]);
	vec_release(&all);
}

void loops_release(struct courses *c)
{
	for (size_t i = 0; i < c->at.n; i++) {
		vec_release(&c->at.at[i]->event);
		vec_release(&c->at.at[i]->loop);
	}
	vec_release(&c->at);
}
