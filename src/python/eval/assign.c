// SPDX-License-Identifier: MIT
/* Names and assignment: Python's scopes, targets of every kind, del.
 *
 * Example: a, *b = 1, 2, 3       a = 1, b = [2, 3]
 *          d['k'] = v            stores in d, or poisons it if 'k' is unknown
 *          del l[unknown]        every item may be gone */
#include "python/eval/assign.h"
#include "python/builtin/builtin.h"
#include "python/builtin/builtin_names.h"
#include "python/eval/priv.h"
#include "python/ops/op_configdict.h"
#include "python/ops/ops.h"
#include "python/ops/seq.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

/* ---- names ---- */

static struct value name_key(const struct eval *ev, const struct node *n)
{
	return value_str(n->text, eval_span(ev, n));
}

static bool declared(const struct dict *names, const struct str *name)
{
	return names && dict_find_str(names, name);
}

/* The value of a key that may be absent is Unknown, whatever its value would be. */
static struct value entry_value(struct eval *ev, const struct entry *e, const struct node *n)
{
	if (!(e->flags & EF_MAYBE) || e->val.kind == VALUE_UNKNOWN)
		return e->val;
	return value_unknown(ev->arena, WHY_BRANCH, eval_span(ev, n), n->text->s);
}

static bool local_load(struct eval *ev, const struct node *n, struct value *out)
{
	for (struct frame *f = ev->frame; f; f = f->outer) {
		if (f->is_class && f != ev->frame)
			continue;
		if (declared(f->global_names, n->text))
			return false;
		const struct entry *e = dict_find_str(f->names, n->text);
		if (e)
			return *out = entry_value(ev, e, n), true;
		if (f->func && f->func->locals && dict_find_str(f->func->locals, n->text) &&
		    !declared(f->nonlocal_names, n->text)) {
			*out = eval_raise(ev, f == ev->frame ? "UnboundLocalError" : "NameError", eval_span(ev, n),
					  "cannot access local variable '%s' where it is not associated with a value",
					  n->text->s);
			return true;
		}
	}
	return false;
}

bool eval_has_local(const struct eval *ev, const struct str *name)
{
	for (const struct frame *f = ev->frame; f; f = f->outer)
		if (dict_find_str(f->names, name))
			return true;
	return false;
}

static bool builtin_load(struct eval *ev, const struct node *n, struct value *out)
{
	struct seen_builtins *seen = ev->builtins;
	for (uint32_t i = 0; seen && i < seen->n; i++)
		if (seen->at[i].name == n->text) {
			*out = seen->at[i].val;
			out->at = eval_span(ev, n);
			return true;
		}
	bool found = builtin_value(ev->arena, n->text, eval_span(ev, n), out);
	if (found && seen && seen->n < ARRAY_SIZE(seen->at)) {
		seen->at[seen->n].name = n->text;
		seen->at[seen->n++].val = *out;
	}
	return found;
}

bool name_load(struct eval *ev, const struct node *n, struct value *out)
{
	if (local_load(ev, n, out))
		return true;
	const struct entry *e = dict_find_str(ev->globals, n->text);
	if (e && e->use.file) /* else the host bound it and resolves it itself */
		return *out = entry_value(ev, e, n), true;
	if (ev->host && ev->host->name && ev->host->name(ev, n, out))
		return true;
	if (e)
		return *out = entry_value(ev, e, n), true;
	if (ev->globals->open) {
		*out = value_unknown(ev->arena, WHY_IMPORT, eval_span(ev, n), n->text->s);
		return true;
	}
	return builtin_load(ev, n, out);
}

struct dict *store_target(struct eval *ev, const struct str *name)
{
	struct frame *f = ev->frame;
	if (!f || declared(f->global_names, name))
		return ev->globals;
	if (declared(f->nonlocal_names, name))
		for (struct frame *o = f->outer; o; o = o->outer)
			if (!o->is_class && dict_find_str(o->names, name))
				return o->names;
	return f->names;
}

void name_store(struct eval *ev, const struct node *name, struct value v, struct span use, uint32_t flags)
{
	struct dict *d = store_target(ev, name->text);
	struct entry *e = dict_put(ev->arena, d, name_key(ev, name), v, use);
	e->key.at = eval_span(ev, name);
	e->flags = (e->flags & ~(uint32_t)EF_MAYBE) | flags;
}

/* ---- assignment ---- */

