// SPDX-License-Identifier: MIT
/* Code that may or may not run (the effects of undecided branches).
 *
 * 	lr = 1
 * 	pipeline = [dict(type='Load')]
 * 	if os.environ['FAST']:			# neither True nor False for us
 * 		lr = 2
 * 		pipeline.append(dict(type='Flip'))
 * 		extra = 1
 * 	else:
 * 		lr = 4
 * 	steps = pipeline[0]['type']
 *
 * Neither arm is evaluated. The names that they could bind are Unknown afterwards, with the condition's cause. lr is
 * certainly bound, because it was bound before (or because both arms bind it); extra may be absent (EF_MAYBE). The
 * containers that the arms use are poisoned (python/state/doubt.h), with their content, so steps is Unknown. The
 * functions of the config that they call are analysed too, and those that these call, each once. The same holds for a
 * loop over an unknown value, for a try whose body may have raised, for the right side of an undecided `and`, and for
 * code after a possible return or break: flow_maybe says which. */
#include "python/eval/priv.h"
#include "base/map.h"
#include "python/state/eval_limits.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

/* Code nested deeper than the stack counts as unsure. */
enum flow flow_maybe(const struct node *code)
{
	struct {
		const struct node *n;
		bool in_loop;
	} stack[200];
	uint32_t n = 0;
	enum flow f = FLOW_NEXT;
	stack[n].n = code;
	stack[n++].in_loop = false;
	while (n) {
		const struct node *x = stack[--n].n;
		bool in_loop = stack[n].in_loop || x->kind == NODE_FOR || x->kind == NODE_WHILE;
		if (x->kind == NODE_RETURN || x->kind == NODE_OPAQUE)
			return FLOW_UNSURE;
		if ((x->kind == NODE_BREAK || x->kind == NODE_CONTINUE) && !in_loop)
			f = FLOW_LOOP_UNSURE;
		if (x->kind == NODE_DEF || x->kind == NODE_CLASS || x->kind == NODE_LAMBDA)
			continue;
		for (uint32_t i = 0; i < x->n; i++) {
			if (!x->kid[i])
				continue;
			if (n == ARRAY_SIZE(stack))
				return FLOW_UNSURE;
			stack[n].n = x->kid[i];
			stack[n++].in_loop = in_loop;
		}
	}
	return f;
}

/* Names in the code: bound ones become Unknown, the content of loaded ones is poisoned. Explicit stack: code nests
 * deeply. */
struct worklist {
	const struct node **at;
	size_t n, cap;
	size_t floor; /* entries above it belong to a function's body, which binds its own names; SIZE_MAX: none */
};

static void push(struct worklist *w, const struct node *n)
{
	if (!n)
		return;
	if (w->n == w->cap)
		w->at = vec_grow(w->at, &w->cap, sizeof *w->at);
	w->at[w->n++] = n;
}

static void push_kids(struct worklist *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++)
		push(w, n->kid[i]);
}

static bool is_module(struct value v)
{
	return v.kind == VALUE_OBJECT && !strcmp(v.as.obj->type->s, "module");
}

/* The value of the name before the code runs. It raises nothing, since the code itself may bind a local. */
static bool name_holds(struct eval *ev, const struct node *n, struct value *out)
{
	const struct exc *was = ev->exc;
	bool found = name_load(ev, n, out) && ev->exc == was;
	ev->exc = was;
	return found;
}

/* A name that was bound before stays bound, with an unknown value, unless the code may delete it. */
static void bind_unknown(struct eval *ev, const struct node *name, const struct cause *why, bool may_go)
{
	const struct entry *e = dict_find_str(ev->frame ? ev->frame->names : ev->globals, name->text);
	if (e)
		eval_may_be(ev, e->val); /* the name may still have that value */
	bool sure = e && !(e->flags & EF_MAYBE) && !may_go && !is_module(e->val) && e->val.kind != VALUE_FUNC;
	name_store(ev, name, unknown_because(why, eval_span(ev, name)), eval_span(ev, name), sure ? 0 : EF_MAYBE);
}

