// SPDX-License-Identifier: MIT
/* The order of loading.
 *
 *     a.py    _base_ = ['b.py', 'c.py']        request a.py: loader_of says mmcv1 -> a unit (a.py, mmcv1)
 *     b.py    _base_ = 'd.py'                  scan a -> units b, c; scan b -> unit d; scan c, d: no bases
 *     c.py, d.py                               finish c, d -> finish b -> finish a
 *
 * A unit is a file with a loader, since a base is read by the loader of the file that names it. In the first phase
 * each unit is scanned (unit.c): it is read, its texts in braces are substituted, it is parsed, and its bases are
 * found; each base is a unit that is queued in turn. Nothing waits here. Then the units are linked to their children
 * and finished (effective.c) in topological order (Kahn): a unit is queued when its last base is finished, so its
 * bases are frozen and complete. It is executed (MMEngine; mmcv 1.x executed it in the scan, to find the bases), its
 * tokens are replaced by values of the bases, it is merged over their union, and frozen. Units that are never queued
 * are in a cycle, or inherit from one.
 *
 * Differences between loaders are in their rows (struct loader_style). What the real loader would reject is a note;
 * children inherit the refusals of their bases. At the end everything is published: no unit is written any more. */
#include "config/graph.h"
#include "base/hash.h"
#include "base/path.h"
#include "config/priv.h"
#include "config/started_config.h"
#include "config/config_subject.h"
#include "config/uses.h"
#include "project/home.h"
#include "project/root.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct graph_shared { /* protected by its lock */
	pthread_mutex_t m;
	VEC(, const struct source *) adopted;
	VEC(parsers, struct parser *) idle;
};

struct parser *graph_parser_take(struct graph *g)
{
	pthread_mutex_lock(&g->shared->m);
	struct parser *p = g->shared->idle.n ? vec_pop(&g->shared->idle) : NULL;
	pthread_mutex_unlock(&g->shared->m);
	return p ? p : parser_new();
}

void graph_parser_give(struct graph *g, struct parser *p)
{
	pthread_mutex_lock(&g->shared->m);
	vec_push(&g->shared->idle, p);
	pthread_mutex_unlock(&g->shared->m);
}

/* ---- units by path ---- */

static uint32_t path_hash(const char *path, enum loader loader)
{
	return (uint32_t)hash_bytes(HASH_BYTES + (uint64_t)loader, path, strlen(path));
}

static uint32_t *index_slot(const struct graph *g, const char *path, enum loader loader)
{
	for (uint32_t h = path_hash(path, loader);; h++) {
		uint32_t *s = &g->index[h & (g->nindex - 1)];
		if (!*s)
			return s;
		const struct unit *u = g->unit[*s - 1];
		if (u->m.loader == loader && !strcmp(u->m.path, path))
			return s;
	}
}

static void reindex(struct graph *g)
{
	free(g->index);
	g->index = xcalloc(g->nindex, sizeof *g->index);
	for (size_t i = 0; i < g->n; i++)
		*index_slot(g, g->unit[i]->m.path, g->unit[i]->m.loader) = (uint32_t)i + 1;
}

static void index_grow(struct graph *g)
{
	if (g->nindex && g->n * 2 < g->nindex)
		return;
	free(g->index);
	g->nindex = g->nindex ? g->nindex * 2 : 64;
	g->index = NULL;
	reindex(g);
}

static void scan_job(void *arg)
{
	unit_scan(arg);
}

static const struct err no_err;

