// SPDX-License-Identifier: MIT
/* Reduces a function to its program: a recursive descent over the syntax that extracts events, loops, branches,
 * regions, jumps, and assignments to cells that conditions read. Calls of the project's functions that matter are
 * inlined, up to a depth of INLINE_MAX.
 *
 * Invariant: arguments come before their call, a test before its branch. Code that may do anything and isn't
 * followed is OP_HAVOC; a program that grows too long is `cut`, and nothing follows from it.
 *
 * 	def train(opt):
 * 		for x in loader:	OP_LOOP
 * 			opt.step()	  OP_EVENT step, cell opt */
#include "script/paths/program.h"
#include "python/syntax/treewalk.h"
#include "script/paths/assigned.h"
#include "script/paths/condition.h"
#include "script/paths/manager.h"
#include "script/values/matters.h"
#include "script/paths/prune.h"
#include <string.h>

enum { OPS_MAX = 20000, INLINE_MAX = 6, WIDE_MAX = 400000 /* operations of all wide programs of a project */ };

struct program_builder {
	struct script_project *p;
	struct program *out;
	uint32_t nops;
	unsigned depth; /* of syntax */
	bool wide;
};

/* ---- operations */

struct seq {
	struct op *first, *last;
};

static struct op *add(struct program_builder *b, struct seq *to, struct op like)
{
	struct op *o = arena_new(&b->p->arena, struct op);

	if (++b->nops > OPS_MAX || (b->wide && ++b->p->nwide > WIDE_MAX))
		b->out->cut = true;
	*o = like;
	if (to->last)
		to->last->next = o;
	else
		to->first = o;
	return to->last = o;
}

static void build(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to);

static void build_kids(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	b->out->cut |= ++b->depth > INLINE_MAX * NEST_MAX;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			build(b, f, n->kid[i], to);
	b->depth--;
}

/* ---- events */

static struct variable *cell_of_kind(struct program_builder *b, const struct call_frame *f, const struct node *n,
				     const struct script_kind_of *kind)
{
	struct variable *v = script_cell(b->p, f, n);
	bool foreign;

	return v && script_cell_kind(b->p, v, &foreign) == kind ? v : NULL;
}

/* The receiver of the method; `scaled = scaler.scale(loss); scaled.backward()` too. */
static const struct node *receiver(struct script_project *p, const struct call_frame *f, const struct node *call)
{
	const struct node *n = call->kid[0]->kid[0];
	struct variable *v = n->kind == NODE_NAME ? script_cell(p, f, n) : NULL;

	return v && v->nbindings == 1 && v->scope == f->fn && v->binding->how == BIND_VALUE ? v->binding->value : n;
}

static bool event_fits(struct program_builder *b, const struct call_frame *f, const struct node *call,
		       const struct script_event *e, struct op *out)
{
	const struct node *callee = call->kid[0], *on;
	const struct str *name;
	struct variable *v;
	bool foreign = false;

	if (e->nbuiltins)
		return callee->kind == NODE_NAME && str_among(callee->text, e->builtin, e->nbuiltins) &&
		       names_find(f->fn, callee->text).kind == F_NONE;
	if (e->called)
		return (out->cell = cell_of_kind(b, f, callee, e->called)) != NULL;
	if (e->ncalls) {
		name = script_refer(f->fn, callee);
		return name && str_among(name, e->call, e->ncalls);
	}
	if (callee->kind != NODE_ATTR || !str_among(callee->text, e->method, e->nmethods) ||
	    (e->wide && script_runs(b->p, f, call))) /* a method of the project's own */
		return false;
	on = callee->kid[0];
	if (e->through) {
		on = receiver(b->p, f, call);
		if (on->kind != NODE_CALL || on->kid[0]->kind != NODE_ATTR || on->kid[0]->text != e->through)
			return false;
		on = on->kid[0]->kid[0];
	}
	if (e->on && !(out->cell = cell_of_kind(b, f, on, e->on)))
		return false;
	if (!e->on) { /* of any object that is not of a kind */
		v = script_cell(b->p, f, on);
		out->cell = v;
		out->of = v ? script_cell_kind(b->p, v, &foreign) : NULL;
	}
	if (e->with) /* what a scaler steps is an optimizer, whatever its class and wherever it is stored */
		out->with = call->n > 1 ? script_cell(b->p, f, call->kid[1]) : NULL;
	return !e->with || call->n > 1;
}

