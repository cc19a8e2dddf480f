// SPDX-License-Identifier: MIT
#include "script/program.h"
#include "code/limits.h"
#include "script/prune.h"
#include <string.h>

enum { OPS_MAX = 20000, INLINE_MAX = 6 };

struct building {
	struct script_project *p;
	struct program *out;
	uint32_t nops;
	unsigned depth; /* of syntax */
};

/* ---- what matters */

static bool among(const struct str *s, const struct str *const *list, uint32_t n)
{
	return str_among(s, list, n);
}

static bool may_be_event(const struct script_know *k, const struct node *call)
{
	const struct node *f = call->kid[0];
	const struct str *last = f->kind == NODE_ATTR || f->kind == NODE_NAME ? f->text : NULL;

	for (uint32_t i = 0; last && i < k->nevents; i++) {
		const struct script_event *e = &k->event[i];

		if (f->kind == NODE_ATTR && among(last, e->method, e->nmethods))
			return true;
		for (uint32_t c = 0; c < e->ncalls; c++)
			if (e->call[c]->len >= last->len &&
			    !strcmp(e->call[c]->s + e->call[c]->len - last->len, last->s))
				return true;
	}
	return false;
}

static bool matters_in(struct script_project *p, const struct call_frame *f, const struct node *n, unsigned depth)
{
	struct fn *runs;

	if (depth > NEST_MAX)
		return false;
	if (n->kind == NODE_CALL &&
	    (may_be_event(p->know, n) || ((runs = script_runs(p, f, n)) && script_matters(p, runs))))
		return true;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && n->kid[i]->kind != NODE_DEF && n->kid[i]->kind != NODE_CLASS &&
		    n->kid[i]->kind != NODE_LAMBDA && matters_in(p, f, n->kid[i], depth + 1))
			return true;
	return false;
}

bool script_matters(struct script_project *p, struct fn *f)
{
	static char hides, matters;
	const struct call_frame in = { .fn = f };
	const struct node *body = f->node->kind == NODE_DEF	 ? f->node->kid[1]
				  : f->node->kind == NODE_MODULE ? f->node
								 : NULL;
	const char *known = map_get(&p->matters, f);

	if (!known) {
		map_put(&p->arena, &p->matters, f, &hides); /* while it is looked at: recursion adds nothing */
		if (body && matters_in(p, &in, body, 0))
			map_put(&p->arena, &p->matters, f, &matters);
		known = map_get(&p->matters, f);
	}
	return known == &matters;
}

/* ---- operations */

struct seq {
	struct op *first, *last;
};

static struct op *add(struct building *b, struct seq *to, struct op like)
{
	struct op *o = arena_new(&b->p->arena, struct op);

	if (++b->nops > OPS_MAX)
		b->out->cut = true;
	*o = like;
	if (to->last)
		to->last->next = o;
	else
		to->first = o;
	return to->last = o;
}

static void build(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to);

static void build_kids(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	b->out->cut |= ++b->depth > INLINE_MAX * NEST_MAX;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			build(b, f, n->kid[i], to);
	b->depth--;
}

/* ---- events */

static struct variable *cell_of_kind(struct building *b, const struct call_frame *f, const struct node *n,
				     const struct script_kind_of *kind)
{
	struct variable *v = script_cell(b->p, f, n);
	bool foreign;

	return v && script_cell_kind(b->p, v, &foreign) == kind ? v : NULL;
}

/* What the method is called on; `scaled = scaler.scale(loss); scaled.backward()` too. */
static const struct node *receiver(struct script_project *p, const struct call_frame *f, const struct node *call)
{
	const struct node *n = call->kid[0]->kid[0];
	struct variable *v = n->kind == NODE_NAME ? script_cell(p, f, n) : NULL;

	return v && v->nbindings == 1 && v->scope == f->fn && v->binding->how == BIND_VALUE ? v->binding->value : n;
}

