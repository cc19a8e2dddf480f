// SPDX-License-Identifier: MIT
/* The values of expressions: the evaluator for configs (python/eval), which queries this file for names, calls and
 * attributes. A name has the common value of all its bindings, or that of the one that certainly reaches the use; a
 * parameter that of all call sites.
 *
 * Invariant: values of calls, attributes, variables and bindings are cached; a value that is queried during its own
 * computation is Unknown, which ends cycles. What isn't certain is Unknown.
 *
 * 	n = 4; def f(k): return k * 2
 * 	f(n)				8: k is 4 at its only call site */
#include "script/values/script_value.h"
#include "python/eval/eval.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/arguments.h"
#include "script/values/class_arguments.h"
#include "script/values/cell.h"
#include "script/values/decided.h"
#include <string.h>

enum {
	DEPTH_MAX = 40 /* of variables whose values are other variables */,
	BINDINGS_MAX = 1000 /* of a variable whose assignments are distinguished */
};

struct value_query {
	struct script_project *p;
	struct fn *scope;
	const struct str *flag;
	const struct node *root; /* the whole expression */
	unsigned depth;
};

static struct value evaluate(struct value_query *up, struct fn *scope, const struct node *n);
static struct value used(struct value_query *up, struct fn *scope, const struct node *n);

static struct value unknown(struct script_project *p, struct fn *scope, const struct node *n)
{
	return value_unknown(&p->arena, WHY_NONE, (struct span){ scope->file->src->id, n->lo, n->hi }, NULL);
}

/* For a rule an absent key means an argument that isn't given. A name that isn't found here belongs to a library or
 * to a comprehension, and raises nothing. */
static struct value present(struct value v)
{
	bool why = v.kind == VALUE_UNKNOWN && v.as.cause;
	return why && (v.as.cause->why == WHY_ABSENT || v.as.cause->why == WHY_RAISED) ? (struct value){ .at = v.at }
										       : v;
}

/* ---- callees */

static const struct str *member_of(struct value_query *up, struct fn *scope, const struct node *attr)
{
	struct value v = used(up, scope, attr->kid[0]);
	const struct script_object *o = script_object_of(up->p, v);

	if (!o)
		return NULL;
	if (!o->cls)
		return names_joined(o->name, attr->text);
	class_bases(&up->p->model, o->cls); /* what it inherits from the one base outside the project */
	return o->cls->open_bases || o->cls->nabroad != 1 || class_method(&up->p->model, o->cls, attr->text, NULL)
		       ? NULL
		       : names_joined(script_known_name(up->p, o->cls->abroad[0]), attr->text);
}

/* `g(*args, **kwargs)` */
static bool passes_all(const struct node *n)
{
	return n->kind == NODE_CALL && n->n == 3 && n->kid[1]->kind == NODE_STAR && n->kid[2]->kind == NODE_DSTAR;
}

/* The callee to which a function `def f(*args, **kwargs)` passes all its arguments. */
static const struct node *forwarded(struct script_project *p, struct fn *f)
{
	const struct node *params = f->node->kind == NODE_DEF ? f->node->kid[0] : NULL;
	struct call_site *c;

	if (!params || params->n != 2 || params->kid[0]->op != '*' || params->kid[1]->op != '2')
		return NULL;
	c = map_get(&p->forwards, f);
	if (!c) {
		c = arena_new(&p->arena, struct call_site);
		*c = (struct call_site){ f, node_find(f->node->kid[1], passes_all), NULL };
		map_put(&p->arena, &p->forwards, f, c);
	}
	return c->node ? c->node->kid[0] : NULL;
}

static const struct str *called(struct value_query *up, struct fn *scope, const struct node *callee)
{
	struct found f;
	const struct str *name = script_refer_to(scope, callee, &f);
	const struct node *to = !name && f.kind == F_FUNC ? forwarded(up->p, f.fn) : NULL;

	if (to)
		return script_known_name(up->p, script_refer(f.fn, to));
	name = name ? name : script_subclass_called(up->p, scope, callee, f);
	if (!name && callee->kind == NODE_ATTR && f.kind == F_NONE)
		name = member_of(up, scope, callee);
	return script_known_name(up->p, name);
}