static void assign_attr(struct eval *ev, const struct node *t, struct value v, struct span use)
{
	struct value obj = eval_seen(ev, eval_expr(ev, t->kid[0]));
	struct span at = eval_span(ev, t);
	if (!stopped(ev) && obj.kind == VALUE_OBJECT && obj.as.obj->names && obj.at.file == ev->file) {
		dict_put(ev->arena, obj.as.obj->names, value_str(t->text, at), v, use)->flags &= ~(uint32_t)EF_MAYBE;
		return;
	}
	if (!stopped(ev) && obj.kind == VALUE_UNKNOWN)
		eval_changed_unknown(ev, obj.as.cause);
	if (stopped(ev) || obj.kind == VALUE_UNKNOWN || obj.kind == VALUE_FUNC || obj.kind == VALUE_OBJECT ||
	    obj.kind == VALUE_REF)
		return;
	if (obj.kind != VALUE_DICT || !obj.as.dict->config) {
		eval_raise(ev, "AttributeError", at, "'%s' object has no attribute '%s'", value_type_name(obj),
			   t->text->s);
		return;
	}
	if (method_find(obj, t->text)) {
		eval_raise(ev, "AttributeError", at, "'Dict' object attribute '%s' is read-only", t->text->s);
		return;
	}
	struct span name = { ev->file, t->hi - t->text->len, t->hi };
	struct entry *e =
		dict_put(ev->arena, eval_thaw_dict(ev, &obj), value_str(t->text, name), configdict_of(ev, v), use);
	e->key.at = name;
	e->flags &= ~(uint32_t)EF_MAYBE;
}

static void assign_list_item(struct eval *ev, struct value obj, struct value sub, struct value v, struct span use,
			     struct span at)
{
	if (sub.kind != VALUE_INT && sub.kind != VALUE_BOOL) {
		if (sub.kind != VALUE_UNKNOWN)
			eval_raise(ev, "TypeError", at, "list indices must be integers or slices, not %s",
				   value_type_name(sub));
		eval_poison(ev, obj, cause_of(ev, sub, WHY_TYPE, at));
		return;
	}
	struct list *l = eval_thaw_list(ev, &obj);
	int64_t i = sub.kind == VALUE_BOOL ? sub.as.b : sub.as.i, k = i < 0 ? i + l->n : i;
	if (l->open)
		eval_poison(ev, obj, cause_of(ev, sub, WHY_BRANCH, at));
	else if (k < 0 || k >= l->n)
		eval_raise(ev, "IndexError", at, "list assignment index out of range");
	else
		l->at[k] = (struct item){ v, use, 0 };
}

static void assign_dict_item(struct eval *ev, struct value obj, struct value sub, struct value v, struct span use)
{
	struct value why;
	if (!op_key(ev, sub, sub.at, &why)) {
		if (!ev->exc)
			eval_poison(ev, obj, cause_of(ev, why, WHY_TYPE, use));
		return;
	}
	if (obj.as.dict->config)
		v = configdict_of(ev, v);
	struct entry *e = dict_put(ev->arena, eval_thaw_dict(ev, &obj), sub, v, use);
	e->key.at = sub.at;
	e->flags &= ~(uint32_t)EF_MAYBE;
}

/* l[a:b] = items, step 1 */
static void assign_slice(struct eval *ev, struct value obj, const struct node *slice, struct value v, struct span at)
{
	struct value lo = slice->kid[0] ? eval_expr(ev, slice->kid[0]) : value_int(0, at);
	struct value hi = slice->kid[1] ? eval_expr(ev, slice->kid[1]) : value_int(INT64_MAX / 2, at);
	struct value why = { 0 };
	const struct list *items = op_iterate(ev, v, at, &why);
	bool plain = items && !items->open && !slice->kid[2] && obj.kind == VALUE_LIST && !obj.as.list->open &&
		     lo.kind == VALUE_INT && hi.kind == VALUE_INT;
	if (!plain) {
		if (!stopped(ev))
			eval_poison(ev, obj, cause_of(ev, why, WHY_TYPE, at));
		return;
	}
	struct list *l = eval_thaw_list(ev, &obj);
	int64_t n = l->n, a = lo.as.i < 0 ? lo.as.i + n : lo.as.i, b = hi.as.i < 0 ? hi.as.i + n : hi.as.i;
	a = a < 0 ? 0 : a > n ? n : a;
	b = b < a ? a : b > n ? n : b;
	struct value copy = value_list(ev->arena, VALUE_LIST, (uint32_t)(n + items->n), obj.at);
	for (int64_t i = 0; i < a; i++)
		list_push(ev->arena, copy.as.list, l->at[i].val, l->at[i].use);
	for (uint32_t i = 0; i < items->n; i++)
		list_push(ev->arena, copy.as.list, items->at[i].val, items->at[i].use);
	for (int64_t i = b; i < n; i++)
		list_push(ev->arena, copy.as.list, l->at[i].val, l->at[i].use);
	l->at = copy.as.list->at;
	l->n = copy.as.list->n;
	l->cap = copy.as.list->cap;
}

