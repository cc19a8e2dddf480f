// SPDX-License-Identifier: MIT
/*
 * Whose a finding is, by what it rests on:
 *
 *     _base_/net.py   the framework's; `lr` is edited:   data = dict(workers=0)
 *                                                        optimizer = dict(type='SGD', lr=40)
 *     child.py        the framework's, not edited:       _base_ = ['_base_/net.py']
 *     ours.py         no file of the framework:          _base_ = ['_base_/net.py']
 *
 * A finding about `workers` rests on an entry (project/entries.h) that the framework's file has had: net.py and
 * child.py carry it along, whatever else is edited there. A finding about `lr` rests on an entry that it has not had.
 * ours.py is no file of the framework by its name, so all its findings are the project's own, whatever is edited.
 *
 * Only the files of findings are looked at, and most of these have a text that is known as a whole.
 */
#include "lint/carried.h"
#include "base/path.h"
#include "base/map.h"
#include "project/shipped.h"
#include <stdlib.h>
#include <string.h>

enum whose { NOT_ASKED, OWN, CARRIED, EDITED };
struct carried_file {
	enum whose whose;
	/* EDITED: */
	struct text_entries entries;
	const char *by; /* the framework */
	bool rebuilt;	/* a key is gone that the framework always had, or other bases are taken, or keys are deleted */
};
struct asking_whose {
	const struct linter *l;
	const struct subject_set *set;
	struct shipped tables;
	struct arena arena;
	struct carried_file *file; /* by the id of a subject's source: its text */
	struct map chain;	   /* by subject: enum whose, as a byte: of all that its bases are made of */
};

/* Whose text it is, as shipped_by says; bytes NULL: it is read, where nobody knows. "": nobody's. */
static const char *shipped(struct asking_whose *w, const char *path, const char *bytes, size_t n)
{
	struct buf b = { 0 };
	const char *by;

	if (!bytes && vfs_read(w->set->fs, path, &b, NULL))
		bytes = buf_str(&b), n = b.n;
	by = bytes ? shipped_by(&w->tables, bytes, n) : NULL;
	buf_release(&b);
	return by ? by : "";
}

/* Such an entry says what is taken from bases. */
static bool takes_others(const struct source *src, const struct text_entry *e)
{
	static const char *const key[] = { "_base_", "_delete_", "'_delete_'", "\"_delete_\"" };

	for (size_t i = 0; i < sizeof key / sizeof *key; i++)
		if (!e->brackets && !strncmp(src->bytes + e->lo, key[i], strlen(key[i])))
			return true;
	return false;
}

static void compare(struct asking_whose *w, const struct source *src, struct carried_file *f)
{
	f->whose = OWN;
	if (!shipped_names(&w->tables, src->path) || !entries_read(&f->entries, src->bytes, src->len))
		return;
	f->by = shipped_compare(&w->tables, src->path, &f->entries, &f->rebuilt);
	f->whose = f->by ? EDITED : OWN;
	for (size_t i = 0; i < f->entries.n && !f->rebuilt; i++)
		f->rebuilt = !f->entries.at[i].shipped && takes_others(src, &f->entries.at[i]);
}

static const struct carried_file *file_of(struct asking_whose *w, const struct source *src)
{
	CHECK(src->id < w->set->nowners);

	struct carried_file *f = &w->file[src->id];

	if (f->whose == NOT_ASKED) {
		/* that a fix makes a text the framework's, by whatever name, doesn't make the work its */
		f->whose = CARRIED;
		if (vfs_in_memory(w->set->fs, src->path) || !*shipped(w, src->path, src->bytes, src->len))
			compare(w, src, f);
	}
	return f;
}

/* Nothing went missing in it, nor in any base, that a framework's files have. A circle of bases is nobody's work but
 * its own. */
static bool is_chain_carried(struct asking_whose *w, const struct subject *s)
{
	uint8_t *known = map_get(&w->chain, s);
	const struct carried_file *f = s->src ? file_of(w, s->src) : NULL;
	bool carried = f && f->whose != OWN && !f->rebuilt;

	if (known)
		return *known == CARRIED;
	known = arena_new(&w->arena, uint8_t);
	*known = OWN;
	map_put(&w->arena, &w->chain, s, known);
	for (uint32_t i = 0; carried && i < s->nbases; i++)
		carried = !s->base[i].from || is_chain_carried(w, s->base[i].from);
	*known = carried ? CARRIED : OWN;
	return carried;
}

/* The innermost that stands there; NULL: none. */
static const struct text_entry *entry_at(const struct text_entries *all, uint32_t at)
{
	const struct text_entry *found = NULL;

	for (size_t i = 0; i < all->n && all->at[i].lo <= at; i++)
		if (at < all->at[i].hi)
			found = &all->at[i];
	return found;
}

/* What a finding refers to may be training code, which is no subject, or a file as a whole. */
static bool is_own(struct asking_whose *w, struct span at)
{
	const struct subject *s = subject_owner(w->set, at.file);
	const struct carried_file *f = s ? file_of(w, s->src) : NULL;
	const struct text_entry *e;

	if (!f || f->whose == CARRIED || (f->whose == EDITED && !at.hi))
		return false;
	e = f->whose == EDITED ? entry_at(&f->entries, at.lo) : NULL;
	return !e || !e->shipped;
}

