// SPDX-License-Identifier: MIT
/* Executes statements. An undecided statement (an `if` on an unknown condition, a loop over an unknown value) is not
 * executed: everything that it could have changed becomes Unknown instead (undecided.c).
 *
 * Example: if x: a = 1          x known: one arm runs
 *          if unknown: a = 1    a is Unknown and may be absent
 *          for i in [1, 2]:     the body runs twice */
#include "python/eval/eval_stmt.h"
#include "python/eval/priv.h"
#include "python/state/eval_limits.h"
#include "python/state/unknown.h"
#include "python/ops/op_iter.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include <string.h>

/* ---- control flow ---- */

static bool is_unsure(enum flow f)
{
	return f == FLOW_LOOP_UNSURE || f == FLOW_UNSURE;
}

/* It is unknown whether or how a statement runs: what it could change becomes uncertain, and whether later code
 * runs. */
static enum flow undecided(struct eval *ev, const struct node *n, const struct cause *why)
{
	poison_code(ev, n, why);
	return flow_maybe(n);
}

/* Names that a block certainly binds: by plain assignments, or in both arms of an if. */
static void certain_names(struct eval *ev, const struct node *block, struct dict *out, uint32_t depth);

static void certain_of_if(struct eval *ev, const struct node *n, struct dict *out, uint32_t depth)
{
	struct dict *yes = value_dict(ev->arena, (struct span){ 0 }).as.dict;
	struct dict *no = value_dict(ev->arena, (struct span){ 0 }).as.dict;
	struct dict_iter it;
	const struct entry *e;
	if (!n->kid[2] || depth > 50)
		return;
	certain_names(ev, n->kid[1], yes, depth + 1);
	certain_names(ev, n->kid[2], no, depth + 1);
	for (dict_begin(&it, yes); (e = dict_next(&it));)
		if (dict_find(no, e->key))
			dict_put(ev->arena, out, e->key, e->val, e->use);
}

static void certain_names(struct eval *ev, const struct node *block, struct dict *out, uint32_t depth)
{
	for (uint32_t i = 0; i < block->n; i++) {
		const struct node *s = block->kid[i];
		if (s->kind == NODE_IF)
			certain_of_if(ev, s, out, depth);
		for (uint32_t t = 1; s->kind == NODE_ASSIGN && t < s->n; t++)
			if (s->kid[t]->kind == NODE_NAME && s->kid[t]->text != ev->unassigned)
				dict_put(ev->arena, out, value_str(s->kid[t]->text, eval_span(ev, s->kid[t])),
					 value_bool(true, eval_span(ev, s->kid[t])), eval_span(ev, s->kid[t]));
		if (s->kind != NODE_IF && s->kind != NODE_ASSIGN && s->kind != NODE_EXPR && s->kind != NODE_AUGASSIGN &&
		    s->kind != NODE_ANNASSIGN && s->kind != NODE_PASS && s->kind != NODE_IMPORT && s->kind != NODE_FROM)
			return;
	}
}

/* Names that both arms of an undecided if bind: they are keys with an unknown value. */
static void bind_certain(struct eval *ev, const struct node *n, const struct cause *why)
{
	struct dict *names = value_dict(ev->arena, (struct span){ 0 }).as.dict;
	struct dict_iter it;
	const struct entry *e;
	certain_of_if(ev, n, names, 0);
	for (dict_begin(&it, names); (e = dict_next(&it));) {
		struct node name = { .kind = NODE_NAME, .lo = e->use.lo, .hi = e->use.hi, .text = e->key.as.s };
		struct value v;
		if (!name_load(ev, &name, &v))
			name_store(ev, &name, (struct value){ .kind = VALUE_UNKNOWN, .at = e->use, .as.cause = why },
				   e->use, 0);
	}
}

static enum flow exec_if(struct eval *ev, const struct node *n)
{
	struct value test = eval_expr(ev, n->kid[0]);
	if (stopped(ev))
		return FLOW_RAISE;
	enum truth t = value_truth(test);
	if (t == UNKNOWN3) {
		const struct cause *why = cause_of(ev, test, WHY_BRANCH, eval_span(ev, n->kid[0]));
		bind_certain(ev, n, why);
		enum flow f = undecided(ev, n->kid[1], why), g = n->kid[2] ? undecided(ev, n->kid[2], why) : FLOW_NEXT;
		return f > g ? f : g;
	}
	const struct node *arm = t == TRUE3 ? n->kid[1] : n->kid[2];
	return arm ? exec_block(ev, arm) : FLOW_NEXT;
}