static bool event_fits(struct building *b, const struct call_frame *f, const struct node *call,
		       const struct script_event *e, struct op *out)
{
	const struct node *callee = call->kid[0], *on;
	const struct str *name;
	struct variable *v;
	bool foreign = false;

	if (e->ncalls) {
		name = may_be_event(b->p->know, call) ? script_refer(f->fn, callee) : NULL;
		return name && among(name, e->call, e->ncalls);
	}
	if (callee->kind != NODE_ATTR || !among(callee->text, e->method, e->nmethods))
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
	if (!e->on) { /* of anything but the kinds */
		v = script_cell(b->p, f, on);
		out->cell = v;
		out->of = v ? script_cell_kind(b->p, v, &foreign) : NULL;
	}
	if (e->with) /* what a scaler steps is an optimizer, whoever wrote it and wherever it is held */
		out->with = call->n > 1 ? script_cell(b->p, f, call->kid[1]) : NULL;
	return !e->with || call->n > 1;
}

/* `self.trainer.scaler.update()`: what the call is made on isn't followed, and by its name it may be any of a kind. */
static bool may_be_of_kind(struct building *b, const struct call_frame *f, const struct node *call)
{
	const struct node *of = call->kid[0]->kind == NODE_ATTR ? call->kid[0]->kid[0] : NULL;
	struct variable *v = of ? script_cell(b->p, f, of) : NULL;
	bool foreign = false;

	if (!of || (of->kind != NODE_NAME && of->kind != NODE_ATTR) ||
	    (v && (script_cell_kind(b->p, v, &foreign) || foreign)))
		return false;
	for (uint32_t i = 0; i < b->p->know->nevents; i++) {
		const struct script_event *e = &b->p->know->event[i];

		for (uint32_t k = 0; e->on && among(call->kid[0]->text, e->method, e->nmethods) && k < e->on->nnamed;
		     k++)
			if (strstr(of->text->s, e->on->named[k]->s))
				return true;
	}
	return false;
}

static bool build_event(struct building *b, const struct call_frame *f, const struct node *call, struct seq *to)
{
	for (uint32_t i = 0; i < b->p->know->nevents; i++) {
		const struct script_event *e = &b->p->know->event[i];
		struct op o = { .kind = OP_EVENT, .event = e, .in = f->fn, .node = call };

		if (!e->nregions && event_fits(b, f, call, e, &o)) {
			add(b, to, o);
			return true;
		}
	}
	return false;
}

/* ---- calls */

static bool is_harmless(struct script_project *p, struct fn *scope, const struct node *call)
{
	const struct str *name = script_called(p, scope, call);
	size_t n;

	if (!name)
		return call->kid[0]->kind == NODE_NAME &&
		       names_find(scope, call->kid[0]->text).kind == F_NONE; /* print */
	n = strcspn(name->s, ".");
	return among(str_of(name->s, n), p->know->harmless, p->know->nharmless);
}

/* A function that matters is handed on, or an object of a kind, to who isn't followed. */
static void build_unseen(struct building *b, const struct call_frame *f, const struct node *call, struct seq *to)
{
	bool harmless = is_harmless(b->p, f->fn, call), foreign;

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *x = call->kid[i]->kind == NODE_KW ? call->kid[i]->kid[0] : call->kid[i];
		struct found g = x->kind == NODE_NAME ? script_callee(f->fn, x) : (struct found){ .kind = F_NONE };
		struct variable *v = script_cell(b->p, f, x);

		if (g.kind == F_FUNC && script_matters(b->p, g.fn))
			add(b, to, (struct op){ .kind = OP_HAVOC, .in = f->fn, .node = call });
		else if (!harmless && v && script_cell_kind(b->p, v, &foreign))
			add(b, to, (struct op){ .kind = OP_HAVOC, .cell = v, .in = f->fn, .node = call });
	}
}

static bool is_recursion(const struct call_frame *f, const struct fn *fn)
{
	for (; f; f = f->up)
		if (f->fn == fn)
			return true;
	return false;
}

