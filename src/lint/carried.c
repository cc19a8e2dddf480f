// SPDX-License-Identifier: MIT
/* Few subjects are asked about: those with findings, and then others until one is somebody's own. */
#include "lint/carried.h"
#include "base/map.h"
#include "lint/records.h"
#include "project/shipped.h"
#include <stdlib.h>
#include <string.h>

enum whose { NOT_ASKED, OWN, CARRIED };
struct asking_whose {
	const struct linter *l;
	const struct subject_set *set;
	bool own_gone;
	struct shipped tables;
	struct arena arena;
	uint8_t *file;	  /* enum whose, by the id of a subject's source: its text */
	struct map chain; /* by subject: enum whose, as a byte: of its text and all that it takes from */
};

/* Whose text it is, as shipped_by says; bytes NULL: it is read, where nobody knows. "": nobody's. */
static const char *shipped(struct asking_whose *w, const char *path, const char *bytes, size_t n)
{
	const char *by = records_word(w->l->records, "shipped", path);
	struct buf b = { 0 };

	if (by)
		return by;
	if (!bytes && vfs_read_own(w->set->fs, path, &b, NULL))
		bytes = buf_str(&b), n = b.n;
	by = bytes ? shipped_by(&w->tables, bytes, n) : NULL;
	by = by ? by : "";
	records_keep_word(w->l->records, "shipped", path, by);
	buf_release(&b);
	return by;
}

static bool is_file_carried(struct asking_whose *w, const struct source *src)
{
	CHECK(src->id < w->set->nowners);

	uint8_t *known = &w->file[src->id];

	if (*known ==
	    NOT_ASKED) /* an edited text is somebody's work, even if the edit brings the framework's own back */
		*known = !vfs_in_memory(w->set->fs, src->path) && *shipped(w, src->path, src->bytes, src->len) ? CARRIED
													       : OWN;
	return *known == CARRIED;
}

/* A circle of bases is nobody's work but its own. */
static bool is_carried(struct asking_whose *w, const struct subject *s)
{
	uint8_t *known = map_get(&w->chain, s);
	bool carried = s->src && is_file_carried(w, s->src);

	if (known)
		return *known == CARRIED;
	known = arena_new(&w->arena, uint8_t);
	*known = OWN;
	map_put(&w->arena, &w->chain, s, known);
	for (uint32_t i = 0; carried && i < s->nbases; i++)
		carried = !s->base[i].from || is_carried(w, s->base[i].from);
	*known = carried ? CARRIED : OWN;
	return carried;
}

/* What a finding refers to may be training code, which is no subject. */
static bool is_own(struct asking_whose *w, struct span at)
{
	const struct subject *s = subject_owner(w->set, at.file);

	return s && !is_file_carried(w, s->src);
}

/* What stands in no file (--cfg-options) is the user's. */
static bool are_places_carried(struct asking_whose *w, const struct diag *d)
{
	bool carried = subject_owner(w->set, d->at.file) && !is_own(w, d->at) && !is_own(w, d->home);

	for (uint32_t i = 0; carried && i < d->nrel; i++)
		carried = !is_own(w, d->rel[i].at);
	return carried;
}

/* What is missing, or was taken over, has no place that would show whose work that is: then the bases count too. */
static bool is_finding_carried(struct asking_whose *w, const struct diag *d)
{
	bool carried = are_places_carried(w, d);

	for (uint32_t i = 0; carried && i < d->nseen; i++) {
		const struct subject *s = d->seen_in[i];

		carried = !s->through && !linter_names_file(w->l, s->path) && s->src && is_file_carried(w, s->src) &&
			  (!(d->absent || d->of_bases) || is_carried(w, s));
	}
	return carried;
}

/* One that is known from an earlier run, and of which there is nothing to tell, was not read. */
static bool is_unread_carried(struct asking_whose *w, const struct subject *s)
{
	return s->known && *shipped(w, s->path, NULL, 0);
}

static bool any_own(struct asking_whose *w)
{
	for (size_t i = 0; !w->own_gone && i < w->set->n; i++) {
		const struct subject *s = w->set->at[i];

		if (s->requested && !(s->src ? is_file_carried(w, s->src) : is_unread_carried(w, s)))
			return true;
	}
	return w->own_gone;
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

/* "mmdetection, mmpretrain" */
static const char *names_of(struct asking_whose *w, struct arena *a, const struct subject *const *s, uint32_t n)
{
	const char **name = arena_array(&w->arena, const char *, n + 1), *text = "";

	for (uint32_t i = 0; i < n; i++)
		name[i] = shipped(w, s[i]->path, s[i]->src->bytes, s[i]->src->len);
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

	if (!n || !any_own(w))
		return;
	if (count) {
		count->nfindings = n;
		tell(w, a, d, carried, count);
	}
	diags_drop(d, carried);
}

void carried_filter(const struct linter *l, struct arena *a, const struct subject_set *set, bool own_gone,
		    struct diags *found, struct diags *held, struct carried *count)
{
	struct asking_whose w = { .l = l, .set = set, .own_gone = own_gone };

	if (!found->n && !(held && held->n))
		return;
	shipped_load(&w.tables, &w.arena, l->rules->fs, l->rules->tables);
	w.file = arena_array(&w.arena, uint8_t, set->nowners);
	filter(&w, a, found, count);
	if (held)
		filter(&w, a, held, NULL);
	arena_release(&w.arena);
}