static void assign_index(struct eval *ev, const struct node *t, struct value v, struct span use)
{
	struct value obj = eval_seen(ev, eval_expr(ev, t->kid[0]));
	if (stopped(ev))
		return;
	struct span at = eval_span(ev, t);
	if (obj.kind == VALUE_UNKNOWN)
		eval_changed_unknown(ev, obj.as.cause);
	if (t->kid[1]->kind == NODE_SLICE) {
		assign_slice(ev, obj, t->kid[1], v, at);
		return;
	}
	struct value sub = eval_expr(ev, t->kid[1]);
	if (stopped(ev) || obj.kind == VALUE_UNKNOWN)
		return;
	if (obj.kind == VALUE_LIST)
		assign_list_item(ev, obj, sub, v, use, at);
	else if (obj.kind == VALUE_DICT)
		assign_dict_item(ev, obj, sub, v, use);
	else if (obj.kind != VALUE_OBJECT && obj.kind != VALUE_REF)
		eval_raise(ev, "TypeError", at, "'%s' object does not support item assignment", value_type_name(obj));
}

static void unpack_unknown(struct eval *ev, const struct node *t, const struct cause *why)
{
	for (uint32_t i = 0; i < t->n; i++) {
		const struct node *k = t->kid[i]->kind == NODE_STAR ? t->kid[i]->kid[0] : t->kid[i];
		struct value u = { .kind = VALUE_UNKNOWN, .at = eval_span(ev, k), .as.cause = why };
		assign(ev, k, u, u.at);
	}
}

static void unpack(struct eval *ev, const struct node *t, struct value v, struct span use)
{
	struct value why = { 0 };
	const struct list *l = op_iterate(ev, v, use, &why);
	if (stopped(ev))
		return;
	if (!l || l->open) {
		unpack_unknown(ev, t, cause_of(ev, why, WHY_BRANCH, use));
		return;
	}
	uint32_t star = t->n;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->kid[i]->kind == NODE_STAR)
			star = i;
	if (star == t->n ? l->n > t->n : false) {
		eval_raise(ev, "ValueError", use, "too many values to unpack (expected %u)", t->n);
		return;
	}
	if (l->n + (star < t->n) < t->n) {
		eval_raise(ev, "ValueError", use, "not enough values to unpack (expected %s%u, got %u)",
			   star < t->n ? "at least " : "", t->n - (star < t->n), l->n);
		return;
	}
	const struct item *items = l->at;
	uint32_t n = l->n, take = 0;
	for (uint32_t i = 0; i < t->n && !stopped(ev); i++) {
		if (i != star) {
			assign(ev, t->kid[i], items[take].val, items[take].use);
			take++;
			continue;
		}
		struct value rest = value_list(ev->arena, VALUE_LIST, n, use);
		for (uint32_t last = n - (t->n - 1 - star); take < last; take++)
			list_push(ev->arena, rest.as.list, items[take].val, items[take].use);
		assign(ev, t->kid[i]->kid[0], rest, use);
	}
}

void assign(struct eval *ev, const struct node *target, struct value v, struct span use)
{
	if (stopped(ev))
		return;
	switch (target->kind) {
	case NODE_NAME:
		name_store(ev, target, v, use, 0);
		break;
	case NODE_ATTR:
		assign_attr(ev, target, v, use);
		break;
	case NODE_INDEX:
		assign_index(ev, target, v, use);
		break;
	case NODE_TUPLE:
	case NODE_LIST: {
		if (ev->depth++ < EVAL_DEPTH)
			unpack(ev, target, v, use);
		ev->depth--;
		break;
	}
	default:
		break;
	}
}