/* runs a loop's body once; true: continue, else *out says how the loop ended */
static bool loop_body(struct eval *ev, const struct node *body, enum flow *out)
{
	enum flow f = exec_block(ev, body);
	*out = f;
	return f == FLOW_NEXT || f == FLOW_CONTINUE;
}

static enum flow loop_end(struct eval *ev, const struct node *orelse, bool broke, enum flow f)
{
	if (broke)
		return f == FLOW_BREAK ? FLOW_NEXT : f;
	return orelse ? exec_block(ev, orelse) : flow_after(ev, FLOW_NEXT);
}

static enum flow exec_for(struct eval *ev, const struct node *n)
{
	struct span at = eval_span(ev, n->kid[1]);
	struct value why = { 0 }, v = eval_expr(ev, n->kid[1]);
	struct cursor cur;
	struct item it;
	if (stopped(ev))
		return FLOW_RAISE;
	enum pulled p = cursor_open(ev, &cur, v, at, &why) ? PULL_ITEM : PULL_UNKNOWN;
	enum flow f = FLOW_NEXT;
	bool go_on = true;
	ev->many++;
	while (go_on && p == PULL_ITEM && !stopped(ev) && (p = cursor_next(ev, &cur, &it, at, &why)) == PULL_ITEM) {
		assign(ev, n->kid[0], it.val, it.use);
		if (!stopped(ev))
			go_on = loop_body(ev, n->kid[2], &f);
	}
	ev->many--;
	if ((p == PULL_UNKNOWN || is_unsure(f)) && !stopped(ev))
		return undecided(ev, n, cause_of(ev, why, WHY_BRANCH, at));
	return stopped(ev) ? FLOW_RAISE : loop_end(ev, n->kid[3], !go_on, f);
}

static enum flow exec_while(struct eval *ev, const struct node *n)
{
	enum flow f = FLOW_NEXT;
	bool go_on = true;
	ev->many++;
	while (go_on) {
		struct value test = eval_expr(ev, n->kid[0]);
		enum truth t = value_truth(test);
		if (stopped(ev) || t == FALSE3)
			break;
		if (t == UNKNOWN3) {
			ev->many--;
			return undecided(ev, n, cause_of(ev, test, WHY_BRANCH, eval_span(ev, n->kid[0])));
		}
		go_on = loop_body(ev, n->kid[1], &f);
	}
	ev->many--;
	if (is_unsure(f) && !stopped(ev))
		return undecided(ev, n, value_unknown(ev->arena, WHY_BRANCH, eval_span(ev, n->kid[0]), NULL).as.cause);
	return stopped(ev) ? FLOW_RAISE : loop_end(ev, n->kid[2], !go_on, f);
}

/* ---- definitions and imports ---- */

/* decorators are evaluated from the top and applied from the bottom */
static struct value decorate(struct eval *ev, const struct node *def, struct value f)
{
	struct value *deco = arena_array(ev->arena, struct value, def->n);
	for (uint32_t i = 2; i < def->n && !stopped(ev); i++)
		deco[i] = eval_expr(ev, def->kid[i]);
	for (uint32_t i = def->n; i-- > 2 && !stopped(ev);) {
		bool known = deco[i].kind == VALUE_FUNC;
		f = known ? eval_call(ev, deco[i], &f, 1, eval_span(ev, def))
			  : value_unknown(ev->arena, WHY_CALL, eval_span(ev, def), def->text->s);
	}
	return f;
}

static void exec_def(struct eval *ev, const struct node *n)
{
	struct value f = make_func(ev, n);
	struct node name = { .kind = NODE_NAME, .lo = n->lo, .hi = n->hi, .text = n->text };
	if (n->n > 2)
		f = decorate(ev, n, f);
	if (!stopped(ev)) /* an unknown decorator may return a function, which is no key, or anything else */
		name_store(ev, &name, f, eval_span(ev, n), f.kind == VALUE_UNKNOWN ? EF_MAYBE : 0);
}

/* Bases with which a class stays a plain class: Python's own types and classes of this config. A metaclass may do
 * anything. */
