// SPDX-License-Identifier: MIT
/* Follows the syntax of the functions on the way. Anything that is not plain (a decorator, a **kwargs that is
 * changed) ends the search with the reason.
 *
 *	build_optimizer(model, cfg, extra=1) -> def build_optimizer(model, cfg, **kw): return SGD(model, **kw)
 *							extra is followed to SGD */
#include "code/hand.h"
#include "code/index.h"
#include "code/params.h"
#include "code/priv.h"
#include <string.h>

enum { CALLS_MAX = 6 }; /* nested calls that are followed */

VEC(node_stack, const struct node *);
struct keyword_trace {
	struct index *c;
	struct arena *a;
	const struct str *key;
	uint32_t depth;
	struct code_handed out;
};
struct spread { /* how a function uses its **rest */
	const struct str *rest, *key;
	VEC(, const struct node *) call; /* that get all of it */
	bool lost;			 /* another use, in which the keyword may get lost */
};

static bool refuse(struct keyword_trace *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(struct keyword_trace *h, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	h->out.why = arena_vprintf(h->a, fmt, ap);
	va_end(ap);
	return false;
}

static void push_kids(struct node_stack *todo, const struct node *n, uint32_t from)
{
	for (uint32_t i = n->n; i-- > from;)
		if (n->kid[i])
			vec_push(todo, n->kid[i]);
}

static const char *text_of(const struct keyword_trace *h, const struct cfile *f, const struct node *n)
{
	return arena_strndup(h->a, f->src->bytes + n->lo, n->hi - n->lo);
}

/* ---- **rest ---- */

static bool is_rest(const struct spread *s, const struct node *n)
{
	return n->kind == NODE_NAME && n->text == s->rest;
}

/* A text that is another key. */
static bool is_other_key(const struct spread *s, const struct node *n)
{
	return n->kind == NODE_STR && n->text != s->key;
}

/* rest['other'], rest.pop('other', x), 'other' in rest */
static bool touches_other(const struct spread *s, const struct node *n)
{
	static const char *const by_name[] = { "pop", "get", "setdefault" };
	if (n->kind == NODE_INDEX)
		return is_rest(s, n->kid[0]) && is_other_key(s, n->kid[1]);
	if (n->kind == NODE_COMPARE)
		return n->n == 2 && n->kid[1]->kid[0] && is_rest(s, n->kid[1]->kid[0]) && is_other_key(s, n->kid[0]);
	if (n->kind != NODE_CALL || n->n < 2 || n->kid[0]->kind != NODE_ATTR || !is_rest(s, n->kid[0]->kid[0]) ||
	    !is_other_key(s, n->kid[1]))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(by_name); i++)
		if (!strcmp(n->kid[0]->text->s, by_name[i]))
			return true;
	return false;
}

static void scan_call(struct spread *s, struct node_stack *todo, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i]->kind == NODE_DSTAR && is_rest(s, n->kid[i]->kid[0]))
			vec_push(&s->call, n);
		else
			vec_push(todo, n->kid[i]);
}

static void scan_rest(struct spread *s, const struct node *body)
{
	struct node_stack todo = { 0 };
	vec_push(&todo, body);
	while (todo.n) {
		const struct node *n = vec_pop(&todo);
		if (touches_other(s, n))
			push_kids(&todo, n, n->kind == NODE_CALL ? 2 : n->n);
		else if (n->kind == NODE_CALL)
			scan_call(s, &todo, n);
		else if (is_rest(s, n))
			s->lost = true;
		else
			push_kids(&todo, n, 0);
	}
	vec_release(&todo);
}

static bool names_it(const struct node *body, const struct str *name)
{
	struct node_stack todo = { 0 };
	bool found = false;
	vec_push(&todo, body);
	while (todo.n && !found) {
		const struct node *n = vec_pop(&todo);
		found = n->kind == NODE_NAME && n->text == name;
		push_kids(&todo, n, 0);
	}
	vec_release(&todo);
	return found;
}

