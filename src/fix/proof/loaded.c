// SPDX-License-Identifier: MIT
/* Caches configs that trials loaded, by module and by the state of the edits that reach it. Graphs are counted by
 * reference: a graph is freed when the latest state of its last config is replaced.
 *
 * Invariant: a module has one entry, that of its latest state. An interned state string is equal if the pointers are.
 *
 *	loaded_put(child.py, state A)	loaded_find(child.py, state A): true
 *	loaded_put(child.py, state B)	loaded_find(child.py, state A): false; a graph without uses is freed
 *	loaded_give(g)			g belongs to the caller; its configs are no longer found */
#include "fix/proof/loaded.h"
#include "base/map.h"
#include "base/str.h"
#include "lint/lint.h"
#include <stdlib.h>

struct loaded_graph { /* one graph, as long as a config of it is the latest of its kind */
	struct graph *g;
	struct vfs *over;
	struct arena a; /* what was found in its configs */
	size_t used;
	struct loaded_graph *next;
};
struct config {
	const struct module *m; /* NULL: it could not be loaded */
	const struct str *state;
	struct loaded_graph *of; /* NULL: forgotten */
	struct outcome *found;	 /* in the arena of `of`; NULL: not linted */
};
struct family {
	const struct module **dep;
	size_t n;
};
struct loaded {
	const struct graph *wide;
	struct arena arena;
	struct map config, family; /* by module of wide */
	struct map before;	   /* by subject: struct outcome */
	struct loaded_graph *first;
};

struct loaded *loaded_new(const struct graph *wide)
{
	struct loaded *l = xcalloc(1, sizeof *l);

	l->wide = wide;
	return l;
}

static void drop(struct loaded_graph *x)
{
	graph_free(x->g);
	vfs_free(x->over);
	arena_release(&x->a);
	free(x);
}

void loaded_free(struct loaded *l)
{
	if (!l)
		return;
	for (struct loaded_graph *x = l->first, *next; x; x = next) {
		next = x->next;
		drop(x);
	}
	for (uint32_t i = 0; i < l->family.cap; i++)
		if (l->family.at[i].key)
			free(((struct family *)l->family.at[i].val)->dep);
	arena_release(&l->arena);
	free(l);
}

const struct graph *loaded_wide(const struct loaded *l)
{
	return l->wide;
}

size_t loaded_dependents(struct loaded *l, const struct module *m, const struct module *const **out)
{
	struct family *f = map_get(&l->family, m);

	if (!f) {
		f = arena_new(&l->arena, struct family);
		f->n = graph_dependents(l->wide, m, &f->dep);
		map_put(&l->arena, &l->family, m, f);
	}
	*out = f->dep;
	return f->n;
}

bool loaded_find(const struct loaded *l, const struct module *m, const struct str *state, const struct module **out)
{
	const struct config *c = map_get(&l->config, m);

	*out = c && c->of && c->state == state ? c->m : NULL;
	return c && c->of && c->state == state;
}

bool loaded_together(const struct loaded *l, const struct module *m, const struct module *n)
{
	const struct config *x = map_get(&l->config, m), *y = map_get(&l->config, n);

	return x && y && x->of && x->of == y->of;
}

struct loaded_graph *loaded_take(struct loaded *l, struct graph *g, struct vfs *over)
{
	struct loaded_graph *x = xcalloc(1, sizeof *x);

	*x = (struct loaded_graph){ .g = g, .over = over, .next = l->first };
	return l->first = x;
}

static void take_out(struct loaded *l, struct loaded_graph *x)
{
	struct loaded_graph **at = &l->first;

	while (*at != x)
		at = &(*at)->next;
	*at = x->next;
}

static void leave(struct loaded *l, struct config *c)
{
	struct loaded_graph *x = c->of;

	c->of = NULL;
	if (!x || --x->used)
		return;
	take_out(l, x);
	drop(x);
}

void loaded_put(struct loaded *l, struct loaded_graph *from, const struct module *m, const struct str *state)
{
	struct config *c = map_get(&l->config, m);

	if (!c)
		map_put(&l->arena, &l->config, m, c = arena_new(&l->arena, struct config));
	from->used++;
	leave(l, c);
	*c = (struct config){ graph_find(from->g, m->path), state, from, NULL };
}

void loaded_judge(struct loaded *l, const struct linter *by, struct memo *memo, const struct module *const *m, size_t n)
{
	struct lint_wanted *w = xcalloc(n + 1, sizeof *w);
	struct config **of = (struct config **)xcalloc(n + 1, sizeof *of);
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		struct config *c = map_get(&l->config, m[i]);

		if (!c || !c->of || !c->m || c->found)
			continue;
		w[k] = (struct lint_wanted){ .s = &c->m->subject, .a = &c->of->a };
		of[k++] = c;
	}
	lint_wanted(by, memo, w, k);
	for (size_t i = 0; i < k; i++)
		of[i]->found = w[i].good ? w[i].out : NULL;
	free(of);
	free(w);
}

const struct outcome *loaded_found(const struct loaded *l, const struct module *m)
{
	const struct config *c = map_get(&l->config, m);

	return c ? c->found : NULL;
}

const struct outcome *loaded_before(struct loaded *l, const struct linter *by, struct memo *memo,
				    const struct subject *s)
{
	const struct outcome *o = map_get(&l->before, s);

	if (!o) {
		struct lint_wanted w = { .s = s, .a = &l->arena };

		lint_wanted(by, memo, &w, 1);
		o = w.out;
		map_put(&l->arena, &l->before, s, w.out);
	}
	return o;
}

void loaded_give(struct loaded *l, const struct graph *g, struct vfs **over, struct known *known)
{
	struct loaded_graph *x = l->first;

	while (x->g != g)
		x = x->next;
	for (uint32_t i = 0; i < l->config.cap; i++) {
		struct config *c = l->config.at[i].key ? l->config.at[i].val : NULL;

		if (!c || c->of != x)
			continue;
		if (c->found)
			map_put(&x->a, &known->of, &c->m->subject, c->found);
		*c = (struct config){ 0 };
	}
	take_out(l, x);
	*over = x->over;
	known->a = x->a;
	free(x);
}
