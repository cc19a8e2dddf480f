// SPDX-License-Identifier: MIT
/* Edits a call's arguments. A positional argument stays positional as long as the callee takes it there; else it and
 * all after it are named:
 *
 *	autocast(use)  ->  torch.amp.autocast('cuda', enabled=use)
 *
 * An added argument takes the place of a removed keyword, if there is one. */
#include "fix/script/call_edit.h"
#include "fix/edit/insert.h"
#include "fix/edit/remove.h"
#include "fix/edit/rewrite.h"
#include "fix/script/name.h"
#include "python/value/dict.h"
#include "python/value/print.h"
#include <string.h>

struct given { /* one that is given */
	const struct node *node;
	const struct str *name; /* NULL: not known, or `*args`, `**kwargs` */
	const struct call_want *want;
	bool keyword, gone, named /* by a keyword from now on */;
};
struct call_edit {
	struct rewriter *w;
	const struct script_part *call;
	const struct script_call *was, *is; /* is NULL: what the new callee takes is not known */
	const struct call_want *want;
	uint32_t nwant;
	struct given *item;
	uint32_t n;
	struct bracket b;
	struct override *more;	       /* keywords that come behind all others */
	const struct call_want *first; /* of those that come: by position, before all others */
};

/* ---- values */

/* `{'name': 'torch.bfloat16'}`, as the tree shows objects. */
static const struct str *only(struct value v, const char *key)
{
	const struct entry *e = v.kind == VALUE_DICT && v.as.dict->count == 1 ? dict_find_lit(v.as.dict, key) : NULL;

	return e && e->val.kind == VALUE_STR ? e->val.as.s : NULL;
}

static bool is_data(struct value v)
{
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		for (uint32_t i = 0; i < v.as.list->n; i++)
			if (!is_data(v.as.list->at[i].val))
				return false;
	return v.kind == VALUE_NONE || v.kind == VALUE_BOOL || v.kind == VALUE_INT || v.kind == VALUE_FLOAT ||
	       v.kind == VALUE_STR || v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
}

/* Its text; like: the current expression there, or NULL. */
static const char *value_written(struct rewriter *w, struct fn *scope, struct value v, const struct node *like)
{
	const struct str *name = only(v, "name"), *expr = only(v, "expr");
	struct manner m = like ? manner_like(&w->text, like) : manner_of(&w->text);
	struct as_written old = { 0 };
	struct buf text = { 0 };
	const char *out;

	if (expr)
		return expr->s;
	if (name) {
		out = name_written(w, scope, name, like);
		if (!out)
			rewriter_refuse(w, "%s can't be named here: its module is not imported", name->s);
		return out;
	}
	if (like && (like->kind == NODE_INT || like->kind == NODE_FLOAT))
		old = (struct as_written){ w->f->src->bytes + like->lo, like->hi - like->lo };
	if (!is_data(v) || !override_value(&text, v, &m, old, (struct margin){ 0 })) {
		rewriter_refuse(w, "the value is not written automatically");
		out = NULL;
	} else {
		out = arena_strdup(w->a, buf_str(&text));
	}
	buf_release(&text);
	return out;
}

bool value_replace(struct rewriter *w, struct fn *scope, const struct node *old, struct value want)
{
	const char *text = value_written(w, scope, want, old);
	const struct node *new = text ? rewriter_parsed(w, text) : NULL;

	if (!text)
		return false;
	if (!new)
		return rewriter_refuse(w, "the value can't be written there");
	rewriter_edit(w, old->lo, old->hi, text);
	rewriter_swap(w, old, &new, 1);
	return true;
}

/* ---- what is given, and what shall be */

static const struct str *param_at(const struct script_call *c, uint32_t i)
{
	return c && i < c->nparams ? c->param[i] : NULL;
}

static const struct call_want *wanted_of(const struct call_edit *c, const struct str *name)
{
	for (uint32_t i = 0; name && i < c->nwant; i++)
		if (c->want[i].arg == name)
			return &c->want[i];
	return NULL;
}

