// SPDX-License-Identifier: MIT
/* Calls: evaluates the arguments, then dispatches on the callee.
 *
 * Example: dict(a=1)            builtin
 *          f(*args)             function of the config, in a new frame
 *          imported.f(d)        not evaluated: Unknown, and d is poisoned */
#include "python/builtin/builtin.h"
#include "python/builtin/namedtuple.h"
#include "base/vec.h"
#include "python/eval/priv.h"
#include "python/state/eval_limits.h"
#include "python/ops/seq.h"
#include "python/value/dict.h"
#include <string.h>

/* ---- arguments ---- */

struct args {
	struct value *arg;
	struct span *use;
	VEC(, struct kwarg) kw; /* freed after the call */
	uint32_t n, cap;
	struct value unknown; /* *x or **x of something unknown: kind UNKNOWN with a cause, else NONE */
	bool open_kw;
};

static void add_arg(struct eval *ev, struct args *a, struct value v, struct span use)
{
	if (a->n == a->cap) {
		uint32_t cap = a->cap * 2 + 4;
		struct value *arg = arena_array(ev->arena, struct value, cap);
		struct span *uses = arena_array(ev->arena, struct span, cap);
		if (a->n) {
			memcpy(arg, a->arg, a->n * sizeof *arg);
			memcpy(uses, a->use, a->n * sizeof *uses);
		}
		a->arg = arg;
		a->use = uses;
		a->cap = cap;
	}
	a->arg[a->n] = v;
	a->use[a->n++] = use;
}

static const char *callee_text(struct eval *ev, const struct node *callee)
{
	return callee->kind == NODE_NAME || callee->kind == NODE_ATTR ? callee->text->s
								      : arena_strdup(ev->arena, "<lambda>");
}

static bool add_kw(struct eval *ev, struct args *a, const struct node *callee, const struct kwarg *kw)
{
	if (!op_spend(ev, a->kw.n / 32))
		return false;
	for (size_t i = 0; i < a->kw.n; i++)
		if (a->kw.at[i].name == kw->name) {
			eval_raise(ev, "TypeError", kw->at, "%s() got multiple values for keyword argument '%s'",
				   callee_text(ev, callee), kw->name->s);
			return false;
		}
	if (ev->arena->budget) /* calls nest */
		budget_bytes(ev->arena->budget, sizeof *kw);
	vec_push(&a->kw, *kw);
	return true;
}

static void spread_args(struct eval *ev, struct args *a, const struct node *star)
{
	struct value why = { 0 }, v = eval_expr(ev, star->kid[0]);
	const struct list *l = stopped(ev) ? NULL : op_iterate(ev, v, eval_span(ev, star), &why);
	if (!l || l->open) {
		a->unknown = first_unknown(ev, why, eval_span(ev, star));
		return;
	}
	op_spend_items(ev, l->n);
	for (uint32_t i = 0; i < l->n && ev->budget->steps; i++)
		add_arg(ev, a, l->at[i].val, l->at[i].use);
}

static void spread_kwargs(struct eval *ev, struct args *a, const struct node *callee, const struct node *star)
{
	struct value v = eval_seen(ev, eval_expr(ev, star->kid[0]));
	struct span at = eval_span(ev, star);
	if (stopped(ev))
		return;
	if (v.kind != VALUE_DICT) {
		if (v.kind != VALUE_UNKNOWN && v.kind != VALUE_OBJECT && v.kind != VALUE_REF)
			eval_raise(ev, "TypeError", at, "%s() argument after ** must be a mapping, not %s",
				   callee_text(ev, callee), value_type_name(v));
		a->unknown = first_unknown(ev, v, at);
		a->open_kw = true;
		return;
	}
	if (v.as.dict->open) {
		a->unknown = value_unknown(ev->arena, WHY_BASE, at, NULL);
		a->open_kw = true;
	}
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR) {
			eval_raise(ev, "TypeError", at, "keywords must be strings");
			return;
		}
		if (e->flags & EF_MAYBE) {
			a->unknown = value_unknown(ev->arena, WHY_BRANCH, at, e->key.as.s->s);
			a->open_kw = true;
			continue;
		}
		struct kwarg kw = { e->key.as.s, eval_seen(ev, e->val), e->key.at, e->use };
		if (!add_kw(ev, a, callee, &kw))
			return;
	}
}

