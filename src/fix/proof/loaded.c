// SPDX-License-Identifier: MIT
#include "fix/proof/loaded.h"
#include "base/map.h"
#include "base/str.h"

struct loading { /* one graph, as long as a config of it is the latest of its kind */
	struct graph *g;
	struct vfs *over;
	size_t used;
	struct loading *next;
};
struct config {
	const struct module *m; /* NULL: it could not be loaded */
	const struct str *state;
	struct loading *of; /* NULL: forgotten */
};
struct family {
	const struct module **dep;
	size_t n;
};
struct loaded {
	const struct graph *wide;
	struct arena arena;
	struct map config, family; /* by module of wide */
	struct loading *first;
};

struct loaded *loaded_new(const struct graph *wide)
{
	struct loaded *l = xcalloc(1, sizeof *l);

	l->wide = wide;
	return l;
}

static void drop(struct loading *x)
{
	graph_free(x->g);
	vfs_free(x->over);
	free(x);
}

void loaded_free(struct loaded *l)
{
	if (!l)
		return;
	for (struct loading *x = l->first, *next; x; x = next) {
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

struct loading *loaded_take(struct loaded *l, struct graph *g, struct vfs *over)
{
	struct loading *x = xcalloc(1, sizeof *x);

	*x = (struct loading){ .g = g, .over = over, .next = l->first };
	return l->first = x;
}

static void take_out(struct loaded *l, struct loading *x)
{
	struct loading **at = &l->first;

	while (*at != x)
		at = &(*at)->next;
	*at = x->next;
}

static void leave(struct loaded *l, struct config *c)
{
	struct loading *x = c->of;

	c->of = NULL;
	if (!x || --x->used)
		return;
	take_out(l, x);
	drop(x);
}

void loaded_put(struct loaded *l, struct loading *from, const struct module *m, const struct str *state)
{
	struct config *c = map_get(&l->config, m);

	if (!c)
		map_put(&l->arena, &l->config, m, c = arena_new(&l->arena, struct config));
	from->used++;
	leave(l, c);
	*c = (struct config){ graph_find(from->g, m->path), state, from };
}

void loaded_give(struct loaded *l, const struct graph *g, struct vfs **over)
{
	struct loading *x = l->first;

	while (x->g != g)
		x = x->next;
	for (uint32_t i = 0; i < l->config.cap; i++) {
		struct config *c = l->config.at[i].key ? l->config.at[i].val : NULL;

		if (c && c->of == x)
			c->of = NULL;
	}
	take_out(l, x);
	*over = x->over;
	free(x);
}