const struct str *script_called(struct script_project *p, struct fn *scope, const struct node *call)
{
	const struct str **name = map_get(&p->called, call);

	if (!name) {
		name = arena_new(&p->arena, const struct str *);
		*name = called(&(struct value_query){ .p = p, .scope = scope }, scope, call->kid[0]);
		map_put(&p->arena, &p->called, call, name);
	}
	return *name;
}

const struct str *script_attribute_name(struct script_project *p, struct fn *scope, const struct node *attr)
{
	const struct str *name = script_refer(scope, attr);

	return name ? name : member_of(&(struct value_query){ .p = p, .scope = scope }, scope, attr);
}

/* ---- calls */

static bool value_of_call(struct value_query *up, struct fn *scope, const struct node *call, struct value *out)
{
	struct script_project *p = up->p;
	struct found f = script_callee(scope, call->kid[0]);
	const struct script_call *known;
	const struct str *name;
	unsigned count;
	const struct node *back;
	struct fn *to;

	if (f.kind == F_NONE && (to = script_forward(p, used(up, scope, call->kid[0]))))
		f = (struct found){ .kind = F_FUNC, .fn = to };
	if (f.kind == F_FUNC && f.fn->node->kind == NODE_DEF && f.fn->node->n == 2) {
		struct call_frame from = { .fn = scope }, in = { .fn = f.fn, .up = &from, .call = call };

		back = script_returned(f.fn->node->kid[1], &count);
		back = back && count > 1 ? decided_return(p, &in) : back;
		*out = back ? evaluate(up, f.fn, back) : unknown(p, scope, call);
		return true;
	}
	if (f.kind == F_CLASS)
		return *out = script_object_made(p, f.cls->name, f.cls, scope, call), true;
	if (f.kind == F_FUNC)
		return *out = unknown(p, scope, call), true;
	name = called(up, scope, call->kid[0]);
	if (!name && (name = script_object_called(p, used(up, scope, call->kid[0]))))
		return *out = script_object_made(p, name, NULL, scope, call), true;
	if (!name) {
		if (call->kid[0]->kind != NODE_ATTR || !script_object_of(p, used(up, scope, call->kid[0]->kid[0])))
			return false; /* a builtin, a method of a text */
		return *out = unknown(p, scope, call), true;
	}
	if (call->kid[0]->kind == NODE_ATTR && (arguments_parsed(name) || class_arguments_parsed(p, name))) {
		const struct script_object *parser = script_object_of(p, evaluate(up, scope, call->kid[0]->kid[0]));

		*out = arguments_parsed(name) ? arguments_of(p, parser, name, call)
					      : class_arguments_of(p, parser, call);
		return true;
	}
	known = map_get(&p->know->call, name);
	*out = known && known->same && call->kid[0]->kind == NODE_ATTR ? evaluate(up, scope, call->kid[0]->kid[0])
								       : script_object_made(p, name, NULL, scope, call);
	return true;
}

/* ---- variables */

/* The argument of a function that is passed together with its arguments in a list. */
static struct value handed(struct value_query *up, const struct binding *b, uint32_t position, struct fn *f,
			   const struct call_site *c)
{
	const struct node *all = script_argument(c->hands, c->node, c->hands->hands[1]);
	uint32_t before = c->hands->nhands - 2;

	if (position < before || (all && all->kind != NODE_TUPLE && all->kind != NODE_LIST))
		return (struct value){ 0 };
	for (uint32_t i = 0; all && i < all->n && i <= position - before; i++)
		if (all->kid[i]->kind == NODE_STAR)
			return (struct value){ 0 };
	if (all && position - before < all->n)
		return evaluate(up, c->in, all->kid[position - before]);
	return b->value ? evaluate(up, f->up ? f->up : f, b->value) : (struct value){ 0 };
}

