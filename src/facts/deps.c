// SPDX-License-Identifier: MIT
/* Walks expressions as facts.c evaluates them, and errs to the side of more. */
#include "facts/deps.h"
#include "base/hash.h"
#include "facts/priv.h"
#include "facts/vocab.h"
#include "python/value/truth.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 16, DEPTH_MAX = 40 };
static const struct span nowhere;

struct place {
	const struct place *up; /* NULL: the level itself */
	struct value part;
	enum level level;
	bool presence; /* whether something known stands there is all that counts */
	uint32_t number, depth;
	struct place *next; /* in the bucket */
};
struct walk {
	const struct deps_of *o;
	const struct facts *f;
	const struct names *names; /* NULL inside of concepts */
	enum level level;
	uint32_t depth;
	bool lost, presence; /* only whether something stands at the places counts */
	const struct place *at[DEPS_MAX];
	uint32_t n;
};
struct chain { /* root.part[0].part[1] */
	const struct node *root;
	struct value part[PARTS_MAX]; /* the last ones, ends with part[PARTS_MAX - 1] */
	uint32_t n;
};

/* ---- places ---- */

static bool same_part(struct value a, struct value b)
{
	return a.kind == b.kind && key_same(a, b);
}

static const struct place *place_get(struct places *all, const struct place *up, struct value part, enum level level,
				     bool presence)
{
	uint64_t h =
		hash_word((uintptr_t)up, (up ? key_hash(part) : 0) ^ (uint64_t)level << 8 ^ (uint64_t)presence << 12);
	struct place **bucket = &all->bucket[h >> 55], *p = *bucket;
	while (p && (p->up != up || p->level != level || p->presence != presence || (up && !same_part(p->part, part))))
		p = p->next;
	if (p)
		return p;
	p = arena_new(all->a, struct place);
	*p = (struct place){ up, part, level, presence, all->n++, up ? up->depth + 1 : 0, *bucket };
	return *bucket = p;
}

static void add_place(struct walk *w, const struct place *p)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->at[i] == p)
			return;
	if (w->n == DEPS_MAX)
		w->lost = true;
	else
		w->at[w->n++] = p;
}

static void add_path(struct walk *w, const struct value *part, uint32_t n, const struct value *more, uint32_t nmore)
{
	const struct place *p = place_get(w->o->all, NULL, value_none(nowhere), w->level, false);
	for (uint32_t i = 0; i < n + nmore; i++)
		p = place_get(w->o->all, p, i < n ? part[i] : more[i - n], w->level, w->presence && i + 1 == n + nmore);
	if (n + nmore)
		add_place(w, p);
	else
		w->lost = true; /* the config as a whole is another one each time */
}

/* ---- expressions ---- */

static void whole(struct walk *w, const struct node *n);
static void follow_chain(struct walk *w, const struct node *n, const struct value *more, uint32_t nmore);

static void add_concept(struct walk *w, int term, const struct value *more, uint32_t nmore)
{
	const struct concept *c = &w->f->dialect->concept[term];
	const struct names *names = w->names;
	for (uint32_t i = 0; i < c->npaths; i++)
		add_path(w, c->path[i].part, c->path[i].n, more, nmore);
	w->presence = false;
	w->names = NULL;
	if (c->value)
		whole(w, c->value);
	else if (c->fallback && w->level == LEVEL_MERGED)
		whole(w, c->fallback);
	w->names = names;
}

static bool is_bound(const struct deps_of *o, const struct str *name)
{
	for (uint32_t i = 0; i < o->nbound; i++)
		if (o->bound[i] == name)
			return true;
	return false;
}

static const struct node *let_in(const struct names *names, const struct node *n)
{
	return names && names->expr ? names->expr(names->ctx, n->text) : NULL;
}

static const struct node *let_of(const struct walk *w, const struct node *n)
{
	return let_in(w->names, n);
}

/* ---- what is the same in every config ---- */

static bool is_constant(const struct deps_of *o, const struct names *names, const struct node *n, uint32_t depth);

