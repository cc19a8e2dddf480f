// SPDX-License-Identifier: MIT
/* Evaluates expressions: a recursive tree walk. Each node costs a step, each level depth. After an exception every
 * result is Unknown until a handler takes it. Chains of binary operators are walked along their left side, so `a + b
 * + ...` costs no depth.
 *
 * Example: dict(lr=0.1 * 8)      {'lr': 0.8}, with the place of the expression
 *          x if unknown else y   Unknown; both arms may have run
 *          a['k'] without k      KeyError is pending */
#include "python/eval/eval.h"
#include "python/eval/priv.h"
#include "python/state/eval_limits.h"
#include "python/state/unknown.h"
#include "python/ops/op_compare.h"
#include "python/ops/op_format.h"
#include "python/ops/ops.h"
#include "python/ops/seq.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include "python/value/unicode.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* eval_expr recurses for every level, so its frame must be small: helpers are not inlined */
#define NOINLINE __attribute__((noinline))

static const struct walker walker = { eval_expr, call_positional };

void eval_init(struct eval *ev, struct arena *a, uint32_t file)
{
	eval_init_in(ev, a, file, value_dict(a, (struct span){ 0 }).as.dict);
}

void eval_init_in(struct eval *ev, struct arena *a, uint32_t file, struct dict *globals)
{
	*ev = (struct eval){ .arena = a,
			     .file = file,
			     .own = { .steps = BUDGET_SECONDS * BUDGET_STEPS, .bytes = (uint64_t)EVAL_MIB << 20 },
			     .globals = globals,
			     .walker = &walker };
	if (!a->budget)
		a->budget = &ev->own;
	ev->budget = a->budget;
}

struct value made(const struct eval *ev, struct value v)
{
	if (ev->many)
		v.flags |= VF_MANY;
	return v;
}

struct value literal(const struct eval *ev, struct value v)
{
	v.flags |= VF_LITERAL;
	return made(ev, v);
}

const struct cause *cause_of(struct eval *ev, struct value v, enum why why, struct span at)
{
	if (v.kind == VALUE_UNKNOWN && v.as.cause)
		return v.as.cause;
	return value_unknown(ev->arena, why, at, NULL).as.cause;
}

struct value first_unknown(struct eval *ev, struct value v, struct span at)
{
	if (v.kind == VALUE_UNKNOWN && v.as.cause)
		return v;
	return value_unknown(ev->arena, WHY_TYPE, at, NULL);
}

static struct value eval_int(struct eval *ev, const struct node *n)
{
	const char *s = n->text->s;
	int base = 10;
	if (!s[1]) /* most have one digit */
		return value_int(*s - '0', eval_span(ev, n));
	if (s[0] == '0' && s[1] && strchr("xXoObB", s[1])) {
		base = s[1] == 'x' || s[1] == 'X' ? 16 : s[1] == 'o' || s[1] == 'O' ? 8 : 2;
		s += 2;
	}
	errno = 0;
	long long i = strtoll(s, NULL, base);
	if (!errno)
		return value_int(i, eval_span(ev, n));
	if (base != 10)
		return value_unknown(ev->arena, WHY_OVERFLOW, eval_span(ev, n), n->text->s);
	while (*s == '0')
		s++;
	return (struct value){ .kind = VALUE_BIGINT, .at = eval_span(ev, n), .as.s = str_lit(s) };
}

static struct value eval_imag(struct eval *ev, const struct node *n)
{
	struct cplx *c = arena_new(ev->arena, struct cplx);
	c->im = strtod(n->text->s, NULL);
	return (struct value){ .kind = VALUE_COMPLEX, .at = eval_span(ev, n), .as.c = c };
}

static struct value eval_const(struct eval *ev, const struct node *n)
{
	struct span at = eval_span(ev, n);
	switch (n->op) {
	case CONST_NONE:
		return value_none(at);
	case CONST_TRUE:
		return value_bool(true, at);
	case CONST_FALSE:
		return value_bool(false, at);
	default:
		return value_object(ev->arena, "ellipsis", "Ellipsis", at);
	}
}

