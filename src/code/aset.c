// SPDX-License-Identifier: MIT
/* Arrays, compared element by element: most sets have one or two elements. A set that is joined into an empty one
 * shares its array.
 *
 *	{the place cfg.model} joined with {class Net}	two elements; beyond the limit: anything */
#include "code/aset.h"
#include "code/priv.h"
#include <string.h>

static bool same(const struct aval *a, const struct aval *b)
{
	return a->p == b->p && a->kind == b->kind && a->in == b->in && a->items == b->items && a->copy == b->copy &&
	       (a->kind == A_NODE   ? a->filter == b->filter
		: a->kind == A_FUNC ? a->self == b->self
				    : true);
}

/* A place under any key covers a place under this key. */
static bool covers(const struct aval *a, const struct aval *b)
{
	return a->kind == A_BUILT && b->kind == A_BUILT && !a->text && a->in == b->in && a->items == b->items;
}

/* The set is too large. Its config places become open, so that their uses are not lost. */
static bool overflow(struct aset *to, const struct aval *v)
{
	bool was = to->top;
	to->top = true;
	if (v->kind == A_NODE && !v->node->open) {
		v->node->open = true;
		v->node->open_why = "it is among too many things in one place";
		v->node->open_at = (struct code_place){ 0 };
	}
	return !was;
}

static void grow(struct index *c, struct aset *to, uint32_t cap)
{
	struct aval *more = arena_array(to->permanent ? &c->m.arena : &c->scratch, struct aval, cap);
	if (to->n)
		memcpy(more, to->at, to->n * sizeof *more);
	to->cap = cap;
	to->at = more;
}

/* True if v is among the first n. after: where the search begins; on return, the next position, which is the right
 * one if both sets have the same order. */
static bool has(const struct aset *s, uint32_t n, const struct aval *v, uint32_t *after)
{
	uint32_t first = *after < n ? *after : 0;
	for (uint32_t part = 0; part < 2; part++)
		for (uint32_t i = part ? 0 : first, end = part ? first : n; i < end; i++) {
			const struct aval *x = &s->at[i];
			if (x->p && x->p != v->p) /* the most frequent case: flow analysis spends most of its time in
						     this loop */
				continue;
			bool is = same(x, v);
			if (is || covers(x, v)) { /* what covers this may cover the next one too */
				*after = i + is;
				return true;
			}
		}
	return false;
}

/* Data that a script reads itself spreads under the same few names. */
static uint32_t nodes_max(const struct index *c)
{
	return c->plain ? PLAIN_NODES_MAX : NODES_MAX;
}

/* v is not in the set yet. */
static bool append(struct index *c, struct aset *to, struct aval v)
{
	if (v.kind == A_BUILT && v.text && to->n >= nodes_max(c)) { /* it becomes BUILT under any key */
		v.text = NULL;
		return aset_add(c, to, v);
	}
	if (to->n >= (v.kind == A_BUILT	 ? NODES_MAX + 8
		      : v.kind == A_NODE ? nodes_max(c)
		      : v.kind == A_TEXT ? TEXTS_MAX
					 : OTHERS_MAX))
		return overflow(to, &v);
	if (to->n == to->cap)
		grow(c, to, to->cap ? to->cap * 2 : 2);
	to->at[to->n++] = v;
	return true;
}

bool aset_add(struct index *c, struct aset *to, struct aval v)
{
	uint32_t first = 0;
	return !has(to, to->n, &v, &first) && append(c, to, v);
}

static bool join(struct index *c, struct aset *to, const struct aset *from, bool in)
{
	bool grew = from->top && !to->top;
	to->top |= from->top;
	if (to->at == from->at && to->n >= from->n && !in)
		return grew;
	if (!to->n && !in) {
		to->at = from->at; /* shares the array until an element is added: elements never change */
		to->n = to->cap = from->n;
		if (to->permanent && to->n) /* from may be scratch memory */
			grow(c, to, to->n);
		return grew || from->n;
	}
	uint32_t n = to->n; /* from has no duplicates, but as elements of a container two values may become equal */
	for (uint32_t i = 0, after = 0; i < from->n; i++) {
		struct aval v = from->at[i];
		v.in |= in;
		if (after < n && same(&to->at[after], &v)) { /* the usual case: both have one order */
			after++;
			continue;
		}
		grew |= !has(to, in ? to->n : n, &v, &after) && append(c, to, v);
	}
	return grew;
}

bool aset_join(struct index *c, struct aset *to, const struct aset *from)
{
	return join(c, to, from, false);
}

void aset_join_built(struct index *c, struct aset *to, const struct aset *from)
{
	uint32_t n = to->n;
	for (uint32_t i = 0, after = 0; i < from->n; i++)
		if (from->at[i].kind == A_BUILT && !has(to, n, &from->at[i], &after))
			append(c, to, from->at[i]);
}

bool aset_join_in(struct index *c, struct aset *to, const struct aset *from)
{
	return join(c, to, from, true);
}

bool aval_may_be_config(const struct aval *v)
{
	return v->kind == A_NODE || v->kind == A_BUILT;
}

bool aset_has_config(const struct aset *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (aval_may_be_config(&s->at[i]))
			return true;
	return false;
}

struct aset aset_anything(void)
{
	return (struct aset){ .top = true };
}

struct aset aset_of_node(struct index *c, struct cnode *n)
{
	struct aset out = aset_anything();
	if (n)
		aset_add(c, &out, (struct aval){ .kind = A_NODE, .node = n });
	return out;
}