static bool constant_name(const struct deps_of *o, const struct names *names, const struct node *n, uint32_t depth)
{
	const struct fixed_name *x = vocab_name(o->f->vocab, n->text);
	const struct node *let = let_in(names, n);
	struct value v;
	if (is_bound(o, n->text))
		return false;
	if (let)
		return is_constant(o, names, let, depth + 1);
	if (x)
		return x->special == SPECIAL_DIALECT || x->special == SPECIAL_SETTINGS;
	return names && names->lookup(names->ctx, n->text, &v);
}

static bool is_constant(const struct deps_of *o, const struct names *names, const struct node *n, uint32_t depth)
{
	bool call = n->kind == NODE_CALL;
	if (depth > DEPTH_MAX || (call && vocab_function(o->f->vocab, n)))
		return false;
	if (n->kind == NODE_NAME)
		return constant_name(o, names, n, depth);
	for (uint32_t i = call && n->kid[0]->kind == NODE_NAME; i < n->n; i++)
		if (n->kid[i] && !is_constant(o, names, n->kid[i], depth + 1))
			return false;
	return n->kind != NODE_LAMBDA && n->kind != NODE_WALRUS;
}

static bool constant_in(const struct deps_of *o, const struct names *names, const struct node *n, struct value *out)
{
	if (!is_constant(o, names, n, 0))
		return false;
	*out = facts_eval(o->f, n, names, NULL);
	return value_is_known(*out);
}

bool deps_constant(const struct deps_of *o, const struct node *expr, struct value *out)
{
	return constant_in(o, o->names, expr, out);
}

/* Whether a condition is the same in every config: TRUE3 or FALSE3. */
static enum truth decided(const struct walk *w, const struct node *n)
{
	struct value v;
	return constant_in(w->o, w->names, n, &v) ? value_truth(v) : UNKNOWN3;
}

/* ---- places of expressions ---- */

static void add_machine(struct walk *w, const struct value *more, uint32_t nmore)
{
	enum level level = w->level;
	w->level = LEVEL_MACHINE;
	add_path(w, more, nmore, NULL, 0);
	w->level = level;
}

static void add_name(struct walk *w, const struct node *n, const struct value *more, uint32_t nmore)
{
	const struct node *let = let_of(w, n);
	if (let && is_bound(w->o, n->text)) {
		w->lost = true; /* a variable that hides a let */
	} else if (let) {
		follow_chain(w, let, more, nmore);
		return;
	}
	const struct fixed_name *x =
		vocab_name(w->f->vocab, n->text); /* else an option, or a name that the expression binds */
	if (x && x->term >= 0 && w->f->dialect)
		add_concept(w, x->term, more, nmore);
	else if (x && x->special == SPECIAL_TREE)
		add_path(w, more, nmore, NULL, 0);
	else if (x && x->special == SPECIAL_MACHINE)
		add_machine(w, more, nmore);
	else if (x && x->special && x->special != SPECIAL_DIALECT && x->special != SPECIAL_SETTINGS)
		w->lost = true;
}

static bool constant_part(const struct walk *w, const struct node *n, struct value *out)
{
	bool literal = n->kind == NODE_STR && !(n->flags & NF_BYTES);
	if (literal)
		*out = value_str(n->text, nowhere);
	else if (n->kind == NODE_SLICE || !constant_in(w->o, w->names, n, out))
		return false;
	out->at = nowhere;
	out->spare = 0;
	return out->kind == VALUE_STR || (out->kind == VALUE_INT && out->as.i >= 0);
}

static void take_chain(const struct walk *w, struct chain *c, const struct node *n)
{
	c->root = n;
	c->n = 0;
	for (; c->n < PARTS_MAX; n = c->root = n->kid[0]) {
		struct value *part = &c->part[PARTS_MAX - 1 - c->n];
		if (n->kind == NODE_ATTR)
			*part = value_str(n->text, nowhere);
		else if (n->kind != NODE_INDEX || !constant_part(w, n->kid[1], part))
			return;
		c->n++;
	}
}

