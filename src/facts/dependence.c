// SPDX-License-Identifier: MIT
/* A static analysis of rule expressions: the key paths whose values decide the result. It walks an expression as
 * facts.c evaluates it, through lets and concepts.
 *
 * Invariant: in doubt a dependency is added, and where none can be named (the whole config, a key that is computed)
 * the result is not known.
 *
 *	has(cfg.data.train) and lr > 0.1	presence of data.train; the places of lr under this dialect
 *	cfg[k].type, k an element of `each`	below the place of `each`, if that is one; else not known */
#include "facts/dependence.h"
#include "facts/priv.h"
#include "facts/vocab.h"
#include "python/value/truth.h"
#include <string.h>

enum { PARTS_MAX = 16, DEPTH_MAX = 40 };
static const struct span nowhere;

struct walk {
	const struct deps_of *o;
	const struct facts *f;
	const struct names *names; /* NULL inside of concepts */
	enum level level;
	uint32_t depth;
	bool lost, guarded, placed, scoped, classed;
	bool presence; /* only whether the places have a value counts */
	bool around;   /* the types of all dicts around the places count, too */
	const struct spot *at[DEPS_MAX];
	uint32_t n;
};
struct chain { /* root.part[0].part[1] */
	const struct node *root;
	struct value part[PARTS_MAX]; /* the last ones, ends with part[PARTS_MAX - 1] */
	uint32_t n;
};

/* ---- places ---- */

static void add_place(struct walk *w, const struct spot *p)
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
	const struct spot *p = spot_get(w->o->all, NULL, value_none(nowhere), w->level, false);
	for (uint32_t i = 0; i < n + nmore; i++) {
		if (w->around && i)
			add_place(w, spot_get(w->o->all, p, value_text("type", nowhere), w->level, false));
		p = spot_get(w->o->all, p, i < n ? part[i] : more[i - n], w->level, w->presence && i + 1 == n + nmore);
	}
	if (n + nmore)
		add_place(w, p);
	else
		w->lost = true; /* the whole config is different each time */
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

/* ---- what is equal in every config ---- */

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
	return facts_named(o->f, names, n->text, &v);
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

/* The value of a condition if it is the same in every config: TRUE3 or FALSE3. */
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

/* n, of which only the part `more` below it is read. */
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
	else if (c.n || n->kind == NODE_CALL)
		whole(w, c.root);
	else
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				whole(w, n->kid[i]);
	w->depth--;
}

/* A place with the same key path at each level: its position depends on no value. */
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

/* x.k of an element: its place in the config is below the place of `each`. */
static bool of_element(const struct walk *w, const struct node *x)
{
	while (x->kind == NODE_ATTR || x->kind == NODE_INDEX)
		x = x->kid[0];
	return w->o->element && w->names && x->kind == NODE_NAME && x->text == w->o->element;
}

static const struct spot *at_other_level(struct walk *w, const struct spot *p, enum level level)
{
	const struct spot *up = p->up ? at_other_level(w, p->up, level) : NULL;
	return spot_get(w->o->all, up, p->part, level, p->presence);
}

static void around_element(struct walk *w, enum level level)
{
	const struct deps *each = w->o->each;
	w->lost |= !each->known;
	w->placed = true;
	for (uint32_t i = 0; i < each->n; i++) {
		const struct spot *p = each->at[i];
		add_place(w, p);
		if (p->level != LEVEL_MACHINE && p->level != level && !p->call)
			add_place(w, at_other_level(w, p, level));
		for (p = p->up; p && p->up && level == LEVEL_MERGED; p = p->up)
			add_place(w, spot_get(w->o->all, p, value_text("type", nowhere), p->level, false));
	}
}

/* own(x), base(x) */
static void at_level(struct walk *w, const struct node *x, enum level level)
{
	enum level was = w->level;
	bool presence = w->presence;
	bool element = of_element(w, x);
	w->lost |= was != LEVEL_MERGED || !(element || is_place(w, x, 0));
	whole(w, x);
	if (element) {
		around_element(w, level);
		return;
	}
	w->level = level;
	w->presence = presence;
	whole(w, x);
	w->level = was;
}

