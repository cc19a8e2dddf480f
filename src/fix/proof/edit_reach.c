// SPDX-License-Identifier: MIT
/* Which configs the edits of a trial reach: from edited files along the edges of inheritance, both ways: an attempt has
 * a list of files, a file a list of attempts and of all that inherits from it.
 *
 * Invariant: a config that no edit reaches is not loaded again. Configs that the same edits reach have one state, so
 * that they are compared once.
 *
 *	base.py <- a.py, b.py; an edit of base.py for a.py	affected: a.py, b.py, and base.py itself */
#include "fix/proof/edit_reach.h"
#include "base/path.h"
#include <stdlib.h>
#include <string.h>

struct counted { /* of one attempt */
	struct arena a;
	struct map file, config;
};

const struct module *reach_wide(const struct verifier *v, const char *path)
{
	return graph_find(v->wide, path);
}

struct reached *reach_config(struct trial_ctx *j, const struct module *m)
{
	struct reached *r = map_get(&j->config, m);

	if (!r) {
		r = arena_new(&j->arena, struct reached);
		r->m = m;
		map_put(&j->arena, &j->config, m, r);
	}
	return r;
}

static void affect(struct trial_ctx *j, const struct module *m)
{
	struct reached *r = reach_config(j, m);

	if (!r->affected)
		vec_push(&j->affected, m);
	r->affected = true;
}

static void affect_all(struct trial_ctx *j, const struct edited_file *r)
{
	affect(j, r->file);
	for (const struct module *s = r->file->same; s != r->file; s = s->same)
		affect(j, reach_wide(j->v, s->path));
	for (size_t i = 0; i < r->ndeps; i++)
		affect(j, r->dep[i]);
}

static struct edited_file *edited(const struct trial_ctx *j, uint32_t file)
{
	const struct module *m = graph_owner(j->v->cur, file);
	const uint32_t *i = m && (m = reach_wide(j->v, m->path)) ? map_get(&j->file, m) : NULL;

	return i ? &j->reach.at[*i] : NULL;
}

static void reach_file(struct trial_ctx *j, uint32_t file)
{
	const struct module *m = graph_owner(j->v->cur, file);
	struct edited_file *r;
	uint32_t *number;

	m = m ? reach_wide(j->v, m->path) : NULL;
	if (!m || map_get(&j->file, m))
		return;
	r = vec_add(&j->reach);
	*r = (struct edited_file){ .file = m };
	r->ndeps = loaded_dependents(j->loaded, m, &r->dep);
	number = arena_new(&j->arena, uint32_t);
	*number = (uint32_t)j->reach.n - 1;
	map_put(&j->arena, &j->file, m, number);
	for (size_t i = 0; i <= r->ndeps; i++)
		vec_push(&reach_config(j, i < r->ndeps ? r->dep[i] : m)->files, *number);
	for (const struct module *s = m->same; s != m; s = s->same)
		if (strcmp(s->path, m->path) != 0)
			vec_push(&reach_config(j, reach_wide(j->v, s->path))->files, *number);
}

static void reach_set(struct trial_ctx *j, const struct attempt_set *t)
{
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->at[i]->edits.n; k++)
			reach_file(j, t->at[i]->edits.at[k].at.file);
}

static void add_own(struct trial_ctx *j, uint32_t i)
{
	const char *path = str_lit(j->all->at[i]->root->path)->s;
	struct numbers *own = map_get(&j->own, path);

	if (!own)
		map_put(&j->arena, &j->own, path, own = arena_new(&j->arena, struct numbers));
	vec_push(own, i);
}

static void add_editor(struct trial_ctx *j, uint32_t i)
{
	const struct attempt *t = j->all->at[i];

	for (size_t k = 0; k < t->edits.n; k++) {
		struct edited_file *f = edited(j, t->edits.at[k].at.file);

		if (f && !(f->by.n && f->by.at[f->by.n - 1] == i))
			vec_push(&f->by, i);
	}
}