static struct value argument(struct value_query *up, const struct binding *b, const struct str *name, struct fn *f,
			     const struct call_site *c)
{
	uint32_t at = 0, position = b->item, given = 0;

	if (f->cls && !f->method_static)
		position--;
	if (c->hands)
		return handed(up, b, position, f, c);
	for (uint32_t i = 1; i < c->node->n; i++) {
		const struct node *x = c->node->kid[i];

		if (x->kind == NODE_STAR || x->kind == NODE_DSTAR)
			return (struct value){ 0 };
		if (x->kind == NODE_KW && x->text == name)
			return evaluate(up, c->in, x->kid[0]);
		if (x->kind != NODE_KW && at++ == position)
			given = i;
	}
	if (given)
		return evaluate(up, c->in, c->node->kid[given]);
	return b->value ? evaluate(up, f->up ? f->up : f, b->value) : (struct value){ 0 };
}

/* The keywords of a call that remain for `**kwargs`. */
static struct value keywords(struct value_query *up, const struct binding *b, const struct str *name, struct fn *f,
			     const struct call_site *c)
{
	struct value d = value_dict(&up->p->arena, (struct span){ c->in->file->src->id, c->node->lo, c->node->hi });

	(void)b;
	(void)name;
	d.as.dict->open = c->hands != NULL;
	for (uint32_t i = 1; i < c->node->n; i++) {
		const struct node *x = c->node->kid[i];

		if (x->kind == NODE_DSTAR)
			d.as.dict->open = true;
		else if (x->kind == NODE_KW && !node_param(f->node->kid[0], 0, x->text))
			dict_put(&up->p->arena, d.as.dict, value_str(x->text, d.at), evaluate(up, c->in, x->kid[0]),
				 d.at);
	}
	return d;
}

/* The common value of all call sites, or Unknown. */
static struct value param(struct value_query *up, const struct variable *v, const struct binding *b)
{
	const struct callee *c = map_get(&up->p->callee, v->scope);
	struct value out = { 0 };

	if (v->scope->cls && !v->scope->method_static && b->item == 0)
		return out; /* self */
	if (!c || c->escapes || !c->calls.n || v->scope->node->kind != NODE_DEF || v->scope->node->n > 2)
		return out;
	for (size_t i = 0; i < c->calls.n; i++) {
		struct value one =
			(b->how == BIND_PARAM ? argument : keywords)(up, b, v->name, v->scope, &c->calls.at[i]);

		out = i ? script_joined(up->p, out, one) : one;
		if (!value_is_known(out))
			return out;
	}
	return out;
}

static struct value bound(struct value_query *up, const struct variable *v, const struct binding *b)
{
	switch (b->how) {
	case BIND_VALUE:
		return evaluate(up, b->in, b->value);
	case BIND_ITEM:
		return script_item(up->p, evaluate(up, b->in, b->value), b);
	case BIND_PARAM:
	case BIND_KEYWORDS:
		return param(up, v, b);
	default:
		return (struct value){ 0 };
	}
}

static struct value binding_value(struct value_query *up, const struct variable *v, struct binding *b)
{
	const struct str *outer = up->flag;

	if (b->state == COMPUTING || up->depth > DEPTH_MAX)
		return (struct value){ 0 };
	if (b->state == NOT_COMPUTED) {
		b->state = COMPUTING;
		up->flag = NULL;
		up->depth++;
		b->val = script_unchanged(up->p, v, bound(up, v, b));
		up->depth--;
		b->flag = up->flag;
		b->state = COMPUTED;
	}
	up->flag = b->flag && value_is_known(b->val) ? b->flag : outer;
	return b->val;
}