static void poison_target(struct eval *ev, const struct node *t, const struct cause *why, bool may_go)
{
	struct worklist w = { 0 };
	push(&w, t);
	while (w.n) {
		t = vec_pop(&w);
		if (t->kind == NODE_NAME)
			bind_unknown(ev, t, why, may_go);
		else if (t->kind == NODE_TUPLE || t->kind == NODE_LIST || t->kind == NODE_STAR)
			push_kids(&w, t);
	}
	free(w.at);
}

/* `import m` that may or may not run: m is a module, so no key, or still unbound */
static void bind_modules(struct eval *ev, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *alias = n->kid[i];
		size_t top = strcspn(alias->text->s, ".");
		struct node name = {
			.kind = NODE_NAME, .lo = alias->lo, .hi = alias->hi, .text = str_of(alias->text->s, top)
		};
		struct value v;
		if (alias->n && alias->kid[0])
			name.text = alias->kid[0]->text;
		if (!name_holds(ev, &name, &v))
			name_store(ev, &name, value_object(ev->arena, "module", alias->text->s, eval_span(ev, alias)),
				   eval_span(ev, alias), EF_MAYBE);
	}
}

/* The names that n itself binds become Unknown. Its kids are handled separately. */
static void poison_binding(struct eval *ev, const struct node *n, const struct cause *why)
{
	struct value v;
	switch (n->kind) {
	case NODE_ASSIGN:
		for (uint32_t i = 1; i < n->n; i++)
			poison_target(ev, n->kid[i], why, false);
		break;
	case NODE_AUGASSIGN:
		if (n->kid[0]->kind == NODE_NAME && name_holds(ev, n->kid[0], &v))
			eval_poison(ev, v, why); /* += changes a list in place */
		poison_target(ev, n->kid[0], why, false);
		break;
	case NODE_ANNASSIGN:
	case NODE_FOR:
	case NODE_WALRUS:
		poison_target(ev, n->kid[0], why, false);
		break;
	case NODE_DEL:
		for (uint32_t i = 0; i < n->n; i++)
			poison_target(ev, n->kid[i], why, true);
		break;
	case NODE_WITHITEM:
		if (n->kid[1])
			poison_target(ev, n->kid[1], why, false);
		break;
	case NODE_EXCEPT: { /* Python unbinds the name after the handler */
		const struct node name = { .kind = NODE_NAME, .lo = n->lo, .hi = n->lo, .text = n->text };
		if (n->text)
			bind_unknown(ev, &name, why, true);
		break;
	}
	case NODE_IMPORT:
		bind_modules(ev, n);
		break;
	case NODE_ALIAS:
	case NODE_DEF:
	case NODE_CLASS: {
		const struct node as = { .kind = NODE_NAME, .lo = n->lo, .hi = n->hi, .text = n->text };
		bool star = n->text && !strcmp(n->text->s, "*");
		const struct node *name = n->kind == NODE_ALIAS && n->n && n->kid[0] ? n->kid[0] : &as;
		bool dotted = name == &as && n->text && strchr(n->text->s, '.');
		if (n->kind == NODE_ALIAS && (dotted || (name_holds(ev, name, &v) && is_module(v))))
			break; /* `import a.b`: see bind_modules */
		if (n->kind == NODE_ALIAS && n->n && n->kid[0])
			bind_unknown(ev, n->kid[0], why, false);
		else if (star)
			ev->globals->open = true;
		else if (n->text)
			bind_unknown(ev, &as, why, false);
		break;
	}
	default:
		break;
	}
}

/* `global x` in a function that may run */
static void poison_global_names(struct eval *ev, const struct node *n, const struct cause *why)
{
	for (uint32_t i = 0; i < n->n; i++) {
		struct span at = eval_span(ev, n->kid[i]);
		struct value key = value_str(n->kid[i]->text, at);
		const struct entry *e = dict_find(ev->globals, key);
		uint32_t flags = e && !is_module(e->val) && e->val.kind != VALUE_FUNC ? e->flags & EF_MAYBE : EF_MAYBE;
		dict_put(ev->arena, ev->globals, key, unknown_because(why, at), at)->flags |= flags;
	}
}