static void build_call(struct building *b, const struct call_frame *f, const struct node *call, struct seq *to)
{
	struct fn *runs;
	struct call_frame *in;
	struct seq kid = { 0 };
	struct op *o;

	build_kids(b, f, call, to); /* its arguments, and what it is called on, come first */
	if (may_be_event(b->p->know, call) && build_event(b, f, call, to))
		return;
	if (may_be_event(b->p->know, call) && may_be_of_kind(b, f, call)) {
		add(b, to, (struct op){ .kind = OP_HAVOC, .in = f->fn, .node = call });
		return;
	}
	runs = script_runs(b->p, f, call);
	if (!runs) {
		build_unseen(b, f, call, to);
		return;
	}
	if (!script_matters(b->p, runs) || runs->node->kind != NODE_DEF)
		return;
	if (f->depth >= INLINE_MAX || is_recursion(f, runs)) {
		add(b, to, (struct op){ .kind = OP_HAVOC, .in = f->fn, .node = call });
		return;
	}
	map_put(&b->p->arena, &b->p->inlined, runs, b->p);
	in = arena_new(&b->p->arena, struct call_frame);
	*in = (struct call_frame){ .fn = runs, .up = f, .call = call, .depth = f->depth + 1 };
	o = add(b, to, (struct op){ .kind = OP_CALL, .in = f->fn, .node = call });
	build(b, in, runs->node->kid[1], &kid);
	o->kid = kid.first;
}

/* ---- conditions */

static const struct cond *cond_new(struct building *b, struct cond like)
{
	struct cond *c = arena_new(&b->p->arena, struct cond);

	*c = like;
	return c;
}

static bool collect_cells(struct building *b, const struct call_frame *f, const struct node *n, struct key *k,
			  unsigned depth)
{
	struct variable *v = n->kind == NODE_NAME || n->kind == NODE_ATTR ? script_cell(b->p, f, n) : NULL;

	if (n->kind == NODE_CALL || n->kind == NODE_OPAQUE || depth > DOTS_MAX)
		return false; /* may be another thing each time */
	if (v) {
		if (k->n == ARRAY_SIZE(k->of))
			return false;
		k->of[k->n++] = v;
		return true;
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && !collect_cells(b, f, n->kid[i], k, depth + 1))
			return false;
	return true;
}

/* `args.amp` is known by its first cell and the rest of its text; other tests by their text and all their cells. */
static const struct cond *cond_key(struct building *b, const struct call_frame *f, const struct node *n, bool more)
{
	static const struct cond open = { .kind = COND_FREE };
	struct key k = { .node = n, .in = f->fn, .more = more };
	const char *text = f->fn->file->src->bytes + n->lo;
	const char *dot = n->kind == NODE_NAME || n->kind == NODE_ATTR ? memchr(text, '.', n->hi - n->lo) : text;
	uint32_t i;

	if (!collect_cells(b, f, n, &k, 0) || !k.n)
		return &open;
	if (n->kind == NODE_ATTR && k.n == 1 && script_cell(b->p, f, n) == k.of[0])
		dot = NULL; /* self.amp is the cell itself */
	k.text = dot ? str_of(dot, n->hi - n->lo - (size_t)(dot - text)) : str_lit("");
	for (i = 0; i < b->out->nkeys; i++) {
		const struct key *o = &b->out->key[i];

		if (o->text == k.text && o->n == k.n && o->more == more && !memcmp(o->of, k.of, k.n * sizeof *k.of))
			return cond_new(b, (struct cond){ .kind = COND_KEY, .key = i });
	}
	if (b->out->nkeys == KEYS_MAX)
		return &open;
	b->out->key[b->out->nkeys++] = k;
	return cond_new(b, (struct cond){ .kind = COND_KEY, .key = i });
}

static const struct cond *constant(struct building *b, bool is)
{
	return cond_new(b, (struct cond){ .kind = is ? COND_TRUE : COND_FALSE });
}