/* twins: leader -> the last of its twins so far. */
static bool add_twin(struct trial_ctx *j, struct map *twins, uint32_t i)
{
	const struct attempt *leader = j->all->at[i]->twin;
	uint32_t *last = map_get(twins, leader);
	bool more = last;

	j->at[i].first = more ? j->at[*last].first : i;
	if (more)
		j->at[*last].next = i;
	else
		map_put(&j->arena, twins, leader, last = arena_new(&j->arena, uint32_t));
	*last = i;
	return more;
}

/* Which attempt edits which file, and for which config. The first of twins represents all: for a config that one edit
 * with ten thousand promises affects, the edit is checked once, plus the config's own promises. */
static void number_attempts(struct trial_ctx *j)
{
	struct map focus = { 0 }, twins[2] = { 0 };

	j->at = arena_array(&j->arena, struct numbered, j->all->n + 1);
	for (size_t i = 0; i < j->focus->n; i++)
		map_put(&j->arena, &focus, j->focus->at[i], j->focus->at[i]);
	for (uint32_t i = 0; i < j->all->n; i++) {
		j->at[i].on_trial = map_get(&focus, j->all->at[i]);
		if (!add_twin(j, &twins[j->at[i].on_trial], i))
			add_editor(j, i);
		add_own(j, i);
	}
}

static int by_number(const void *x, const void *y)
{
	const struct touch *a = x, *b = y;

	return a->i != b->i ? (a->i > b->i) - (a->i < b->i) : b->edits - a->edits;
}

static bool first_edits(const struct trial_ctx *j, uint32_t i)
{
	for (size_t k = 0; j->at[i].first != i && k < j->touch.n; k++)
		if (j->touch.at[k].i == j->at[i].first && j->touch.at[k].edits)
			return true;
	return false;
}

static const struct numbers *own_of(const struct trial_ctx *j, const struct module *m)
{
	return map_get(&j->own, str_lit(m->path)->s);
}

bool reach_is_promised(const struct trial_ctx *j, const struct module *m)
{
	const struct numbers *own = own_of(j, m);

	for (size_t i = 0; own && i < own->n; i++)
		if (j->at[own->at[i]].on_trial)
			return true;
	return false;
}

void reach_of(const struct verifier *v, struct arena *a, const struct attempt *t, struct map *out)
{
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct module *m = graph_owner(v->cur, t->edits.at[i].at.file);
		const struct module *const *dep;
		size_t n = m && (m = reach_wide(v, m->path)) ? loaded_dependents(v->loaded, m, &dep) : 0;

		if (m && !map_get(out, m))
			for (size_t k = 0; k < n; k++)
				map_put(a, out, dep[k], v->loaded);
		if (m)
			map_put(a, out, m, v->loaded);
	}
}

/* Fills touch for the config. */
void reach_touches(struct trial_ctx *j, const struct module *m)
{
	const struct reached *r = reach_config(j, m);
	const struct numbers *own = own_of(j, m);
	struct touches *t = &j->touch;
	size_t remaining = 0;

	t->n = 0;
	for (size_t i = 0; i < r->files.n; i++) {
		const struct numbers *by = &j->reach.at[r->files.at[i]].by;

		for (size_t k = 0; k < by->n; k++)
			vec_push(t, ((struct touch){ by->at[k], true }));
	}
	for (size_t i = 0; own && i < own->n; i++)
		vec_push(t, ((struct touch){ own->at[i], first_edits(j, own->at[i]) }));
	if (t->n > 1)
		qsort(t->at, t->n, sizeof *t->at, by_number);
	for (size_t i = 0; i < t->n; i++)
		if (!i || t->at[i].i != t->at[i - 1].i)
			t->at[remaining++] = t->at[i];
	t->n = remaining;
}

/* Those that inherit from the file are counted, each once for all files of an attempt. */
static void add_family(const struct trial_ctx *j, struct attempt *t, const struct edited_file *f, struct counted *seen)
{
	const char *name = path_relative(j->v->a, f->file->root, f->file->file);

	if (!f->ndeps || map_get(&seen->file, f))
		return;
	map_put(&seen->a, &seen->file, f, t);
	t->edited = t->edited ? arena_printf(j->v->a, "%s and %s", t->edited, name) : name;
	for (size_t i = 0; i < f->ndeps; i++) {
		t->ndependents += !map_get(&seen->config, f->dep[i]);
		map_put(&seen->a, &seen->config, f->dep[i], t);
	}
}