/* n, of which only what stands at `more` below it is looked at. */
static void follow_chain(struct walk *w, const struct node *n, const struct value *more, uint32_t nmore)
{
	struct chain c;
	struct value path[2 * PARTS_MAX];
	take_chain(w, &c, n);
	if (w->depth > DEPTH_MAX || c.n + nmore > ARRAY_SIZE(path) || c.n == PARTS_MAX) {
		w->lost = true;
		return;
	}
	memcpy(path, c.part + PARTS_MAX - c.n, c.n * sizeof *path);
	if (nmore)
		memcpy(path + c.n, more, nmore * sizeof *path);
	w->depth++;
	if (c.root->kind == NODE_NAME)
		add_name(w, c.root, path, c.n + nmore);
	else if (c.n)
		whole(w, c.root);
	else
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				whole(w, n->kid[i]);
	w->depth--;
}

/* A place that is the same key path at each level: no value says where it is. */
static bool is_place(const struct walk *w, const struct node *n, uint32_t depth)
{
	struct chain c;
	take_chain(w, &c, n);
	if (c.root->kind != NODE_NAME || c.n == PARTS_MAX || depth > DEPTH_MAX)
		return false;
	const struct node *let = let_of(w, c.root);
	const struct fixed_name *x = vocab_name(w->f->vocab, c.root->text);
	if (let)
		return is_place(w, let, depth + 1);
	if (x && x->term >= 0 && w->f->dialect)
	return !w->f->dialect->concept[x->term].value;
	return x && x->special == SPECIAL_TREE;
}

/* own(x), base(x) */
static void at_level(struct walk *w, const struct node *x, enum level level)
{
	enum level was = w->level;
	bool presence = w->presence;
	w->lost |= was != LEVEL_MERGED || !is_place(w, x, 0);
	whole(w, x);
	w->level = level;
	w->presence = presence;
	whole(w, x);
	w->level = was;
}

/* has(x) */
static void presence_of(struct walk *w, const struct node *x)
{
	const struct rulefn *fn = x->kind == NODE_CALL ? vocab_function(w->f->vocab, x) : NULL;
	bool side = fn && x->n == 2 && (fn->looks == LOOKS_OWN || fn->looks == LOOKS_BASE);
	w->presence = is_place(w, side ? x->kid[1] : x, 0);
	whole(w, x);
	w->presence = false;
}

static void arguments(struct walk *w, const struct node *call, uint32_t from)
{
	for (uint32_t i = from; i < call->n; i++)
		if (call->kid[i])
			whole(w, call->kid[i]);
}

/* keys(x, 'a', 'b') */
static void keys_named(struct walk *w, const struct node *call)
{
	struct value part;
	for (uint32_t i = 2; i < call->n; i++)
		if (constant_part(w, call->kid[i], &part))
			follow_chain(w, call->kid[1], &part, 1);
		else
			w->lost = true;
}

/* required_missing() */
static void keys_required(struct walk *w)
{
	const struct dialect *d = w->f->dialect;
	for (uint32_t i = 0; d && i < d->nrequired; i++)
		add_path(w, &(struct value){ .kind = VALUE_STR, .as.s = d->required[i] }, 1, NULL, 0);
}

static void call_of(struct walk *w, const struct node *n, const struct rulefn *fn)
{
	struct value type = value_text("type", nowhere);
	switch (fn->looks) {
	case LOOKS_OWN:
	case LOOKS_BASE:
		at_level(w, n->kid[1], fn->looks == LOOKS_OWN ? LEVEL_OWN : LEVEL_INHERITED);
		break;
	case LOOKS_PLACE:
		presence_of(w, n->kid[1]);
		break;
	case LOOKS_KEYS:
		if (n->n > 2)
			keys_named(w, n);
		else
			whole(w, n->kid[1]);
		break;
	case LOOKS_TYPE:
		follow_chain(w, n->kid[1], &type, 1);
		arguments(w, n, 2);
		break;
	case LOOKS_MISSING:
		keys_required(w);
		break;
	case LOOKS_VALUE:
		arguments(w, n, 1);
		break;
	case LOOKS_MACHINE:
	case LOOKS_ALL:
		w->lost = true;
		break;
	}
}

