// SPDX-License-Identifier: MIT
/* The rules as they lie in memory, written down so that they can lie anywhere (struct kept_image). Nothing tells which
 * words are pointers but this: the rules are loaded twice, and a word that points to something of theirs points to the
 * same place of the other ruleset; one that is a number is the same number there. */
#include "spec/build/priv.h"
#include "base/vec.h"
#include "lint/rules/kept.h"
#include "spec/embedded.h"
#include "spec/kept.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char __executable_start[], _end[]; /* of this program; the linker's */

struct block { /* of an arena */
	const char *at;
	size_t n;
	uint32_t to; /* where it begins in the image */
};
VEC(blocks, struct block);
VEC(texts, const struct str *);
VEC(numbers, uint32_t);
struct image {
	struct blocks a, b;
	struct outsides out_a, out_b;
	struct texts texts; /* by address */
	uintptr_t *word;
	uint32_t words, root, nsources;
	uint32_t *own, *text; /* as in struct kept_image */
	struct numbers pairs, source;
};
enum { ROOM = alignof(max_align_t), WORD = sizeof(uintptr_t) }; /* what arenas align to; a pointer */

static void list_blocks(const struct arena *a, struct blocks *out)
{
	uint32_t to = 0;
	size_t n;
	const char *at;
	for (size_t i = 0; (at = arena_block_at(a, i, &n)); i++) {
		vec_push(out, ((struct block){ at, n, to }));
		to += (uint32_t)((n + ROOM) / ROOM * ROOM); /* a byte more: what points behind the last one */
	}
}

static uint32_t image_size(const struct blocks *b)
{
	const struct block *last = &b->at[b->n - 1];
	return last->to + (uint32_t)((last->n + ROOM) / ROOM * ROOM);
}

/* KEPT_NONE: none of theirs. */
static uint32_t place_in(const struct blocks *b, uintptr_t word)
{
	for (size_t i = 0; i < b->n; i++) {
		uintptr_t from = (uintptr_t)b->at[i].at;
		if (word >= from && word <= from + b->at[i].n)
			return b->at[i].to + (uint32_t)(word - from);
	}
	return KEPT_NONE;
}

static uint32_t number_in(const struct outsides *of, uintptr_t word)
{
	for (size_t i = 0; i < of->n; i++)
		if ((uintptr_t)of->at[i] == word)
			return (uint32_t)i;
	return KEPT_NONE;
}

/* ---- texts ---- */

static void see_text(void *arg, const struct str *s)
{
	struct texts *all = arg;
	vec_push(all, s);
}

static int by_address(const void *x, const void *y)
{
	uintptr_t a = (uintptr_t) * (const struct str *const *)x, b = (uintptr_t) * (const struct str *const *)y;
	return a < b ? -1 : a > b;
}

/* The string that a word points to, or into. */
static const struct str *text_at(const struct texts *all, uintptr_t word)
{
	size_t lo = 0, hi = all->n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if ((uintptr_t)all->at[mid] <= word)
			lo = mid + 1;
		else
			hi = mid;
	}
	const struct str *s = lo ? all->at[lo - 1] : NULL;
	return s && word <= (uintptr_t)(s->s + s->len) ? s : NULL;
}

/* ---- words ---- */

static uintptr_t word_at(const struct block *b, size_t at)
{
	uintptr_t w = 0;
	memcpy(&w, b->at + at, b->n - at < sizeof w ? b->n - at : sizeof w);
	return w;
}

/* What rules may point to in the program is among rules_outside. */
static bool in_program(uintptr_t word)
{
	return word >= (uintptr_t)__executable_start && word < (uintptr_t)_end;
}

static void set_bit(uint32_t *bits, uint32_t i)
{
	bits[i / 32] |= UINT32_C(1) << i % 32;
}

