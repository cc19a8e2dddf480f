// SPDX-License-Identifier: MIT
/* Caches one analysis a document. An analysis is reused while it is not stale: same version, same depth (alone or
 * with dependents), and no document that it depends on has changed since. The session is renewed after LINTS_MOST
 * lints.
 *
 * Invariant: an analysis reads its files through an overlay of all documents that were open when it was made. Where a
 * config does not load, the last analysis that loaded is stored with it.
 *
 *	base.py and child.py are open; base.py changes	both are stale, child.py through its ancestry
 *	child.py has a syntax error			world_last_good: the state before it
 *	a document of another project is opened		the world is renewed, because that project may have rules */
#include "server/world.h"
#include "config/loader.h"
#include "cli/baseline_file.h"
#include "cli/named_dependents.h"
#include "cli/launching.h"
#include "config/config_subject.h"
#include "project/root.h"
#include "text/notebook.h"
#include <stdlib.h>
#include <string.h>

enum { LINTS_MOST = 2000 }; /* of one session, whose arena only grows */

struct analysis *world_known(const struct world *w, const struct document *d)
{
	for (size_t i = 0; i < w->known.n; i++)
		if (w->known.at[i]->document == d)
			return w->known.at[i];
	return NULL;
}

const struct module *analysis_config(const struct analysis *a)
{
	return a->subject && a->subject->kind == &config_kind ? subject_config(a->subject) : NULL;
}

const struct source *analysis_source(const struct analysis *a)
{
	return a->subject ? a->subject->src : NULL;
}

const struct module *world_last_good(const struct analysis *a)
{
	const struct module *m = analysis_config(a);

	return m && m->state == MODULE_OK ? m : a->before ? analysis_config(a->before) : NULL;
}

static void analysis_free(struct analysis *a)
{
	if (a->before)
		analysis_free(a->before);
	if (a->l.s)
		lint_ctx_end(&a->l);
	vfs_free(a->vfs);
	free(a);
}

void world_forget(struct world *w, const struct document *d)
{
	for (size_t i = 0; i < w->known.n; i++)
		if (w->known.at[i]->document == d) {
			analysis_free(w->known.at[i]);
			w->known.at[i] = w->known.at[--w->known.n];
			return;
		}
}

static void close_session(struct world *w)
{
	if (w->open)
		session_close(&w->s);
	w->s = (struct session){ 0 };
	w->open = false;
}

void world_renew(struct world *w)
{
	while (w->known.n)
		analysis_free(vec_pop(&w->known));
	close_session(w);
}

void world_release(struct world *w)
{
	world_renew(w);
	vec_release(&w->known);
	vec_release(&w->o.words);
	free(w->why_closed);
}

const char *world_complaint(const struct world *w)
{
	return w->open ? w->s.complaint : w->why_closed;
}

static void close_failed(struct world *w)
{
	w->why_closed = xstrdup(w->s.complaint ? w->s.complaint : "no session");
	session_close(&w->s);
	w->s = (struct session){ 0 };
}

static bool open_session(struct world *w, const struct documents *all)
{
	vec_release(&w->o.words);
	w->o = w->requested ? *w->requested : *w->given;
	w->o.command = CMD_LINT;
	w->o.quiet = true;
	w->o.words = (struct strings){ 0 }; /* documents of projects with their own rules */
	for (size_t i = 0; i < all->at.n; i++)
		if (all->at.at[i]->path)
			vec_push(&w->o.words, arena_strdup(&w->s.arena, all->at.at[i]->path));
	w->s.o = &w->o;
	w->s.kinds = w->kinds;
	w->lints = 0;
	w->open = session_open(&w->s, &w->o, w->kinds);
	free(w->why_closed);
	w->why_closed = NULL;
	if (!w->open)
		close_failed(w);
	return w->open;
}

/* A project that no open document belonged to may bring rules of its own, which are loaded with the session. */
static bool is_of_new_project(struct world *w, const char *path)
{
	const char *root = project_root(w->s.folders, path);

	for (size_t i = 0; i < w->o.words.n; i++)
		if (strcmp(project_root(w->s.folders, w->o.words.at[i]), root) == 0)
			return false;
	return true;
}

void world_through(struct world *w, const struct analysis *a)
{
	w->s.linter.vfs = a ? a->vfs : w->disk;
}

/* The same file: by this name or by another. */
static bool is_of(const struct module *m, const struct document *d)
{
	return d->path && (strcmp(m->path, d->path) == 0 || strcmp(m->real, d->real) == 0);
}

