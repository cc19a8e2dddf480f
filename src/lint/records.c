// SPDX-License-Identifier: MIT
/* The bytes: how many texts, each with its NUL; then records, each its length in bytes and the numbers of its kind,
 * path and project, flags, how many texts it was made from, on how many heirs it hangs alone, which these are, and the
 * outcome (lint/record.h) where there is one. */
#include "lint/records.h"
#include "base/str.h"
#include <pthread.h>
#include <string.h>

enum { MADE_FROM_MAX = 512 /* texts of one subject */, NUMBERS = 6 /* of a record, before those of texts */ };

enum { HANGS_ON_ALL = 1 /* its heirs */, NO_OUTCOME = 2 /* that can be told again */ };

struct record {
	const char *bytes; /* from the numbers on */
	uint32_t n;
	const char *outcome;
	uint32_t kind, path, root, nfrom, nheirs;
	uint32_t flags;
	bool changed;
	struct subject *subject; /* that stands for it in this run; NULL: none */
};
struct records {
	pthread_mutex_t lock;
	struct arena arena;
	struct buf old; /* what was read; records point into it */
	struct texts texts;
	VEC(, struct record) known;
	struct map by_path;
	struct buf now;
	bool edits;
};

struct records *records_new(bool edits)
{
	struct records *r = xcalloc(1, sizeof *r);

	r->edits = edits;
	pthread_mutex_init(&r->lock, NULL);
	return r;
}

void records_free(struct records *r)
{
	if (!r)
		return;
	texts_release(&r->texts);
	vec_release(&r->known);
	buf_release(&r->old);
	buf_release(&r->now);
	arena_release(&r->arena);
	pthread_mutex_destroy(&r->lock);
	free(r);
}

/* ---- as bytes ---- */

static uint32_t word_at(const char *bytes, size_t i)
{
	uint32_t x;

	memcpy(&x, bytes + i * sizeof x, sizeof x);
	return x;
}

static bool read_texts(struct records *r, const char **at, const char *end)
{
	uint32_t n = end - *at >= (ptrdiff_t)sizeof n ? word_at(*at, 0) : UINT32_MAX;

	if (n > (size_t)(end - *at))
		return false;
	*at += sizeof n;
	for (uint32_t i = 0; i < n; i++) {
		const char *nul = memchr(*at, '\0', (size_t)(end - *at));

		if (!nul || texts_number(&r->texts, *at) != i + 1)
			return false;
		*at = nul + 1;
	}
	return true;
}

static const char *text_at(const struct records *r, uint32_t n)
{
	return r->texts.at.at[n - 1]->s->s;
}

static bool is_text(const struct records *r, uint32_t n)
{
	return n && n <= r->texts.at.n;
}

static bool read_record(struct records *r, const char **at, const char *end)
{
	uint32_t n;

	if (end - *at < (ptrdiff_t)sizeof n)
		return false;
	n = word_at(*at, 0);

	struct record x = { .bytes = *at + sizeof n, .n = n };

	if (n > (size_t)(end - x.bytes) || n < NUMBERS * sizeof n)
		return false;
	x.kind = word_at(x.bytes, 0);
	x.path = word_at(x.bytes, 1);
	x.root = word_at(x.bytes, 2);
	x.flags = word_at(x.bytes, 3);
	x.nfrom = word_at(x.bytes, 4);
	x.nheirs = word_at(x.bytes, 5);
	if (!is_text(r, x.kind) || !is_text(r, x.path) || (x.root && !is_text(r, x.root)) ||
	    (uint64_t)x.nfrom + x.nheirs > n / sizeof n - NUMBERS)
		return false;
	for (uint32_t i = 0; i < x.nfrom + x.nheirs; i++)
		if (!is_text(r, word_at(x.bytes, NUMBERS + i)))
			return false;
	x.outcome = x.bytes + (NUMBERS + x.nfrom + x.nheirs) * sizeof n;
	vec_push(&r->known, x);
	*at = x.bytes + n;
	return true;
}

static uint32_t made_from(const struct record *x, uint32_t i)
{
	return word_at(x->bytes, NUMBERS + i);
}

static uint32_t heir_of(const struct record *x, uint32_t i)
{
	return word_at(x->bytes, NUMBERS + x->nfrom + i);
}

bool records_read(struct records *r, const char *bytes, size_t n)
{
	buf_add(&r->old, bytes, n);

	const char *at = buf_str(&r->old), *end = at + n;
	bool good = read_texts(r, &at, end);

	while (good && at < end)
		good = read_record(r, &at, end);
	for (size_t i = 0; good && i < r->known.n; i++)
		map_put(&r->arena, &r->by_path, r->texts.at.at[r->known.at[i].path - 1]->s, &r->known.at[i]);
	if (!good) {
		r->known.n = 0;
		texts_release(&r->texts);
		r->texts = (struct texts){ 0 };
	}
	return good;
}

bool records_forget(struct records *r, const char *path)
{
	uint32_t number = texts_find(&r->texts, path);
	bool found = false;

	for (size_t i = 0; number && i < r->known.n; i++)
		for (uint32_t k = 0; k < r->known.at[i].nfrom; k++)
			if (made_from(&r->known.at[i], k) == number)
				found = r->known.at[i].changed = true;
	return found;
}

void records_write(struct records *r, struct buf *out)
{
	uint32_t n = (uint32_t)r->texts.at.n;

	buf_add(out, &n, sizeof n);
	for (uint32_t i = 0; i < n; i++)
		buf_add(out, r->texts.at.at[i]->s->s, r->texts.at.at[i]->s->len + 1);
	buf_add(out, buf_str(&r->now), r->now.n);
}

/* ---- what is found now ---- */