static struct unit *unit_new(struct graph *g, const char *path, enum loader loader)
{
	struct unit *u = xcalloc(1, sizeof *u);
	u->g = g;
	u->a = &u->m.arena;
	u->m.err = &no_err;
	u->budget = (struct budget){ .steps = (uint64_t)g->opts.limits.seconds * BUDGET_STEPS,
				     .bytes = (uint64_t)g->opts.limits.mib << 20,
				     .run = &g->run };
	u->a->budget = &u->budget;
	u->m.path = arena_strdup(u->a, path);
	u->m.loader = u->m.trainer = loader;
	u->style = loader_style(loader);
	u->m.uses = uses_slot_new(u->a);
	u->m.root = project_root(g->folders, path);
	u->m.home = project_home(g->folders, path);
	u->m.lent = project_lent(g->folders, path);
	return u;
}

struct unit *graph_unit(struct graph *g, const char *path, enum loader loader, bool requested)
{
	pthread_mutex_lock(&g->shared->m);
	index_grow(g);
	uint32_t *slot = index_slot(g, path, loader);
	bool isnew = !*slot;
	if (isnew) {
		if (g->n == g->cap)
			g->unit = vec_grow(g->unit, &g->cap, sizeof *g->unit);
		g->unit[g->n] = unit_new(g, path, loader);
		*slot = (uint32_t)++g->n;
	}
	struct unit *u = g->unit[*slot - 1];
	u->m.requested |= requested;
	pthread_mutex_unlock(&g->shared->m);
	if (isnew)
		pool_push(g->pool, scan_job, u);
	return u;
}

struct unit *graph_open_base(struct graph *g, const char *path, enum loader loader, const char *root)
{
	pthread_mutex_lock(&g->shared->m);
	uint32_t *slot = g->nindex ? index_slot(g, path, loader) : NULL;
	struct unit *u = slot && *slot ? g->unit[*slot - 1] : NULL;
	pthread_mutex_unlock(&g->shared->m);
	return u && root && u->open_to == root ? u : NULL;
}

/* ---- phase 2 ---- */

static void finish_job(void *arg)
{
	struct unit *u = arg;
	unit_finish(u);
	struct graph *g = u->g;
	for (size_t i = 0; i < u->children.n; i++) {
		pthread_mutex_lock(&g->shared->m);
		bool ready = --u->children.at[i]->waiting == 0;
		pthread_mutex_unlock(&g->shared->m);
		if (ready)
			pool_push(g->pool, finish_job, u->children.at[i]);
	}
}

static bool adds_child(const struct unit *base, const struct unit *child)
{
	return !base->children.n || base->children.at[base->children.n - 1] != child;
}

static void link_units(struct graph *g)
{
	for (size_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < g->unit[i]->m.nbases; k++) {
			struct unit *base = g->unit[i]->base[k];
			if (base && adds_child(base, g->unit[i])) {
				vec_push(&base->children, g->unit[i]);
				g->unit[i]->waiting++;
			}
		}
}

int units_by_path(const void *a, const void *b)
{
	const struct unit *x = *(struct unit *const *)a, *y = *(struct unit *const *)b;
	int c = strcmp(x->m.path, y->m.path);
	return c ? c : (int)x->m.loader - (int)y->m.loader;
}

static int by_real(const void *a, const void *b)
{
	const struct unit *x = *(struct unit *const *)a, *y = *(struct unit *const *)b;
	int c = strcmp(x->m.real, y->m.real);
	return c ? c : units_by_path(a, b);
}

static const char *file_in_project(struct arena *a, const struct module *m)
{
	const char *top = strcmp(m->real, m->path) && m->root ? path_real(a, m->root) : NULL;
	if (!top || !path_inside(top, m->real))
		return m->real;
	return path_join(a, m->root, path_relative(a, top, m->real));
}

