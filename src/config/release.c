// SPDX-License-Identifier: MIT
/* What of a graph is in memory: tables over all units that are there, and leaves that go.
 *
 * A leaf is judged when everybody is known who could inherit from it, and then nobody needs it but rules about its
 * bases. Texts tell who may be a base (config/dependents.h), so bases are loaded first and stay; leaves come and go.
 * Texts may not tell all: a base outside of what was requested may name a file that nobody else spells. Who was
 * released is remembered as a hash, and if one of them is asked for again, all that was found is void. */
#include "base/hash.h"
#include "base/path.h"
#include "config/dependents.h"
#include "config/heirs.h"
#include "config/priv.h"
#include "config/release.h"
#include "config/subject.h"
#include "launch/starts.h"
#include "project/root.h"
#include "python/value/contents.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- sets of hashes ---- */

static uint64_t *hash_slot(const struct hashes *h, uint64_t x)
{
	size_t i = (size_t)(x >> 20) & (h->cap - 1);
	while (h->at[i] && h->at[i] != x)
		i = (i + 1) & (h->cap - 1);
	return &h->at[i];
}

bool hashes_have(const struct hashes *h, uint64_t x)
{
	return h->n && *hash_slot(h, x | 1);
}

static void hashes_add(struct hashes *h, uint64_t x)
{
	if (h->n * 2 >= h->cap) {
		struct hashes more = { .n = h->n, .cap = h->cap ? h->cap * 2 : 1024 };
		more.at = xcalloc(more.cap, sizeof *more.at);
		for (size_t i = 0; i < h->cap; i++)
			if (h->at[i])
				*hash_slot(&more, h->at[i]) = h->at[i];
		free(h->at);
		*h = more;
	}
	uint64_t *slot = hash_slot(h, x | 1);
	h->n += !*slot;
	*slot = x | 1;
}

uint64_t path_mark(const char *path)
{
	return hash_bytes(HASH_BYTES, path, strlen(path));
}

/* ---- tables ---- */

static void *array_again(void *at, size_t n, size_t size)
{
	free(at);
	return xcalloc(n + 1, size);
}

static void publish_subjects(struct graph *g)
{
	g->at = (const struct subject **)array_again(g->at, g->n, sizeof *g->at);
	g->owner = (const struct subject **)array_again(g->owner, g->nfiles, sizeof *g->owner);
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
		if (!m->subject.set)
			config_subject(m, &g->set);
		m->subject.same = &m->same->subject;
		m->subject.requested = m->requested;
		g->at[i] = &m->subject;
		if (m->src)
			g->owner[m->src->id] = g->at[i];
	}
}

static void publish_heirs(struct unit *u, bool settled)
{
	if (settled && u->children.n > 1)
		qsort(u->children.at, u->children.n, sizeof *u->children.at, units_by_path);
	u->kids = (const struct module **)array_again(u->kids, u->children.n, sizeof *u->kids);
	for (size_t k = 0; k < u->children.n; k++)
		u->kids[k] = &u->children.at[k]->m;
	u->m.dependent = u->kids;
	u->m.ndependents = (uint32_t)u->children.n;
}

void graph_publish(struct graph *g, bool settled)
{
	g->module = (const struct module **)array_again(g->module, g->n, sizeof *g->module);
	for (size_t i = 0; i < g->n; i++) {
		struct unit *u = g->unit[i];
		g->module[i] = &u->m;
		if (u->m.src && u->m.src->id >= g->nfiles)
			g->nfiles = u->m.src->id + 1;
		publish_heirs(u, settled);
	}
	g->by_file = array_again(g->by_file, g->nfiles, sizeof *g->by_file);
	for (size_t i = 0; i < g->n; i++)
		if (g->unit[i]->m.src)
			g->by_file[g->unit[i]->m.src->id] = g->unit[i];
	publish_subjects(g);
}

/* ---- leaves that go ---- */

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
	heirs_free(u->m.heirs);
	uses_slot_release(u->m.uses);
	arena_release(&u->m.arena);
	free(u);
}

bool module_is_leaf(const struct module *m)
{
	return m->requested && m->same == m && !m->ndependents && !m->parted;
}

bool graph_is_void(const struct graph *g)
{
	return g->is_void;
}

bool graph_released(const struct graph *g, const char *path)
{
	return hashes_have(&g->gone, path_mark(path));
}

VEC(unit_list, struct unit *);

static void add_once(struct unit_list *to, struct unit *u)
{
	if (u && !u->is_marked) {
		u->is_marked = true;
		vec_push(to, u);
	}
}

/* Tells all files that it inherits from, near or far, each once, by all of their names and loaders: whoever asks about
 * one of these asks about the file (graph_dependents). */