static void enter_body(struct worklist *w)
{
	if (w->floor == SIZE_MAX)
		w->floor = w->n;
}

enum { HELD_DEEP = 8 /* levels of containers that are searched for functions */ };

/* The functions that v is or holds, each once: code that has v may call them. */
static void enter_functions(struct eval *ev, struct worklist *w, struct map *entered, struct value v, unsigned depth)
{
	struct dict_iter it;
	const struct entry *e;
	if (v.kind == VALUE_FUNC && !map_get(entered, v.as.func->def)) {
		map_put(ev->arena, entered, v.as.func->def, entered);
		enter_body(w);
		push_kids(w, v.as.func->def);
	}
	if (depth == HELD_DEEP)
		return;
	for (uint32_t i = 0; value_is_listlike(v) && i < v.as.list->n && op_spend(ev, 1); i++)
		enter_functions(ev, w, entered, v.as.list->at[i].val, depth + 1);
	if (v.kind == VALUE_DICT)
		for (dict_begin(&it, v.as.dict); (e = dict_next(&it)) && op_spend(ev, 1);)
			enter_functions(ev, w, entered, e->val, depth + 1);
}

/* Visits each node once, with an explicit stack. Inside a function's body (above the floor) bound names are local,
 * so only loads count. Nothing is evaluated; a name with an Unknown adds the containers that it may be, once. */
static void poison_walk(struct eval *ev, struct worklist *w, const struct cause *why)
{
	struct map entered = { 0 };	 /* functions of the config that the code names, and those that they name */
	size_t before = doubt_count(ev); /* values that the code itself binds are new objects */
	while (w->n) {
		const struct node *n = w->at[--w->n];
		if (!op_spend(ev, 1)) {
			ev->dead = true;
			break;
		}
		if (w->n < w->floor)
			w->floor = SIZE_MAX;
		if (w->floor == SIZE_MAX)
			poison_binding(ev, n, why);
		else if (n->kind == NODE_GLOBAL)
			poison_global_names(ev, n, why);
		struct value v;
		if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA)
			enter_body(w);
		if (n->kind == NODE_NAME && name_holds(ev, n, &v)) {
			enter_functions(ev, w, &entered, v, 0); /* before they become Unknown in v */
			eval_poison(ev, v.kind == VALUE_METHOD ? v.as.method->self : v, why);
			if (v.kind == VALUE_UNKNOWN) {
				doubt_poison(ev, before, why);
				before = 0;
			}
		}
		push_kids(w, n);
	}
	free(w->at);
}

void poison_code(struct eval *ev, const struct node *code, const struct cause *why)
{
	struct worklist w = { .floor = SIZE_MAX };
	push(&w, code);
	poison_walk(ev, &w, why);
}

void poison_body(struct eval *ev, const struct node *def, const struct cause *why)
{
	struct worklist w = { 0 };
	push_kids(&w, def);
	poison_walk(ev, &w, why);
}

/* ---- comprehensions over unknown values ---- */

static const struct node *root_of(const struct node *n)
{
	while (n->kind == NODE_ATTR || n->kind == NODE_INDEX || n->kind == NODE_CALL)
		n = n->kid[0];
	return n;
}

/* x[0], or a tuple of targets with one */
static bool has_index(const struct node *target)
{
	struct worklist w = { 0 };
	bool found = false;
	push(&w, target);
	while (w.n && !found) {
		const struct node *t = vec_pop(&w);
		found = t->kind == NODE_INDEX || t->kind == NODE_ATTR;
		if (t->kind == NODE_TUPLE || t->kind == NODE_LIST || t->kind == NODE_STAR)
			push_kids(&w, t);
	}
	free(w.at);
	return found;
}