/* Links are other names of their target. Files in memory have no target. */
static void unite_names(struct graph *g)
{
	struct unit **sorted = xcalloc(g->n + 1, sizeof(struct unit *));
	for (size_t i = 0; i < g->n; i++) {
		struct unit *u = sorted[i] = g->unit[i];
		const char *real = vfs_on_disk(g->fs) ? folders_real(g->folders, u->a, u->m.path) : NULL;
		u->m.real = real ? real : u->m.path;
		u->m.file = file_in_project(u->a, &u->m);
	}
	if (g->n > 1)
		qsort(sorted, g->n, sizeof *sorted, by_real);
	for (size_t i = 0, end; i < g->n; i = end) {
		for (end = i; end < g->n && !strcmp(sorted[end]->m.real, sorted[i]->m.real); end++)
			sorted[end]->m.same = &sorted[end + 1 < g->n ? end + 1 : i]->m;
		sorted[end - 1]->m.same = &sorted[i]->m;
	}
	free(sorted);
}

static void finish_all(struct graph *g)
{
	VEC(ready, struct unit *) ready = { 0 };
	for (size_t i = 0; i < g->n; i++)
		if (!g->unit[i]->waiting)
			vec_push(&ready, g->unit[i]);
	for (size_t i = 0; i < ready.n; i++)
		pool_push(g->pool, finish_job, ready.at[i]);
	pool_wait(g->pool);
	vec_release(&ready);
	for (int above = 0; above < 2; above++) /* children of a cycle repeat its note */
		for (size_t i = 0; i < g->n; i++)
			if (!g->unit[i]->finished && unit_in_circle(g->unit[i]) == !above)
				unit_cycle(g->unit[i]);
}

/* Requested files: their loader is decided first. */
struct request {
	struct graph *g;
	const char *path;
	bool named; /* false: one of the possible dependents */
};

static enum loader loader_wanted(const struct graph_opts *o, const char *path)
{
	return o->loader != LOADER_AUTO || !o->wanted ? o->loader : o->wanted(o->wanted_ctx, path);
}

static void request_job(void *arg)
{
	struct request *r = arg;
	struct graph *g = r->g;
	const char *why = "named on the command line or in the settings";
	enum loader loader = loader_wanted(&g->opts, r->path);
	if (loader == LOADER_AUTO)
		loader = loader_of(g->loaders, r->path, &why);
	enum loader trainer = loader_trainer(g->loaders, r->path, loader);
	struct unit *u = graph_unit(g, r->path, loader, r->named);
	pthread_mutex_lock(&g->shared->m); /* a list may contain a file twice */
	u->m.loader_why = why;
	u->m.trainer = trainer;
	u->is_candidate = !r->named;
	pthread_mutex_unlock(&g->shared->m);
}

/* In parallel; of the loader decision only the parsing is parallel. */
static void request_all(struct graph *g, const char *const *paths, size_t n, bool named)
{
	struct request *r = xcalloc(n + 1, sizeof *r);
	for (size_t i = 0; i < n; i++) {
		r[i] = (struct request){ g, paths[i], named };
		pool_push(g->pool, request_job, &r[i]);
	}
	pool_wait(g->pool);
	free(r);
}

/* ---- dependents that count ---- */

/* The units of every requested file: a child may read it with another loader or under another name. */
static void push_requested(const struct graph *g, struct unit **todo, size_t *n)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct module *m = &g->unit[i]->m;
		bool requested = m->requested;
		for (const struct module *s = m->same; s != m; s = s->same)
			requested |= s->requested;
		g->unit[i]->is_reached = requested;
		if (requested)
			todo[(*n)++] = g->unit[i];
	}
}

/* Marks the children of requested files; after units are linked, before they are finished. */
static void request_dependents(struct graph *g)
{
	if (!g->opts.dependents)
		return;
	struct unit **todo = xcalloc(g->n + 1, sizeof(struct unit *));
	size_t n = 0;
	push_requested(g, todo, &n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < todo[i]->children.n; k++) {
			struct unit *kid = todo[i]->children.at[k];
			if (kid->is_reached)
				continue;
			kid->is_reached = true;
			kid->m.requested = kid->m.through = kid->is_candidate;
			todo[n++] = kid;
		}
	free(todo);
}