/* What decides the same way in every config leaves out what is not evaluated there: true, n is done with. */
static bool short_cut(struct walk *w, const struct node *n)
{
	enum truth t;
	if (n->kind == NODE_COND && (t = decided(w, n->kid[1])) != UNKNOWN3) {
		whole(w, n->kid[t == TRUE3 ? 0 : 2]);
		return true;
	}
	return n->kind == NODE_BOOL && decided(w, n->kid[0]) == (n->op == OP_AND ? FALSE3 : TRUE3);
}

/* All of n's value. */
static void whole(struct walk *w, const struct node *n)
{
	if (w->lost || short_cut(w, n))
		return;
	if (n->kind != NODE_CALL) {
		follow_chain(w, n, NULL, 0);
		return;
	}
	const struct rulefn *fn = vocab_function(w->f->vocab, n);
	if (w->depth++ > DEPTH_MAX)
		w->lost = true;
	else if (fn && n->n > fn->min && (fn->max == 255 || n->n - 1 <= fn->max))
		call_of(w, n, fn);
	else {
		if (n->kid[0]->kind == NODE_ATTR)
			whole(w, n->kid[0]->kid[0]); /* a method of a value */
		else
			whole(w, n->kid[0]);
		arguments(w, n, 1);
	}
	w->depth--;
}

static struct deps found(const struct walk *w)
{
	struct places *all = w->o->all;
	struct deps d = { .known = !w->lost,
			  .n = w->n,
			  .at = (const struct place **)arena_array(all->a, void *, w->n + 1) };
	memcpy(d.at, w->at, w->n * sizeof *d.at);
	return d;
}

struct deps deps_of(const struct deps_of *o, const struct node *expr)
{
	struct walk w = { .o = o, .f = o->f, .names = o->names, .level = LEVEL_MERGED };
	whole(&w, expr);
	return found(&w);
}

struct deps deps_join(struct places *all, const struct deps *x, const struct deps *y)
{
	struct walk w = { .o = &(struct deps_of){ .all = all }, .lost = !x->known || !y->known };
	for (uint32_t i = 0; i < x->n; i++)
		add_place(&w, x->at[i]);
	for (uint32_t i = 0; i < y->n; i++)
		add_place(&w, y->at[i]);
	return found(&w);
}

struct deps dialect_deps(struct places *all, const struct dialects *dialects, struct facts *f, enum loader loader)
{
	const struct deps_of o = { .all = all, .f = f };
	struct walk w = { .o = &o, .f = f, .level = LEVEL_MERGED };
	for (uint32_t i = 0; i < dialects->n; i++)
		if (dialects->at[i]->loader == loader && dialects->at[i]->detect) {
			facts_set_dialect(f, dialects->at[i]);
			whole(&w, dialects->at[i]->detect);
		}
	facts_set_dialect(f, NULL);
	return found(&w);
}

/* ---- what stands there ---- */

enum stands {
	STANDS_NOWHERE_TOLD,
	STANDS,
	STANDS_NOT /* no such key */,
	STANDS_SHORT /* on the way a value without keys */
};
struct token_slot {
	struct token token;
	enum { TOLD_NOT_YET, TOLD, TOLD_NEVER } told;
	uint32_t number, depth; /* the place's */
	enum stands stands;
	bool open, config; /* the dict around it */
	struct value val;
};

static void step_dict(struct token_slot *s, const struct dict *d, struct value part)
{
	const struct entry *e = value_hashable(part) ? dict_find(d, part) : NULL;
	s->open = d->open;
	s->config = d->config;
	s->stands = d->type || d->factory || (e && e->flags & EF_MAYBE) ? STANDS_NOWHERE_TOLD : e ? STANDS : STANDS_NOT;
	if (e)
		s->val = e->val;
}