NOINLINE static struct value eval_atom(struct eval *ev, const struct node *n)
{
	switch (n->kind) {
	case NODE_INT:
		return eval_int(ev, n);
	case NODE_FLOAT:
		return value_float(strtod(n->text->s, NULL), eval_span(ev, n));
	case NODE_IMAG:
		return eval_imag(ev, n);
	case NODE_CONST:
		return eval_const(ev, n);
	default:
		break;
	}
	struct value v = value_str(n->text, eval_span(ev, n));
	if (n->flags & NF_BYTES)
		v.kind = VALUE_BYTES;
	return v;
}

NOINLINE static struct value eval_name(struct eval *ev, const struct node *n)
{
	struct value v;
	if (name_load(ev, n, &v))
		return eval_seen(ev, v);
	if (stopped(ev))
		return value_unknown(ev->arena, WHY_RAISED, eval_span(ev, n), n->text->s);
	return eval_raise(ev, "NameError", eval_span(ev, n), "name '%s' is not defined", n->text->s);
}

/* *x among a display's items; false: the whole display is unknown */
static void add_starred(struct eval *ev, struct value *to, const struct node *star)
{
	struct value why = { 0 }, v = eval_expr(ev, star->kid[0]);
	const struct list *l = op_iterate(ev, v, eval_span(ev, star), &why);
	if (!l || l->open)
		to->as.list->open = true;
	for (uint32_t i = 0; l && i < l->n && i < EVAL_ITEMS; i++)
		list_push(ev->arena, to->as.list, l->at[i].val, l->at[i].use);
}

NOINLINE static struct value eval_display(struct eval *ev, const struct node *n)
{
	enum value_kind kind = n->kind == NODE_TUPLE ? VALUE_TUPLE : VALUE_LIST;
	struct value v = literal(ev, value_list(ev->arena, kind, n->n, eval_span(ev, n)));
	for (uint32_t i = 0; i < n->n && !stopped(ev); i++)
		if (n->kid[i]->kind == NODE_STAR)
			add_starred(ev, &v, n->kid[i]);
		else
			list_push(ev->arena, v.as.list, eval_expr(ev, n->kid[i]), eval_span(ev, n->kid[i]));
	return v;
}

static bool set_add(struct eval *ev, struct value *set, struct value item, struct span use)
{
	struct value why;
	if (!op_key(ev, item, item.at, &why)) {
		set->as.list->open = true;
		return !ev->exc;
	}
	for (uint32_t i = 0; i < set->as.list->n; i++)
		if (key_same(set->as.list->at[i].val, item))
			return true;
	list_push(ev->arena, set->as.list, item, use);
	return true;
}

static struct value set_of(struct eval *ev, const struct list *l, struct span at)
{
	struct value set = value_list(ev->arena, VALUE_SET, l->n, at);
	set.as.list->open = l->open;
	for (uint32_t i = 0; i < l->n; i++)
		if (!set_add(ev, &set, l->at[i].val, l->at[i].use))
			break;
	return set;
}

/* {**x}: an unknown mapping makes the values that it may override uncertain */
static void dict_spread(struct eval *ev, struct value *d, struct value from, struct span at)
{
	from = eval_seen(ev, from);
	if (from.kind != VALUE_DICT) {
		if (from.kind != VALUE_UNKNOWN && from.kind != VALUE_OBJECT && from.kind != VALUE_REF)
			eval_raise(ev, "TypeError", at, "'%s' object is not a mapping", value_type_name(from));
		eval_poison(ev, *d, cause_of(ev, from, WHY_TYPE, at));
		return;
	}
	if (from.as.dict->open)
		eval_poison(ev, *d, cause_of(ev, from, WHY_TYPE, at));
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, from.as.dict); (e = dict_next(&it));) {
		struct entry *put = dict_put(ev->arena, d->as.dict, e->key, eval_seen(ev, e->val), e->use);
		put->flags |= e->flags & EF_MAYBE;
	}
}

