// SPDX-License-Identifier: MIT
/* Exceptions: try, raise, assert, with. An exception class is its VALUE_OBJECT of type "type"; an instance is a
 * VALUE_OBJECT with `cls` and `args`. If an unknown part may have raised before, it is unknown which handler runs.
 *
 * Example: try: a = d['x']          d certainly lacks x
 *          except KeyError: a = 1   runs: a = 1
 *          try: import foo          may raise: both ways are possible, foo and the handler's names are Unknown */
#include "python/builtin/builtin_names.h"
#include "python/eval/priv.h"
#include "python/value/class.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

bool exception_new(struct eval *ev, const struct object *cls, const struct call *c, struct value *out)
{
	if (!class_is_exception(cls))
		return false;
	if (c->nkw || !class_keeps_arguments(cls, c->n))
		return *out = value_unknown(ev->arena, WHY_CALL, c->at, class_name(cls)), true;
	struct value args = value_list(ev->arena, VALUE_TUPLE, c->n, c->at);
	for (uint32_t i = 0; i < c->n; i++)
		list_push(ev->arena, args.as.list, c->arg[i], c->use[i]);
	const struct object o = { .type = str_lit(class_name(cls)), .cls = cls, .args = args.as.list };
	*out = value_of_object(ev->arena, &o, c->at);
	return true;
}

/* The pending exception as the value of `except ... as e`. */
static struct value exception_value(struct eval *ev, const struct exc *x)
{
	if (x->obj)
		return (struct value){ .kind = VALUE_OBJECT, .at = x->at, .as.obj = x->obj };
	struct value cls;
	if (!builtin_value(ev->arena, str_lit(x->type), x->at, &cls) || cls.kind != VALUE_OBJECT ||
	    !exception_builtin(cls.as.obj))
		return value_unknown(ev->arena, WHY_RAISED, x->at, x->type);
	struct value args = value_list(ev->arena, VALUE_TUPLE, 1, x->at);
	list_push(ev->arena, args.as.list, value_text(x->msg, x->at), x->at);
	/* KeyError stores the key itself, of which only the text is left here; others have attributes of their own */
	args.as.list->open = exception_is_a(x->type, "LookupError") || exception_is_a(x->type, "NameError") ||
			     exception_is_a(x->type, "AttributeError") || exception_is_a(x->type, "StopIteration");
	const struct object o = {
		.type = str_lit(x->type), .cls = cls.as.obj, .args = args.as.list, .text = str_lit(x->msg)
	};
	return value_of_object(ev->arena, &o, x->at);
}

static struct value class_of(struct eval *ev, const struct exc *x)
{
	struct value v;
	if (x->obj)
		return (struct value){ .kind = VALUE_OBJECT, .as.obj = x->obj->cls };
	return builtin_value(ev->arena, str_lit(x->type), x->at, &v) ? v : (struct value){ 0 };
}

/* Whether `except types:` takes an exception of that class. */
static enum truth handled_by(struct value cls, struct value types, unsigned depth)
{
	if (types.kind != VALUE_TUPLE || depth > 20)
		return class_inherits(cls, types);
	enum truth any = types.as.list->open ? UNKNOWN3 : FALSE3;
	for (uint32_t i = 0; i < types.as.list->n && any != TRUE3; i++) {
		enum truth t = handled_by(cls, types.as.list->at[i].val, depth + 1);
		any = t == FALSE3 ? any : t;
	}
	return any;
}

static enum truth handles(struct eval *ev, const struct node *handler, const struct exc *x)
{
	if (!handler->kid[0])
		return TRUE3;
	ev->exc = NULL; /* the handler's expression is evaluated like any other */
	struct value types = eval_expr(ev, handler->kid[0]);
	if (stopped(ev))
		return UNKNOWN3;
	ev->exc = x;
	return handled_by(class_of(ev, x), types, 0);
}

