// SPDX-License-Identifier: MIT
/* A graph of files, with an edge for each import. A dotted name means every file whose own ends in it, since the search
 * path may begin anywhere: that gives too many edges, never too few.
 *
 *	train.py	imports engine		reach: train.py, engine.py, nets.py
 *	engine.py	imports nets		the same, and test.py: it imports engine, too
 *	test.py		imports engine */
#include "script/values/reach.h"
#include <string.h>

VEC(edges, uint32_t);
struct reach_graph {
	uint32_t n;
	struct map number; /* struct cfile -> uint32_t, its number */
	uint32_t *numbers;
	struct edges *imports, *importers;
	struct map reach; /* struct cfile -> unsigned char of each file */
};

static void add_edge(struct reach_graph *g, uint32_t from, uint32_t to)
{
	for (size_t i = 0; i < g->imports[from].n; i++)
		if (g->imports[from].at[i] == to)
			return;
	vec_push(&g->imports[from], to);
	vec_push(&g->importers[to], from);
}

/* The name, and each shorter one that it imports with it: `a.b` imports a too. */
static void add_import(struct reach_graph *g, const struct map *suffixes, uint32_t from, const struct str *name)
{
	while (name && name->len) {
		const struct edges *to = map_get(suffixes, name);
		const char *dot = strrchr(name->s, '.');

		for (size_t i = 0; to && i < to->n; i++)
			add_edge(g, from, to->at[i]);
		name = dot ? str_of(name->s, (size_t)(dot - name->s)) : NULL;
	}
}

static void add_suffixes(struct arena *a, struct map *suffixes, const struct cfile *f, uint32_t number)
{
	for (const char *s = f->dotted->s; s; s = strchr(s, '.') ? strchr(s, '.') + 1 : NULL) {
		const struct str *name = str_lit(s);
		struct edges *all = map_get(suffixes, name);

		if (!all) {
			all = arena_new(a, struct edges);
			*all = (struct edges){ 0 };
			map_put(a, suffixes, name, all);
		}
		vec_push(all, number);
	}
}

static struct reach_graph *graph_of(struct script_project *p)
{
	struct reach_graph *g = p->reach;
	struct map suffixes = { 0 };

	if (g)
		return g;
	g = p->reach = arena_new(&p->arena, struct reach_graph);
	*g = (struct reach_graph){ .n = p->model.nfiles };
	g->numbers = arena_array(&p->arena, uint32_t, g->n + 1);
	g->imports = arena_array(&p->arena, struct edges, g->n + 1);
	g->importers = arena_array(&p->arena, struct edges, g->n + 1);
	memset(g->imports, 0, (g->n + 1) * sizeof *g->imports);
	memset(g->importers, 0, (g->n + 1) * sizeof *g->importers);
	for (uint32_t i = 0; i < g->n; i++) {
		g->numbers[i] = i;
		map_put(&p->arena, &g->number, p->model.file[i], &g->numbers[i]);
		add_suffixes(&p->arena, &suffixes, p->model.file[i], i);
	}
	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < p->model.file[i]->nimports; k++) {
			const struct import *x = &p->model.file[i]->import[k];

			add_import(g, &suffixes, i, x->name ? names_joined(x->module, x->name) : x->module);
		}
	for (uint32_t i = 0; i < suffixes.cap; i++)
		if (suffixes.at[i].key)
			vec_release((struct edges *)suffixes.at[i].val);
	return g;
}

static void follow(struct arena *a, const struct reach_graph *g, const struct edges *edges, unsigned char *in)
{
	uint32_t *todo = arena_array(a, uint32_t, g->n + 1), n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		if (in[i])
			todo[n++] = i;
	while (n) {
		const struct edges *to = &edges[todo[--n]];

		for (size_t i = 0; i < to->n; i++)
			if (!in[to->at[i]]) {
				in[to->at[i]] = 1;
				todo[n++] = to->at[i];
			}
	}
}

bool script_in_reach(struct script_project *p, const struct cfile *from, const struct cfile *to)
{
	struct reach_graph *g = graph_of(p);
	const uint32_t *first = map_get(&g->number, from), *last = map_get(&g->number, to);
	unsigned char *in = map_get(&g->reach, from);

	if (!first || !last)
		return true;
	if (!in) {
		in = arena_array(&p->arena, unsigned char, g->n + 1);
		memset(in, 0, g->n + 1);
		in[*first] = 1;
		follow(&p->arena, g, g->importers, in);
		follow(&p->arena, g, g->imports, in);
		map_put(&p->arena, &g->reach, from, in);
	}
	return in[*last];
}

void script_reach_release(struct script_project *p)
{
	struct reach_graph *g = p->reach;

	for (uint32_t i = 0; g && i < g->n; i++) {
		vec_release(&g->imports[i]);
		vec_release(&g->importers[i]);
	}
}