NOINLINE static struct value eval_dict(struct eval *ev, const struct node *n)
{
	struct value d = literal(ev, value_dict(ev->arena, eval_span(ev, n)));
	dict_reserve(ev->arena, d.as.dict, n->n);
	for (uint32_t i = 0; i < n->n && !stopped(ev); i++) {
		const struct node *k = n->kid[i];
		if (k->kind == NODE_DSTAR) {
			dict_spread(ev, &d, eval_expr(ev, k->kid[0]), eval_span(ev, k));
			continue;
		}
		struct value key = eval_expr(ev, k->kid[0]), val = eval_expr(ev, k->kid[1]);
		if (stopped(ev))
			break;
		struct value why;
		if (!op_key(ev, key, key.at, &why)) {
			if (!ev->exc)
				eval_poison(ev, d, cause_of(ev, why, WHY_TYPE, key.at));
		} else {
			key.at = eval_span(ev, k->kid[0]);
			dict_put(ev->arena, d.as.dict, key, val, eval_span(ev, k->kid[1]));
		}
	}
	return d;
}

NOINLINE static struct value eval_binary(struct eval *ev, const struct node *n)
{
	uint32_t len = 0;
	for (const struct node *x = n; x->kind == NODE_BINARY; x = x->kid[0])
		len++;
	const struct node **chain = xcalloc(len, sizeof *chain);
	const struct node *x = n;
	for (uint32_t i = len; i-- > 0; x = x->kid[0])
		chain[i] = x;
	struct value v = eval_expr(ev, x);
	for (uint32_t i = 0; i < len && !stopped(ev); i++) {
		struct value right = eval_expr(ev, chain[i]->kid[1]);
		if (stopped(ev))
			break;
		op_spend(ev, 1);
		v = made(ev, op_binary(ev, (enum node_op)chain[i]->op, v, right, eval_span(ev, chain[i])));
	}
	free(chain);
	return stopped(ev) ? value_unknown(ev->arena, WHY_RAISED, eval_span(ev, n), NULL) : v;
}

NOINLINE static struct value eval_bool(struct eval *ev, const struct node *n)
{
	struct value x = eval_expr(ev, n->kid[0]);
	enum truth t = value_truth(x), decides = n->op == OP_AND ? FALSE3 : TRUE3;
	if (t == decides || stopped(ev))
		return x;
	if (t != UNKNOWN3)
		return eval_expr(ev, n->kid[1]);
	if (ev->rule) { /* False and ? is False in either order; rules need no exact value */
		struct value y = eval_expr(ev, n->kid[1]);
		if (value_truth(y) == decides)
			return value_bool(decides == TRUE3, eval_span(ev, n));
	} else {
		poison_code(ev, n->kid[1], cause_of(ev, x, WHY_BRANCH, x.at));
	}
	return first_unknown(ev, x, eval_span(ev, n));
}

/* x in ['a', 'b'] in a rule, evaluated for many keys: without building the list */
static bool in_literals(struct value left, const struct node *n, bool *found)
{
	const struct node *cmp = n->kid[1], *list = cmp->kid[0];
	if (n->n != 2 || (cmp->op != OP_IN && cmp->op != OP_NOT_IN) || left.kind != VALUE_STR ||
	    (list->kind != NODE_LIST && list->kind != NODE_TUPLE))
		return false;
	*found = false;
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->kid[i]->kind != NODE_STR || list->kid[i]->flags & NF_BYTES)
			return false;
		*found |= list->kid[i]->text == left.as.s;
	}
	*found ^= cmp->op == OP_NOT_IN;
	return true;
}

NOINLINE static struct value eval_compare(struct eval *ev, const struct node *n)
{
	struct value left = eval_expr(ev, n->kid[0]), why = { 0 };
	bool found;
	if (ev->rule && in_literals(left, n, &found))
		return made(ev, value_bool(found, eval_span(ev, n)));
	enum truth all = TRUE3;
	for (uint32_t i = 1; i < n->n && !stopped(ev); i++) {
		struct value right = eval_expr(ev, n->kid[i]->kid[0]);
		if (stopped(ev))
			break;
		enum truth t = op_compare(ev, (enum node_op)n->kid[i]->op, left, right, eval_span(ev, n));
		if (t == FALSE3)
			return made(ev, value_bool(false, eval_span(ev, n)));
		if (t == UNKNOWN3 && all != UNKNOWN3) {
			all = UNKNOWN3;
			why = left.kind == VALUE_UNKNOWN ? left : right;
			if (!ev->rule) { /* Python may stop here: the rest may not run */
				for (uint32_t k = i + 1; k < n->n; k++)
					poison_code(ev, n->kid[k], cause_of(ev, why, WHY_BRANCH, eval_span(ev, n)));
				break;
			}
		}
		left = right;
	}
	return made(ev, truth_value(ev, all, why, eval_span(ev, n)));
}