/* The word at `at`, which is a in one ruleset and b in the other. */
static bool keep_word(struct image *m, uint32_t at, uintptr_t a, uintptr_t b)
{
	uint32_t own = place_in(&m->a, a), other = number_in(&m->out_a, a);
	const struct str *s = a == b ? text_at(&m->texts, a) : NULL;
	if (own != KEPT_NONE && own == place_in(&m->b, b)) {
		set_bit(m->own, at / WORD);
		m->word[at / WORD] = own;
	} else if (other != KEPT_NONE && other == number_in(&m->out_b, b)) {
		vec_push(&m->pairs, at);
		vec_push(&m->pairs, other);
	} else if (s) {
		set_bit(m->text, at / WORD);
		m->word[at / WORD] = sizeof(uint32_t) * string_place(s) + (a - (uintptr_t)s);
	} else if (a == b && !in_program(a)) {
		m->word[at / WORD] = a;
	} else {
		fprintf(stderr, "keep: word %u of the rules is %#zx once and %#zx then\n", at / WORD, (size_t)a,
			(size_t)b);
		return false;
	}
	return true;
}

/* Arrays of strings that are sorted by address stay so: strings get their places in that order. */
static void place_texts(const struct image *m)
{
	bool *used = xcalloc(m->texts.n + 1, sizeof *used);
	for (size_t i = 0; i < m->a.n; i++)
		for (size_t at = 0; at < m->a.at[i].n; at += WORD) {
			const struct str *s = text_at(&m->texts, word_at(&m->a.at[i], at));
			const struct str **found =
				s ? bsearch(&s, m->texts.at, m->texts.n, sizeof s, by_address) : NULL;
			if (found)
				used[found - m->texts.at] = true;
		}
	for (size_t i = 0; i < m->texts.n; i++)
		if (used[i])
			string_place(m->texts.at[i]);
	free(used);
}

static bool keep_words(struct image *m)
{
	if (m->a.n != m->b.n)
		return false;
	for (size_t i = 0; i < m->a.n; i++) {
		const struct block *a = &m->a.at[i], *b = &m->b.at[i];
		if (a->n != b->n)
			return false;
		for (size_t at = 0; at < a->n; at += WORD)
			if (!keep_word(m, a->to + (uint32_t)at, word_at(a, at), word_at(b, at)))
				return false;
	}
	return true;
}

static void list_sources(struct image *m, const struct ruleset *rs)
{
	for (uint32_t id = 1; sources_get(rs->sources, id); id++, m->nsources++)
		for (size_t i = 0; i < embedded_count; i++)
			if (!strcmp(sources_get(rs->sources, id)->path, embedded_files[i].where))
				vec_push(&m->source, (uint32_t)i);
}

struct image *image_new(struct ruleset *a, struct ruleset *b)
{
	struct image *m = xcalloc(1, sizeof *m);
	const char *root = (const char *)rules_keep(a);
	rules_keep(b);
	list_blocks(&a->arena, &m->a);
	list_blocks(&b->arena, &m->b);
	list_sources(m, a);
	rules_outside(a, m->nsources, &m->out_a);
	rules_outside(b, m->nsources, &m->out_b);
	str_each(see_text, &m->texts);
	qsort(m->texts.at, m->texts.n, sizeof *m->texts.at, by_address);
	m->root = place_in(&m->a, (uintptr_t)root);
	m->words = image_size(&m->a) / WORD;
	m->word = xcalloc(m->words, sizeof *m->word);
	m->own = xcalloc(m->words / 32 + 1, sizeof *m->own);
	m->text = xcalloc(m->words / 32 + 1, sizeof *m->text);
	place_texts(m);
	return keep_words(m) ? m : NULL;
}

void image_print(const struct image *m)
{
	print_numbers("own", m->own, m->words / 32 + 1);
	print_numbers("text", m->text, m->words / 32 + 1);
	print_numbers("outside", m->pairs.at, m->pairs.n);
	print_numbers("source", m->source.at, m->source.n);
	printf("const struct kept_image kept_image = {\n\t.size = %u,\n\t.root = %u,\n\t.own = own,\n\t.text = text,\n"
	       "\t.outside = outside,\n\t.source = source,\n\t.npairs = %zu,\n\t.noutside = %zu,\n"
	       "\t.nsources = %u,\n\t.bytes =",
	       m->words * WORD, m->root, m->pairs.n / 2, m->out_a.n, m->nsources);
	print_bytes((const char *)m->word, (size_t)m->words * WORD);
	puts(",\n};");
}