/* The texts that it is made of, its own first. false: they are too many, or one has several names. */
static bool add_texts(struct records *r, const struct subject *s, uint32_t *from, uint32_t *n)
{
	uint32_t number = texts_number(&r->texts, s->path);
	bool good = !s->same || s->same == s;

	for (uint32_t i = 0; i < *n; i++)
		if (from[i] == number)
			return good;
	if (*n == MADE_FROM_MAX)
		return false;
	from[(*n)++] = number;
	for (uint32_t i = 0; i < s->nbases && good; i++)
		good = !s->base[i].from || add_texts(r, s->base[i].from, from, n);
	return good;
}

static bool is_plain(const struct subject *s)
{
	return s->readable && s->good && !s->spent && !s->through && s->src && !s->src->origin;
}

static bool may_have_edits(const struct diags *found)
{
	for (size_t i = 0; i < found->n; i++)
		if (rule_fixes(found->at[i].rule))
			return true;
	return false;
}

static void put_word(struct buf *b, uint32_t x)
{
	buf_add(b, &x, sizeof x);
}

struct heirs_kept {
	struct records *r;
	uint32_t n;
};

static void put_heir(void *ctx, const struct subject *heir)
{
	struct heirs_kept *h = ctx;

	put_word(&h->r->now, texts_number(&h->r->texts, heir->path));
	h->n++;
}

static void set_word(struct buf *b, size_t at, uint32_t x)
{
	memcpy(b->s + at, &x, sizeof x);
}

/* What stands before the outcome. at: of the record. */
static bool put_numbers(struct records *r, const struct subject *s, size_t at, uint32_t *flags)
{
	uint32_t from[MADE_FROM_MAX], n = 0;
	struct heirs_kept heirs = { .r = r };
	bool good = add_texts(r, s, from, &n);

	put_word(&r->now, 0);
	put_word(&r->now, texts_number(&r->texts, s->kind->name));
	put_word(&r->now, texts_number(&r->texts, s->path));
	put_word(&r->now, texts_number(&r->texts, s->root));
	put_word(&r->now, 0);
	put_word(&r->now, n);
	put_word(&r->now, 0);
	for (uint32_t i = 0; i < n; i++)
		put_word(&r->now, from[i]);
	if (s->kind->heirs && s->kind->heirs(s, put_heir, &heirs))
		*flags |= HANGS_ON_ALL;
	set_word(&r->now, at + 6 * sizeof n, heirs.n);
	return good;
}

/* What depends on which texts is known even where the outcome can't be told again. */
static bool put_outcome(struct records *r, const struct subject *s, const struct outcome *o)
{
	size_t at = r->now.n;
	bool good = is_plain(s) && !(r->edits && may_have_edits(&o->found)) && outcome_write(&r->texts, s, o, &r->now);

	if (!good)
		r->now.n = at;
	return good;
}

void records_keep(struct records *r, const struct subject *s, const struct outcome *o)
{
	uint32_t flags = 0;

	pthread_mutex_lock(&r->lock);

	size_t at = r->now.n;

	if (put_numbers(r, s, at, &flags)) {
		flags |= put_outcome(r, s, o) ? 0 : NO_OUTCOME;
		set_word(&r->now, at, (uint32_t)(r->now.n - at - sizeof flags));
		set_word(&r->now, at + 4 * sizeof flags, flags);
	} else {
		r->now.n = at;
	}
	pthread_mutex_unlock(&r->lock);
}

/* ---- what is known from before ---- */

/* What can't be read is as if it weren't there. */
static bool is_whole(struct records *r, const struct linter *l, const struct subject_kind *kind, const struct record *x)
{
	struct outcome o = { 0 };
	struct arena a = { 0 };
	struct outcome_reader reader = { .texts = &r->texts, .rs = l->rules, .a = &a };
	struct subject s = { .kind = kind, .path = text_at(r, x->path) };
	bool good = outcome_read(&reader, &s, x->outcome, x->n - (uint32_t)(x->outcome - x->bytes), &o);

	outcome_release(&o);
	arena_release(&a);
	return good;
}

static struct record *record_of(struct records *r, const struct linter *l, const struct subject_kind *kind,
				const char *path)
{
	struct record *x = map_get(&r->by_path, str_lit(path));
	bool known =
		x && !x->changed && !x->subject && !(x->flags & NO_OUTCOME) && !strcmp(text_at(r, x->kind), kind->name);

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
	struct subject *s = stand_in(r, set, text_at(r, x->path));

	s->root = x->root ? text_at(r, x->root) : NULL;
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
		found = c->loaded[made_from(x, i)];
	for (uint32_t i = 0; i < x->nheirs && !found; i++)
		found = c->changed[heir_of(x, i)];
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
		const struct record *base = named(c, made_from(x, k));

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
		c->known[i] = record_of(c->r, l, kind, c->path[i]);
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
	bool found = !add_texts(c->r, s, from, &n);

	for (uint32_t i = 0; i < n && !found; i++) {
		const struct record *base = from[i] <= c->ntexts && !c->loaded[from[i]] ? named(c, from[i]) : NULL;
		bool before = false;

		for (uint32_t k = 0; base && was && k < was->nfrom && !before; k++)
			before = made_from(was, k) == from[i];
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
		struct subject *from = stand_in(t->r, t->set, text_at(t->r, made_from(x, i)));

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
		put_word(&t.r->now, x->n);
		buf_add(&t.r->now, x->bytes, x->n);
		outcome_release(&o);
	}
	for (int i = 0; i < UNCHECKED_WHYS; i++) /* reports say where they stand */
		if (is_bare(stats->unchecked[i].first) && stats->unchecked[i].first->set == set)
			give_text(&t, stats->unchecked[i].first->known->subject);
	subject_set_own(set->self, &t.r->arena, t.owner.at, t.owner.n);
	vec_release(&t.owner);
}