static bool plain_bases(struct eval *ev, const struct node *n, struct list *bases)
{
	bool plain = true;
	for (uint32_t i = 1; i < n->n && !stopped(ev); i++) {
		const struct node *arg = n->kid[i];
		bool base = arg->kind != NODE_KW && arg->kind != NODE_STAR && arg->kind != NODE_DSTAR;
		struct value v = base ? eval_expr(ev, arg) : (struct value){ 0 };
		if (v.kind ==
		    VALUE_REF) /* MMEngine's lazy object: its attribute __mro_entries__ is lazy too, and is called */
			eval_raise(ev, "RuntimeError", eval_span(ev, arg), "%s", "");
		plain &= v.kind == VALUE_OBJECT && !strcmp(v.as.obj->type->s, "type") &&
			 (v.as.obj->names || (v.as.obj->name && !strncmp(v.as.obj->name->s, "builtins.", 9)));
		if (plain)
			list_push(ev->arena, bases, v, v.at);
	}
	return plain;
}

static void exec_class(struct eval *ev, const struct node *n)
{
	struct list *bases = value_list(ev->arena, VALUE_LIST, n->n, eval_span(ev, n)).as.list;
	bool plain = plain_bases(ev, n, bases);
	if (stopped(ev))
		return;
	struct frame *f = arena_new(ev->arena, struct frame);
	*f = (struct frame){ .outer = ev->frame,
			     .names = value_dict(ev->arena, eval_span(ev, n)).as.dict,
			     .is_class = true };
	ev->frame = f;
	exec_block(ev, n->kid[0]);
	ev->frame = f->outer;
	if (stopped(ev))
		return;
	const struct object cls = { .type = str_lit("type"), .name = n->text, .names = f->names, .bases = bases };
	struct value v = value_of_object(ev->arena, &cls, eval_span(ev, n));
	if (!plain)
		v = value_unknown(ev->arena, WHY_TYPE, v.at, n->text->s);
	struct node name = { .kind = NODE_NAME, .lo = n->lo, .hi = n->hi, .text = n->text };
	name_store(ev, &name, v, v.at, 0);
}

static struct value import_one(struct eval *ev, const struct str *module, const struct str *name, int level,
			       const struct node *at)
{
	struct value v;
	if (ev->host && ev->host->import && ev->host->import(ev, module, name, level, at, &v))
		return v;
	return value_unknown(ev->arena, WHY_IMPORT, eval_span(ev, at), name ? name->s : module->s);
}

/* `import a.b` binds a; an unknown import may be no key: modules and functions are removed */
static void eval_import(struct eval *ev, const struct node *n)
{
	for (uint32_t i = 0; i < n->n && !stopped(ev); i++) {
		const struct node *alias = n->kid[i];
		struct value v;
		if (n->kind == NODE_FROM && !strcmp(alias->text->s, "*")) {
			import_one(ev, n->text, alias->text, n->op, alias); /* the host may reject it */
			ev->globals->open = true;
			continue;
		}
		const struct str *bound = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
		if (n->kind == NODE_FROM) {
			v = import_one(ev, n->text, alias->text, n->op, alias);
		} else {
			const char *dot = strchr(alias->text->s, '.');
			bool whole = alias->n && alias->kid[0];
			const struct str *top =
				dot && !whole ? str_of(alias->text->s, (size_t)(dot - alias->text->s)) : alias->text;
			v = import_one(ev, top, NULL, 0, alias);
			bound = whole ? bound : top;
		}
		struct node name = { .kind = NODE_NAME, .lo = alias->lo, .hi = alias->hi, .text = bound };
		bool may_go = v.kind == VALUE_UNKNOWN && !(ev->host && ev->host->imports_bind);
		name_store(ev, &name, v, eval_span(ev, alias), may_go ? EF_MAYBE : 0);
	}
}

static void exec_assign(struct eval *ev, const struct node *n)
{
	if (ev->unassigned && n->kid[1]->kind == NODE_NAME && n->kid[1]->text == ev->unassigned)
		return;
	struct value v = eval_expr(ev, n->kid[0]);
	for (uint32_t i = 1; i < n->n && !stopped(ev); i++)
		assign(ev, n->kid[i], v, eval_span(ev, n->kid[0]));
}

