// SPDX-License-Identifier: MIT
/* Reads what the build wrote: it is as deep as the rule files, which the parsers have limited. */
#include "spec/kept.h"
#include "spec/embedded.h"
#include <string.h>

static uint32_t take(const unsigned char **p)
{
	uint32_t v = 0;
	if (**p < 128)
		return *(*p)++;
	for (unsigned shift = 0;; shift += 7) {
		unsigned char c = *(*p)++;
		v |= (uint32_t)(c & 127) << shift;
		if (c < 128)
			return v;
	}
}

static const struct str *take_text(const unsigned char **p)
{
	uint32_t place = take(p);
	return place ? (const struct str *)(str_kept.words + (place - 1)) : NULL;
}

/* Where the next node begins. */
static uint32_t take_lo(const unsigned char **p, uint32_t before)
{
	uint32_t way = take(p);
	return way & 1 ? before - (way + 1) / 2 : before + way / 2;
}

struct docs { /* of one document, what isn't taken yet */
	const unsigned char *p;
	struct ynode *node;
	const struct ynode **kid;
	uint32_t file, lo;
};

static void take_doc(struct docs *d, struct ynode *y);

/* The nodes of one list or map lie side by side. */
static void take_kids(struct docs *d, struct ynode *y)
{
	bool pairs = y->kind == Y_MAP;
	const struct ynode **kid = d->kid, **key = kid + y->n;
	struct ynode *made = d->node;
	d->kid += pairs ? 2 * y->n : y->n;
	d->node += pairs ? 2 * y->n : y->n;
	y->kid = kid;
	y->key = pairs ? key : NULL;
	for (uint32_t i = 0; i < y->n; i++) {
		if (pairs)
			take_doc(d, made);
		if (pairs)
			key[i] = made++;
		take_doc(d, made);
		kid[i] = made++;
	}
}

static void take_doc(struct docs *d, struct ynode *y)
{
	uint32_t head = take(&d->p);
	y->kind = (enum ykind)(head & 3);
	y->plain = head & KEPT_PLAIN;
	y->at.file = d->file;
	y->at.lo = d->lo = take_lo(&d->p, d->lo);
	y->at.hi = y->at.lo + take(&d->p);
	y->text = take_text(&d->p);
	y->body = take(&d->p);
	y->body += y->body ? y->at.lo : 0;
	if (head & KEPT_EXPR)
		y->expr = kept_rules.words + take(&d->p);
	y->n = take(&d->p);
	if (y->n)
		take_kids(d, y);
}

static const struct ynode *kept_of(struct arena *a, size_t i, uint32_t source)
{
	struct docs d = { .p = kept_rules.words + kept_rules.file[i], .file = source };
	struct ynode *doc = arena_array(a, struct ynode, take(&d.p));
	d.kid = (const struct ynode **)arena_array(a, void *, take(&d.p));
	d.node = doc + 1;
	take_doc(&d, doc);
	return doc;
}

static void shift(char *at, uintptr_t by)
{
	uintptr_t word;
	memcpy(&word, at, sizeof word);
	word += by;
	memcpy(at, &word, sizeof word);
}

/* Adds `by` to the words whose bits are set. */
static void shift_all(char *at, const uint32_t *bits, uint32_t words, const void *by)
{
	for (uint32_t i = 0; i < words; i += 32)
		for (uint32_t left = bits[i / 32]; left; left &= left - 1)
			shift(at + sizeof(uintptr_t) * (i + (unsigned)__builtin_ctz(left)), (uintptr_t)by);
}

char *kept_image_new(const struct kept_image *image, const void *const *outside)
{
	char *at = xrealloc(NULL, image->size, 1);
	uint32_t words = image->size / sizeof(uintptr_t);
	memcpy(at, image->bytes, image->size);
	shift_all(at, image->own, words, at);
	shift_all(at, image->text, words, str_kept.words);
	for (uint32_t i = 0; i < image->npairs; i++)
		memcpy(at + image->outside[2 * i], &outside[image->outside[2 * i + 1]], sizeof *outside);
	return at;
}

const struct source *kept_source(struct sources *all, size_t i)
{
	const struct embedded_file *f = &embedded_files[i];
	return sources_add_static(all, f->where, (const char *)f->bytes, f->n, f->simple);
}

const struct ynode *kept_doc(struct arena *a, size_t i, const struct source *s, struct err *e)
{
	if (!kept_rules.file || kept_rules.file[i] == KEPT_NONE)
		return yaml_parse(a, s, e);
	return kept_of(a, i, s->id);
}

const struct ynode *kept_embedded(struct arena *a, const char *path)
{
	for (size_t i = 0; i < embedded_count; i++) {
		const struct embedded_file *f = &embedded_files[i];
		if (strcmp(f->path, path))
			continue;
		if (kept_rules.file)
			return kept_of(a, i, 0);
		struct sources *all = sources_new();
		struct err e = { 0 };
		const struct source *s = kept_source(all, i);
		const struct ynode *root = kept_doc(a, i, s, &e);
		sources_free(all);
		if (!root)
			BUG("rules/%s: %s", path, e.msg);
		return root;
	}
	BUG("rules/%s is missing", path);
}

struct trees { /* of one expression, what isn't taken yet */
	const unsigned char *p;
	char *room;
	uint32_t lo;
};

static const struct node *take_tree(struct trees *t)
{
	uint32_t head = take(&t->p), rest = head >> KEPT_KIND_BITS;
	if (!head)
		return NULL;
	struct node *x = (void *)t->room;
	x->kind = (uint8_t)((head & ((1 << KEPT_KIND_BITS) - 1)) - 1);
	x->flags = (uint8_t)(rest & ((1 << KEPT_FLAG_BITS) - 1));
	x->op = (uint16_t)(rest >> KEPT_FLAG_BITS);
	x->lo = t->lo = take_lo(&t->p, t->lo);
	x->hi = x->lo + take(&t->p);
	x->text = take_text(&t->p);
	x->n = take(&t->p);
	t->room += sizeof *x + x->n * sizeof *x->kid;
	for (uint32_t i = 0; i < x->n; i++)
		x->kid[i] = take_tree(t);
	return x;
}

const struct node *kept_expr(struct arena *a, const struct ynode *n, bool message)
{
	struct trees t = { .p = n->expr };
	if (!t.p || take(&t.p) != message)
		return NULL;
	size_t bytes = take(&t.p) * sizeof(struct node);
	bytes += take(&t.p) * sizeof(struct node *);
	t.room = arena_alloc(a, bytes, 1, alignof(struct node));
	return take_tree(&t);
}