/* It stores into something that was there before. */
static bool stores(const struct node *n)
{
	bool found = false;
	switch (n->kind) {
	case NODE_GLOBAL:
	case NODE_NONLOCAL:
	case NODE_AUGASSIGN: /* += changes a list in place */
	case NODE_DEL:
		return true;
	case NODE_ASSIGN:
		for (uint32_t i = 1; i < n->n && !found; i++)
			found = has_index(n->kid[i]);
		return found;
	case NODE_FOR:
	case NODE_ANNASSIGN:
		return has_index(n->kid[0]);
	case NODE_WITHITEM:
		return n->kid[1] && has_index(n->kid[1]);
	case NODE_CALL:
		return n->kid[0]->kind == NODE_ATTR && call_changes(n->kid[0]->text->s);
	default:
		return false;
	}
}

/* The code, or a function of the config that it names, or one that this names. */
static bool changes_something(struct eval *ev, const struct node *code)
{
	struct worklist w = { 0 };
	struct map entered = { 0 };
	bool found = false;
	struct value v;
	push(&w, code);
	while (w.n && !found) {
		const struct node *n = vec_pop(&w);
		found = stores(n) || !op_spend(ev, 1);
		push_kids(&w, n);
		if (n->kind == NODE_NAME && name_holds(ev, n, &v))
			enter_functions(ev, &w, &entered, v, 0);
	}
	free(w.at);
	return found;
}

/* Something unknown may call the functions that v is or holds. */
static void poison_held(struct eval *ev, struct value v, const struct cause *why, unsigned depth)
{
	struct dict_iter it;
	const struct entry *e;
	if (v.kind == VALUE_FUNC && changes_something(ev, v.as.func->def))
		poison_body(ev, v.as.func->def, why);
	if (depth == HELD_DEEP)
		return;
	for (uint32_t i = 0; value_is_listlike(v) && i < v.as.list->n && op_spend(ev, 1); i++)
		poison_held(ev, v.as.list->at[i].val, why, depth + 1);
	if (v.kind == VALUE_DICT)
		for (dict_begin(&it, v.as.dict); (e = dict_next(&it)) && op_spend(ev, 1);)
			poison_held(ev, e->val, why, depth + 1);
}

void poison_called(struct eval *ev, struct value v, const struct cause *why)
{
	if (!ev->rule)
		poison_held(ev, v, why, 0);
}

void poison_callee(struct eval *ev, const struct node *callee, const struct cause *why)
{
	struct worklist w = { 0 };
	struct value v;
	push(&w, callee);
	while (w.n && !ev->rule) {
		const struct node *n = vec_pop(&w);
		if (n->kind == NODE_NAME && name_holds(ev, n, &v))
			poison_called(ev, v, why);
		push_kids(&w, n);
	}
	free(w.at);
}

/* What a call in an element may change: its method's object, and what an unknown function reaches. */
static void poison_call(struct eval *ev, const struct node *call, const struct cause *why)
{
	const struct node *callee = call->kid[0], *root = root_of(callee);
	struct value v;
	if (root->kind != NODE_NAME || !name_holds(ev, root, &v))
		return;
	if (callee->kind == NODE_ATTR && call_changes(callee->text->s))
		eval_poison(ev, v, why);
	else if (callee == root && v.kind == VALUE_METHOD)
		eval_poison(ev, v.as.method->self, why);
	for (uint32_t i = 1; callee == root && v.kind == VALUE_UNKNOWN && i < call->n; i++)
		poison_code(ev, call->kid[i], why);
}

void poison_elements(struct eval *ev, const struct node *comp, const struct cause *why)
{
	struct worklist w = { 0 };
	struct value v;
	push(&w, comp);
	while (w.n) {
		const struct node *n = vec_pop(&w);
		if (n->kind == NODE_LAMBDA)
			continue;
		if (n->kind == NODE_WALRUS)
			bind_unknown(ev, n->kid[0], why, false);
		else if (n->kind == NODE_CALL)
			poison_call(ev, n, why);
		else if (n->kind == NODE_NAME && name_holds(ev, n, &v))
			poison_called(ev, v, why);
		push_kids(&w, n);
	}
	free(w.at);
}
