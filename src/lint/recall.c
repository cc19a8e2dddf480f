// SPDX-License-Identifier: MIT
/* Who is judged anew after a change, and what is told again of all others. */
#include "lint/recall.h"
#include "lint/priv.h"
#include "base/str.h"

/* ---- what is known from before ---- */

/* What can't be read is as if it weren't there. */
static bool is_whole(struct records *r, const struct linter *l, const struct subject_kind *kind, const struct record *x)
{
	struct outcome o = { 0 };
	struct arena a = { 0 };
	struct outcome_reader reader = { .texts = &r->texts, .rs = l->rules, .a = &a };
	struct subject s = { .kind = kind, .path = records_text(r, x->path) };
	bool good = outcome_read(&reader, &s, x->outcome, x->n - (uint32_t)(x->outcome - x->bytes), &o);

	outcome_release(&o);
	arena_release(&a);
	return good;
}

static struct record *record_of(struct records *r, const struct linter *l, const struct subject_kind *kind,
				const char *path)
{
	struct record *x = map_get(&r->by_path, str_lit(path));
	bool known = x && !x->changed && !x->subject && !(x->flags & NO_OUTCOME) &&
		     !strcmp(records_text(r, x->kind), kind->name);

	return known && is_whole(r, l, kind, x) ? x : NULL;
}

static struct subject *stand_in(struct records *r, const struct subject_set *set, const char *path)
{
	struct subject *s = arena_new(&r->arena, struct subject);

	*s = (struct subject){ .kind = set->kind, .set = set, .path = path, .readable = true, .good = true };
	return s;
}

static const struct subject *known_subject(struct records *r, const struct subject_set *set, struct record *x)
{
	struct subject *s = stand_in(r, set, records_text(r, x->path));

	s->root = x->root ? records_text(r, x->root) : NULL;
	s->requested = true;
	s->known = x;
	return x->subject = s;
}

/* ---- what is judged anew ---- */

struct choice { /* of the subjects of a kind */
	struct records *r;
	const char *const *path;
	struct record **known; /* as path; NULL: it is loaded */
	size_t n;
	uint32_t ntexts;
	/* By the number of a text: it is the path of a subject that is loaded; of one that is made from what has
	 * changed. */
	bool *loaded, *changed;
};

/* x takes from what is loaded, or hangs on it. */
static bool hangs(const struct choice *c, const struct record *x)
{
	bool found = false;

	for (uint32_t i = 0; i < x->nfrom && !found; i++)
		found = c->loaded[record_made_from(x, i)];
	for (uint32_t i = 0; i < x->nheirs && !found; i++)
		found = c->changed[record_heir(x, i)];
	return found;
}

static const struct record *named(const struct choice *c, uint32_t text)
{
	return map_get(&c->r->by_path, c->r->texts.at.at[text - 1]->s);
}

static void load(struct choice *c, size_t i)
{
	uint32_t number = texts_find(&c->r->texts, c->path[i]);

	c->known[i] = NULL;
	if (number)
		c->loaded[number] = true;
}

/* And its bases that hang on all their heirs. */
static void mark_changed(struct choice *c, const struct record *x)
{
	c->changed[x->path] = true;
	for (uint32_t k = 0; k < x->nfrom; k++) {
		const struct record *base = named(c, record_made_from(x, k));

		if (base && (base->flags & HANGS_ON_ALL))
			c->loaded[base->path] = true;
	}
}

/* Who is judged needs all who inherit from it; and who hangs on what may be another now is judged. */
static void spread(struct choice *c)
{
	for (size_t i = 0; i < c->r->known.n; i++)
		if (c->r->known.at[i].changed)
			mark_changed(c, &c->r->known.at[i]);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < c->n; i++)
			if (c->known[i] && hangs(c, c->known[i])) {
				load(c, i);
				more = true;
			}
	}
}

static void choose(struct choice *c, const struct linter *l, const struct subject_kind *kind, struct arena *a)
{
	size_t nload = 0;

	c->known = arena_array(a, struct record *, c->n + 1);
	c->ntexts = (uint32_t)c->r->texts.at.n;
	c->loaded = arena_array(a, bool, c->ntexts + 1);
	c->changed = arena_array(a, bool, c->ntexts + 1);
	for (size_t i = 0; i < c->n; i++) {
		/* what inherits from them is no subject of its own, and is judged beside them */
		c->known[i] = l->graph.dependents ? NULL : record_of(c->r, l, kind, c->path[i]);
		if (!c->known[i])
			load(c, i);
	}
	spread(c);
	for (size_t i = 0; i < c->n; i++)
		nload += !c->known[i];
	/* places in the texts of others are known by the ids that their readers gave */
	for (size_t i = 0; i < c->n && nload && !kind->adopt; i++)
		c->known[i] = NULL;
}

/* What is loaded takes from a known one that hangs on all its heirs, and did not before. */
static bool has_new_heir(const struct choice *c, const struct subject *s)
{
	uint32_t from[MADE_FROM_MAX], n = 0, own = texts_find(&c->r->texts, s->path);
	const struct record *was = own ? named(c, own) : NULL;
	bool found = !records_add_texts(c->r, s, from, &n);

	for (uint32_t i = 0; i < n && !found; i++) {
		const struct record *base = from[i] <= c->ntexts && !c->loaded[from[i]] ? named(c, from[i]) : NULL;
		bool before = false;

		for (uint32_t k = 0; base && was && k < was->nfrom && !before; k++)
			before = record_made_from(was, k) == from[i];
		found = base && !before && (base->flags & HANGS_ON_ALL);
	}
	return found;
}

