// SPDX-License-Identifier: MIT
/* One function a kind of thing, for both ways: what is written and what is read can't differ. */
#include "lint/record.h"
#include "base/str.h"
#include "text/edit.h"
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

/* ---- texts ---- */

uint32_t texts_find(const struct texts *t, const char *text)
{
	const struct text *found = map_get(&t->by_text, str_lit(text));

	return found ? found->number : 0;
}

uint32_t texts_number(struct texts *t, const char *text)
{
	uint32_t n = text ? texts_find(t, text) : 0;
	struct text *new;

	if (n || !text)
		return n;
	new = arena_new(&t->arena, struct text);
	*new = (struct text){ .s = str_lit(text), .number = (uint32_t)t->at.n + 1 };
	vec_push(&t->at, new);
	map_put(&t->arena, &t->by_text, new->s, new);
	return new->number;
}

void texts_release(struct texts *t)
{
	vec_release(&t->at);
	arena_release(&t->arena);
}

/* ---- both ways ---- */

struct way {
	struct buf *out; /* NULL: it is read */
	const char *at, *end;
	bool good;
	struct texts *texts;
	const struct subject *s;
	const struct outcome_reader *reader; /* where it is read */
	bool placeless;			     /* places aren't asked for */
};

static void bytes_pass(struct way *w, void *x, size_t n)
{
	if (w->out) {
		buf_add(w->out, x, n);
		return;
	}
	w->good = w->good && (size_t)(w->end - w->at) >= n;
	if (!w->good) {
		memset(x, 0, n);
		return;
	}
	memcpy(x, w->at, n);
	w->at += n;
}

static uint32_t word_pass(struct way *w, uint32_t x)
{
	bytes_pass(w, &x, sizeof x);
	return x;
}

static const char *text_pass(struct way *w, const char *text)
{
	uint32_t n = word_pass(w, w->out ? texts_number(w->texts, text) : 0);

	w->good = w->good && n <= w->texts->at.n;
	return w->good && n ? w->texts->at.at[n - 1]->s->s : NULL;
}

/* Things that take at least four bytes each. */
static uint32_t count_pass(struct way *w, uint32_t n)
{
	n = word_pass(w, n);
	w->good = w->good && (w->out || n <= (size_t)(w->end - w->at) / sizeof(uint32_t));
	return w->good ? n : 0;
}

static const struct rule *rule_of(struct way *w, struct text *name)
{
	if (!name->rule)
		name->rule = ruleset_find(w->reader->rs, name->s->s);
	return name->rule;
}

static const struct rule *rule_pass(struct way *w, const struct rule *r)
{
	uint32_t n = word_pass(w, w->out ? texts_number(w->texts, r->id) : 0);

	if (w->out)
		return r;
	w->good = w->good && n && n <= w->texts->at.n;
	r = w->good ? rule_of(w, w->texts->at.at[n - 1]) : NULL;
	w->good = r;
	return r;
}

/* Texts that are no files, or not as they stand in one, can't be found again. */
static const char *file_of(struct way *w, uint32_t id)
{
	const struct source *src = id ? sources_get(w->s->set->sources, id) : NULL;

	w->good = w->good && (!id || (src && src->path[0] == '/' && !src->origin));
	return w->good && src ? src->path : NULL;
}

static struct span span_pass(struct way *w, struct span at)
{
	const char *file = text_pass(w, w->out ? file_of(w, at.file) : NULL);

	at.lo = word_pass(w, at.lo);
	at.hi = word_pass(w, at.hi);
	if (!w->out) {
		bool asked = file && w->reader->source && !w->placeless;

		at.file = asked ? w->reader->source(w->reader->ctx, file) : 0;
	}
	return at;
}

union element {
	struct related related;
	struct edit edit;
	struct fixplan fix;
};

