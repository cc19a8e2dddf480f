// SPDX-License-Identifier: MIT
/* Listening to an evaluation, asking again, comparing answers. */
#include "base/hash.h"
#include "facts/priv.h"
#include "python/eval/assign.h"
#include "python/eval/attr.h"
#include "python/eval/eval.h"
#include "python/ops/ops.h"
#include "python/state/state.h"
#include "python/state/thaw.h"
#include <string.h>

enum { CLOSED_STACK = 256, PARTS = 64, LETS = 8, LIST_ITEMS = 64, GENERAL_DEPTH = 24 };
static const struct span nowhere;

struct listener *facts_listen(struct facts *f, struct listener *l)
{
	struct listener *was = f->listener;
	f->listener = l;
	return was;
}

bool facts_listening(const struct facts *f)
{
	return f->listener != NULL;
}

/* ---- writing down ---- */

bool question_same(const struct question *a, const struct question *b)
{
	if (a->kind != b->kind || a->expr != b->expr || a->root != b->root || a->level != b->level ||
	    a->named != b->named || a->guards != b->guards || a->path.n != b->path.n)
		return false;
	for (uint32_t i = 0; i < a->path.n; i++) /* 1 and True are one key, but not one index */
		if (a->path.part[i].kind != b->path.part[i].kind || !key_same(a->path.part[i], b->path.part[i]))
			return false;
	return true;
}

void heard(struct facts *f, const struct question *asked, struct value answer)
{
	struct listener *l = f->listener;
	struct look look = { *asked, answer };
	look.asked.guards = f->open_guards;
	for (size_t i = l->from; i < l->looks.n; i++)
		if (question_same(&l->looks.at[i].asked, &look.asked))
			return;
	vec_push(&l->looks, look);
}

static bool is_bound(const struct listener *l, const struct str *name)
{
	for (uint32_t i = 0; i < l->nbound; i++)
		if (l->bound[i] == name)
			return true;
	return false;
}

bool question_closed(const struct facts *f, const struct node *n)
{
	const struct node *stack[CLOSED_STACK];
	uint32_t top = 0;
	stack[top++] = n;
	while (top) {
		n = stack[--top];
		const struct node *let = NULL;
		if (n->kind == NODE_NAME && is_bound(f->listener, n->text))
			return false;
		if (n->kind == NODE_NAME && f->names && f->names->expr)
			let = f->names->expr(f->names->ctx, n->text);
		if (top + n->n + 1 > CLOSED_STACK)
			return false;
		if (let)
			stack[top++] = let;
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				stack[top++] = n->kid[i];
	}
	return true;
}

/* ---- cfg.a[k].b ---- */

static struct value take_apart(struct facts *f, struct eval *ev, const struct question *q)
{
	struct value v = facts_special(f, q->root);
	for (uint32_t i = 0; i < q->path.n; i++) {
		struct value part = q->path.part[i];
		if (q->named >> i & 1)
			v = eval_key(ev, v, part.as.s, nowhere);
		else
			v = eval_seen(ev, op_index(ev, v, part, nowhere));
	}
	return v;
}

static struct value keys_at(struct facts *f, struct eval *ev, const struct question *q)
{
	struct value v = take_apart(f, ev, q);
	return v.kind == VALUE_UNKNOWN ? v : facts_keys(f, v, q->path);
}

static bool is_part(const struct node *n)
{
	return n->kind == NODE_ATTR || (n->kind == NODE_INDEX && n->kid[1]->kind != NODE_SLICE);
}

/* n, or the chain that the let n stands for. */
static const struct node *chain_of(const struct facts *f, const struct eval *ev, const struct node *n)
{
	const struct node *let = n;
	for (unsigned depth = 0; depth < LETS && let && let->kind == NODE_NAME; depth++) {
		if (eval_has_local(ev, let->text))
			break;
		let = f->names && f->names->expr ? f->names->expr(f->names->ctx, let->text) : NULL;
		n = let && is_part(let) ? let : n;
	}
	return n;
}

