// SPDX-License-Identifier: MIT
/* Each node of the old tree stands for itself, or, where an attempt swaps it, for what comes in its place; the kids of
 * a node are compared as the list that comes of that. */
#include "fix/script/same_syntax.h"
#include "base/map.h"
#include "pymodel/pymodel.h"
#include <stdlib.h>

struct comparison {
	struct arena a;
	struct map swap, append; /* node -> struct swap */
	unsigned depth;
	uint32_t at;
};
VEC(kids, const struct node *);

static bool same_number(const struct node *x, const struct node *y)
{
	return x->kind == y->kind &&
	       (x->text == y->text || (x->kind == NODE_FLOAT && strtod(x->text->s, NULL) == strtod(y->text->s, NULL)));
}

static bool same(struct comparison *c, const struct node *x, const struct node *y);

/* self: what is being swapped, which may stand among what it is swapped for. */
static void add_kid(struct comparison *c, struct kids *to, const struct node *n, const struct node *self)
{
	const struct swap *s = n && n != self ? map_get(&c->swap, n) : NULL;

	if (!s)
		vec_push(to, n);
	for (uint32_t i = 0; s && i < s->n; i++)
		add_kid(c, to, s->is[i], n);
}

static bool same_kids(struct comparison *c, const struct node *x, const struct node *y)
{
	const struct swap *more = map_get(&c->append, x);
	struct kids all = { 0 };
	bool ok;

	for (uint32_t i = 0; i < x->n; i++)
		add_kid(c, &all, x->kid[i], NULL);
	for (uint32_t i = 0; more && i < more->n; i++)
		vec_push(&all, more->is[i]);
	ok = all.n == y->n;
	for (uint32_t i = 0; ok && i < y->n; i++)
		ok = all.at[i] && y->kid[i] ? same(c, all.at[i], y->kid[i]) : all.at[i] == y->kid[i];
	vec_release(&all);
	return ok;
}

static bool same(struct comparison *c, const struct node *x, const struct node *y)
{
	bool number = x->kind == NODE_INT || x->kind == NODE_FLOAT;
	bool ok = c->depth < NEST_MAX && x->kind == y->kind && x->op == y->op &&
		  !((x->flags ^ y->flags) & ~(NF_PAREN | NF_CONCAT)) &&
		  (number ? same_number(x, y) : x->text == y->text);

	c->depth++;
	ok = ok && same_kids(c, x, y);
	c->depth--;
	if (!ok && !c->at)
		c->at = y->lo + 1;
	return ok;
}

static bool has_alias(const struct swap *s, const struct node *alias)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (alias->kind == NODE_ALIAS && s->is[i]->kind == NODE_ALIAS && s->is[i]->text == alias->text)
			return true;
	return false;
}

/* Two that make one edit swap the same: the first stands for both, and the edit is compared with that. */
static void add_swaps(struct comparison *c, const struct attempt *t)
{
	for (uint32_t i = 0; i < t->nswaps; i++) {
		struct map *to = t->swap[i].append ? &c->append : &c->swap;
		const struct swap *old = map_get(to, t->swap[i].was), *new = &t->swap[i];
		struct swap *made = arena_new(&c->a, struct swap);

		if (old && (!new->append || has_alias(old, new->is[0])))
			continue;
		if (old) {
			const struct node **is = (const struct node **)arena_array(&c->a, void *, old->n + new->n);

			for (uint32_t k = 0; k < old->n + new->n; k++)
				is[k] = k < old->n ? old->is[k] : new->is[k - old->n];
			*made = (struct swap){ new->was, is, old->n + new->n, true };
		} else {
			*made = *new;
		}
		map_put(&c->a, to, new->was, made);
	}
}

bool same_syntax(const struct node *before, const struct node *after, const struct attempt_set *all,
		 const struct subject *of, uint32_t *at)
{
	struct comparison c = { 0 };
	bool ok;

	for (size_t i = 0; i < all->n; i++)
		if (all->at[i]->of == of)
			add_swaps(&c, all->at[i]);
	ok = same(&c, before, after);
	*at = c.at ? c.at - 1 : 0;
	arena_release(&c.a);
	return ok;
}