/* `self.trainer.scaler.update()`: the receiver is unknown, and by its name it may be of the kind. */
static bool may_be_of_kind(struct program_builder *b, const struct call_frame *f, const struct node *call)
{
	const struct node *of = call->kid[0]->kind == NODE_ATTR ? call->kid[0]->kid[0] : NULL;
	struct variable *v = of ? script_cell(b->p, f, of) : NULL;
	bool foreign = false;

	if (!of || (of->kind != NODE_NAME && of->kind != NODE_ATTR) ||
	    (v && (script_cell_kind(b->p, v, &foreign) || foreign)))
		return false;
	for (uint32_t i = 0; i < b->p->know->nevents; i++) {
		const struct script_event *e = &b->p->know->event[i];

		for (uint32_t k = 0;
		     e->on && !e->wide && str_among(call->kid[0]->text, e->method, e->nmethods) && k < e->on->nnamed;
		     k++)
			if (strstr(of->text->s, e->on->named[k]->s))
				return true;
	}
	return false;
}

static bool build_event(struct program_builder *b, const struct call_frame *f, const struct node *call, struct seq *to)
{
	uint64_t may = script_events_named(b->p->know, call_last_name(call));

	for (uint32_t i = 0; may; i++, may >>= 1) {
		const struct script_event *e = &b->p->know->event[i];
		struct op o = { .kind = OP_EVENT, .event = e, .in = f->fn, .node = call, .frame = f };

		if ((may & 1) && !e->nregions && event_counts(e, b->wide ? EVERY : ORDERED) &&
		    event_fits(b, f, call, e, &o)) {
			add(b, to, o);
			return true;
		}
	}
	return false;
}

/* ---- texts */

/* Its file contains `x.backward` or `scale(x)`: of thousands of texts only those of losses are listed. */
static bool goes_backward(struct program_builder *b, const struct fn *in, struct variable *v)
{
	const char *text = in->file->src->bytes;
	const void *known = map_get(&b->p->backward, v);
	bool is = false;

	if (known || (b->p->scanned += in->file->src->len) > TEXTS_SCANNED_MAX)
		return known == v;
	for (uint32_t i = 0; i < b->p->know->nevents && !is; i++) {
		const struct script_event *e = &b->p->know->event[i];

		for (uint32_t k = 0; e->loss && k < e->nmethods && !is; k++)
			is = strstr(text, arena_printf(&b->p->arena, "%s.%s", v->name->s, e->method[k]->s)) ||
			     (e->through &&
			      strstr(text, arena_printf(&b->p->arena, "%s(%s)", e->through->s, v->name->s)));
	}
	map_put(&b->p->arena, &b->p->backward, v, is ? (void *)v : (void *)b->p);
	return is;
}

/* A variable is formatted to text. */
static void build_text(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	struct variable *v = b->wide && (n->kind == NODE_NAME || n->kind == NODE_ATTR) ? script_cell(b->p, f, n) : NULL;

	for (uint32_t i = 0; v && i < b->p->know->nevents; i++)
		if (b->p->know->event[i].formats && goes_backward(b, f->fn, v))
			add(b, to,
			    (struct op){ .kind = OP_EVENT,
					 .event = &b->p->know->event[i],
					 .cell = v,
					 .in = f->fn,
					 .node = n,
					 .frame = f });
}

/* `print(x, y)`, whose first argument has an event of its own; `'{}'.format(x)` */
static void build_texts(struct program_builder *b, const struct call_frame *f, const struct node *call, struct seq *to)
{
	const struct node *callee = call->kid[0];
	bool format = callee->kind == NODE_ATTR && callee->kid[0]->kind == NODE_STR &&
		      !strcmp(callee->text->s, "format"),
	     print = callee->kind == NODE_NAME && !strcmp(callee->text->s, "print");

	for (uint32_t i = format ? 1 : 2; (format || print) && i < call->n; i++)
		build_text(b, f, format && call->kid[i]->kind == NODE_KW ? call->kid[i]->kid[0] : call->kid[i], to);
}

/* `'%f %f' % (x, y)` */
static void build_percent(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	const struct node *of = n->kid[1];
	bool tuple = of->kind == NODE_TUPLE, is = n->op == OP_MOD && n->kid[0]->kind == NODE_STR;

	for (uint32_t i = 0; is && i < (tuple ? of->n : 1); i++)
		build_text(b, f, tuple ? of->kid[i] : of, to);
}

/* ---- calls */

bool script_is_harmless(struct script_project *p, struct fn *scope, const struct node *call)
{
	const struct str *name = script_called(p, scope, call);
	if (!name) /* print; a dict, which stores its arguments */
		return call->kid[0]->kind == NODE_NAME && names_find(scope, call->kid[0]->text).kind == F_NONE &&
		       strcmp(call->kid[0]->text->s, "dict");
	return str_among(str_of(name->s, strcspn(name->s, ".")), p->know->harmless, p->know->nharmless);
}