static struct value variable_value(struct value_query *up, struct variable *v)
{
	if (v->state == COMPUTING || up->depth > DEPTH_MAX)
		return (struct value){ 0 };
	if (v->state == NOT_COMPUTED) {
		const struct str *outer = up->flag;
		bool thing = false;

		v->state = COMPUTING;
		up->flag = NULL;
		for (struct binding *b = v->binding; b; b = b->next) {
			struct value one = binding_value(up, v, b);

			v->val = b == v->binding ? one : script_joined(up->p, v->val, one);
			if (one.kind == VALUE_NONE)
				continue;
			v->thing = !thing ? one : script_joined(up->p, v->thing, one);
			thing = true;
		}
		v->flag = up->flag;
		v->state = COMPUTED;
		up->flag = outer;
	}
	if (v->flag && value_is_known(v->val))
		up->flag = v->flag;
	return v->val;
}

/* The assignment that certainly gives the name its value: it precedes the use in an enclosing suite, and no other
 * that may run is between. NULL: any assignment may do so. */
static struct binding *reaching(const struct variable *v, const struct fn *scope, const struct node *use)
{
	struct binding *best = NULL;
	const struct node *in;

	if (v->scope != scope || v->nbindings > BINDINGS_MAX)
		return NULL;
	for (struct binding *b = v->binding; b; b = b->next) {
		if (b->statement && b->in != scope)
			return NULL; /* set from another function */
		if (b->statement && b->block->lo <= use->lo && use->lo < b->block->hi && b->statement->hi <= use->lo &&
		    (!best || b->statement->lo > best->statement->lo))
			best = b;
	}
	in = best ? node_kid_at(best->block, use->lo) : NULL;
	if (!in)
		return NULL;
	for (const struct binding *b = v->binding; b; b = b->next)
		if (b != best && b->statement && b->statement->lo >= best->statement->lo && b->statement->lo < in->hi &&
		    (b->statement != in || (in->kind != NODE_ASSIGN && in->kind != NODE_ANNASSIGN)))
			return NULL;
	return best;
}

/* ---- names and attributes */

/* The variable that a name or `self.x` is; NULL: none. */
static struct variable *variable_of(struct value_query *up, struct fn *scope, const struct node *n)
{
	struct cls *k =
		n->kind == NODE_ATTR && n->kid[0]->kind == NODE_NAME ? script_self_class(scope, n->kid[0]->text) : NULL;
	struct found f;

	if (k)
		return script_attribute(up->p, k, n->text);
	if (n->kind != NODE_NAME)
		return NULL;
	f = names_find(scope, n->text);
	return f.kind == F_VAR && !f.sym ? script_variable(f.fn, f.name) : NULL;
}

/* The value of an expression whose member is read: None has no members. */
static struct value used(struct value_query *up, struct fn *scope, const struct node *n)
{
	struct value v = evaluate(up, scope, n);
	struct variable *x = value_is_known(v) ? NULL : variable_of(up, scope, n);

	if (!x || (n->kind == NODE_NAME && reaching(x, scope, n)))
		return v;
	variable_value(up, x);
	return x->state == COMPUTED ? x->thing : v;
}

/* A field of a dataclass: the constructor's keyword, else `= 4`, `= field(default=4)`. */
static struct value field_value(struct value_query *up, const struct script_object *o, const struct variable *v)
{
	const struct binding *b = v->binding;
	const struct node *call = o->site.node, *given = arguments_keyword(call, v->name->s), *value = b->value;

	if (o->several || v->nbindings != 1 || o->cls->nabroad || o->cls->open_bases)
		return (struct value){ 0 };
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind != NODE_KW)
			return (struct value){ 0 };
	if (given)
		return evaluate(up, o->site.in, given);
	if (value->kind == NODE_CALL)
		value = value->kid[0]->kind == NODE_NAME ? arguments_keyword(value, "default") : NULL;
	return value ? evaluate(up, b->in, value) : (struct value){ 0 };
}

