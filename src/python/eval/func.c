// SPDX-License-Identifier: MIT
/* Functions of the config: definition, binding of arguments to parameters, calls.
 *
 * Example: def f(a, b=2, *, c): ...    f(1, c=3) binds a = 1, b = 2, c = 3
 *          f(1)                        TypeError: f() missing 1 required keyword-only argument: 'c' */
#include "python/eval/priv.h"
#include "python/state/eval_limits.h"
#include "python/value/dict.h"
#include <stdio.h>
#include <string.h>

struct value make_func(struct eval *ev, const struct node *def)
{
	const struct node *params = def->kid[0];
	struct func *f = arena_new(ev->arena, struct func);
	struct value *defaults = arena_array(ev->arena, struct value, params->n + 1);
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->n && params->kid[i]->kid[0])
			defaults[i] = eval_expr(ev, params->kid[i]->kid[0]);
	struct frame *closure = ev->frame;
	while (closure && closure->is_class)
		closure = closure->outer;
	*f = (struct func){ def, closure, defaults, def->text ? def->text : str_lit("<lambda>"),
			    def->kind == NODE_DEF ? bound_names(ev, def->kid[1], params) : NULL };
	return made(ev, (struct value){ .kind = VALUE_FUNC, .at = eval_span(ev, def), .as.func = f });
}

struct call_binder {
	struct eval *ev;
	const struct func *f;
	const struct call *c;
	struct dict *names;
	uint32_t used; /* number of positional arguments bound */
	bool *kwused;
};

static void bind_name(struct call_binder *b, const struct str *name, struct value v, struct span use)
{
	dict_put(b->ev->arena, b->names, value_str(name, b->c->at), v, use);
}

static const struct kwarg *take_kw(struct call_binder *b, const struct str *name)
{
	op_spend(b->ev, b->c->nkw / 32);
	for (uint32_t i = 0; i < b->c->nkw; i++)
		if (b->c->kw[i].name == name && !b->kwused[i]) {
			b->kwused[i] = true;
			return &b->c->kw[i];
		}
	return NULL;
}

static void bind_rest(struct call_binder *b, const struct node *p)
{
	struct eval *ev = b->ev;
	if (p->op == '*') {
		struct value rest = value_list(ev->arena, VALUE_TUPLE, b->c->n, b->c->at);
		for (; b->used < b->c->n; b->used++)
			list_push(ev->arena, rest.as.list, b->c->arg[b->used], b->c->use[b->used]);
		bind_name(b, p->text, rest, b->c->at);
		return;
	}
	struct value kw = value_dict(ev->arena, b->c->at);
	for (uint32_t i = 0; i < b->c->nkw; i++)
		if (!b->kwused[i]) {
			b->kwused[i] = true;
			dict_put(ev->arena, kw.as.dict, value_str(b->c->kw[i].name, b->c->kw[i].at), b->c->kw[i].val,
				 b->c->kw[i].use);
		}
	bind_name(b, p->text, kw, b->c->at);
}

/* "'a', 'b', and 'c'": names of the parameters without a value */
static bool missing(struct call_binder *b, bool kwonly)
{
	const struct node *params = b->f->def->kid[0];
	struct buf names = { 0 };
	uint32_t n = 0, seen = 0, total = 0;
	for (unsigned pass = 0; pass < 2; pass++) { /* the first error counts */
		bool star = false;
		for (uint32_t i = 0; i < params->n; i++) {
			const struct node *p = params->kid[i];
			star |= p->op == '*';
			if (p->op || star != kwonly || dict_find_str(b->names, p->text))
				continue;
			total += pass == 0;
			if (pass == 0)
				continue;
			const char *before = !seen ? "" : total == 2 ? " and " : seen + 1 == total ? ", and " : ", ";
			buf_printf(&names, "%s'%s'", before, p->text->s);
			seen++;
		}
		n = total;
	}
	if (n)
		eval_raise(b->ev, "TypeError", b->c->at, "%s() missing %u required %s argument%s: %s", b->f->name->s, n,
			   kwonly ? "keyword-only" : "positional", plural(n), buf_str(&names));
	buf_release(&names);
	return n > 0;
}

static void too_many(struct call_binder *b, uint32_t positional, uint32_t defaults, uint32_t kwonly_given)
{
	char takes[64], also[96] = "";
	if (defaults)
		snprintf(takes, sizeof takes, "from %u to %u", positional - defaults, positional);
	else
		snprintf(takes, sizeof takes, "%u", positional);
	if (kwonly_given)
		snprintf(also, sizeof also, " positional argument%s (and %u keyword-only argument%s)", plural(b->c->n),
			 kwonly_given, plural(kwonly_given));
	eval_raise(b->ev, "TypeError", b->c->at, "%s() takes %s positional argument%s but %u%s %s given", b->f->name->s,
		   takes, defaults || positional != 1 ? "s" : "", b->c->n, also,
		   b->c->n == 1 && !kwonly_given ? "was" : "were");
}

/* Positional-only parameters passed by name: TypeError. */
static bool positional_only(struct call_binder *b, uint32_t slash)
{
	const struct node *params = b->f->def->kid[0];
	struct buf names = { 0 };
	for (uint32_t i = 0; i < slash; i++)
		for (uint32_t k = 0; k < b->c->nkw; k++)
			if (params->kid[i]->text == b->c->kw[k].name)
				buf_printf(&names, "%s%s", names.n ? ", " : "", b->c->kw[k].name->s);
	bool any = names.n > 0;
	if (any)
		eval_raise(b->ev, "TypeError", b->c->at,
			   "%s() got some positional-only arguments passed as keyword arguments: '%s'", b->f->name->s,
			   buf_str(&names));
	buf_release(&names);
	return any;
}

