// SPDX-License-Identifier: MIT
/* The places of configs, and filters of their copies. */
#include "code/cnode.h"
#include "code/priv.h"

struct cnode *cnode_kid(struct index *c, struct cnode *up, const struct str *key)
{
	const void *name = key ? (const void *)key : up;
	struct cnode *k = map_get(&up->kid, name);
	if (k || up->level >= LEVELS_MAX)
		return k ? k : up;
	k = arena_new(&c->m.arena, struct cnode);
	map_put(&c->m.arena, &up->kid, name, k);
	*k = (struct cnode){ .up = up, .key = key, .training = up->training, .level = up->level + 1, .next = up->kids };
	up->kids = k;
	return k;
}

bool cnode_key(struct value part, const struct str **key)
{
	*key = part.kind == VALUE_STR ? part.as.s : NULL;
	return part.kind == VALUE_STR || part.kind == VALUE_INT;
}

const struct cnode *cnode_find(const struct cnode *up, const struct str *key)
{
	return up ? map_get(&up->kid, key ? (const void *)key : up) : NULL;
}

const struct cnode *cnode_at(const struct cnode *n, struct keypath p)
{
	for (uint32_t i = 0; n && i < p.n; i++) {
		const struct str *key;
		n = cnode_key(p.part[i], &key) ? cnode_find(n, key) : NULL;
	}
	return n;
}

void cnode_release(struct cnode *n)
{
	for (; n; n = n->next) {
		vec_release(&n->use);
		vec_release(&n->set);
		vec_release(&n->sink);
		cnode_release(n->kids);
	}
}

bool filter_has(const struct filter *f, const struct str *key)
{
	for (; f; f = f->outer)
		if (str_among(key, f->name, f->n) != f->keeps)
			return false;
	return true;
}

const struct filter *filter_make(struct index *c, struct filter like)
{
	const struct filter *outer = like.outer;
	if (outer && outer->depth >= FILTERS_MAX)
		return outer;
	for (size_t i = 0; i < c->filters.n; i++)
		if (c->filters.at[i]->outer == outer && c->filters.at[i]->origin == like.origin &&
		    c->filters.at[i]->keeps == like.keeps)
			return c->filters.at[i];
	for (const struct filter *f = outer; f; f = f->outer)
		if (f->origin == like.origin)
			return outer; /* a recursive function */
	struct filter *f = arena_new(&c->m.arena, struct filter);
	*f = like;
	f->depth = outer ? outer->depth + 1 : 1;
	vec_push(&c->filters, f);
	return f;
}