static void eval_args(struct eval *ev, const struct node *n, struct args *a)
{
	a->unknown = value_none((struct span){ 0 });
	const struct node *callee = n->kid[0];
	for (uint32_t i = 1; i < n->n && !stopped(ev); i++) {
		const struct node *k = n->kid[i];
		if (k->kind == NODE_STAR)
			spread_args(ev, a, k);
		else if (k->kind == NODE_DSTAR)
			spread_kwargs(ev, a, callee, k);
		else if (k->kind == NODE_KW) {
			struct value v = eval_expr(ev, k->kid[0]);
			struct span name = { ev->file, k->lo, k->lo + k->text->len };
			struct kwarg kw = { k->text, v, name, eval_span(ev, k->kid[0]) };
			if (!stopped(ev))
				add_kw(ev, a, callee, &kw);
		} else {
			struct value v = eval_expr(ev, k);
			add_arg(ev, a, v, eval_span(ev, k));
		}
	}
}

void poison_args(struct eval *ev, const struct call *c, const struct cause *why)
{
	for (uint32_t i = 0; i < c->n; i++) {
		poison_called(ev, c->arg[i], why);
		eval_poison(ev, c->arg[i], why);
	}
	for (uint32_t i = 0; i < c->nkw; i++) {
		poison_called(ev, c->kw[i].val, why);
		eval_poison(ev, c->kw[i].val, why);
	}
}

/* A builtin over something unknown, such as map(f, unknown), may have called the functions that it was given. */
static struct value builtin_result(struct eval *ev, struct value v, const struct call *c)
{
	for (uint32_t i = 0; v.kind == VALUE_UNKNOWN && i < c->n; i++)
		if (c->arg[i].kind == VALUE_FUNC)
			poison_called(ev, c->arg[i], v.as.cause);
	for (uint32_t i = 0; v.kind == VALUE_UNKNOWN && i < c->nkw; i++)
		if (c->kw[i].val.kind == VALUE_FUNC)
			poison_called(ev, c->kw[i].val, v.as.cause);
	return eval_seen(ev, v);
}

/* ---- calls ---- */

/* globals(); at module level also locals() and vars() */
static bool names_globals(const struct eval *ev, const char *name, const struct call *c)
{
	bool here = !ev->frame && (!strcmp(name, "builtins.locals") || !strcmp(name, "builtins.vars"));
	return !ev->rule && !c->n && !c->nkw && (here || !strcmp(name, "builtins.globals"));
}

/* A call that is not evaluated may have changed anything that it can reach: its arguments, and if one of these is
 * unknown, every container that an Unknown may be. */
static struct value call_value(struct eval *ev, struct value callee, const struct call *c)
{
	struct value made_exception;
	op_spend(ev, 1);
	switch (callee.kind) {
	case VALUE_FUNC:
		return call_func(ev, callee.as.func, c);
	case VALUE_METHOD: {
		struct call with = *c;
		with.self = eval_seen(ev, callee.as.method->self);
		return builtin_result(ev, builtin_call(ev, callee.as.method->fn, &with), c);
	}
	case VALUE_OBJECT:
		if (callee.as.obj->fields)
			return named_new(ev, callee.as.obj, c);
		if (callee.as.obj->call)
			return builtin_result(ev, builtin_call(ev, callee.as.obj->call, c), c);
		if (!strcmp(callee.as.obj->type->s, "type") && exception_new(ev, callee.as.obj, c, &made_exception))
			return made_exception;
		break;
	case VALUE_UNKNOWN:
		break;
	case VALUE_REF:
		if (!ev->rule)
			return eval_raise(ev, "RuntimeError", c->at, "%s", "");
		break;
	default:
		return eval_raise(ev, "TypeError", c->at, "'%s' object is not callable", value_type_name(callee));
	}
	const char *name = callee.kind == VALUE_OBJECT && callee.as.obj->name ? callee.as.obj->name->s : NULL;
	struct value u = value_unknown(ev->arena, WHY_CALL, c->at, name);
	struct value names = { .kind = VALUE_DICT, .at = c->at, .as.dict = ev->globals };
	if (name && names_globals(ev, name, c))
		return names;
	if (name && !strcmp(name, "builtins.exec"))
		eval_poison(ev, names, u.as.cause);
	if (callee.kind == VALUE_UNKNOWN && callee.as.cause)
		u = callee;
	for (uint32_t i = 0; i < c->n; i++)
		if (c->arg[i].kind == VALUE_UNKNOWN)
			eval_changed_unknown(ev, u.as.cause);
	poison_args(ev, c, u.as.cause);
	return u;
}