static enum flow run_handler(struct eval *ev, const struct node *h)
{
	const struct exc *x = ev->exc, *outer = ev->handling;
	struct value v = exception_value(ev, x);
	ev->exc = NULL;
	ev->handling = x;
	if (h->text) {
		struct node name = { .kind = NODE_NAME, .lo = h->lo, .hi = h->lo, .text = h->text };
		name_store(ev, &name, v, v.at, 0);
	}
	enum flow f = exec_block(ev, h->kid[1]);
	ev->handling = outer;
	if (h->text) /* Python unbinds the name afterwards */
		dict_delete(ev->arena, store_target(ev, h->text), value_str(h->text, v.at));
	return f;
}

/* a body without an exception here may still raise if a part of it is unknown: an import, a call */
static bool may_raise(struct eval *ev, const struct node *body)
{
	const struct node *stack[128];
	uint32_t n = 0;
	stack[n++] = body;
	while (n) {
		const struct node *x = stack[--n];
		if (x->kind == NODE_OPAQUE)
			return true;
		if ((x->kind == NODE_IMPORT || x->kind == NODE_FROM) &&
		    !(ev->host && ev->host->imports_surely && ev->host->imports_surely(ev, x)))
			return true;
		for (uint32_t i = 0; i < x->n; i++)
			if (x->kid[i]) {
				if (n == ARRAY_SIZE(stack))
					return true;
				stack[n++] = x->kid[i];
			}
	}
	return false;
}

/* It is unknown which parts of the statement run. */
static enum flow undecided(struct eval *ev, const struct node *n, const struct cause *why)
{
	ev->exc = NULL;
	poison_code(ev, n, why);
	return flow_maybe(n);
}

/* Called when the body raised; true: a handler took the exception. */
static bool run_handlers(struct eval *ev, const struct node *n, enum flow *f, bool *unsure)
{
	const struct exc *x = ev->exc;
	for (uint32_t i = 3; i < n->n; i++) {
		enum truth t = handles(ev, n->kid[i], x);
		*unsure = t == UNKNOWN3 && (!ev->exc || ev->exc == x);
		if (t == TRUE3)
			*f = run_handler(ev, n->kid[i]);
		if (t != FALSE3)
			return true;
	}
	return false;
}

enum flow exec_try(struct eval *ev, const struct node *n)
{
	uint32_t doubts = ev->doubts;
	enum flow f = exec_block(ev, n->kid[0]);
	struct value why = value_unknown(ev->arena, WHY_BRANCH, eval_span(ev, n->kid[0]), NULL);
	bool unsure = false;
	if ((ev->exc && n->n > 3 && ev->doubts != doubts) || f == FLOW_LOOP_UNSURE || f == FLOW_UNSURE)
		return undecided(ev, n, why.as.cause); /* an earlier part may have raised too */
	if (ev->exc)
		run_handlers(ev, n, &f, &unsure);
	else if (!ev->dead && n->n > 3 && (may_raise(ev, n->kid[0]) || ev->doubts != doubts))
		unsure = true;
	else if (!ev->dead && n->kid[1] && f == FLOW_NEXT)
		f = exec_block(ev, n->kid[1]);
	if (unsure)
		return undecided(ev, n, why.as.cause);
	if (n->kid[2]) {
		const struct exc *pending = ev->exc;
		struct value result = ev->result;
		ev->exc = NULL;
		enum flow last = exec_block(ev, n->kid[2]);
		if (last == FLOW_NEXT) {
			ev->exc = pending;
			ev->result = result;
		} else {
			f = last;
		}
	}
	return flow_after(ev, f);
}

static void raise_value(struct eval *ev, struct value v, struct span at, const char *named)
{
	struct buf b = { 0 };
	struct value instance = v;
	if (v.kind == VALUE_OBJECT && !v.as.obj->cls) { /* a class */
		struct call none = { .at = at };
		if (!exception_new(ev, v.as.obj, &none, &instance))
			instance = (struct value){ 0 };
	}
	if (instance.kind == VALUE_OBJECT && op_str(&b, instance)) {
		eval_raise(ev, instance.as.obj->type->s, at, "%s", buf_str(&b));
		if (ev->exc) {
			struct exc *x = arena_new(ev->arena, struct exc);
			*x = *ev->exc;
			x->obj = instance.as.obj;
			ev->exc = x;
		}
	} else if (value_is_known(v) && v.kind != VALUE_OBJECT && v.kind != VALUE_REF && v.kind != VALUE_FUNC) {
		eval_raise(ev, "TypeError", at, "exceptions must derive from BaseException");
	} else {
		eval_raise(ev, named, at, "%s", ""); /* some exception is certain */
	}
	buf_release(&b);
}