/* What stands in no file (--cfg-options) is the user's. */
static bool are_places_carried(struct asking_whose *w, const struct diag *d)
{
	bool carried = subject_owner(w->set, d->at.file) && !is_own(w, d->at) && !is_own(w, d->home);

	for (uint32_t i = 0; carried && i < d->nrel; i++)
		carried = !is_own(w, d->rel[i].at);
	for (uint32_t i = 0; carried && i < d->nrests; i++)
		carried = !is_own(w, d->rests[i]);
	return carried;
}

/* The last folder and the name of two paths are the same. */
static bool ends_alike(const char *x, const char *y)
{
	size_t n = strlen(x), m = strlen(y);
	unsigned slashes = 0;

	for (; n && m && x[n - 1] == y[m - 1] && slashes < 2; n--, m--)
		slashes += x[n - 1] == '/';
	return slashes == 2;
}

/* A framework's file of that name in a folder of that name lies elsewhere, and a config beside it takes it: that is the
 * one which the framework is known to have had. */
static bool lies_elsewhere(struct asking_whose *w, const char *missing)
{
	for (size_t i = 0; i < w->set->n; i++) {
		const struct subject *s = w->set->at[i];
		size_t dir = (size_t)(strrchr(s->path, '/') + 1 - s->path);

		for (uint32_t k = 0; k < s->nbases; k++) {
			const struct subject *b = s->base[k].from;

			if (b && b->src && strcmp(b->path, missing) && !strncmp(b->path, s->path, dir) &&
			    !strchr(b->path + dir, '/') && ends_alike(b->path, missing) &&
			    file_of(w, b->src)->whose == CARRIED && s->src && file_of(w, s->src)->whose == CARRIED)
				return true;
		}
	}
	return false;
}

/* A file that isn't there, and that the framework has: somebody took it away. The tables know the names of a file and
 * of its folder only. */
static bool is_taken_away(struct asking_whose *w, const struct diag *d)
{
	return d->missing && shipped_names(&w->tables, d->missing) &&
	       (!vfs_stands(w->set->fs, path_dir(&w->arena, d->missing)) || !lies_elsewhere(w, d->missing));
}

/* What is missing, or was taken over, has no place that would show whose work that is, and what a native rule looked at
 * is not known: then what is missing in the files counts. */
static bool is_finding_carried(struct asking_whose *w, const struct diag *d)
{
	bool carried = !is_taken_away(w, d) && are_places_carried(w, d);
	bool unplaced = d->absent || d->of_bases || !d->at.hi || !d->nrests;

	for (uint32_t i = 0; carried && i < d->nseen; i++) {
		const struct subject *s = d->seen_in[i];

		carried = !s->through && !linter_names_file(w->l, s->path) && s->src &&
			  file_of(w, s->src)->whose != OWN && (!unplaced || is_chain_carried(w, s));
	}
	return carried;
}

static size_t mark(struct asking_whose *w, const struct diags *d, bool *carried)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		n += carried[i] =
			d->at[i].nseen && d->at[i].seen_in[0]->set == w->set && is_finding_carried(w, &d->at[i]);
	return n;
}

/* ---- what is told of them ---- */

static int by_name(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static const char *framework_of(struct asking_whose *w, const struct source *src)
{
	const struct carried_file *f = file_of(w, src);

	return f->whose == EDITED ? f->by : shipped(w, src->path, src->bytes, src->len);
}

/* "mmdetection, mmpretrain" */
static const char *names_of(struct asking_whose *w, struct arena *a, const struct subject *const *s, uint32_t n)
{
	const char **name = arena_array(&w->arena, const char *, n + 1), *text = "";

	for (uint32_t i = 0; i < n; i++)
		name[i] = framework_of(w, s[i]->src);
	if (n)
		qsort(name, n, sizeof *name, by_name);
	for (uint32_t i = 0; i < n; i++)
		if (!i || strcmp(name[i - 1], name[i]) != 0)
			text = arena_printf(a, "%s%s%s", text, i ? ", " : "", name[i]);
	return text;
}

static void tell(struct asking_whose *w, struct arena *a, const struct diags *d, const bool *carried,
		 struct carried *count)
{
	const struct diag **of = (const struct diag **)arena_array(&w->arena, void *, d->n + 1);
	const struct subject **seen;
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (carried[i])
			of[n++] = &d->at[i];
	seen = diags_seen_in(&w->arena, of, n, &count->nsubjects);
	count->first = seen[0];
	count->from = names_of(w, a, seen, count->nsubjects);
}

static void filter(struct asking_whose *w, struct arena *a, struct diags *d, struct carried *count)
{
	bool *carried = arena_array(&w->arena, bool, d->n + 1);
	uint32_t n = (uint32_t)mark(w, d, carried);

	if (!n)
		return;
	if (count) {
		count->nfindings = n;
		tell(w, a, d, carried, count);
	}
	diags_drop(d, carried);
}

void carried_filter(const struct linter *l, struct arena *a, const struct subject_set *set, struct diags *found,
		    struct diags *held, struct carried *count)
{
	struct asking_whose w = { .l = l, .set = set };

	if (!found->n && !(held && held->n))
		return;
	shipped_load(&w.tables, &w.arena, l->rules->fs, l->rules->tables);
	w.file = xcalloc(set->nowners + 1, sizeof *w.file);
	filter(&w, a, found, count);
	if (held)
		filter(&w, a, held, NULL);
	for (uint32_t i = 0; i < set->nowners; i++)
		vec_release(&w.file[i].entries);
	free(w.file);
	arena_release(&w.arena);
}