static bool read_items(struct call_edit *c)
{
	const struct node *n = c->call->node;
	bool star = false;

	if (!bracket_of(c->w->a, c->w->f->src, n, &c->b))
		return rewriter_refuse(c->w, "%s is written in a form that is not edited automatically",
				       source_line_of(c->w->a, c->w->f->src, n->lo));
	c->n = c->b.n;
	c->item = arena_array(c->w->a, struct given, c->n + 1);
	for (uint32_t i = 0; i < c->n; i++) {
		const struct node *x = n->kid[i + 1];

		star |= x->kind == NODE_STAR;
		c->item[i] = (struct given){ .node = x,
					     .name = x->kind == NODE_KW		     ? x->text
						     : x->kind == NODE_DSTAR || star ? NULL
										     : param_at(c->was, i),
					     .keyword = x->kind == NODE_KW || x->kind == NODE_DSTAR };
		c->item[i].want = wanted_of(c, c->item[i].name);
		c->item[i].gone = c->item[i].want && c->item[i].want->how == ARG_REMOVE;
	}
	return true;
}

static const struct given *item_of(const struct call_edit *c, const struct str *name)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->item[i].name == name)
			return &c->item[i];
	return NULL;
}

/* What has no place in the call is given by `**kwargs`, if at all. */
static bool check_wanted(struct call_edit *c)
{
	for (uint32_t i = 0; i < c->nwant; i++) {
		const struct call_want *x = &c->want[i];

		if (!x->arg)
			continue;
		if (!item_of(c, x->arg) && x->how != ARG_SET)
			return rewriter_refuse(c->w, "%s is not given in the call itself", x->arg->s);
		if (!item_of(c, x->arg) && x->arg == param_at(c->is, 0) && !c->is->named && x->how == ARG_SET)
			c->first = x;
	}
	return true;
}

static const struct str *name_then(const struct given *x)
{
	return x->want && x->want->how == ARG_RENAME ? x->want->name : x->name;
}

/* Positions shift when one goes or comes. */
static bool name_items(struct call_edit *c)
{
	uint32_t at = c->first ? 1 : 0;
	bool named = false;

	for (uint32_t i = 0; i < c->n; i++) {
		struct given *x = &c->item[i];

		if (x->keyword || x->gone)
			continue;
		if (!x->name && (named || at != i || c->is != c->was))
			return rewriter_refuse(c->w, "the argument at position %u would have another meaning", i + 1);
		named |= x->name && (param_at(c->is, at) != name_then(x) || (at > 0 && name_then(x) != x->name));
		x->named = named;
		at++;
	}
	return true;
}

/* ---- edits */

static struct place place_of(const struct call_edit *c, const struct node *holder)
{
	return (struct place){ .kind = PLACE_VALUE,
			       .file = &c->w->text,
			       .node = c->call->node,
			       .holder = holder,
			       .container = c->call->node };
}

static const struct node *keyword(struct rewriter *w, const struct str *name, const struct node *value)
{
	struct node *kw = rewriter_node(w, NODE_KW, name, 1);

	kw->kid[0] = value;
	return kw;
}

/* An argument that stays. */
static bool put_unchanged(struct call_edit *c, const struct given *x, const struct slotted *at)
{
	struct rewriter *w = c->w;
	const struct str *name = name_then(x);
	const struct node *value = x->node->kind == NODE_KW ? x->node->kid[0] : x->node, *kw;

	if (x->want && x->want->how == ARG_SET && x->named)
		return rewriter_refuse(w, "both the place and the value of %s would change", name->s);
	if (x->want && x->want->how == ARG_SET && !value_replace(w, c->call->scope, value, x->want->want))
		return false;
	if (!x->named && (name == x->name || x->node->kind != NODE_KW))
		return true;
	if (!print_is_identifier(name) || (name != x->name && item_of(c, name)))
		return rewriter_refuse(w, "%s is already given", name->s);
	/* not the node itself, which becomes this */
	kw = keyword(w, name, value == x->node ? node_copy(w->a, value) : value);
	if (x->named && x->node->kind != NODE_KW)
		rewriter_edit(w, at->lo, at->lo, arena_printf(w->a, "%s=", name->s));
	else
		rewriter_edit(w, x->node->lo, x->node->lo + x->name->len, name->s);
	rewriter_swap(w, x->node, &kw, 1);
	return true;
}

static bool remove_gone(struct call_edit *c)
{
	struct place *p = arena_array(c->w->a, struct place, c->n + 1);
	struct err e = { 0 };
	size_t n = 0;

	for (uint32_t i = 0; i < c->n; i++)
		if (c->item[i].gone) {
			p[n++] = place_of(c, c->item[i].node);
			rewriter_swap(c->w, c->item[i].node, NULL, 0);
		}
	return !n || remove_items(c->w->a, p, n, &c->w->t->edits, &e) || rewriter_refuse(c->w, "%s", e.msg);
}