void exec_raise(struct eval *ev, const struct node *n)
{
	struct span at = eval_span(ev, n);
	const struct node *x = n->n ? n->kid[0] : NULL;
	if (!x && ev->handling) {
		ev->exc = ev->handling;
	} else if (!x) {
		eval_raise(ev, "RuntimeError", at, "No active exception to reraise");
	} else {
		struct value v = eval_expr(ev, x);
		const struct node *name = x->kind == NODE_CALL ? x->kid[0] : x;
		if (!stopped(ev))
			raise_value(ev, v, at, name->text ? name->text->s : "Exception");
	}
}

void exec_assert(struct eval *ev, const struct node *n)
{
	struct value test = eval_expr(ev, n->kid[0]);
	if (stopped(ev) || value_truth(test) != FALSE3)
		return;
	struct buf b = { 0 };
	if (n->kid[1] && !op_str(&b, eval_expr(ev, n->kid[1])))
		buf_clear(&b);
	eval_raise(ev, "AssertionError", eval_span(ev, n), "%s", buf_str(&b));
	buf_release(&b);
}

/* ---- with ---- */

static bool is_manager(struct value v, const char *type)
{
	return v.kind == VALUE_OBJECT && v.as.obj->args && !v.as.obj->cls && !strcmp(v.as.obj->type->s, type);
}

/* The value that `as` binds. */
static struct value entered(struct eval *ev, struct value manager)
{
	if (is_manager(manager, "nullcontext"))
		return manager.as.obj->args->at[0].val;
	if (is_manager(manager, "suppress"))
		return value_none(manager.at);
	return manager.kind == VALUE_UNKNOWN ? manager : value_unknown(ev->arena, WHY_TYPE, manager.at, NULL);
}

/* MMEngine removes read_base blocks when it parses a config: no exception is swallowed there. */
static bool is_read_base(const struct node *expr)
{
	return expr->kind == NODE_CALL && expr->kid[0]->kind == NODE_NAME &&
	       !strcmp(expr->kid[0]->text->s, "read_base");
}

/* Whether the manager swallows the pending exception. */
static enum truth swallows(struct eval *ev, struct value manager, const struct node *expr)
{
	if (is_manager(manager, "nullcontext") || is_read_base(expr))
		return FALSE3;
	if (!is_manager(manager, "suppress"))
		return UNKNOWN3;
	return handled_by(class_of(ev, ev->exc), (struct value){ .kind = VALUE_TUPLE, .as.list = manager.as.obj->args },
			  0);
}

enum flow exec_with(struct eval *ev, const struct node *n)
{
	struct value *manager = arena_array(ev->arena, struct value, n->n);
	uint32_t doubts = ev->doubts, opened = 1;
	for (; opened < n->n && !stopped(ev); opened++) {
		manager[opened] = eval_expr(ev, n->kid[opened]->kid[0]);
		if (n->kid[opened]->kid[1] && !stopped(ev))
			assign(ev, n->kid[opened]->kid[1], entered(ev, manager[opened]), manager[opened].at);
	}
	enum flow f = stopped(ev) ? FLOW_RAISE : exec_block(ev, n->kid[0]);
	for (uint32_t i = opened; i-- > 1 && ev->exc;) {
		enum truth t = swallows(ev, manager[i], n->kid[i]->kid[0]);
		if (t == UNKNOWN3 || (t == TRUE3 && ev->doubts != doubts))
			return undecided(ev, n, value_unknown(ev->arena, WHY_BRANCH, eval_span(ev, n), NULL).as.cause);
		if (t == TRUE3) {
			ev->exc = NULL;
			f = FLOW_NEXT;
		}
	}
	return flow_after(ev, f);
}