/* x goes to code that isn't followed: if it is an object of a kind, anything may happen to it. */
static void build_given(struct program_builder *b, const struct call_frame *f, const struct node *x,
			const struct node *at, struct seq *to)
{
	struct variable *v = script_cell(b->p, f, x);
	bool foreign;
	const struct script_kind_of *kind = v ? script_cell_kind(b->p, v, &foreign) : NULL;
	if (kind && !kind->passive)
		add(b, to, (struct op){ .kind = OP_HAVOC, .cell = v, .in = f->fn, .node = at });
}

/* A function that matters, or an object of a kind, is passed to code that isn't followed. */
static void build_unseen(struct program_builder *b, const struct call_frame *f, const struct node *call, struct seq *to)
{
	bool harmless = script_is_harmless(b->p, f->fn, call);
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *x = call->kid[i]->kind == NODE_KW ? call->kid[i]->kid[0] : call->kid[i];
		struct found g = x->kind == NODE_NAME ? script_callee(f->fn, x) : (struct found){ .kind = F_NONE };
		if (g.kind == F_FUNC && script_matters(b->p, g.fn, b->wide, 0))
			add(b, to, (struct op){ .kind = OP_HAVOC, .in = f->fn, .node = call });
		else if (!harmless)
			build_given(b, f, x, call, to);
	}
}

static void build_body(struct program_builder *b, const struct call_frame *f, struct seq *to);

static void build_call(struct program_builder *b, const struct call_frame *f, const struct node *call, struct seq *to)
{
	struct fn *runs;
	struct call_frame *in;
	struct seq kid = { 0 };
	struct op *o;

	build_kids(b, f, call, to); /* its arguments and its receiver come first */
	build_texts(b, f, call, to);
	if ((b->wide || call_may_be_event(b->p->know, call, ORDERED)) && build_event(b, f, call, to))
		return;
	if (call_may_be_event(b->p->know, call, ORDERED) && may_be_of_kind(b, f, call)) {
		add(b, to, (struct op){ .kind = OP_HAVOC, .in = f->fn, .node = call });
		return;
	}
	runs = script_runs(b->p, f, call);
	if (!runs) {
		build_unseen(b, f, call, to);
		return;
	}
	if (runs->node->kind != NODE_DEF ||
	    (!script_matters(b->p, runs, b->wide, 0) && !(b->wide && script_is_entered(b->p, runs))))
		return;
	if (f->depth >= INLINE_MAX || script_frames_run(f, runs)) {
		add(b, to, (struct op){ .kind = OP_HAVOC, .in = f->fn, .node = call });
		return;
	}
	map_put(&b->p->arena, &b->p->inlined[b->wide], runs, b->p);
	in = arena_new(&b->p->arena, struct call_frame);
	*in = (struct call_frame){ .fn = runs, .up = f, .call = call, .depth = f->depth + 1 };
	o = add(b, to, (struct op){ .kind = OP_CALL, .in = f->fn, .node = call });
	build_body(b, in, &kid);
	o->kid = kid.first;
}

/* ---- statements */

/* value: of the target; NULL: unknown. */
static void forget(struct program_builder *b, const struct call_frame *f, const struct node *target,
		   const struct node *value, bool renews, struct seq *to)
{
	bool several = target->kind == NODE_TUPLE || target->kind == NODE_LIST,
	     alike = several && value && value->kind == NODE_TUPLE && value->n == target->n;
	struct variable *v;

	for (uint32_t i = 0; several && i < target->n; i++)
		forget(b, f, target->kid[i], alike ? value->kid[i] : NULL, renews, to);
	v = script_cell(b->p, f, target);
	if (v)
		add(b, to, (struct op){ .kind = OP_FORGET, .cell = v, .in = f->fn, .node = value, .renews = renews });
}

static void build_branch(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	struct seq kid = { 0 }, other = { 0 };
	struct op *o;

	build(b, f, n->kid[0], to);
	o = add(b, to,
		(struct op){
			.kind = OP_IF, .cond = program_condition(b->p, b->out, f, n->kid[0]), .in = f->fn, .node = n });
	build(b, f, n->kid[1], &kid);
	if (n->kid[2])
		build(b, f, n->kid[2], &other);
	o->kid = kid.first;
	o->other = other.first;
}