NOINLINE static struct value eval_cond(struct eval *ev, const struct node *n)
{
	struct value test = eval_expr(ev, n->kid[1]);
	enum truth t = value_truth(test);
	if (t != UNKNOWN3)
		return eval_expr(ev, n->kid[t == TRUE3 ? 0 : 2]);
	if (ev->rule) {
		struct value x = eval_expr(ev, n->kid[0]), y = eval_expr(ev, n->kid[2]);
		if (value_is_deep_known(x) && value_same(x, y))
			return x;
	} else {
		poison_code(ev, n->kid[0], cause_of(ev, test, WHY_BRANCH, test.at));
		poison_code(ev, n->kid[2], cause_of(ev, test, WHY_BRANCH, test.at));
	}
	return first_unknown(ev, test, eval_span(ev, n));
}

NOINLINE static struct value eval_subscript(struct eval *ev, const struct node *n)
{
	const struct node *sub = n->kid[1];
	struct value x = eval_expr(ev, n->kid[0]);
	if (sub->kind != NODE_SLICE) {
		struct value key = eval_expr(ev, sub);
		return stopped(ev) ? key : eval_seen(ev, op_index(ev, x, key, eval_span(ev, n)));
	}
	struct value part[3];
	for (int i = 0; i < 3; i++)
		part[i] = sub->kid[i] ? eval_expr(ev, sub->kid[i]) : value_none((struct span){ 0 });
	if (stopped(ev))
		return part[0];
	return made(ev, op_slice(ev, x, part[0], part[1], part[2], eval_span(ev, n)));
}

/* charged as it grows, because interned texts are in no arena. false: too long, or no steps left */
static bool add_text(struct eval *ev, struct buf *b, const struct str *s, struct span at, struct value *unknown)
{
	if (b->n + s->len > TEXT_MAX || !op_spend(ev, s->len / 64)) {
		*unknown = op_unknown(ev, WHY_FUEL, at);
		return false;
	}
	buf_add(b, s->s, s->len);
	return true;
}

/* one {expr!r:spec}; false: *unknown says why the text is unknown */
static bool format_part(struct eval *ev, struct buf *b, const struct node *part, struct value *unknown)
{
	struct value v = eval_expr(ev, part->kid[0]);
	struct span at = eval_span(ev, part);
	*unknown = first_unknown(ev, v, at);
	if (v.kind == VALUE_UNKNOWN || stopped(ev))
		return false;
	if (part->text && !add_text(ev, b, part->text, at, unknown))
		return false;
	unsigned how = part->op ? part->op : part->text && !part->kid[1] ? 'r' : 0;
	if (how == 'a')
		return false;
	if (how) {
		struct buf text = { 0 };
		bool ok = how == 's' ? op_str(&text, v) : op_repr(&text, v);
		v = op_buf(ev, &text, at);
		if (!ok)
			return false;
		if (v.kind != VALUE_STR)
			return *unknown = v, false;
	}
	struct value spec = part->kid[1] ? eval_expr(ev, part->kid[1]) : value_text("", at);
	if (spec.kind != VALUE_STR)
		return false;
	struct value text = op_format(ev, v, spec.as.s, at);
	if (text.kind != VALUE_STR)
		return *unknown = text, false;
	return add_text(ev, b, text.as.s, at, unknown);
}

NOINLINE static struct value eval_fstring(struct eval *ev, const struct node *n)
{
	struct buf b = { 0 };
	struct value unknown = { 0 };
	bool ok = true;
	for (uint32_t i = 0; ok && i < n->n; i++)
		if (n->kid[i]->kind == NODE_STR)
			ok = add_text(ev, &b, n->kid[i]->text, eval_span(ev, n), &unknown);
		else
			ok = format_part(ev, &b, n->kid[i], &unknown);
	struct value v = ok ? made(ev, value_str(str_of(buf_str(&b), b.n), eval_span(ev, n))) : unknown;
	buf_release(&b);
	return v;
}