/* the options are a source of their own, so that their values have places */
static void add_options(struct graph *g)
{
	struct buf b = { 0 };
	for (const char *const *o = g->opts.cfg_options; o && *o; o++)
		buf_printf(&b, "%s\n", *o);
	if (b.n)
		g->option_source = sources_add(g->sources, "--cfg-options", b.s, b.n)->id;
	buf_release(&b);
}

static void set_limits(struct graph *g)
{
	struct graph_limits *l = &g->opts.limits;
	l->seconds = l->seconds ? l->seconds : BUDGET_SECONDS;
	l->mib = l->mib ? l->mib : BUDGET_MIB;
	l->run_mib = l->run_mib ? l->run_mib : BUDGET_RUN_MIB;
	g->run.limit = (uint64_t)l->run_mib << 20;
}

static struct graph *graph_open(const struct vfs *fs, const struct graph_opts *o, struct pool *p)
{
	struct graph *g = xcalloc(1, sizeof *g);
	g->fs = fs;
	g->opts = o ? *o : (struct graph_opts){ 0 };
	g->pool = p;
	set_limits(g);
	g->sources = sources_new();
	g->folders = folders_new(fs);
	g->loaders = loaders_new(fs, g->folders);
	g->shared = xcalloc(1, sizeof *g->shared);
	pthread_mutex_init(&g->shared->m, NULL);
	add_options(g);
	return g;
}

/* Finishes all requested units, or finds them in a cycle. */
static void finish_requested(struct graph *g)
{
	if (g->n > 1)
		qsort(g->unit, g->n, sizeof *g->unit, units_by_path);
	reindex(g);
	link_units(g);
	unite_names(g);
	request_dependents(g);
	finish_all(g);
}

static void parsers_release(struct graph *g)
{
	for (size_t i = 0; i < g->shared->idle.n; i++)
		parser_free(g->shared->idle.at[i]);
	vec_release(&g->shared->idle);
}

struct graph *graph_load(const struct vfs *fs, const char *const *paths, size_t n, const struct graph_opts *o,
			 struct pool *p)
{
	struct graph *g = graph_open(fs, o, p);
	size_t ndependents = 0;
	while (g->opts.dependents && g->opts.dependents[ndependents])
		ndependents++;
	request_all(g, paths, n, true);
	request_all(g, g->opts.dependents, ndependents, false);
	finish_requested(g);
	for (size_t i = 0; i < g->n; i++) /* last, because children inherit these results */
		options_apply(g->unit[i]);
	for (size_t i = 0; i < g->n && budget_run_over(&g->run); i++) /* the order of arrival is random */
		unit_give_up(g->unit[i]);
	graph_publish(g);
	started_find(g);
	parsers_release(g);
	return g;
}

void graph_free(struct graph *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->n; i++)
		unit_free(g->unit[i]);
	parsers_release(g);
	free(g->unit);
	free(g->index);
	free(g->module);
	free(g->by_file);
	free(g->at);
	free(g->owner);
	pthread_mutex_destroy(&g->shared->m);
	vec_release(&g->shared->adopted);
	free(g->shared);
	sources_free(g->sources);
	loaders_free(g->loaders);
	folders_free(g->folders);
	arena_release(&g->arena);
	free(g);
}

/* ---- questions ---- */

const struct module *graph_find(const struct graph *g, const char *path)
{
	const struct module *found = NULL;
	size_t lo = 0, hi = g->n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (strcmp(g->unit[mid]->m.path, path) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < g->n && !strcmp(g->unit[lo]->m.path, path); lo++)
		if (!found || (g->unit[lo]->m.requested && !found->requested))
			found = &g->unit[lo]->m;
	return found;
}

size_t graph_modules(const struct graph *g, const struct module *const **out)
{
	*out = g->module;
	return g->n;
}

const struct subject_set *graph_subjects(const struct graph *g)
{
	return &g->set;
}

const struct source *graph_source(const struct graph *g, uint32_t file)
{
	return sources_get(g->sources, file);
}