static void build_loop(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	bool is_for = n->kind == NODE_FOR;
	struct seq kid = { 0 };
	struct op *o;

	build(b, f, n->kid[is_for ? 1 : 0], to);
	o = add(b, to, (struct op){ .kind = OP_LOOP, .in = f->fn, .node = n, .frame = f });
	if (is_for)
		forget(b, f, n->kid[0], NULL, true, &kid);
	build(b, f, n->kid[is_for ? 2 : 1], &kid);
	o->kid = kid.first;
}

/* A handler's reaction to an exception is not followed: the body counts as if nothing were raised. */
static void build_try(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	for (uint32_t i = 0; i < 3; i++)
		if (n->kid[i])
			build(b, f, n->kid[i], to);
}

/* autocast(enabled=False) within autocast: its content is in no region. */
static bool is_off(struct program_builder *b, const struct call_frame *f, const struct node *call,
		   const struct script_event *e)
{
	const struct script_call *known =
		call->kind == NODE_CALL ? map_get(&b->p->know->call, script_called(b->p, f->fn, call)) : NULL;
	uint32_t at = 0;

	for (uint32_t i = 1; e->unless && call->kind == NODE_CALL && i < call->n; i++) {
		const struct node *x = call->kid[i];
		bool it = x->kind == NODE_KW ? x->text == e->unless
					     : known && at < known->nparams && known->param[at++] == e->unless;
		struct value v =
			it ? script_value(b->p, f->fn, x->kind == NODE_KW ? x->kid[0] : x, NULL) : (struct value){ 0 };

		if (v.kind == VALUE_BOOL && !v.as.b)
			return true;
	}
	return false;
}

/* A `with` while it is built: the next region goes into the last one. */
struct regions {
	struct op *outer; /* NULL: none yet */
	struct seq inside, *at;
};

static void add_region(struct program_builder *b, struct regions *r, struct op like)
{
	struct op *o = add(b, r->at, like);

	if (r->outer)
		r->outer->kid = o;
	r->outer = o;
	r->at = &r->inside;
	r->inside = (struct seq){ 0 };
}

/* The manager is code that isn't followed: it may switch what it gets to evaluation. */
static void add_unseen_manager(struct program_builder *b, const struct call_frame *f, const struct node *call,
			       struct regions *r)
{
	struct op like = {
		.kind = OP_WITH, .event = evaluation_event(b->p->know), .in = f->fn, .node = call, .frame = f
	};

	for (uint32_t i = 1; like.event && i < call->n; i++) {
		like.cell = node_is_chain(call->kid[i]) ? script_cell(b->p, f, call->kid[i]) : NULL;
		if (like.cell)
			add_region(b, r, like);
	}
}

/* The regions of one item. */
static void build_manager(struct program_builder *b, const struct call_frame *f, const struct node *x,
			  struct regions *r)
{
	const struct script_event *e = region_event(b->p, f->fn, x, b->wide);
	uint64_t own = b->wide && !e ? manager_regions(b->p, f, x) : 0;
	struct op like = { .kind = OP_WITH, .event = e, .in = f->fn, .node = x, .frame = f };

	if (e) {
		like.off = is_off(b, f, x, e);
		add_region(b, r, like);
	}
	for (uint32_t i = 0; own; i++, own >>= 1) {
		like.event = &b->p->know->event[i];
		if (own & 1)
			add_region(b, r, like);
	}
	if (b->wide && !e && x->kind == NODE_CALL && !script_runs(b->p, f, x) && !script_is_harmless(b->p, f->fn, x))
		add_unseen_manager(b, f, x, r);
}

static void build_with(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	struct regions r = { .at = to };

	for (uint32_t i = 1; i < n->n; i++)
		build(b, f, n->kid[i], to);
	for (uint32_t i = 1; i < n->n; i++)
		build_manager(b, f, n->kid[i]->kid[0], &r);
	build(b, f, n->kid[0], r.at);
	if (r.outer)
		r.outer->kid = r.inside.first;
}

static void build_jump(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	build_kids(b, f, n, to);
	add(b, to,
	    (struct op){ .kind = n->kind == NODE_BREAK	    ? OP_BREAK
				 : n->kind == NODE_CONTINUE ? OP_CONTINUE
				 : n->kind == NODE_RETURN   ? OP_RETURN
							    : OP_RAISE });
}

/* It is x, or a * x. */
static bool is_itself(const char *text, const struct node *x, const struct node *n)
{
	return node_same_text(text, x, n) ||
	       (n->kind == NODE_BINARY && n->op == OP_MUL &&
		(node_same_text(text, x, n->kid[0]) || node_same_text(text, x, n->kid[1])));
}