/* `(i + 1) % A == 0`: always true where A is 1, now and then where it is more. */
static const struct node *modulus(const struct node *n)
{
	const struct node *x = n->kind == NODE_COMPARE && n->n == 2 ? n->kid[0] : NULL;

	return x && x->kind == NODE_BINARY && x->op == OP_MOD ? x->kid[1] : NULL;
}

/* if __name__ == '__main__': the file is run. */
static bool is_main_test(const struct node *n)
{
	return n->kind == NODE_COMPARE && n->n == 2 && n->kid[0]->kind == NODE_NAME &&
	       !strcmp(n->kid[0]->text->s, "__name__") && n->kid[1]->op == OP_EQ;
}

static const struct cond *cond_of(struct building *b, const struct call_frame *f, const struct node *n)
{
	const struct str *flag = NULL;
	const struct node *a = modulus(n);
	struct value v;
	struct variable *cell;
	bool foreign;

	if (is_main_test(n))
		return constant(b, true);
	if (n->kind == NODE_BOOL)
		return cond_new(b, (struct cond){ .kind = n->op == OP_AND ? COND_AND : COND_OR,
						  .a = cond_of(b, f, n->kid[0]),
						  .b = cond_of(b, f, n->kid[1]) });
	if (n->kind == NODE_UNARY && n->op == OP_NOT)
		return cond_new(b, (struct cond){ .kind = COND_NOT, .a = cond_of(b, f, n->kid[0]) });
	if (a) {
		const struct cond *sometimes = cond_new(b, (struct cond){ .kind = COND_SOMETIMES });
		struct cond more;

		v = script_value(b->p, f->fn, a, &flag);
		if (v.kind == VALUE_INT && !flag)
			return v.as.i > 1 ? sometimes : constant(b, true);
		more = *cond_key(b, f, a, true);
		more.guess = true;
		return cond_new(b, (struct cond){
					   .kind = COND_OR,
					   .a = cond_new(b, (struct cond){ .kind = COND_NOT, .a = cond_new(b, more) }),
					   .b = sometimes });
	}
	v = script_value(b->p, f->fn, n, &flag);
	if (!flag && (v.kind == VALUE_BOOL || v.kind == VALUE_NONE))
		return constant(b, v.kind == VALUE_BOOL && v.as.b);
	if (n->kind == NODE_COMPARE && n->n == 2 && n->kid[1]->kid[0]->kind == NODE_CONST &&
	    n->kid[1]->kid[0]->op == CONST_NONE && (cell = script_cell(b->p, f, n->kid[0])) &&
	    script_cell_kind(b->p, cell, &foreign)) {
		const struct cond *is = cond_new(b, (struct cond){ .kind = COND_IS, .cell = cell });

		return n->kid[1]->op == OP_IS || n->kid[1]->op == OP_EQ
			       ? cond_new(b, (struct cond){ .kind = COND_NOT, .a = is })
			       : is;
	}
	if (n->kind == NODE_COMPARE && n->n == 2 && n->kid[1]->op == OP_GT && n->kid[1]->kid[0]->kind == NODE_INT &&
	    !strcmp(n->kid[1]->kid[0]->text->s, "1"))
		return cond_key(b, f, n->kid[0], true);
	cell = script_cell(b->p, f, n);
	if (cell && script_cell_kind(b->p, cell, &foreign))
		return cond_new(b, (struct cond){ .kind = COND_IS, .cell = cell });
	return cond_key(b, f, n, false);
}

/* ---- statements */

static void forget(struct building *b, const struct call_frame *f, const struct node *target, struct seq *to)
{
	struct variable *v;

	if (target->kind == NODE_TUPLE || target->kind == NODE_LIST)
		for (uint32_t i = 0; i < target->n; i++)
			forget(b, f, target->kid[i], to);
	v = script_cell(b->p, f, target);
	if (v)
		add(b, to, (struct op){ .kind = OP_FORGET, .cell = v });
}

