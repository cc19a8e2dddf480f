// SPDX-License-Identifier: MIT
/* Builds the lookup tables and the subjects of a graph, once all its units are finished. */
#include "config/priv.h"
#include "config/config_subject.h"
#include "config/uses.h"
#include <stdlib.h>
#include <string.h>

static void publish_subjects(struct graph *g)
{
	g->at = (const struct subject **)xcalloc(g->n + 1, sizeof *g->at);
	g->owner = (const struct subject **)xcalloc(g->nfiles + 1, sizeof *g->owner);
	g->set = (struct subject_set){ .kind = &config_kind,
				       .self = &g->set,
				       .sources = g->sources,
				       .fs = g->fs,
				       .at = g->at,
				       .n = g->n,
				       .owner = g->owner,
				       .nowners = g->nfiles,
				       .of = g };
	for (size_t i = 0; i < g->n; i++) {
		struct module *m = &g->unit[i]->m;
		config_subject(m, &g->set);
		m->subject.same = &m->same->subject;
		m->subject.requested = m->requested;
		g->at[i] = &m->subject;
		if (m->src)
			g->owner[m->src->id] = g->at[i];
	}
}

static void publish_children(struct unit *u)
{
	if (u->children.n > 1)
		qsort(u->children.at, u->children.n, sizeof *u->children.at, units_by_path);
	u->kids = (const struct module **)xcalloc(u->children.n + 1, sizeof *u->kids);
	for (size_t k = 0; k < u->children.n; k++)
		u->kids[k] = &u->children.at[k]->m;
	u->m.dependent = u->kids;
	u->m.ndependents = (uint32_t)u->children.n;
}

void graph_publish(struct graph *g)
{
	g->module = (const struct module **)xcalloc(g->n + 1, sizeof *g->module);
	for (size_t i = 0; i < g->n; i++) {
		struct unit *u = g->unit[i];
		g->module[i] = &u->m;
		if (u->m.src && u->m.src->id >= g->nfiles)
			g->nfiles = u->m.src->id + 1;
		publish_children(u);
	}
	g->by_file = xcalloc(g->nfiles + 1, sizeof *g->by_file);
	for (size_t i = 0; i < g->n; i++)
		if (g->unit[i]->m.src)
			g->by_file[g->unit[i]->m.src->id] = g->unit[i];
	publish_subjects(g);
}

size_t graph_number(const struct graph *g, const struct module *m)
{
	size_t at = 0, hi = g->n;
	while (at < hi) {
		size_t mid = (at + hi) / 2;
		int c = strcmp(g->unit[mid]->m.path, m->path);
		if (c < 0 || (c == 0 && g->unit[mid]->m.loader < m->loader))
			at = mid + 1;
		else
			hi = mid;
	}
	return at;
}

void unit_free(struct unit *u)
{
	vec_release(&u->children);
	free(u->kids);
	vec_release(&u->m.notes);
	if (u->as_import)
		vec_release(&u->as_import->m.notes);
	uses_slot_release(u->m.uses);
	arena_release(&u->m.arena);
	free(u);
}