/* Bases that are open under another name, as far as the last loaded state names them (NULL: none). */
static void put_other_names(struct vfs *v, const struct documents *all, const struct module *m)
{
	struct ancestry of = { 0 };

	if (m)
		module_ancestry(m, &of);
	for (uint32_t i = 0; i < of.n; i++)
		for (size_t k = 0; strcmp(of.at[i]->path, of.at[i]->real) != 0 && k < all->at.n; k++)
			if (is_of(of.at[i], all->at.at[k]))
				vfs_put(v, of.at[i]->path, buf_str(&all->at.at[k]->text), all->at.at[k]->text.n);
}

static struct vfs *overlay(const struct world *w, const struct documents *all, const struct module *last)
{
	struct vfs *v = vfs_new(w->disk);

	put_other_names(v, all, last);
	for (size_t i = 0; i < all->at.n; i++)
		if (all->at.at[i]->path)
			vfs_put(v, all->at.at[i]->path, buf_str(&all->at.at[i]->text), all->at.at[i]->text.n);
	return v;
}

static void judge(struct world *w, struct analysis *a)
{
	struct session *s = &w->s;

	s->dependents.n = 0;
	/* a walk through the project; of a file without one that could be the whole disk */
	if (a->whole && project_marked_root(s->folders, a->document->path)) {
		dependents_take(s, &a->l.targets);
		launching_take(s, &a->l.targets);
	}
	lint_ctx_load(&a->l);
	lint_ctx_judge(&a->l);
	baseline_hide(&a->l);
	for (size_t i = 0; s->kinds[i] && !a->subject; i++)
		a->subject = a->l.set[i] ? subject_find(a->l.set[i], a->document->path) : NULL;
	s->dependents.n = 0;
}

/* The analysis of this document that is stored for its last loaded state; the rest is freed. */
static struct analysis *take_good(struct world *w, const struct document *d)
{
	struct analysis *a = world_known(w, d), *good = a;

	if (a && (!analysis_config(a) || analysis_config(a)->state != MODULE_OK)) {
		good = a->before;
		a->before = NULL;
	} else if (a) {
		for (size_t i = 0; i < w->known.n; i++)
			if (w->known.at[i] == a)
				w->known.at[i] = w->known.at[--w->known.n];
	}
	world_forget(w, d);
	return good;
}

static struct analysis *look_anew(struct world *w, const struct documents *all, struct document *d, bool whole)
{
	struct analysis *a = xcalloc(1, sizeof *a), *good = take_good(w, d);

	a->document = d;
	a->version = d->version;
	a->whole = whole;
	a->vfs = overlay(w, all, good ? analysis_config(good) : NULL);
	vec_push(&w->known, a);
	world_through(w, a);
	/* of a notebook the editor shows cells, which are documents of their own */
	a->taken = !notebook_named(d->path) && targets_add_shown(&w->s, d->path, &a->l.targets);
	a->l.s = &w->s;
	if (a->taken)
		judge(w, a);
	world_through(w, NULL);
	loaders_free(w->s.loaders); /* they read what this analysis laid over the disk */
	w->s.loaders = NULL;
	w->lints++;
	if (good && world_last_good(a))
		analysis_free(good);
	else
		a->before = good;
	return a;
}

struct analysis *world_look(struct world *w, const struct documents *all, struct document *d, bool whole)
{
	struct analysis *a = world_known(w, d);

	if (!d->path)
		return NULL;
	if (w->open && (w->lints >= LINTS_MOST || is_of_new_project(w, d->path))) {
		world_renew(w);
		a = NULL;
	}
	if (a && !a->stale && a->version == d->version && (a->whole || !whole))
		return a;
	if (!w->open && !open_session(w, all))
		return NULL;
	w->disk = w->s.linter.vfs;
	return look_anew(w, all, d, whole);
}

/* Through a base, or in any way that isn't known where it could not be loaded. */
static bool depends(const struct analysis *a, const struct document *on)
{
	const struct module *m = analysis_config(a);
	struct ancestry all;

	if (!m)
		return a->taken;
	module_ancestry(m, &all);
	for (uint32_t i = 0; i < all.n && on->path; i++) {
		if (is_of(all.at[i], on))
			return true;
		for (uint32_t b = 0; b < all.at[i]->nbases; b++) /* also one that does not exist yet */
			if (all.at[i]->base[b].path && strcmp(all.at[i]->base[b].path, on->path) == 0)
				return true;
	}
	return all.cut;
}

void world_changed(struct world *w, const struct document *d)
{
	for (size_t i = 0; i < w->known.n; i++)
		w->known.at[i]->stale |= w->known.at[i]->document == d || depends(w->known.at[i], d);
}
