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
	bool *loaded; /* by the number of a text: it is the path of a subject that is loaded */
};
enum { ROUNDS = 3 /* of loading, before all are */ };

/* x takes from what is loaded. */
static bool hangs(const struct choice *c, const struct record *x)
{
	bool found = false;

	for (uint32_t i = 0; i < x->nfrom && !found; i++)
		found = c->loaded[record_made_from(x, i)];
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

/* Who is judged needs all who inherit from it. */
static void spread(struct choice *c)
{
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

/* ---- who is known, and was asked about heirs ---- */

struct heir { /* that has changed */
	const struct subject *s;
	const struct record *was;	 /* NULL: nobody knows */
	uint32_t from[MADE_FROM_MAX], n; /* the texts that it is made from now */
};

static bool is_made_from(const struct heir *h, uint32_t text)
{
	bool found = false;

	for (uint32_t i = 0; i < h->n && !found; i++)
		found = h->from[i] == text;
	return found;
}

/* Of the same texts as before; else who is a leaf, and of what, is another question. */
static bool is_made_alike(const struct heir *h)
{
	bool same = h->was && h->was->nfrom == h->n;

	for (uint32_t i = 0; same && i < h->n; i++)
		same = is_made_from(h, record_made_from(h->was, i));
	return same;
}

/* What was found of base hangs on answers that its heir gives as before. */
static bool answers_hold(const struct choice *c, const struct heir *h, const struct record *base)
{
	const struct subject *s = subject_find(h->s->set, records_text(c->r, base->path));
	bool hold = s && s->good && h->s->good && h->was->flags & WAS_GOOD;

	for (uint32_t i = 0; hold && i < base->nanswers; i++) {
		struct heir_answer a = record_answer(c->r, base, i);

		hold = s->kind->still(s, h->s, &a);
	}
	return hold;
}

/* text: of a base that h has or had. true: it is known no longer. */
static bool shakes(struct choice *c, const struct heir *h, uint32_t text, bool alike)
{
	const struct record *base = text <= c->ntexts && !c->loaded[text] ? named(c, text) : NULL;

	if (!base || (alike && answers_hold(c, h, base)))
		return false;
	return c->loaded[text] = true;
}

static bool shakes_any(struct choice *c, struct heir *h)
{
	bool found = !records_add_texts(c->r, h->s, h->from, &h->n), alike = !found && is_made_alike(h);

	for (uint32_t i = 0; i < h->n; i++)
		found |= shakes(c, h, h->from[i], alike);
	for (uint32_t i = 0; h->was && i < h->was->nfrom; i++)
		found |= shakes(c, h, record_made_from(h->was, i), alike);
	return found;
}

/* Those that were loaded because they have changed: what is known of their bases may be so no longer. */
static bool shaken(struct choice *c, const struct subject_set *set)
{
	bool found = false;

	for (size_t i = 0; i < set->n; i++) {
		uint32_t own = texts_find(&c->r->texts, set->at[i]->path);
		struct heir h = { .s = set->at[i], .was = own ? named(c, own) : NULL };

		if (h.s->requested && (!h.was || h.was->changed))
			found |= shakes_any(c, &h);
	}
	return found;
}

static const struct subject_set *load_chosen(const struct choice *c, const struct linter *l,
					     const struct subject_kind *kind, struct arena *a, size_t *nload)
{
	const char **path = arena_array(a, const char *, c->n + 1);

	*nload = 0;
	for (size_t i = 0; i < c->n; i++)
		if (!c->known[i])
			path[(*nload)++] = c->path[i];
	return linter_load_subjects(l, kind, path, *nload, NULL);
}

static const struct subject_set *load_until_known(struct choice *c, const struct linter *l,
						  const struct subject_kind *kind, struct arena *a)
{
	size_t nload;
	const struct subject_set *set = load_chosen(c, l, kind, a, &nload);

	for (int round = 1; nload && nload < c->n && shaken(c, set); round++) {
		kind->free(set);
		spread(c);
		for (size_t i = 0; i < c->n && round == ROUNDS; i++)
			c->known[i] = NULL;
		set = load_chosen(c, l, kind, a, &nload);
	}
	return set;
}

static void add_known(const struct choice *c, const struct subject_set *set, struct arena *a)
{
	const struct subject **more = (const struct subject **)arena_array(a, void *, c->n + 1);
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->known[i])
			more[n++] = known_subject(c->r, set, c->known[i]);
	if (n)
		subject_set_add(set->self, &c->r->arena, more, n);
}

const struct subject_set *records_subjects(struct records *r, const struct linter *l, const struct subject_kind *kind,
					   const char *const *path, size_t n)
{
	struct arena a = { 0 };
	struct choice c = { .r = r, .path = path, .n = n };
	const struct subject_set *set;

	choose(&c, l, kind, &a);
	set = load_until_known(&c, l, kind, &a);
	add_known(&c, set, &a);
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