struct value call_positional(struct eval *ev, struct value callee, const struct value *arg, uint32_t n, struct span at)
{
	struct span *use = arena_array(ev->arena, struct span, n + 1);
	for (uint32_t i = 0; i < n; i++)
		use[i] = arg[i].at;
	struct call c = { .arg = arg, .use = use, .n = n, .at = at };
	return call_value(ev, callee, &c);
}

static bool is_dict_call(struct value callee)
{
	return callee.kind == VALUE_OBJECT && callee.as.obj->call && !strcmp(callee.as.obj->call->name, "dict");
}

/* f(**unknown): dict() stores what is certain; the result of any other callee is unknown */
static struct value call_open(struct eval *ev, struct value callee, const struct args *a, const struct call *c)
{
	if (is_dict_call(callee) && a->open_kw) {
		struct value d = call_value(ev, callee, c);
		if (d.kind == VALUE_DICT)
			eval_thaw_dict(ev, &d)->open = true;
		return d;
	}
	poison_args(ev, c, a->unknown.as.cause);
	if (callee.kind == VALUE_METHOD)
		eval_poison(ev, callee.as.method->self, a->unknown.as.cause);
	return a->unknown;
}

static struct value eval_callee(struct eval *ev, const struct node *n)
{
	if (!ev->rule || n->kind != NODE_ATTR)
		return eval_expr(ev, n);
	struct value obj = eval_seen(ev, eval_expr(ev, n->kid[0])); /* rule: x.startswith(...) is a method, not a key */
	const struct builtin *b = obj.kind == VALUE_UNKNOWN ? NULL : method_find(obj, n->text);
	if (b)
		return method_value(ev, b, obj, eval_span(ev, n));
	return first_unknown(ev, obj, eval_span(ev, n));
}

bool call_changes(const char *method)
{
	static const char *const names[] = { "append",	"extend", "insert",  "clear",	    "pop",
					     "remove",	"sort",	  "reverse", "update",	    "setdefault",
					     "popitem", "add",	  "discard", "__setitem__", "__delitem__" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], method))
			return true;
	return false;
}

static struct value call_with(struct eval *ev, const struct node *n, struct value callee, struct args *a)
{
	if (!stopped(ev))
		eval_args(ev, n, a);
	if (stopped(ev))
		return value_unknown(ev->arena, WHY_RAISED, eval_span(ev, n), NULL);
	struct call c = { .arg = a->arg,
			  .use = a->use,
			  .kw = a->kw.at,
			  .n = a->n,
			  .nkw = (uint32_t)a->kw.n,
			  .at = eval_span(ev, n) };
	if (a->unknown.kind == VALUE_UNKNOWN)
		return call_open(ev, callee, a, &c);
	struct value v = call_value(ev, callee, &c);
	if (is_dict_call(callee) && v.kind == VALUE_DICT)
		v = literal(ev, v);
	return v.kind == VALUE_UNKNOWN ? v : made(ev, v);
}

struct value eval_callnode(struct eval *ev, const struct node *n)
{
	struct value out;
	if (ev->host && ev->host->call && ev->host->call(ev, n, &out))
		return out;
	struct value callee = eval_callee(ev, n->kid[0]);
	struct args a = { 0 };
	if (callee.kind == VALUE_UNKNOWN && n->kid[0]->kind == NODE_ATTR && call_changes(n->kid[0]->text->s))
		eval_changed_unknown(ev, callee.as.cause);
	if (callee.kind == VALUE_UNKNOWN && n->kid[0]->kind != NODE_NAME)
		poison_callee(ev, n->kid[0], callee.as.cause);
	out = call_with(ev, n, callee, &a);
	vec_release(&a.kw);
	return out;
}