/* ---- calls ---- */

static bool into(struct keyword_trace *h, struct fn *scope, const struct node *call, struct found x);

/* A call with **rest passes the keyword itself: a constant may be replaced by the value in rest. */
static bool gives_way(struct keyword_trace *h, struct fn *f, const struct spread *s, const struct node *call)
{
	bool before = true;
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];
		before &= n->kind != NODE_DSTAR;
		if (n->kind != NODE_KW || n->text != h->key)
			continue;
		enum node_kind kind = n->kid[0]->kind;
		if (!before || s->call.n > 1 || h->out.set.file ||
		    (kind != NODE_CONST && kind != NODE_INT && kind != NODE_FLOAT && kind != NODE_STR))
			return refuse(h, "%s itself passes %s to `%s`", f->name->s, h->key->s,
				      text_of(h, f->file, call->kid[0]));
		h->out.set = file_place(f->file, n->kid[0]);
		h->out.rest = s->rest->s;
	}
	return true;
}

/* `name = A` here, `name = B` there: all must take it. */
static bool into_variable(struct keyword_trace *h, struct fn *scope, const struct node *call)
{
	const struct node *callee = call->kid[0];
	struct node_stack todo = { 0 };
	bool good = true;
	uint32_t n = 0;
	vec_push(&todo, scope->node);
	while (todo.n && good) {
		const struct node *x = vec_pop(&todo);
		for (uint32_t i = 1; x->kind == NODE_ASSIGN && i < x->n && good; i++)
			if (x->kid[i]->kind == NODE_NAME && x->kid[i]->text == callee->text) {
				n++;
				good = into(h, scope, call, names_of(scope, x->kid[0]));
			}
		push_kids(&todo, x, 0);
	}
	vec_release(&todo);
	return good && (n || refuse(h, "`%s` can't be resolved", callee->text->s));
}

static bool into_callee(struct keyword_trace *h, struct fn *scope, const struct node *call)
{
	struct found x = names_of(scope, call->kid[0]);
	if (h->depth >= CALLS_MAX)
		return refuse(h, "it would go through more than %d calls", (int)CALLS_MAX);
	if (x.kind == F_VAR && x.fn == scope && call->kid[0]->kind == NODE_NAME)
		return into_variable(h, scope, call);
	return into(h, scope, call, x);
}

static bool into_rest(struct keyword_trace *h, struct fn *f, const struct str *rest)
{
	struct spread s = { .rest = rest, .key = h->key };
	scan_rest(&s, f->node->kid[1]);
	bool good = s.lost     ? refuse(h, "%s uses **%s in ways that are not followed", f->name->s, rest->s)
		    : s.call.n ? true
			       : refuse(h, "%s ignores the content of **%s", f->name->s, rest->s);
	for (size_t i = 0; i < s.call.n && good; i++)
		good = gives_way(h, f, &s, s.call.at[i]) && into_callee(h, f, s.call.at[i]);
	vec_release(&s.call);
	return good;
}

/* How many parameters the call fills by position. */
static uint32_t positional(const struct node *call)
{
	uint32_t n = 0;
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_STAR)
			return UINT32_MAX;
		else
			n += call->kid[i]->kind != NODE_KW && call->kid[i]->kind != NODE_DSTAR;
	return n;
}

static bool into_function(struct keyword_trace *h, const struct node *call, struct fn *f)
{
	const struct node *params = f->node->kid[0];
	const struct str *rest = NULL;
	if (f->node->kind != NODE_DEF || f->cls || f->node->n > 2)
		return refuse(h, "%s is not a plain function", f->name ? f->name->s : "a lambda");
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *p = params->kid[i];
		if (p->op == '2')
			rest = p->text;
		if (p->op || p->text != h->key)
			continue;
		if (positional(call) > i)
			return refuse(h, "%s gets its %s by position", f->name->s, h->key->s);
		return names_it(f->node->kid[1], h->key) ||
		       refuse(h, "%s takes %s and ignores it", f->name->s, h->key->s);
	}
	return rest ? into_rest(h, f, rest) : refuse(h, "%s takes no %s", f->name->s, h->key->s);
}