static void step_list(struct token_slot *s, const struct list *l, struct value part)
{
	bool name =
		part.kind == VALUE_STR && !(part.as.s->s[0] >= '0' && part.as.s->s[0] <= '9'); /* "0" is an index too */
	if (l->open || l->iter || (!name && (part.kind != VALUE_INT || part.as.i < 0)))
		s->stands = STANDS_NOWHERE_TOLD;
	else if (name)
		s->stands = STANDS_SHORT;
	else if (part.as.i >= l->n)
		s->stands = STANDS_NOT;
	else if (l->at[part.as.i].flags & EF_MAYBE)
		s->stands = STANDS_NOWHERE_TOLD;
	else
		s->val = l->at[part.as.i].val;
}

void tokens_clear(struct tokens *t)
{
	for (size_t i = 0; i < t->slot.n; i++)
		t->index[t->slot.at[i].number] = 0;
	t->slot.n = 0;
}

void tokens_release(struct tokens *t)
{
	vec_release(&t->slot);
	free(t->index);
	*t = (struct tokens){ 0 };
}

static void make_room(struct tokens *t, uint32_t number)
{
	uint32_t n = number + 128;
	if (number < t->nindex)
		return;
	t->index = xrealloc(t->index, n, sizeof *t->index);
	memset(t->index + t->nindex, 0, (n - t->nindex) * sizeof *t->index);
	t->nindex = n;
}

static struct token_slot *slot_of(struct tokens *t, struct facts *f, const struct place *p);

static bool look(struct tokens *t, struct facts *f, const struct place *p, struct token_slot *s)
{
	*s = (struct token_slot){ .stands = STANDS };
	if (!p->up) {
		s->val = facts_level(f, p->level);
		return true;
	}
	const struct token_slot *up = slot_of(t, f, p->up);
	if (!up)
		return false;
	*s = *up;
	s->told = TOLD_NOT_YET;
	if (s->stands != STANDS)
		return true;
	s->depth = p->depth;
	if (s->val.kind == VALUE_DICT)
		step_dict(s, s->val.as.dict, p->part);
	else if (s->val.kind == VALUE_LIST || s->val.kind == VALUE_TUPLE)
		step_list(s, s->val.as.list, p->part);
	else
		s->stands = STANDS_SHORT;
	return true;
}

/* What tells the slot from all others; false: nothing does. */
static bool make_token(struct facts *f, const struct place *p, const struct token_slot *s, struct token *out)
{
	*out = (struct token){ .kind = s->stands | (uint64_t)s->open << 8 | (uint64_t)s->config << 9 |
				       (uint64_t)s->depth << 16 };
	if (s->stands == STANDS_NOWHERE_TOLD)
		return false;
	if (s->stands == STANDS_NOT || (p->presence && s->val.kind != VALUE_UNKNOWN))
		return true;
	out->kind |= (uint64_t)s->val.kind << 48;
	return contents_bits(f->barren ? barren_contents(f->barren) : NULL, s->val, &out->bits);
}

/* The next call may move it. NULL: too many. */
static struct token_slot *slot_of(struct tokens *t, struct facts *f, const struct place *p)
{
	if (p->number < t->nindex && t->index[p->number])
		return &t->slot.at[t->index[p->number] - 1];
	struct token_slot s;
	if (!look(t, f, p, &s) || t->slot.n >= UINT16_MAX)
		return NULL;
	make_room(t, p->number);
	s.number = p->number;
	vec_push(&t->slot, s);
	t->index[p->number] = (uint16_t)t->slot.n;
	return &t->slot.at[t->slot.n - 1];
}

bool deps_tokens(struct tokens *t, struct facts *f, const struct deps *d, struct token *out)
{
	for (uint32_t i = 0; i < d->n; i++) {
		struct token_slot *s = slot_of(t, f, d->at[i]);
		if (s && s->told == TOLD_NOT_YET)
			s->told = make_token(f, d->at[i], s, &s->token) ? TOLD : TOLD_NEVER;
		if (!s || s->told == TOLD_NEVER)
			return false;
		out[i] = s->token;
	}
	return true;
}

bool deps_token_of(const struct facts *f, struct value v, struct token *out)
{
	out->kind = v.kind;
	return contents_bits(f->barren ? barren_contents(f->barren) : NULL, v, &out->bits);
}