/* Keyword arguments without a parameter, in CPython's order of errors. */
static bool check_keywords(struct call_binder *b, bool rest)
{
	const struct node *params = b->f->def->kid[0];
	uint32_t slash = 0;
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->op == '/')
			slash = i;
	for (uint32_t k = 0; k < b->c->nkw; k++) {
		if (b->kwused[k])
			continue;
		const char *name = b->c->kw[k].name->s;
		uint32_t i = 0;
		op_spend(b->ev, params->n / 32);
		while (i < params->n && (params->kid[i]->op || params->kid[i]->text != b->c->kw[k].name))
			i++;
		if (i < params->n && i >= slash)
			eval_raise(b->ev, "TypeError", b->c->at, "%s() got multiple values for argument '%s'",
				   b->f->name->s, name);
		else if (rest)
			continue;
		else if (!positional_only(b, slash))
			eval_raise(b->ev, "TypeError", b->c->at, "%s() got an unexpected keyword argument '%s'",
				   b->f->name->s, name);
		return false;
	}
	return true;
}

/* Binds the given values to named parameters. */
static void bind_given(struct call_binder *b, uint32_t *positional, uint32_t *defaults, uint32_t *kwonly_given)
{
	const struct node *params = b->f->def->kid[0];
	uint32_t slash = 0;
	bool kwonly = false;
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->op == '/')
			slash = i;
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *p = params->kid[i];
		kwonly |= p->op == '*';
		if (p->op)
			continue;
		const struct kwarg *kw = NULL;
		*positional += !kwonly;
		*defaults += !kwonly && p->n && p->kid[0];
		if (!kwonly && b->used < b->c->n) {
			bind_name(b, p->text, b->c->arg[b->used], b->c->use[b->used]);
			b->used++;
		} else if (i >= slash && (kw = take_kw(b, p->text))) {
			bind_name(b, p->text, kw->val, kw->use);
			*kwonly_given += kwonly;
		}
	}
}

static void bind_defaults(struct call_binder *b)
{
	const struct node *params = b->f->def->kid[0];
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *p = params->kid[i];
		if (!p->op && p->n && p->kid[0] && !dict_find_str(b->names, p->text))
			bind_name(b, p->text, b->f->defaults[i],
				  (struct span){ b->ev->file, p->kid[0]->lo, p->kid[0]->hi });
	}
}

static bool bind_all(struct call_binder *b)
{
	const struct node *params = b->f->def->kid[0];
	const struct node *rest = NULL, *star = NULL;
	uint32_t positional = 0, defaults = 0, kwonly_given = 0;
	for (uint32_t i = 0; i < params->n; i++) {
		if (params->kid[i]->op == '2')
			rest = params->kid[i];
		if (params->kid[i]->op == '*' && params->kid[i]->text)
			star = params->kid[i];
	}
	bind_given(b, &positional, &defaults, &kwonly_given);
	if (!check_keywords(b, rest != NULL))
		return false;
	if (star)
		bind_rest(b, star);
	if (rest)
		bind_rest(b, rest);
	if (b->used < b->c->n) {
		too_many(b, positional, defaults, kwonly_given);
		return false;
	}
	bind_defaults(b);
	return !missing(b, false) && !missing(b, true) && !stopped(b->ev);
}

/* a function with its own yield; such nodes are OPAQUE, which the evaluator does not enter */
static bool is_generator(const struct node *def)
{
	const struct node *stack[256];
	uint32_t n = 0;
	stack[n++] = def->kid[1];
	while (n) {
		const struct node *x = stack[--n];
		if (x->kind == NODE_OPAQUE)
			return true;
		if ((x->kind == NODE_DEF || x->kind == NODE_LAMBDA || x->kind == NODE_CLASS) && x != def)
			continue;
		for (uint32_t i = 0; i < x->n; i++)
			if (x->kid[i]) {
				if (n == ARRAY_SIZE(stack))
					return true; /* too deep: assume a generator */
				stack[n++] = x->kid[i];
			}
	}
	return false;
}

static struct value body_result(struct eval *ev, const struct node *body, struct value none)
{
	switch (exec_block(ev, body)) {
	case FLOW_RETURN:
		return ev->result;
	case FLOW_UNSURE:
		return value_unknown(ev->arena, WHY_BRANCH, none.at, NULL);
	default:
		return none;
	}
}

struct value call_func(struct eval *ev, const struct func *f, const struct call *c)
{
	if (ev->depth >= EVAL_DEPTH - 20 || is_generator(f->def)) {
		enum why why = ev->depth >= EVAL_DEPTH - 20 ? WHY_DEPTH : WHY_CALL;
		struct value u = value_unknown(ev->arena, why, c->at, f->name->s);
		poison_body(ev, f->def, u.as.cause);
		poison_args(ev, c, u.as.cause);
		return u;
	}
	struct frame frame = { .outer = f->frame, .names = value_dict(ev->arena, c->at).as.dict, .func = f };
	struct call_binder b = { ev, f, c, frame.names, 0, arena_array(ev->arena, bool, c->nkw + 1) };
	if (!bind_all(&b))
		return value_unknown(ev->arena, WHY_RAISED, c->at, f->name->s);
	struct frame *frame_copy = arena_new(ev->arena, struct frame); /* closures created inside outlive the call */
	*frame_copy = frame;
	struct frame *caller = ev->frame;
	ev->frame = frame_copy;
	ev->depth += 3;
	ev->many++;
	struct value result = value_none(c->at);
	if (f->def->kind == NODE_LAMBDA)
		result = eval_expr(ev, f->def->kid[1]);
	else
		result = body_result(ev, f->def->kid[1], result);
	ev->many--;
	ev->depth -= 3;
	ev->frame = caller;
	return result;
}