static void build_branch(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	struct seq kid = { 0 }, other = { 0 };
	struct op *o;

	build(b, f, n->kid[0], to);
	o = add(b, to, (struct op){ .kind = OP_IF, .cond = cond_of(b, f, n->kid[0]), .in = f->fn, .node = n });
	build(b, f, n->kid[1], &kid);
	if (n->kid[2])
		build(b, f, n->kid[2], &other);
	o->kid = kid.first;
	o->other = other.first;
}

static void build_loop(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	bool is_for = n->kind == NODE_FOR;
	struct seq kid = { 0 };
	struct op *o;

	build(b, f, n->kid[is_for ? 1 : 0], to);
	o = add(b, to, (struct op){ .kind = OP_LOOP, .in = f->fn, .node = n });
	if (is_for)
		forget(b, f, n->kid[0], &kid);
	build(b, f, n->kid[is_for ? 2 : 1], &kid);
	o->kid = kid.first;
}

/* What a handler does after an exception is not followed: the body counts as if nothing were raised. */
static void build_try(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	for (uint32_t i = 0; i < 3; i++)
		if (n->kid[i])
			build(b, f, n->kid[i], to);
}

static const struct script_event *region_of(struct building *b, const struct call_frame *f, const struct node *item)
{
	const struct node *call = item->kid[0];
	const struct str *name = call->kind == NODE_CALL ? script_called(b->p, f->fn, call) : NULL;

	for (uint32_t i = 0; name && i < b->p->know->nevents; i++) {
		const struct script_event *e = &b->p->know->event[i];

		if (among(name, e->region, e->nregions))
			return e;
	}
	return NULL;
}

/* autocast(enabled=False) within autocast: what is in it is in none. */
static bool is_off(struct building *b, const struct call_frame *f, const struct node *call,
		   const struct script_event *e)
{
	const struct script_call *known = map_get(&b->p->know->call, script_called(b->p, f->fn, call));
	uint32_t at = 0;

	for (uint32_t i = 1; i < call->n; i++) {
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

static void build_with(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	struct seq inside = { 0 }, *at = to;
	struct op *outer = NULL;

	for (uint32_t i = 1; i < n->n; i++)
		build(b, f, n->kid[i], to);
	for (uint32_t i = 1; i < n->n; i++) {
		const struct script_event *e = region_of(b, f, n->kid[i]);
		const struct node *call = n->kid[i]->kid[0];
		struct op *o;

		if (!e)
			continue;
		o = add(b, at,
			(struct op){
				.kind = OP_WITH, .off = is_off(b, f, call, e), .event = e, .in = f->fn, .node = call });
		if (outer)
			outer->kid = o;
		outer = o;
		at = &inside;
		inside = (struct seq){ 0 };
	}
	build(b, f, n->kid[0], at);
	if (outer)
		outer->kid = inside.first;
}

static void build_jump(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to)
{
	build_kids(b, f, n, to);
	add(b, to,
	    (struct op){ .kind = n->kind == NODE_BREAK	    ? OP_BREAK
				 : n->kind == NODE_CONTINUE ? OP_CONTINUE
				 : n->kind == NODE_RETURN   ? OP_RETURN
							    : OP_RAISE });
}

static void build(struct building *b, const struct call_frame *f, const struct node *n, struct seq *to)
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
		for (uint32_t i = 1; i < n->n; i++)
			forget(b, f, n->kid[i], to);
		break;
	case NODE_AUGASSIGN:
	case NODE_ANNASSIGN:
		build_kids(b, f, n, to);
		forget(b, f, n->kid[0], to);
		break;
	default:
		build_kids(b, f, n, to);
		break;
	}
}

/* ---- the whole */

struct program script_program(struct script_project *p, struct fn *root)
{
	struct program out = { .key = arena_array(&p->arena, struct key, KEYS_MAX) };
	struct seq all = { 0 };
	struct building b = { .p = p, .out = &out };
	struct call_frame *f = arena_new(&p->arena, struct call_frame);

	*f = (struct call_frame){ .fn = root };
	build(&b, f, root->node->kind == NODE_DEF ? root->node->kid[1] : root->node, &all);
	out.first = all.first;
	program_prune(&out);
	return out;
}
