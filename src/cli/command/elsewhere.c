// SPDX-License-Identifier: MIT
/* Finds a missing key under another path: `optimizer.lr` of one training code has another place in another one. Which
 * paths mean the same is data of the dialects: their concepts.
 *
 *	where optimizer.lr of a config of MMEngine	optim_wrapper.optimizer.lr */
#include "cli/command/priv.h"
#include "base/near.h"
#include "base/str.h"
#include "config/config_subject.h"
#include "lint/lint.h"
#include "python/value/containers.h"
#include "python/value/dict.h"

static const struct keypath none;

static bool is_there(struct session *s, const struct module *m, struct keypath p)
{
	return keypath_get(&s->arena, m->merged, p).found == p.n;
}

static const struct dialect *dialect_of(struct session *s, const struct graph *g, const struct module *m)
{
	const struct subject *x = subject_find(graph_subjects(g), m->path);
	const struct settings *st = settings_for(s->linter.settings, m->path, NULL);

	return x && st ? lint_dialect(&s->linter, &(struct judged){ x, st }, NULL) : NULL;
}

/* The deepest candidate of the concept that p is or lies below; n == 0: none. */
static struct keypath candidate(const struct concept *c, struct keypath p)
{
	struct keypath best = none;

	for (uint32_t i = 0; i < c->npaths; i++)
		if (c->path[i].n > best.n && keypath_under(p, c->path[i]))
			best = c->path[i];
	return best;
}

/* Where the config has the concept, and what p has below it. */
static struct keypath moved(struct session *s, const struct module *m, const struct concept *own, struct keypath p,
			    uint32_t from)
{
	for (uint32_t i = 0; i < own->npaths; i++) {
		struct keypath to = own->path[i];

		for (uint32_t k = from; k < p.n; k++)
			to = keypath_add(&s->arena, to, p.part[k]);
		if (is_there(s, m, to))
			return to;
	}
	return none;
}

/* The concept that most of the path stands for, in whatever dialect. */
static struct keypath by_concept(struct session *s, const struct graph *g, const struct module *m, struct keypath p)
{
	const struct dialects *all = &s->linter.rules->dialects;
	const struct dialect *own = dialect_of(s, g, m);
	struct keypath best = none;
	uint32_t most = 0;

	for (uint32_t d = 0; own && d < all->n; d++)
		for (uint32_t i = 0; i < all->at[d]->nconcepts && i < own->nconcepts; i++) {
			struct keypath at = candidate(&all->at[d]->concept[i], p);
			struct keypath to = at.n > most ? moved(s, m, &own->concept[i], p, at.n) : none;

			if (!to.n)
				continue;
			best = to;
			most = at.n;
		}
	return best;
}

/* Whether the container's path ends with all of p but its last part. */
static bool ends_alike(const struct tree *t, uint32_t i, struct keypath p)
{
	for (uint32_t k = p.n - 1; k > 0; k--) {
		if (t->at[i].up == i ||
		    !keypath_same((struct keypath){ &t->at[i].part, 1 }, (struct keypath){ &p.part[k - 1], 1 }))
			return false;
		i = t->at[i].up;
	}
	return true;
}

static uint32_t depth_of(const struct tree *t, uint32_t i)
{
	uint32_t depth = 0;

	for (; t->at[i].up != i; i = t->at[i].up)
		depth++;
	return depth;
}

/* The one least deep path of the config that ends with p; none where two are equally deep. */
static struct keypath by_ending(struct session *s, const struct module *m, struct keypath p)
{
	struct tree t = tree_of(&s->arena, m->merged);
	struct keypath last = { p.part + p.n - 1, 1 };
	uint32_t best = TREE_NONE, least = UINT32_MAX;

	for (uint32_t i = 0; i < t.n; i++) {
		uint32_t depth;

		if (!ends_alike(&t, i, p) || keypath_get(&s->arena, t.at[i].val, last).found != 1)
			continue;
		depth = depth_of(&t, i);
		if (depth == least)
			best = TREE_NONE;
		else if (depth < least)
			best = i, least = depth;
	}
	return best == TREE_NONE ? none
				 : keypath_add(&s->arena, tree_path(&s->arena, &t, none, 0, best), p.part[p.n - 1]);
}

static struct keypath key_elsewhere(struct session *s, const struct graph *g, const struct module *m, struct keypath p)
{
	struct keypath found = by_concept(s, g, m, p);

	return found.n ? found : by_ending(s, m, p);
}

static const char *near_key(struct session *s, const struct dict *d, struct value key)
{
	const char **name = arena_array(&s->arena, const char *, d->count + 1);
	struct dict_iter it;
	const struct entry *e;
	size_t n = 0;

	if (key.kind != VALUE_STR)
		return NULL;
	dict_begin(&it, d);
	while ((e = dict_next(&it)))
		if (e->key.kind == VALUE_STR)
			name[n++] = e->key.as.s->s;
	return near_find(key.as.s->s, name, n);
}

const char *key_meant(struct session *s, const struct graph *g, const struct module *m, struct keypath p)
{
	uint32_t found = keypath_get(&s->arena, m->merged, p).found;
	struct keypath parent = { p.part, found }, at;
	struct value in = keypath_get(&s->arena, m->merged, parent).val;
	const char *near = in.kind == VALUE_DICT ? near_key(s, in.as.dict, p.part[found]) : NULL;

	at = near ? keypath_add(&s->arena, parent, value_str(str_lit(near), (struct span){ 0 }))
		  : key_elsewhere(s, g, m, p);
	for (uint32_t i = found + 1; near && i < p.n; i++) {
		struct keypath deeper = keypath_add(&s->arena, at, p.part[i]);

		if (keypath_get(&s->arena, m->merged, deeper).found < deeper.n)
			break;
		at = deeper;
	}
	return at.n ? keypath_text(&s->arena, at) : NULL;
}