static bool takes(struct keyword_trace *h, const struct code_params *p, const char *name)
{
	return str_among(h->key, p->name, p->n) ||
	       refuse(h, p->open ? "it is not known whether %s takes %s" : "%s takes no %s", name, h->key->s);
}

static bool into(struct keyword_trace *h, struct fn *scope, const struct node *call, struct found x)
{
	bool good;
	h->depth++;
	switch (x.kind) {
	case F_FUNC:
		good = into_function(h, call, x.fn);
		break;
	case F_CLASS:
		good = takes(h, params_of_class(h->c, x.cls), x.cls->name->s);
		break;
	case F_EXT:
		good = takes(h, params_abroad(h->c, x.dotted), x.dotted->s);
		break;
	default:
		good = refuse(h, "`%s` can't be resolved", text_of(h, scope->file, call->kid[0]));
	}
	h->depth--;
	return good;
}

/* ---- the call ---- */

static const struct node *call_at(const struct node *n, struct code_place p)
{
	struct node_stack todo = { 0 };
	const struct node *found = NULL;
	vec_push(&todo, n);
	while (todo.n && !found) {
		n = vec_pop(&todo);
		if (n->kind == NODE_CALL && n->lo == p.lo && n->hi == p.hi)
			found = n;
		if (n->lo <= p.lo && n->hi >= p.hi)
			push_kids(&todo, n, 0);
	}
	vec_release(&todo);
	return found;
}

static struct fn *scope_of(const struct index *c, const struct cfile *f, struct code_place p)
{
	struct fn *best = f->top;
	for (size_t i = 0; i < c->m.fn.n; i++) {
		struct fn *x = c->m.fn.at[i];
		if (x->file == f && x->node->lo <= p.lo && p.hi <= x->node->hi &&
		    (best == f->top || x->node->lo >= best->node->lo))
			best = x;
	}
	return best;
}

/* **{k: x[k] for k in ['a', 'b'] if k in x}: these keys and no other. */
static bool spreads_others(const struct keyword_trace *h, const struct node *star)
{
	const struct node *comp = star->kid[0], *list;
	if (comp->kind != NODE_DICTCOMP || comp->n < 2 || comp->kid[1]->kind != NODE_CFOR ||
	    comp->kid[0]->kid[0]->kind != NODE_NAME || comp->kid[1]->kid[0]->kind != NODE_NAME ||
	    comp->kid[0]->kid[0]->text != comp->kid[1]->kid[0]->text)
		return false;
	list = comp->kid[1]->kid[1];
	if (list->kind != NODE_LIST && list->kind != NODE_TUPLE)
		return false;
	for (uint32_t i = 0; i < list->n; i++)
		if (list->kid[i]->kind != NODE_STR || list->kid[i]->text == h->key)
			return false;
	return true;
}

static bool gives_already(struct keyword_trace *h, const struct cfile *f, const struct node *call)
{
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];
		if ((n->kind == NODE_KW && n->text == h->key) || (n->kind == NODE_DSTAR && !spreads_others(h, n))) {
			refuse(h, "`%s` already gets %s, or may get it: %s", text_of(h, f, call->kid[0]), h->key->s,
			       text_of(h, f, n));
			return true;
		}
	}
	return false;
}

struct code_handed hand_follow(struct index *c, struct arena *a, struct code_place p, const struct str *keyword)
{
	struct keyword_trace h = { .c = c, .a = a, .key = keyword };
	struct cfile *f = p.file ? pymodel_file(&c->m, p.file->path) : NULL;
	const struct node *call = f && f->tree.root ? call_at(f->tree.root, p) : NULL;
	if (!call)
		refuse(&h, "the call can't be read");
	else
		h.out.taken = !gives_already(&h, f, call) && into_callee(&h, scope_of(c, f, p), call);
	return h.out;
}