/* A list: written from what is there, else made. */
static void *list_pass(struct way *w, const void *from, uint32_t *n, size_t size,
		       void (*one)(struct way *w, union element *x))
{
	uint32_t count = count_pass(w, *n);
	char *to = w->out ? NULL : arena_alloc(w->reader->a, (size_t)count + 1, size, alignof(max_align_t));

	for (uint32_t i = 0; i < count && w->good; i++) {
		union element x = { 0 };

		if (w->out)
			memcpy(&x, (const char *)from + i * size, size);
		one(w, &x);
		if (to)
			memcpy(to + i * size, &x, size);
	}
	*n = count;
	return to;
}

static void related_pass(struct way *w, union element *x)
{
	x->related.at = span_pass(w, x->related.at);
	x->related.text = text_pass(w, x->related.text);
}

/* Its text is for who applies it. */
static void edit_pass(struct way *w, union element *x)
{
	x->edit.at = span_pass(w, x->edit.at);
	x->edit.order = word_pass(w, x->edit.order);
	x->edit.len = word_pass(w, x->edit.len);
}

static void fix_pass(struct way *w, union element *x)
{
	struct fixplan *f = &x->fix;
	const struct edit *made;

	f->safety = (enum safety)word_pass(w, f->safety);
	f->title = text_pass(w, f->title);
	w->good = w->good && f->title;
	made = list_pass(w, f->edit, &f->nedits, sizeof *f->edit, edit_pass);
	f->edit = w->out ? f->edit : made;
}

static void lists_pass(struct way *w, struct diag *d)
{
	const struct related *rel = list_pass(w, d->rel, &d->nrel, sizeof *d->rel, related_pass);
	const struct fixplan *fix = list_pass(w, d->fix, &d->nfixes, sizeof *d->fix, fix_pass);

	d->rel = w->out ? d->rel : rel;
	d->fix = w->out ? d->fix : fix;
}

static void patch_pass(struct way *w, struct diag *d)
{
	const char *title = text_pass(w, d->patch ? d->patch->title : NULL);

	if (w->out || !title)
		return;

	struct patchplan *p = arena_new(w->reader->a, struct patchplan);

	p->title = title;
	d->patch = p;
}

static void diag_pass(struct way *w, struct diag *d)
{
	uint32_t flags = (uint32_t)d->absent | (uint32_t)d->of_bases << 1;

	d->rule = rule_pass(w, d->rule);
	d->severity = (enum severity)word_pass(w, d->severity);
	d->at = span_pass(w, d->at);
	d->home = span_pass(w, d->home);
	d->from = span_pass(w, d->from);
	d->path = text_pass(w, d->path);
	d->msg = text_pass(w, d->msg);
	d->hint = text_pass(w, d->hint);
	d->cause = text_pass(w, d->cause);
	d->missing = text_pass(w, d->missing);
	d->missing_as = (enum missing_as)word_pass(w, d->missing_as);
	d->dialect = text_pass(w, d->dialect);
	flags = word_pass(w, flags);
	d->absent = flags & 1;
	d->of_bases = flags & 2;
	bytes_pass(w, &d->cost, sizeof d->cost);
	bytes_pass(w, &d->saves, sizeof d->saves);
	lists_pass(w, d);
	patch_pass(w, d);
	w->good = w->good && d->msg && (unsigned)d->severity <= SEV_ERROR && (unsigned)d->missing_as <= MISSING_DEPTH;
}

static void diags_pass(struct way *w, struct diags *all)
{
	uint32_t n = count_pass(w, (uint32_t)all->n);

	for (uint32_t i = 0; i < n && w->good; i++) {
		struct diag d = w->out ? all->at[i] : (struct diag){ 0 };

		w->good = !w->out || (d.nseen == 1 && d.seen_in[0] == w->s && !d.evidence);
		diag_pass(w, &d);
		if (w->out || !w->good)
			continue;

		const struct subject **seen = (const struct subject **)arena_array(w->reader->a, void *, 1);

		seen[0] = w->s;
		d.seen_in = seen;
		d.nseen = 1;
		vec_push(all, d);
	}
}