static bool any_new_heir(const struct choice *c, const struct subject_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->at[i]->requested && has_new_heir(c, set->at[i]))
			return true;
	return false;
}

static const struct subject_set *load_chosen(const struct choice *c, const struct linter *l,
					     const struct subject_kind *kind, struct arena *a)
{
	const char **load = arena_array(a, const char *, c->n + 1);
	const struct subject **more = (const struct subject **)arena_array(a, void *, c->n + 1);
	size_t nload = 0, nmore = 0;

	for (size_t i = 0; i < c->n; i++)
		if (!c->known[i])
			load[nload++] = c->path[i];

	const struct subject_set *set = linter_load_subjects(l, kind, load, nload, NULL);

	if (nload && nload < c->n && any_new_heir(c, set)) {
		kind->free(set);
		return linter_load_subjects(l, kind, c->path, c->n, NULL);
	}
	for (size_t i = 0; i < c->n; i++)
		if (c->known[i])
			more[nmore++] = known_subject(c->r, set, c->known[i]);
	if (nmore)
		subject_set_add(set->self, &c->r->arena, more, nmore);
	return set;
}

const struct subject_set *records_subjects(struct records *r, const struct linter *l, const struct subject_kind *kind,
					   const char *const *path, size_t n)
{
	struct arena a = { 0 };
	struct choice c = { .r = r, .path = path, .n = n };
	const struct subject_set *set;

	choose(&c, l, kind, &a);
	set = load_chosen(&c, l, kind, &a);
	arena_release(&a);
	return set;
}

/* ---- telling it again ---- */

struct telling {
	struct records *r;
	const struct subject_set *set;
	struct map source; /* by path */
	VEC(, const struct subject *) owner;
};

/* The first one of that path counts. */
static void note_source(struct telling *t, const struct source *src)
{
	const struct str *key = str_lit(src->path);
	struct source *copy;

	if (map_get(&t->source, key))
		return;
	copy = arena_new(&t->r->arena, struct source);
	*copy = *src;
	map_put(&t->r->arena, &t->source, key, copy);
}

/* A text that its set's reader has read, or another one. One that can't be read any more is empty. */
static uint32_t source_of(void *ctx, const char *path)
{
	struct telling *t = ctx;
	const struct subject_kind *kind = t->set->kind;
	const struct str *key = str_lit(path);
	struct source *known = map_get(&t->source, key);
	struct buf b = { 0 };
	uint32_t id;

	if (known)
		return known->id;
	vfs_read_own(t->set->fs, path, &b, NULL);
	id = kind->adopt ? kind->adopt(t->set, path, buf_str(&b), b.n)
			 : sources_add(t->set->sources, path, buf_str(&b), b.n)->id;
	buf_release(&b);
	note_source(t, sources_get(t->set->sources, id));
	return id;
}

static void note_sources(struct telling *t)
{
	const struct source *src;

	for (uint32_t id = 1; (src = sources_get(t->set->sources, id)); id++)
		note_source(t, src);
}

static void give_text(struct telling *t, struct subject *s)
{
	s->src = sources_get(t->set->sources, source_of(t, s->path));
	if (s->src)
		vec_push(&t->owner, s);
}

/* Whose work a finding is depends on the texts that its subject is made of (lint/carried.h). */
static void give_texts(struct telling *t, struct subject *s, const struct record *x)
{
	struct subject_base *base = arena_array(&t->r->arena, struct subject_base, x->nfrom + 1);

	give_text(t, s);
	s->base = base;
	for (uint32_t i = 0; i < x->nfrom; i++) {
		struct subject *from = stand_in(t->r, t->set, records_text(t->r, record_made_from(x, i)));

		if (!strcmp(from->path, s->path))
			continue;
		give_text(t, from);
		base[s->nbases++].from = from;
	}
}

static bool is_bare(const struct subject *s)
{
	return s && s->known && !s->src;
}

static void add_outcome(struct outcome *o, struct arena *a, struct diags *found, struct diags *held,
			struct lint_stats *stats)
{
	for (size_t i = 0; i < o->found.n; i++)
		vec_push(found, o->found.at[i]);
	for (size_t i = 0; held && i < o->held.n; i++)
		vec_push(held, o->held.at[i]);
	lint_stats_add(a, stats, &o->stats);
}

void records_tell(const struct linter *l, const struct subject_set *set, struct arena *a, struct diags *found,
		  struct diags *held, struct lint_stats *stats)
{
	struct telling t = { .r = l->records, .set = set };
	struct outcome_reader reader = { &l->records->texts, l->rules, a, source_of, &t, stats };

	note_sources(&t);
	for (size_t i = 0; i < set->n; i++) {
		const struct record *x = set->at[i]->known;
		struct outcome o = { 0 };

		if (!x)
			continue;
		outcome_read(&reader, x->subject, x->outcome, x->n - (uint32_t)(x->outcome - x->bytes), &o);
		if (o.found.n || o.held.n)
			give_texts(&t, x->subject, x);
		add_outcome(&o, a, found, held, stats);
		record_put_word(&t.r->now, x->n);
		buf_add(&t.r->now, x->bytes, x->n);
		outcome_release(&o);
	}
	for (int i = 0; i < UNCHECKED_WHYS; i++) /* reports say where they stand */
		if (is_bare(stats->unchecked[i].first) && stats->unchecked[i].first->set == set)
			give_text(&t, stats->unchecked[i].first->known->subject);
	subject_set_own(set->self, &t.r->arena, t.owner.at, t.owner.n);
	vec_release(&t.owner);
}