/* The files that an attempt edits and how many inherit from them, for telling: a key may be set in the config itself
 * and deleted from its base. */
void reach_note_family(const struct trial_ctx *j, struct attempt *t)
{
	struct counted seen = { 0 };

	if (t->twin && t->twin != t) { /* the first of them comes first */
		t->edited = t->twin->edited;
		t->ndependents = t->twin->ndependents;
		return;
	}
	t->edited = NULL;
	t->ndependents = 0;
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct edited_file *f = edited(j, t->edits.at[i].at.file);

		if (f)
			add_family(j, t, f, &seen);
	}
	arena_release(&seen.a);
}

/* Only configs that the focus affects are checked; those of other fixes are computed to separate their changes. */
void reach_all(struct trial_ctx *j)
{
	reach_set(j, j->focus);
	j->nfocus = j->reach.n;
	reach_set(j, j->all);
	number_attempts(j);
}

void reach_affected(struct trial_ctx *j)
{
	for (size_t i = 0; i < j->nfocus; i++)
		affect_all(j, &j->reach.at[i]);
}

const struct edited_file *reach_edited(const struct trial_ctx *j, uint32_t file)
{
	return edited(j, file);
}

/* --- which edits change a config */

static void put_edits(const struct trial_ctx *j, const struct edited_file *f, struct edits *out)
{
	for (size_t i = 0; i < f->by.n; i++) {
		const struct attempt *t = j->all->at[f->by.at[i]];

		for (size_t k = 0; k < t->edits.n; k++)
			if (edited(j, t->edits.at[k].at.file) == f)
				vec_push(out, t->edits.at[k]);
	}
	edits_unite(out);
}

static const struct str *state_of_file(const struct trial_ctx *j, struct edited_file *f)
{
	struct edits all = { 0 };
	struct buf b = { 0 };

	if (f->state)
		return f->state;
	put_edits(j, f, &all);
	buf_puts(&b, f->file->path);
	for (size_t i = 0; i < all.n; i++) {
		const struct edit *e = &all.at[i];

		buf_printf(&b, "\n%u %u %u %u %u\n", e->at.file, e->at.lo, e->at.hi, e->len, e->order);
		buf_add(&b, e->text, e->len);
	}
	f->state = str_of(buf_str(&b), b.n);
	buf_release(&b);
	vec_release(&all);
	return f->state;
}

static int by_address(const void *x, const void *y)
{
	const struct str *a = *(const struct str *const *)x, *b = *(const struct str *const *)y;

	return (a > b) - (a < b);
}

const struct str *reach_state(struct trial_ctx *j, const struct module *m)
{
	const struct reached *r = reach_config(j, m);
	const struct str **at = (const struct str **)xcalloc(r->files.n + 1, sizeof *at), *all;

	for (size_t i = 0; i < r->files.n; i++)
		at[i] = state_of_file(j, &j->reach.at[r->files.at[i]]);
	qsort(at, r->files.n, sizeof *at, by_address);
	all = str_of((const char *)at, r->files.n * sizeof *at);
	free(at);
	return all;
}

void reach_release(struct trial_ctx *j)
{
	for (size_t i = 0; i < j->reach.n; i++)
		vec_release(&j->reach.at[i].by);
	for (uint32_t i = 0; i < j->config.cap; i++)
		if (j->config.at[i].key)
			vec_release(&((struct reached *)j->config.at[i].val)->files);
	for (uint32_t i = 0; i < j->own.cap; i++)
		if (j->own.at[i].key)
			vec_release((struct numbers *)j->own.at[i].val);
	vec_release(&j->reach);
	vec_release(&j->affected);
	vec_release(&j->touch);
	arena_release(&j->arena);
}