/* The chain's name and, if it begins with one of ours, which. */
static enum special chain_root(const struct facts *f, const struct eval *ev, const struct node *n, uint32_t *parts)
{
	n = chain_of(f, ev, n);
	for (*parts = 0; *parts <= PARTS && is_part(n); n = chain_of(f, ev, n->kid[0]))
		++*parts;
	const struct fixed_name *x = n->kind == NODE_NAME && *parts <= PARTS ? vocab_name(f->vocab, n->text) : NULL;
	return x ? x->special : SPECIAL_NONE;
}

const struct node *question_place(const struct facts *f, const struct eval *ev, const struct node *n)
{
	uint32_t parts;
	const struct node *chain = chain_of(f, ev, n);
	return chain != n && chain_root(f, ev, chain, &parts) == SPECIAL_CFG ? chain : NULL;
}

static bool read_chain(struct facts *f, struct eval *ev, const struct node *n, struct question *q)
{
	struct value *part = arena_array(f->arena, struct value, q->path.n + 1);
	n = chain_of(f, ev, n);
	for (uint32_t i = q->path.n; i-- > 0; n = chain_of(f, ev, n->kid[0])) {
		q->named |= (uint64_t)(n->kind == NODE_ATTR) << i;
		part[i] = n->kind == NODE_ATTR ? value_str(n->text, nowhere) : eval_expr(ev, n->kid[1]);
		if (!value_is_known(part[i]))
			return false;
		part[i].spare = 0;
	}
	q->path.part = part;
	return true;
}

bool hear_chain(struct eval *ev, const struct node *n, struct value *out)
{
	struct facts *f = ev->host->ctx;
	struct listener *l = f->listener;
	if (!l)
		return false;
	struct question q = { .kind = ASK_EXPR, .expr = n };
	enum special root = chain_root(f, ev, n, &q.path.n);
	if (f->root || (root != SPECIAL_CFG && root != SPECIAL_MACHINE && root != SPECIAL_FILE))
		return false;
	bool closed = question_closed(f, n);
	if (closed) {
		q.path.n = 0;
	} else {
		q.kind = ASK_CHAIN;
		q.expr = NULL;
		q.root = root;
		if (!read_chain(f, ev, n,
				&q)) /* its own evaluation finds what is not known, and looks at cfg as a whole */
			return false;
	}
	f->listener = NULL;
	*out = closed ? eval_expr(ev, n) : take_apart(f, ev, &q);
	f->listener = l;
	heard(f, &q, *out);
	return true;
}

bool hear_keys(struct eval *ev, const struct node *n, struct value *out)
{
	struct facts *f = ev->host->ctx;
	struct listener *l = f->listener;
	struct question q = { .kind = ASK_KEYS };
	n = chain_of(f, ev, n);
	q.root = is_part(n) ? chain_root(f, ev, n, &q.path.n) : SPECIAL_NONE;
	if (f->root || q.root != SPECIAL_CFG || !read_chain(f, ev, n, &q))
		return false;
	f->listener = NULL;
	*out = keys_at(f, ev, &q);
	f->listener = l;
	heard(f, &q, *out);
	return true;
}

/* ---- asking again ---- */

struct value question_ask(struct facts *f, const struct question *q, const struct names *names)
{
	struct value v = { 0 };
	bool guards = f->open_guards;
	struct eval ev;
	f->open_guards = q->guards;
	switch (q->kind) {
	case ASK_EXPR:
		v = facts_eval(f, q->expr, names, NULL);
		break;
	case ASK_CHAIN:
	case ASK_KEYS:
		eval_init(&ev, f->arena, 0);
		ev.rule = true;
		v = q->kind == ASK_KEYS ? keys_at(f, &ev, q) : take_apart(f, &ev, q);
		eval_release(&ev);
		break;
	case ASK_HAS:
		v = facts_has(f, q->path);
		break;
	case ASK_SLOT:
		v = keypath_get(f->arena, facts_level(f, q->level), q->path).val;
		break;
	case ASK_TERM:
		v = facts_term_path(facts_get(f, q->expr->text));
		break;
	}
	f->open_guards = guards;
	return v;
}

/* ---- the same question of two rules ---- */