static void tell_bases(struct unit *u)
{
	struct unit_list way = { 0 }, all = { 0 };
	add_once(&way, u);
	for (size_t i = 0; i < way.n; i++)
		for (uint32_t k = 0; k < way.at[i]->m.nbases; k++)
			add_once(&way, way.at[i]->base[k]);
	for (size_t i = 1; i < way.n; i++)
		vec_push(&all, way.at[i]);
	for (size_t i = 1; i < way.n; i++)
		for (const struct module *s = way.at[i]->m.same; s != &way.at[i]->m; s = s->same)
			add_once(&all, u->g->unit[graph_number(u->g, s)]);
	for (size_t i = 0; i < all.n; i++) {
		heirs_add(&all.at[i]->m.heirs, &all.at[i]->m, &u->m);
		all.at[i]->is_marked = false;
	}
	u->is_marked = false;
	vec_release(&way);
	vec_release(&all);
}

static bool may_go(const struct unit *u)
{
	const struct module *m = &u->m;
	return module_is_leaf(m) && m->state == MODULE_OK && !m->spent && !m->notes.n && u->finished &&
	       !m->subject.start && !m->subject.nstarted && !contents_by_address(m->own);
}

static void drop_children(struct unit *u)
{
	size_t kept = 0;
	for (size_t i = 0; i < u->children.n; i++)
		if (!u->children.at[i]->is_marked)
			u->children.at[kept++] = u->children.at[i];
	u->m.parted |= kept < u->children.n;
	u->children.n = kept;
}

static void drop(struct graph *g, struct unit *u)
{
	hashes_add(&g->gone, path_mark(u->m.path));
	hashes_add(&g->gone, path_mark(u->m.real));
	g->run.taken -= u->budget.charged;
	if (u->m.src)
		sources_drop(g->sources, u->m.src->id);
	unit_free(u);
}

void graph_release(struct graph *g, bool (*gone)(void *ctx, const struct module *m), void *ctx)
{
	size_t kept = 0;
	VEC(units, struct unit *) todo = { 0 };
	for (size_t i = 0; i < g->n; i++)
		if (may_go(g->unit[i]) && gone(ctx, &g->unit[i]->m))
			vec_push(&todo, g->unit[i]);
	for (size_t i = 0; i < todo.n; i++)
		tell_bases(todo.at[i]);
	for (size_t i = 0; i < todo.n; i++)
		todo.at[i]->is_marked = true;
	for (size_t i = 0; i < g->n; i++) {
		drop_children(g->unit[i]);
		if (!g->unit[i]->is_marked)
			g->unit[kept++] = g->unit[i];
	}
	g->n = kept;
	graph_reindex(g);
	for (size_t i = 0; i < todo.n; i++)
		drop(g, todo.at[i]);
	graph_publish(g, false);
	vec_release(&todo);
}

/* ---- who may be a base ---- */

enum { READ_AT_ONCE = 256 };

struct reading {
	const struct graph *g;
	struct graph_file *file;
	size_t n;
	struct hashes *names;
	pthread_mutex_t *lock;
};

static void read_job(void *arg)
{
	struct reading *r = arg;
	struct spelled_names names = { 0 };
	struct buf text = { 0 };
	for (size_t i = 0; i < r->n; i++) {
		struct graph_file *f = &r->file[i];
		text.n = 0;
		bool read = vfs_read(r->g->fs, f->path, &text, NULL);
		f->is_base = !read || !names_spelled(f->path, buf_str(&text), text.n, &names);
		graph_choose_loader(r->g, f, read ? buf_str(&text) : NULL, text.n);
	}
	pthread_mutex_lock(r->lock);
	for (size_t i = 0; i < names.n; i++)
		hashes_add(r->names, names.at[i]);
	pthread_mutex_unlock(r->lock);
	vec_release(&names);
	buf_release(&text);
}

static void add_started(const struct graph *g, struct hashes *names)
{
	for (const char *const *path = g->opts.launch_scripts; path && *path; path++) {
		const struct starts_brief *all = starts_of(g->fs, *path, project_root(g->folders, *path));
		for (uint32_t i = 0; i < all->n; i++)
			if (all->at[i].config)
				hashes_add(names, name_spelled(all->at[i].config));
	}
}

void leaves_tell(const struct graph *g, struct graph_file *file, size_t n)
{
	struct hashes names = { 0 };
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct reading *r = xcalloc(n / READ_AT_ONCE + 1, sizeof *r);
	for (size_t i = 0, k = 0; i < n; i += READ_AT_ONCE, k++) {
		size_t many = n - i < READ_AT_ONCE ? n - i : READ_AT_ONCE;
		r[k] = (struct reading){ g, file + i, many, &names, &lock };
		pool_push(g->pool, read_job, &r[k]);
	}
	pool_wait(g->pool);
	add_started(g, &names);
	for (size_t i = 0; i < n; i++)
		file[i].is_base |= hashes_have(&names, name_spelled(file[i].path));
	free(names.at);
	free(r);
}