void exec_augassign(struct eval *ev, const struct node *n)
{
	const struct node *t = n->kid[0];
	struct value old = eval_expr(ev, t), v = eval_expr(ev, n->kid[1]);
	if (stopped(ev))
		return;
	if (old.kind == VALUE_UNKNOWN)
		eval_changed_unknown(ev, old.as.cause);
	struct value now = op_augmented(ev, (enum node_op)n->op, old, v, eval_span(ev, n));
	if (ev->many)
		now.flags |= VF_MANY;
	assign(ev, t, now, eval_span(ev, n->kid[1]));
}

/* The positions out of n that the slice selects, as a list of ints; anything else: unknown. */
static struct value sliced_positions(struct eval *ev, uint32_t n, const struct node *slice, struct span at)
{
	struct value part[3], all = value_list(ev->arena, VALUE_LIST, n, at);
	for (uint32_t i = 0; i < 3; i++)
		part[i] = slice->kid[i] ? eval_expr(ev, slice->kid[i]) : value_none(at);
	for (uint32_t i = 0; i < n; i++)
		list_push(ev->arena, all.as.list, value_int(i, at), at);
	return stopped(ev) ? (struct value){ 0 } : op_slice(ev, all, part[0], part[1], part[2], at);
}

static void delete_slice(struct eval *ev, struct value obj, const struct node *t)
{
	struct span at = eval_span(ev, t);
	bool known = obj.kind == VALUE_LIST && !obj.as.list->open;
	struct value gone = known ? sliced_positions(ev, obj.as.list->n, t->kid[1], at) : (struct value){ 0 };
	if (stopped(ev))
		return;
	if (gone.kind != VALUE_LIST || gone.as.list->open) {
		eval_poison(ev, obj, cause_of(ev, gone, WHY_TYPE, at));
		return;
	}
	struct list *l = eval_thaw_list(ev, &obj);
	bool *drop = xcalloc(l->n + 1u, sizeof *drop);
	uint32_t n = 0;
	for (uint32_t i = 0; i < gone.as.list->n; i++)
		drop[gone.as.list->at[i].val.as.i] = true;
	for (uint32_t i = 0; i < l->n; i++)
		if (!drop[i])
			l->at[n++] = l->at[i];
	l->n = n;
	free(drop);
}

static void delete_item(struct eval *ev, struct value obj, const struct node *t)
{
	if (obj.kind == VALUE_UNKNOWN && !stopped(ev))
		eval_changed_unknown(ev, obj.as.cause);
	if (t->kid[1]->kind == NODE_SLICE && obj.kind == VALUE_LIST) {
		delete_slice(ev, obj, t);
		return;
	}
	struct span at = eval_span(ev, t);
	if (t->kid[1]->kind == NODE_SLICE && !stopped(ev)) {
		assign_slice(ev, obj, t->kid[1], value_list(ev->arena, VALUE_LIST, 0, at), at);
		return;
	}
	struct value sub = eval_expr(ev, t->kid[1]);
	if (stopped(ev) || obj.kind == VALUE_UNKNOWN)
		return;
	if (obj.kind == VALUE_DICT && sub.kind != VALUE_UNKNOWN) {
		bool open = obj.as.dict->open;
		if (!dict_delete(ev->arena, eval_thaw_dict(ev, &obj), sub) && !open) {
			struct buf b = { 0 };
			op_repr(&b, sub);
			eval_raise(ev, "KeyError", at, "%s", buf_str(&b));
			buf_release(&b);
		}
		return;
	}
	if (obj.kind != VALUE_LIST || sub.kind != VALUE_INT || obj.as.list->open) {
		eval_poison(ev, obj, cause_of(ev, sub, WHY_TYPE, at));
		return;
	}
	struct list *l = eval_thaw_list(ev, &obj);
	int64_t i = sub.as.i < 0 ? sub.as.i + l->n : sub.as.i;
	if (i < 0 || i >= l->n) {
		eval_raise(ev, "IndexError", at, "list assignment index out of range");
		return;
	}
	memmove(&l->at[i], &l->at[i + 1], (l->n - (size_t)i - 1) * sizeof *l->at);
	l->n--;
}