/* One that comes, in the place of a keyword that goes. */
static bool take_place(struct call_edit *c, const struct call_want *x, const char *text, const struct node *kw)
{
	for (uint32_t i = 0; i < c->n; i++) {
		struct given *gone = &c->item[i];

		if (!gone->gone || !gone->keyword)
			continue;
		rewriter_edit(c->w, gone->node->lo, c->b.item[i].hi, arena_printf(c->w->a, "%s=%s", x->arg->s, text));
		rewriter_swap(c->w, gone->node, &kw, 1);
		gone->gone = false;
		return true;
	}
	return false;
}

/* One that comes behind all others; they are written together. */
static void append(struct call_edit *c, const struct call_want *x, const char *text, const struct node *kw)
{
	struct override *o = arena_new(c->w->a, struct override), **last = &c->more;

	*o = (struct override){ .key = value_str(x->arg, (struct span){ 0 }),
				.val = x->want,
				.like = { text, (uint32_t)strlen(text) },
				.moved = true };
	while (*last)
		last = &(*last)->next;
	*last = o;
	rewriter_append(c->w, c->call->node, kw);
}

static bool put_appended(struct call_edit *c)
{
	struct place p = place_of(c, NULL);
	struct err e = { 0 };

	p.kind = PLACE_INSERT;
	return !c->more || insert_keys(c->w->a, &p, c->more, &c->w->t->edits, &e) || rewriter_refuse(c->w, "%s", e.msg);
}

static bool put_first(struct call_edit *c, const char *text)
{
	const struct source *s = c->w->f->src;
	uint32_t at = c->b.n ? c->b.item[0].lo : c->b.open + 1;
	bool line = c->b.n && begins_line(s, at), more = false;

	for (uint32_t i = 0; i < c->n; i++)
		more |= !c->item[i].gone;
	for (uint32_t i = 0; i < c->nwant; i++)
		more |= c->want[i].arg && &c->want[i] != c->first && !item_of(c, c->want[i].arg);
	rewriter_edit(c->w, at, at,
		      !more  ? text
		      : line ? arena_printf(c->w->a, "%s,%s%s", text, s->crlf ? "\r\n" : "\n",
					    rewriter_slice(c->w, line_begin(s, at), at))
			     : arena_printf(c->w->a, "%s, ", text));
	return true;
}

/* The added arguments; first: the one before all others, NULL if none. */
static bool put_new(struct call_edit *c, const struct node **first)
{
	for (uint32_t i = 0; i < c->nwant; i++) {
		const struct call_want *x = &c->want[i];
		const char *text;
		const struct node *value, *kw;

		if (!x->arg || item_of(c, x->arg))
			continue;
		text = value_written(c->w, c->call->scope, x->want, NULL);
		value = text ? rewriter_parsed(c->w, text) : NULL;
		if (!value)
			return c->w->reason ? false : rewriter_refuse(c->w, "the value can't be written there");
		kw = keyword(c->w, x->arg, value);
		if (x == c->first) {
			*first = value;
			put_first(c, text);
		} else if (!take_place(c, x, text, kw)) {
			append(c, x, text, kw);
		}
	}
	return put_appended(c);
}

static bool rewrite_callee(struct call_edit *c, const struct node *first)
{
	const struct node *is[2] = { c->call->node->kid[0], first };

	for (uint32_t i = 0; i < c->nwant; i++)
		if (!c->want[i].arg && !name_change(c->w, c->call, c->want[i].name, &is[0]))
			return false;
	if (is[0] != c->call->node->kid[0] || first)
		rewriter_swap(c->w, c->call->node->kid[0], is, first ? 2 : 1);
	return true;
}

bool call_rewrite(struct rewriter *w, const struct script_part *call, const struct call_want *want, uint32_t n)
{
	struct call_edit c = { .w = w, .call = call, .want = want, .nwant = n };
	const struct node *first = NULL;

	c.was = c.is = map_get(&w->p->know->call, part_text(call, "name"));
	for (uint32_t i = 0; i < n; i++)
		if (!want[i].arg)
			c.is = map_get(&w->p->know->call, want[i].name);
	if (!read_items(&c) || !check_wanted(&c) || !name_items(&c))
		return false;
	for (uint32_t i = 0; i < c.n; i++)
		if (!c.item[i].gone && !put_unchanged(&c, &c.item[i], &c.b.item[i]))
			return false;
	return put_new(&c, &first) && remove_gone(&c) && rewrite_callee(&c, first);
}