bool question_general(const struct vocab *v, const struct node *n, uint32_t depth, uint64_t *hash)
{
	if (depth > GENERAL_DEPTH || (n->kind == NODE_NAME && !vocab_name(v, n->text)))
		return false; /* a let or an option: a rule's own */
	*hash = hash_word(*hash, n->kind ^ (uint64_t)n->op << 8 ^ (uint64_t)(n->text ? n->text->hash : 0) << 16);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && !question_general(v, n->kid[i], depth + 1, hash))
			return false;
	return true;
}

bool question_expr_same(const struct node *a, const struct node *b)
{
	if (a == b || !a || !b)
		return a == b;
	bool same = a->kind == b->kind && a->op == b->op && a->text == b->text && a->n == b->n &&
		    (a->flags & NF_BYTES) == (b->flags & NF_BYTES);
	for (uint32_t i = 0; same && i < a->n; i++)
		same = question_expr_same(a->kid[i], b->kid[i]);
	return same;
}

/* ---- answers ---- */

static bool bits_of(const struct facts *f, struct value v, int64_t *bits)
{
	return contents_bits(f->barren ? barren_contents(f->barren) : NULL, v, bits);
}

static bool is_key(struct value v)
{
	switch (v.kind) {
	case VALUE_NONE:
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_FLOAT:
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_BIGINT:
		return true;
	default:
		return false;
	}
}

static bool keep_path(struct arena *a, struct keypath p, struct keypath *out)
{
	struct value *part = arena_array(a, struct value, p.n + 1);
	for (uint32_t i = 0; i < p.n; i++) {
		if (!is_key(p.part[i]))
			return false;
		part[i] = p.part[i];
	}
	*out = (struct keypath){ part, p.n };
	return true;
}

bool question_keep(struct arena *a, const struct question *q, struct question *out)
{
	*out = *q;
	return keep_path(a, q->path, &out->path);
}

static bool keep_item(struct arena *a, struct facts *f, struct value v, struct answer *out)
{
	struct keypath p;
	*out = (struct answer){ .val = v };
	out->marked = facts_marked(f, v, &p);
	return bits_of(f, v, &out->bits) && (!out->marked || keep_path(a, p, &out->mark));
}

bool answer_keep(struct arena *a, struct facts *f, struct value v, struct answer *out)
{
	if (v.kind != VALUE_LIST || v.as.list->frozen)
		return keep_item(a, f, v, out);
	const struct list *l = v.as.list;
	*out = (struct answer){ .val = { .kind = VALUE_LIST },
				.n = l->n,
				.item = arena_array(a, struct answer, l->n + 1) };
	if (l->open || l->iter || l->n > LIST_ITEMS)
		return false;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].flags & EF_MAYBE || !keep_item(a, f, l->at[i].val, &out->item[i]))
			return false;
	return true;
}

static bool same_item(struct facts *f, const struct answer *kept, struct value v)
{
	struct keypath p;
	int64_t bits;
	if (v.kind != kept->val.kind || !bits_of(f, v, &bits) || bits != kept->bits)
		return false;
	bool marked = facts_marked(f, v, &p);
	return marked == kept->marked && (!marked || keypath_same(p, kept->mark));
}

static uint64_t mixed(uint64_t h, const struct facts *f, struct value v)
{
	int64_t bits;
	h = hash_word(h, v.kind ^ (uint64_t)(bits_of(f, v, &bits) ? bits : 0));
	return h ^ h >> 29;
}

uint64_t answer_hash(const struct facts *f, struct value v)
{
	uint64_t h = 0;
	if (v.kind != VALUE_LIST || v.as.list->frozen)
		return mixed(h, f, v);
	for (uint32_t i = 0; i < v.as.list->n && i < LIST_ITEMS; i++)
		h = mixed(h, f, v.as.list->at[i].val);
	return h;
}

bool answer_same(struct facts *f, const struct answer *kept, struct value v)
{
	if (!kept->item)
		return same_item(f, kept, v);
	if (v.kind != VALUE_LIST || v.as.list->frozen || v.as.list->n != kept->n || v.as.list->open || v.as.list->iter)
		return false;
	for (uint32_t i = 0; i < kept->n; i++)
		if (v.as.list->at[i].flags & EF_MAYBE || !same_item(f, &kept->item[i], v.as.list->at[i].val))
			return false;
	return true;
}