static enum flow exec_statement(struct eval *ev, const struct node *n)
{ /* size: dispatch */
	enum flow f = FLOW_NEXT;
	switch (n->kind) {
	case NODE_EXPR:
		eval_expr(ev, n->kid[0]);
		break;
	case NODE_ASSIGN:
		exec_assign(ev, n);
		break;
	case NODE_ANNASSIGN:
		if (n->kid[2])
			assign(ev, n->kid[0], eval_expr(ev, n->kid[2]), eval_span(ev, n->kid[2]));
		break;
	case NODE_AUGASSIGN:
		exec_augassign(ev, n);
		break;
	case NODE_DEL:
		for (uint32_t i = 0; i < n->n && !stopped(ev); i++)
			exec_del(ev, n->kid[i]);
		break;
	case NODE_IF:
		f = exec_if(ev, n);
		break;
	case NODE_FOR:
		f = exec_for(ev, n);
		break;
	case NODE_WHILE:
		f = exec_while(ev, n);
		break;
	case NODE_TRY:
		f = exec_try(ev, n);
		break;
	case NODE_WITH:
		f = exec_with(ev, n);
		break;
	case NODE_DEF:
		exec_def(ev, n);
		break;
	case NODE_CLASS:
		exec_class(ev, n);
		break;
	case NODE_RETURN:
		ev->result = n->n && n->kid[0] ? eval_expr(ev, n->kid[0]) : value_none(eval_span(ev, n));
		f = FLOW_RETURN;
		break;
	case NODE_RAISE:
		exec_raise(ev, n);
		break;
	case NODE_ASSERT:
		exec_assert(ev, n);
		break;
	case NODE_BREAK:
		f = FLOW_BREAK;
		break;
	case NODE_CONTINUE:
		f = FLOW_CONTINUE;
		break;
	case NODE_GLOBAL:
	case NODE_NONLOCAL:
		declare(ev, n);
		break;
	case NODE_IMPORT:
	case NODE_FROM:
		eval_import(ev, n);
		break;
	case NODE_PASS:
		break;
	default:
		f = undecided(ev, n, value_unknown(ev->arena, WHY_TYPE, eval_span(ev, n), NULL).as.cause);
		break;
	}
	return flow_after(ev, f);
}

/* After a statement that may have left the block, the rest may or may not run; the worst possible flow is returned.
 * */
enum flow exec_block(struct eval *ev, const struct node *block)
{
	if (ev->depth >= EVAL_DEPTH) {
		poison_code(ev, block, value_unknown(ev->arena, WHY_DEPTH, eval_span(ev, block), NULL).as.cause);
		return FLOW_NEXT;
	}
	ev->depth++;
	enum flow f = FLOW_NEXT;
	for (uint32_t i = 0; f == FLOW_NEXT && i < block->n; i++) {
		ev->dead |= !op_spend(ev, 1);
		if (block->kid[i] != ev->skip)
			f = stopped(ev) ? FLOW_RAISE : exec_statement(ev, block->kid[i]);
		for (; is_unsure(f) && ++i < block->n;) { /* the rest may or may not run */
			struct value why = value_unknown(ev->arena, WHY_BRANCH, eval_span(ev, block->kid[i]), NULL);
			enum flow rest = undecided(ev, block->kid[i], why.as.cause);
			f = rest > f ? rest : f;
		}
	}
	ev->depth--;
	return f;
}

/* No steps are left: the rest of the program could have changed every name and its value. */
static void forget_globals(struct eval *ev)
{
	struct value why = value_unknown(ev->arena, WHY_FUEL, (struct span){ ev->file, 0, 0 }, NULL);
	struct dict *d = ev->globals;
	VEC(all, struct entry) all = { 0 };
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, d); (e = dict_next(&it));)
		vec_push(&all, *e);
	for (size_t i = 0; i < all.n; i++)
		dict_put(ev->arena, d, all.at[i].key, unknown_because(why.as.cause, all.at[i].val.at), all.at[i].use)
			->flags |= EF_MAYBE;
	vec_release(&all);
	d->open = true;
}

void eval_module(struct eval *ev, const struct node *root)
{
	exec_block(ev, root);
	ev->dead |= !ev->budget->steps;
	if (ev->dead)
		forget_globals(ev);
}