void exec_del(struct eval *ev, const struct node *t)
{
	struct span at = eval_span(ev, t);
	if (t->kind == NODE_NAME) {
		if (!dict_delete(ev->arena, store_target(ev, t->text), name_key(ev, t)) && !ev->globals->open)
			eval_raise(ev, "NameError", at, "name '%s' is not defined", t->text->s);
	} else if (t->kind == NODE_INDEX) {
		delete_item(ev, eval_seen(ev, eval_expr(ev, t->kid[0])), t);
	} else if (t->kind == NODE_ATTR) {
		struct value obj = eval_seen(ev, eval_expr(ev, t->kid[0]));
		if (stopped(ev) || obj.kind != VALUE_DICT || !obj.as.dict->config)
			return;
		if (!dict_delete(ev->arena, eval_thaw_dict(ev, &obj), value_str(t->text, at)) && !obj.as.dict->open)
			eval_raise(ev, "AttributeError", at, "%s", t->text->s);
	} else {
		for (uint32_t i = 0; i < t->n && !stopped(ev) && ev->depth < EVAL_DEPTH; i++) {
			ev->depth++;
			exec_del(ev, t->kid[i]);
			ev->depth--;
		}
	}
}

/* ---- names that code binds ---- */

static void bind_each(struct eval *ev, struct dict *names, const struct node *t)
{
	if (t->kind == NODE_NAME)
		dict_put(ev->arena, names, name_key(ev, t), value_bool(true, (struct span){ 0 }), (struct span){ 0 });
	for (uint32_t i = 0; (t->kind == NODE_TUPLE || t->kind == NODE_LIST || t->kind == NODE_STAR) && i < t->n; i++)
		if (t->kid[i]->kind == NODE_NAME || t->kid[i]->kind == NODE_STAR)
			bind_each(ev, names, t->kid[i]->kind == NODE_STAR ? t->kid[i]->kid[0] : t->kid[i]);
}

static void bind_statement(struct eval *ev, struct dict *names, const struct node *n)
{
	switch (n->kind) {
	case NODE_ASSIGN:
		for (uint32_t i = 1; i < n->n; i++)
			bind_each(ev, names, n->kid[i]);
		break;
	case NODE_AUGASSIGN:
	case NODE_FOR:
	case NODE_WALRUS:
		bind_each(ev, names, n->kid[0]);
		break;
	case NODE_ANNASSIGN:
		if (n->kid[2])
			bind_each(ev, names, n->kid[0]);
		break;
	case NODE_DEF:
	case NODE_CLASS:
	case NODE_EXCEPT:
		if (n->text)
			dict_put(ev->arena, names, value_str(n->text, (struct span){ 0 }),
				 value_bool(true, (struct span){ 0 }), (struct span){ 0 });
		break;
	case NODE_ALIAS:
		if (n->n && n->kid[0])
			bind_each(ev, names, n->kid[0]);
		break;
	default:
		break;
	}
}

struct dict *bound_names(struct eval *ev, const struct node *body, const struct node *params)
{
	struct dict *names = value_dict(ev->arena, (struct span){ 0 }).as.dict;
	struct dict *elsewhere = value_dict(ev->arena, (struct span){ 0 }).as.dict;
	VEC(nodes, const struct node *) w = { 0 };
	vec_push(&w, body);
	while (w.n) {
		const struct node *n = vec_pop(&w);
		bind_statement(ev, names, n);
		if (n->kind == NODE_GLOBAL || n->kind == NODE_NONLOCAL)
			for (uint32_t i = 0; i < n->n; i++)
				bind_each(ev, elsewhere, n->kid[i]);
		bool scope = n->kind == NODE_DEF || n->kind == NODE_LAMBDA || n->kind == NODE_CLASS ||
			     n->kind == NODE_LISTCOMP || n->kind == NODE_GENEXP || n->kind == NODE_SETCOMP ||
			     n->kind == NODE_DICTCOMP;
		for (uint32_t i = 0; !scope && i < n->n; i++)
			if (n->kid[i])
				vec_push(&w, n->kid[i]);
	}
	vec_release(&w);
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, elsewhere); (e = dict_next(&it));)
		dict_delete(ev->arena, names, e->key);
	for (uint32_t i = 0; params && i < params->n; i++)
		if (params->kid[i]->text)
			dict_delete(ev->arena, names, value_str(params->kid[i]->text, (struct span){ 0 }));
	return names;
}

/* `global` and `nonlocal` */
void declare(struct eval *ev, const struct node *n)
{
	struct frame *f = ev->frame;
	if (!f)
		return;
	struct dict **to = n->kind == NODE_GLOBAL ? &f->global_names : &f->nonlocal_names;
	if (!*to)
		*to = value_dict(ev->arena, (struct span){ 0 }).as.dict;
	for (uint32_t i = 0; i < n->n; i++)
		bind_each(ev, *to, n->kid[i]);
}