const struct node *program_added(const struct fn *in, const struct node *n)
{
	const char *text = in->file->src->bytes;
	const struct node *sum = n->kind == NODE_ASSIGN && n->n == 2 ? n->kid[0] : NULL;

	if (n->kind == NODE_AUGASSIGN)
		return n->op == OP_ADD ? n->kid[1] : NULL;
	if (!sum || sum->kind != NODE_BINARY || sum->op != OP_ADD)
		return NULL;
	return is_itself(text, n->kid[1], sum->kid[0])	 ? sum->kid[1]
	       : is_itself(text, n->kid[1], sum->kid[1]) ? sum->kid[0]
							 : NULL;
}

/* `x += y` and similar statements as events. */
static void build_change(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	bool adds = b->wide && program_added(f->fn, n);

	for (uint32_t i = 0; b->wide && i < b->p->know->nevents; i++) {
		const struct script_event *e = &b->p->know->event[i];
		bool scales = e->scales && n->kind == NODE_AUGASSIGN && (n->op == OP_DIV || n->op == OP_MUL);

		if (!e->nmethods && ((e->adds && adds) || scales))
			add(b, to,
			    (struct op){ .kind = OP_EVENT,
					 .event = e,
					 .cell = script_cell(b->p, f, n->kid[n->kind == NODE_ASSIGN ? 1 : 0]),
					 .in = f->fn,
					 .node = n,
					 .frame = f });
	}
}

static void build(struct program_builder *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	if (b->out->cut)
		return;
	switch (n->kind) {
	case NODE_DEF:
	case NODE_CLASS:
	case NODE_LAMBDA:
		break;
	case NODE_IF:
		build_branch(b, f, n, to);
		break;
	case NODE_FOR:
	case NODE_WHILE:
		build_loop(b, f, n, to);
		break;
	case NODE_TRY:
		build_try(b, f, n, to);
		break;
	case NODE_WITH:
		build_with(b, f, n, to);
		break;
	case NODE_BREAK:
	case NODE_CONTINUE:
	case NODE_RETURN:
	case NODE_RAISE:
		build_jump(b, f, n, to);
		break;
	case NODE_CALL:
		build_call(b, f, n, to);
		break;
	case NODE_ASSIGN:
		build_kids(b, f, n, to);
		build_change(b, f, n, to);
		for (uint32_t i = 1; i < n->n; i++) {
			forget(b, f, n->kid[i], n->kid[0], false, to);
			if (n->kid[i]->kind == NODE_INDEX)
				build_given(b, f, n->kid[0], n, to);
		}
		break;
	case NODE_PAIR: /* of a dict, which stores it */
		build_kids(b, f, n, to);
		build_given(b, f, n->kid[1], n, to);
		break;
	case NODE_AUGASSIGN:
	case NODE_ANNASSIGN:
		build_kids(b, f, n, to);
		build_change(b, f, n, to);
		forget(b, f, n->kid[0], NULL, false, to);
		break;
	case NODE_FORMAT:
		build_kids(b, f, n, to);
		build_text(b, f, n->kid[0], to);
		break;
	case NODE_BINARY:
		build_kids(b, f, n, to);
		build_percent(b, f, n, to);
		break;
	default:
		build_kids(b, f, n, to);
		break;
	}
}

/* ---- the whole program */

/* A function's body, in the regions of its decorators. */
static void build_body(struct program_builder *b, const struct call_frame *f, struct seq *to)
{
	const struct node *n = f->fn->node;

	for (uint32_t i = 2; b->wide && n->kind == NODE_DEF && i < n->n; i++) {
		const struct script_event *e = region_event(b->p, f->fn, n->kid[i], b->wide);
		struct seq inside = { 0 };
		struct op *o;

		if (!e)
			continue;
		o = add(b, to, (struct op){ .kind = OP_WITH, .event = e, .in = f->fn, .node = n->kid[i], .frame = f });
		build(b, f, n->kid[1], &inside);
		o->kid = inside.first;
		return;
	}
	build(b, f, node_body(n), to);
}

struct program script_program(struct script_project *p, struct fn *root, bool wide)
{
	struct program out = { .key = arena_array(&p->arena, struct key, KEYS_MAX) };
	struct seq all = { 0 };
	struct program_builder b = { .p = p, .out = &out, .wide = wide };
	struct call_frame *f = arena_new(&p->arena, struct call_frame);

	*f = (struct call_frame){ .fn = root };
	build_body(&b, f, &all);
	out.first = all.first;
	program_prune(&out);
	program_decide(p, &out);
	return out;
}