static struct value member_value(struct value_query *up, const struct script_object *o, const struct str *name)
{
	struct variable *v = o->cls ? script_attribute(up->p, o->cls, name) : NULL;

	if (!v)
		return (struct value){ 0 };
	return v->binding->how == BIND_FIELD ? field_value(up, o, v) : variable_value(up, v);
}

/* `self.x`, which one method assigns; `args.x`. */
static bool attribute_value(struct value_query *up, struct fn *scope, const struct node *n, struct value *out)
{
	const struct node *of = n->kid[0];
	struct cls *k = of->kind == NODE_NAME ? script_self_class(scope, of->text) : NULL;
	struct value v;

	if (k) {
		struct variable *x = script_attribute(up->p, k, n->text);

		*out = x ? variable_value(up, x) : (struct value){ 0 };
		return true;
	}
	v = used(up, scope, of);
	if (script_object_of(up->p, v)) {
		*out = member_value(up, script_object_of(up->p, v), n->text);
		return true;
	}
	if (!arguments_is(up->p, v))
		return false;
	*out = (struct value){ .at = { scope->file->src->id, n->lo, n->hi } };
	if (!map_get(&up->p->set_elsewhere, n->text) &&
	    !(of->kind == NODE_NAME && map_get(&up->p->tampered, of->text))) {
		*out = arguments_get(up->p, v, n->text, &up->flag);
	}
	return true;
}

/* A value that is computed from one of which only the name is known is Unknown. */
static void take(const struct value_query *up, const struct node *n, struct value *out)
{
	if (n != up->root && script_is_vague(up->p, *out))
		*out = (struct value){ .at = out->at };
}

static struct value name_value(struct value_query *up, struct variable *v, const struct node *n)
{
	struct binding *b = v->nbindings > 1 ? reaching(v, up->scope, n) : NULL;

	return b ? binding_value(up, v, b) : variable_value(up, v);
}

static bool value_of_name(struct value_query *up, struct fn *scope, const struct node *n, struct value *out)
{
	struct found f = names_find(scope, n->text);
	struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;

	if (f.kind == F_NONE)
		return false;
	*out = v && script_callee(scope, n).kind == F_NONE && !f.sym ? name_value(up, v, n) : unknown(up->p, scope, n);
	return true;
}

/* Handled before the evaluator, which knows no objects. */
static bool seen(struct value_query *up, struct fn *scope, const struct node *n, struct value *out)
{
	const struct str *name = script_refer(scope, n);
	struct found f;

	if (name) {
		*out = script_name_value(up->p, script_known_name(up->p, name), scope, n);
		return true;
	}
	if (n->kind == NODE_ATTR)
		return attribute_value(up, scope, n, out);
	f = script_callee(scope, n);
	if (f.kind != F_FUNC && f.kind != F_CLASS)
		return false;
	*out = script_name_value(up->p, f.kind == F_FUNC ? f.fn->name : f.cls->name, scope, n);
	return true;
}

/* A query of the evaluator to its host: the evaluator counts its own levels, and the query continues from there. */
static bool within(struct eval *ev, const struct node *n, struct value *out,
		   bool (*of)(struct value_query *up, struct fn *scope, const struct node *n, struct value *out))
{
	struct value_query *up = ev->host->ctx;
	uint32_t outer = up->p->budget.depth;
	bool known;

	up->p->budget.depth = ev->depth;
	known = of(up, up->scope, n, out);
	up->p->budget.depth = outer;
	if (known)
		take(up, n, out);
	return known;
}

static bool on_name(struct eval *ev, const struct node *n, struct value *out)
{
	return within(ev, n, out, value_of_name);
}

static bool on_call(struct eval *ev, const struct node *n, struct value *out)
{
	return within(ev, n, out, value_of_call);
}

static bool on_attr(struct eval *ev, const struct node *n, struct value *out)
{
	return within(ev, n, out, seen);
}