/* holder(x) of an element: what is around the place of `each`, except the whole config. */
static void holder_of(struct walk *w, const struct node *x)
{
	if (!of_element(w, x)) {
		w->lost = true;
		return;
	}
	around_element(w, w->level);
	for (uint32_t i = 0; i < w->o->each->n; i++) {
		const struct spot *up = w->o->each->at[i]->up;
		if (up && up->up)
			add_place(w, up);
	}
	whole(w, x);
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

static void arguments(struct walk *w, const struct node *call, uint32_t from);

/* The class of a model part depends on `packages`. If some dict names a package, it also depends on the dicts around
 * it. Which dicts these are depends on the whole config, and on the part's place, which is unknown for an element
 * and for what is in it. */
static void part_of_model(struct walk *w, const struct node *call, bool around)
{
	int packages = vocab_find(w->f->vocab, str_lit("packages"));
	bool was = w->around;
	if (around && of_element(w, call->kid[1]))
		around_element(w, w->level);
	w->around |= around;
	arguments(w, call, 1);
	w->around = was;
	if (packages >= 0 && w->f->dialect)
		add_concept(w, packages, NULL, 0);
	add_place(w, spot_of_call(w->o->all, w->f->vocab->parts.scoped));
	w->scoped |= w->o->element != NULL;
}

/* The class that a type names depends on the scopes around it and on the dict's place. */
static void class_of_type(struct walk *w, const struct node *call)
{
	arguments(w, call, 1);
	add_place(w, spot_of_call(w->o->all, w->f->vocab->parts.scopes));
	w->scoped |= w->o->element != NULL;
	w->classed |= w->o->element != NULL;
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

/* It uses only names that every expression has, and no machine figure. */
static bool is_closed(const struct walk *w, const struct node *n, uint32_t depth)
{
	const struct rulefn *fn = n->kind == NODE_CALL ? vocab_function(w->f->vocab, n) : NULL;
	if (depth > DEPTH_MAX || (fn && fn->looks == LOOKS_MACHINE))
		return false;
	if (n->kind == NODE_NAME)
		return vocab_name(w->f->vocab, n->text) && !is_bound(w->o, n->text);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && !is_closed(w, n->kid[i], depth + 1))
			return false;
	return true;
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
	struct value type = value_text("type", nowhere), gpus = value_text("gpus", nowhere);
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
	case LOOKS_CLASS:
		class_of_type(w, n);
		break;
	case LOOKS_PART:
	case LOOKS_AROUND:
		part_of_model(w, n, fn->looks == LOOKS_AROUND);
		break;
	case LOOKS_HOLDER:
		holder_of(w, n->kid[1]);
		break;
	case LOOKS_MISSING:
		keys_required(w);
		break;
	case LOOKS_VALUE:
	case LOOKS_FIRST:
		arguments(w, n, 1);
		break;
	case LOOKS_MACHINE: /* figures from the file's name count as not given, and they belong together */
		w->guarded = true;
		whole(w, n->kid[1]);
		add_machine(w, &gpus, 1);
		break;
	case LOOKS_SETTER:
	case LOOKS_ALL: /* the call itself is the dependency, if it means the same in every config */
		if (w->level == LEVEL_MERGED && is_closed(w, n, 0))
			add_place(w, spot_of_call(w->o->all, n));
		else
			w->lost = true;
		break;
	}
}

/* A condition with the same value in every config makes some operands irrelevant. true: n is done. */
static bool short_cut(struct walk *w, const struct node *n)
{
	enum truth t;
	if (n->kind == NODE_COND && (t = decided(w, n->kid[1])) != UNKNOWN3) {
		whole(w, n->kid[t == TRUE3 ? 0 : 2]);
		return true;
	}
	return n->kind == NODE_BOOL && decided(w, n->kid[0]) == (n->op == OP_AND ? FALSE3 : TRUE3);
}

/* Depends on all of n's value. */
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
	struct spots *all = w->o->all;
	struct deps d = { .known = !w->lost,
			  .guarded = w->guarded,
			  .placed = w->placed,
			  .scoped = w->scoped,
			  .classed = w->classed,
			  .n = w->n,
			  .at = (const struct spot **)arena_array(all->a, void *, w->n + 1) };
	memcpy(d.at, w->at, w->n * sizeof *d.at);
	return d;
}

struct deps deps_of(const struct deps_of *o, const struct node *expr)
{
	struct walk w = { .o = o, .f = o->f, .names = o->names, .level = LEVEL_MERGED };
	whole(&w, expr);
	return found(&w);
}

struct deps deps_join(struct spots *all, const struct deps *x, const struct deps *y)
{
	struct walk w = { .o = &(struct deps_of){ .all = all },
			  .lost = !x->known || !y->known,
			  .guarded = x->guarded || y->guarded,
			  .placed = x->placed || y->placed,
			  .scoped = x->scoped || y->scoped,
			  .classed = x->classed || y->classed };
	for (uint32_t i = 0; i < x->n; i++)
		add_place(&w, x->at[i]);
	for (uint32_t i = 0; i < y->n; i++)
		add_place(&w, y->at[i]);
	return found(&w);
}

struct deps dialect_deps(struct spots *all, const struct dialects *dialects, struct facts *f, enum loader loader)
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

bool deps_seen(struct spots_seen *t, struct facts *f, const struct deps *d, struct stand *out)
{
	for (uint32_t i = 0; i < d->n; i++)
		if (!spot_look(t, f, d->at[i], &out[i]))
			return false;
	return true;
}