NOINLINE static struct value eval_setcomp(struct eval *ev, const struct node *n)
{
	struct value l = eval_comprehension(ev, n);
	return l.kind == VALUE_LIST ? set_of(ev, l.as.list, eval_span(ev, n)) : l;
}

NOINLINE static struct value eval_walrus(struct eval *ev, const struct node *n)
{
	struct value v = eval_expr(ev, n->kid[1]);
	struct frame *saved = ev->frame; /* it binds outside of comprehensions */
	while (ev->frame && !ev->frame->func && !ev->frame->is_class)
		ev->frame = ev->frame->outer;
	if (!stopped(ev))
		assign(ev, n->kid[0], v, eval_span(ev, n->kid[1]));
	ev->frame = saved;
	return v;
}

static struct value eval_node(struct eval *ev, const struct node *n)
{ /* size: dispatch */
	switch (n->kind) {
	case NODE_NAME:
		return eval_name(ev, n);
	case NODE_INT:
	case NODE_FLOAT:
	case NODE_IMAG:
	case NODE_STR:
	case NODE_CONST:
		return literal(ev, eval_atom(ev, n));
	case NODE_FSTRING:
		return eval_fstring(ev, n);
	case NODE_LIST:
	case NODE_TUPLE:
		return eval_display(ev, n);
	case NODE_SET: {
		struct value l = eval_display(ev, n);
		return literal(ev, set_of(ev, l.as.list, eval_span(ev, n)));
	}
	case NODE_DICT:
		return eval_dict(ev, n);
	case NODE_CALL:
		return eval_callnode(ev, n);
	case NODE_ATTR:
		return eval_attr(ev, n);
	case NODE_INDEX:
		return eval_subscript(ev, n);
	case NODE_BINARY:
		return eval_binary(ev, n);
	case NODE_UNARY: {
		struct value x = eval_expr(ev, n->kid[0]);
		if (stopped(ev))
			return x;
		struct value v = made(ev, op_unary(ev, (enum node_op)n->op, x, eval_span(ev, n)));
		if ((n->op == OP_NEG || n->op == OP_POS) && (x.flags & VF_LITERAL) && value_is_number(v))
			v.flags |= VF_LITERAL; /* -1 is a literal to a reader */
		return v;
	}
	case NODE_BOOL:
		return eval_bool(ev, n);
	case NODE_COMPARE:
		return eval_compare(ev, n);
	case NODE_COND:
		return eval_cond(ev, n);
	case NODE_LAMBDA:
		return make_func(ev, n);
	case NODE_LISTCOMP:
	case NODE_DICTCOMP:
		return eval_comprehension(ev, n);
	case NODE_SETCOMP:
		return eval_setcomp(ev, n);
	case NODE_GENEXP:
		return eval_genexp(ev, n);
	case NODE_WALRUS:
		return eval_walrus(ev, n);
	default:
		break;
	}
	poison_code(ev, n, value_unknown(ev->arena, WHY_TYPE, eval_span(ev, n), NULL).as.cause);
	return value_unknown(ev->arena, WHY_TYPE, eval_span(ev, n), NULL);
}

struct value eval_expr(struct eval *ev, const struct node *n)
{
	if (stopped(ev))
		return value_unknown(ev->arena, ev->exc ? WHY_RAISED : WHY_FUEL, eval_span(ev, n), NULL);
	if (!op_spend(ev, 1)) {
		ev->dead = true;
		return value_unknown(ev->arena, WHY_FUEL, eval_span(ev, n), NULL);
	}
	if (ev->depth >= EVAL_DEPTH) {
		poison_code(ev, n, value_unknown(ev->arena, WHY_DEPTH, eval_span(ev, n), NULL).as.cause);
		return value_unknown(ev->arena, WHY_DEPTH, eval_span(ev, n), NULL);
	}
	ev->depth++;
	struct value v = eval_node(ev, n);
	ev->depth--;
	bool open = v.kind == VALUE_DICT ? v.as.dict->open : value_is_listlike(v) && v.as.list->open;
	ev->doubts += (open || v.kind == VALUE_UNKNOWN) && !ev->exc;
	return v;
}