/* Answers are cached: a chain of calls queries each of its parts, which query theirs. */
struct answer {
	struct value val;
	const struct str *flag;
};

/* A test that counts as True where a value depends on it: `torch.cuda.is_available()`, also through a variable. */
static bool is_assumed(struct value_query *up, struct fn *scope, const struct node *test, unsigned hops)
{
	const struct str *name = test->kind == NODE_CALL ? called(up, scope, test->kid[0]) : NULL;
	struct variable *v = hops < DEPTH_MAX ? variable_of(up, scope, test) : NULL;

	if (test->kind == NODE_CALL)
		return name && map_get(&up->p->know->assumed, name);
	if (test->kind == NODE_BOOL && test->op == OP_AND)
		return is_assumed(up, scope, test->kid[0], hops + 1) && is_assumed(up, scope, test->kid[1], hops + 1);
	if (v && v->nbindings == 1 && v->binding->how == BIND_VALUE)
		return is_assumed(up, v->binding->in, v->binding->value, hops + 1);
	return value_same(evaluate(up, scope, test), value_bool(true, (struct span){ 0 }));
}

static struct value worked_out(struct value_query *up, struct fn *scope, const struct node *n)
{
	struct value_query in = { .p = up->p, .scope = scope, .root = n, .depth = up->depth + 1 };
	struct eval_host host = { .ctx = &in, .name = on_name, .call = on_call, .attr = on_attr };
	struct budget *outer;
	struct eval ev;
	struct value v;

	if (n->kind == NODE_COND)
		v = evaluate(&in, scope, n->kid[1]);
	if (n->kind == NODE_COND && (!value_is_known(v) || script_is_vague(up->p, v)))
		return is_assumed(&in, scope, n->kid[1], 0)
			       ? evaluate(&in, scope, n->kid[0])
			       : script_joined(up->p, evaluate(&in, scope, n->kid[0]), evaluate(&in, scope, n->kid[2]));
	if (!((n->kind == NODE_NAME || n->kind == NODE_ATTR) && seen(&in, scope, n, &v))) {
		outer = up->p->arena.budget;
		up->p->arena.budget = &up->p->budget;
		eval_init(&ev, &up->p->arena, scope->file->src->id);
		ev.rule = true;
		ev.host = &host;
		ev.depth = up->p->budget.depth;
		v = eval_expr(&ev, n);
		eval_release(&ev);
		up->p->arena.budget = outer;
	}
	if (in.flag)
		up->flag = in.flag;
	return present(v);
}

static struct value compute(struct value_query *up, struct fn *scope, const struct node *n)
{
	struct value v = { 0 };

	if (up->depth > DEPTH_MAX || !budget_down(&up->p->budget))
		return v;
	v = worked_out(up, scope, n);
	budget_up(&up->p->budget);
	return v;
}

static struct value evaluate(struct value_query *up, struct fn *scope, const struct node *n)
{
	bool cacheable = n->kind == NODE_CALL || n->kind == NODE_ATTR;
	struct answer *known = cacheable ? map_get(&up->p->answers, n) : NULL;
	struct value_query in = { .p = up->p, .scope = scope, .depth = up->depth };
	struct value v;

	if (!cacheable)
		return compute(up, scope, n);
	if (!known) {
		known = arena_new(&up->p->arena, struct answer);
		*known = (struct answer){ 0 }; /* cyclic: unknown */
		map_put(&up->p->arena, &up->p->answers, n, known);
		v = compute(&in, scope, n);
		*known = (struct answer){ v, in.flag };
	}
	if (known->flag)
		up->flag = known->flag;
	return known->val;
}

struct value script_value(struct script_project *p, struct fn *scope, const struct node *n, const struct str **flag)
{
	struct value_query top = { .p = p, .scope = scope };
	struct value v = evaluate(&top, scope, n);

	if (flag)
		*flag = value_is_known(v) ? top.flag : NULL;
	return v;
}