static void silenced_pass(struct way *w, struct lint_stats *s)
{
	const struct silenced *from = s->silenced;
	uint32_t n = 0;

	for (const struct silenced *x = from; x; x = x->next)
		n++;
	n = count_pass(w, n);
	for (uint32_t i = 0; i < n && w->good; i++, from = from ? from->next : NULL) {
		struct silenced x = w->out ? *from : (struct silenced){ 0 };

		x.rule = rule_pass(w, x.rule);
		x.at = span_pass(w, x.at);
		x.by = span_pass(w, x.by);
		if (!w->out)
			lint_stats_silence(w->reader->a, s, &x);
	}
}

static void count_of_kind(struct way *w, struct lint_stats *s)
{
	struct lint_count *c = lint_count(s, w->s->kind);

	c->files = word_pass(w, c->files);
	c->whole = word_pass(w, c->whole);
	c->unloaded = word_pass(w, c->unloaded);
	c->untold = word_pass(w, c->untold);
}

static void cause_pass(struct way *w, struct cause *c)
{
	c->why = (enum why)word_pass(w, c->why);
	c->at = span_pass(w, c->at);

	const char *detail = text_pass(w, c->detail ? c->detail->s : NULL);

	w->good = w->good && (!w->out || !c->detail || strlen(c->detail->s) == c->detail->len);
	c->detail = detail ? str_lit(detail) : NULL;
}

static void classes_pass(struct way *w, struct unchecked *u)
{
	const struct unchecked_class *from = u->class;

	for (uint32_t i = 0, n = count_pass(w, u->nclasses); i < n && w->good; i++) {
		const char *name = text_pass(w, w->out ? from->name : NULL);

		from = from ? from->next : NULL;
		if (!w->out && name)
			unchecked_class_add(w->reader->a, u, name, 1);
	}
}

static void unchecked_pass(struct way *w, struct lint_stats *s, enum unchecked_why why)
{
	struct unchecked *u = &s->unchecked[why];
	const struct unchecked_rule *from = u->rule;
	uint32_t there = word_pass(w, u->nsubjects);
	const struct unchecked *before = w->reader && w->reader->before ? &w->reader->before->unchecked[why] : NULL;

	if (!there)
		return;
	if (!w->out)
		unchecked_add(w->reader->a, u, NULL, w->s, NULL, value_none((struct span){ 0 }));
	w->placeless = before && before->first && strcmp(before->first->path, w->s->path) <= 0;
	u->reason = text_pass(w, u->reason);
	cause_pass(w, &u->cause);
	w->placeless = false;
	classes_pass(w, u);
	for (uint32_t i = 0, n = count_pass(w, u->nrules); i < n && w->good; i++) {
		const struct rule *r = rule_pass(w, w->out ? from->rule : NULL);

		from = from ? from->next : NULL;
		if (!w->out && r)
			unchecked_add(w->reader->a, u, r, w->s, NULL, value_none((struct span){ 0 }));
	}
}

static void outcome_pass(struct way *w, struct outcome *o)
{
	diags_pass(w, &o->found);
	diags_pass(w, &o->held);
	count_of_kind(w, &o->stats);
	silenced_pass(w, &o->stats);
	for (int i = 0; i < UNCHECKED_WHYS && w->good; i++)
		unchecked_pass(w, &o->stats, (enum unchecked_why)i);
}

bool outcome_write(struct texts *t, const struct subject *s, const struct outcome *o, struct buf *out)
{
	struct outcome copy = *o;
	struct way w = { .out = out, .good = !o->stats.through, .texts = t, .s = s };

	outcome_pass(&w, &copy);
	return w.good;
}

bool outcome_read(const struct outcome_reader *r, const struct subject *s, const char *bytes, size_t n,
		  struct outcome *out)
{
	struct way w = { .at = bytes, .end = bytes + n, .good = true, .texts = r->texts, .s = s, .reader = r };

	outcome_pass(&w, out);
	return w.good && w.at == w.end;
}