uint32_t graph_adopt(const struct graph *g, const char *path, const char *bytes, size_t n)
{
	const struct source *found = NULL;
	pthread_mutex_lock(&g->shared->m);
	for (size_t i = 0; i < g->shared->adopted.n && !found; i++)
		if (!strcmp(g->shared->adopted.at[i]->path, path) && g->shared->adopted.at[i]->len == n &&
		    !memcmp(g->shared->adopted.at[i]->bytes, bytes, n)) /* false after an edit */
			found = g->shared->adopted.at[i];
	if (!found) {
		found = sources_add(g->sources, path, bytes, n);
		vec_push(&g->shared->adopted, found);
	}
	pthread_mutex_unlock(&g->shared->m);
	return found->id;
}

const struct module *graph_owner(const struct graph *g, uint32_t file)
{
	struct unit *u = file && file < g->nfiles ? g->by_file[file] : NULL;
	return u ? &u->m : NULL;
}

/* The file itself, else the first of its links. */
static bool is_better_name(const struct module *m, const struct module *than)
{
	return strcmp(than->path, than->real) != 0 && (!strcmp(m->path, m->real) || strcmp(m->path, than->path) < 0);
}

uint32_t graph_one_name(const struct graph *g, uint32_t file)
{
	const struct module *m = graph_owner(g, file), *one = m;
	for (const struct module *s = m ? m->same : NULL; s && s != m; s = s->same)
		if (s->src && is_better_name(s, one) && s->src->len == m->src->len &&
		    !memcmp(s->src->bytes, m->src->bytes, m->src->len))
			one = s;
	return one ? one->src->id : file;
}

const struct vfs *graph_vfs(const struct graph *g)
{
	return g->fs;
}

struct folders *graph_folders(const struct graph *g)
{
	return g->folders;
}

static int module_by_path(const void *a, const void *b)
{
	return strcmp((*(const struct module *const *)a)->path, (*(const struct module *const *)b)->path);
}

/* Breadth-first over the children; each module is visited once, by its index. */
static void add_to_ancestry(struct ancestry *l, const struct module *m)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i] == m)
			return;
	if (!m || l->n == ANCESTRY_MAX)
		l->cut = true;
	else
		l->at[l->n++] = m;
}

void module_ancestry(const struct module *m, struct ancestry *out)
{
	out->n = 0;
	out->cut = false;
	add_to_ancestry(out, m);
	for (uint32_t i = 0; i < out->n; i++) {
		out->cut |= out->at[i]->bases_unknown;
		for (uint32_t b = 0; b < out->at[i]->nbases; b++)
			add_to_ancestry(out, out->at[i]->base[b].module);
	}
}

size_t graph_dependents(const struct graph *g, const struct module *m, const struct module ***out)
{
	VEC(found, const struct module *) found = { 0 };
	*out = NULL;
	bool any = m->ndependents, *seen;
	vec_push(&found, m);
	for (const struct module *s = m->same; s != m; s = s->same) {
		any |= s->ndependents > 0;
		vec_push(&found, s);
	}
	size_t names = found.n;
	if (!any) {
		vec_release(&found);
		return 0;
	}
	seen = xcalloc(g->n + 1, sizeof *seen);
	for (size_t i = 0; i < found.n; i++)
		for (uint32_t k = 0; k < found.at[i]->ndependents; k++) {
			const struct module *d = found.at[i]->dependent[k];
			size_t at = graph_number(g, d);
			if (!seen[at] && strcmp(d->real, m->real) != 0) {
				seen[at] = true;
				vec_push(&found, d);
			}
		}
	free(seen);
	size_t n = found.n - names;
	memmove(found.at, found.at + names, n * sizeof *found.at);
	if (n > 1)
		qsort(found.at, n, sizeof *found.at, module_by_path);
	*out = found.at;
	return n;
}
