// SPDX-License-Identifier: MIT
#include "script/paths/orders.h"
#include "python/syntax/treewalk.h"
#include "script/values/matters.h"

/* ---- objects that are known only by their use */

static void use_of(struct script_project *p, const struct call_frame *f, const struct node *n,
		   struct script_kind_of *kind)
{
	struct variable *v = script_cell(p, f, n);

	if (v)
		map_put(&p->arena, &p->used_as, v, kind);
}

static bool is_of(struct script_project *p, const struct call_frame *f, const struct node *n,
		  const struct script_kind_of *kind)
{
	struct variable *v = script_cell(p, f, n);
	bool foreign;

	return v && script_cell_kind(p, v, &foreign) == kind;
}

static void use_in_call(struct script_project *p, const struct call_frame *f, const struct node *call)
{
	const struct node *callee = call->kid[0], *of = callee->kind == NODE_ATTR ? callee->kid[0] : NULL;
	uint64_t may;

	for (uint32_t i = 0; of && i < p->know->nkinds; i++)
		if (str_among(callee->text, p->know->kind[i].unique, p->know->kind[i].nunique))
			use_of(p, f, of, &p->know->kind[i]);
	may = of ? script_events_named(p->know, callee->text) : 0;
	for (uint32_t i = 0; may; i++, may >>= 1) {
		const struct script_event *e = &p->know->event[i];
		bool through = (may & 1) && e->through && of->kind == NODE_CALL && of->kid[0]->kind == NODE_ATTR &&
			       of->kid[0]->text == e->through;

		if (through && str_among(callee->text, e->method, e->nmethods))
			use_of(p, f, of->kid[0]->kid[0], e->on);
		if ((may & 1) && e->on && e->with && call->n > 1 && str_among(callee->text, e->method, e->nmethods) &&
		    is_of(p, f, of, e->on))
			use_of(p, f, call->kid[1], e->with);
	}
}

static void uses_in(struct script_project *p, struct fn *fn)
{
	const struct node *body = node_body(fn->node);
	const struct call_frame f = { .fn = fn };
	struct walk w;

	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));)
		if (n != body && (n->kind == NODE_DEF || n->kind == NODE_LAMBDA))
			walk_skip(&w);
		else if (n->kind == NODE_CALL)
			use_in_call(p, &f, n);
}

/* ---- where programs begin */

/* Code that passes it to a library, which runs it in another process, is no caller. */
static bool has_callers(const struct script_project *p, const struct fn *f)
{
	const struct callee *c = map_get(&p->callee, f);
	bool called = false;

	for (size_t i = 0; c && i < c->calls.n; i++)
		called |= !c->calls.at[i].hands;
	return called && !c->escapes;
}

static void begin(struct script_project *p, struct fn *f, bool wide, struct programs *out)
{
	if (script_matters(p, f, wide, 0))
		vec_push(out, script_program(p, f, wide));
}

/* First functions without callers, then those that no program has inlined. */
void script_programs(struct script_project *p, bool wide, struct programs *out)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);

	for (size_t i = 0; !p->uses_known && i < 2 * n; i++) /* twice: a scaler identifies an optimizer */
		uses_in(p, fn[i % n]);
	p->uses_known = true;
	for (size_t i = 0; i < n; i++)
		if (fn[i]->node->kind == NODE_MODULE || (fn[i]->node->kind == NODE_DEF && !map_get(&p->callee, fn[i])))
			begin(p, fn[i], wide, out);
	for (size_t i = 0; i < n; i++)
		if (fn[i]->node->kind == NODE_DEF && !has_callers(p, fn[i]) && !map_get(&p->inlined[wide], fn[i]))
			begin(p, fn[i], wide, out);
}

/* ---- orders */

static void add_new(struct breaches *to, const struct breach *b)
{
	for (size_t i = 0; i < to->n; i++)
		if (to->at[i].op->node == b->op->node)
			return;
	vec_push(to, *b);
}

void orders_find(struct script_project *p, const struct subject_order *rule, uint32_t n, struct orders *out)
{
	struct programs all = { 0 };
	struct err e;

	*out = (struct orders){ .rule = arena_array(&p->arena, struct broken, n + 1) };
	script_programs(p, false, &all);
	for (uint32_t i = 0; i < n; i++) {
		struct broken *b = &out->rule[out->n];
		struct breaches found = { 0 };

		*b = (struct broken){ .id = rule[i].id };
		if (!order_read(p->know, rule[i].spec, &b->order, &e))
			continue;
		out->n++;
		for (size_t k = 0; k < all.n; k++)
			path_walk(&p->arena, p->know, &all.at[k], &b->order, &found, &b->unseen);
		for (size_t k = 0; k < found.n; k++)
			add_new(&b->at, &found.at[k]);
		vec_release(&found);
	}
	vec_release(&all);
}

void orders_release(struct orders *o)
{
	for (uint32_t i = 0; i < o->n; i++) {
		vec_release(&o->rule[i].at);
		vec_release(&o->rule[i].unseen);
	}
}
