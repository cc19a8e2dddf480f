// SPDX-License-Identifier: MIT
/* The rules as they lie in memory, written down so that they can lie anywhere (struct kept_image). Nothing tells which
 * words are pointers but this: the rules are loaded twice, and a word that points to something of theirs points to the
 * same place of the other ruleset; what of one is a number is the same number there. Between the members of a struct
 * lies anything, parts of old addresses too: what isn't the same in another run, which lies elsewhere, is nobody's. */
#include "spec/build/priv.h"
#include "base/vec.h"
#include "lint/rules/kept.h"
#include "spec/embedded.h"
#include "spec/kept.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	uint64_t host;
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

/* What is the same in both: the rest is what happened to lie between the members of a struct. That ends in front of an
 * even byte: where one of these is such, so is the next, which may be the same by chance (addresses begin with 55 or
 * 56).
 */
static uintptr_t common_bytes(uintptr_t a, uintptr_t b)
{
	uintptr_t differ = 0;
	for (size_t i = 0; i < WORD; i++)
		if ((a ^ b) >> 8 * i & 0xff)
			differ |= (uintptr_t)(i % 2 ? 0xff : 0xffff) << 8 * i;
	return a & ~differ;
}

static void set_bit(uint32_t *bits, uint32_t i)
{
	bits[i / 32] |= UINT32_C(1) << i % 32;
}

/* The word at `at`, which is a in one ruleset and b in the other. */
static void keep_word(struct image *m, uint32_t at, uintptr_t a, uintptr_t b)
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
	} else {
		m->word[at / WORD] = common_bytes(a, b);
	}
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

static bool same_blocks(const struct image *m)
{
	bool same = m->a.n == m->b.n;
	for (size_t i = 0; i < m->a.n && same; i++)
		same = m->a.at[i].n == m->b.at[i].n;
	if (!same)
		fputs("keep: rules that are loaded again don't take the same memory\n", stderr);
	return same;
}

static void keep_words(struct image *m)
{
	for (size_t i = 0; i < m->a.n; i++) {
		const struct block *a = &m->a.at[i], *b = &m->b.at[i];
		for (size_t at = 0; at < a->n; at += WORD)
			keep_word(m, a->to + (uint32_t)at, word_at(a, at), word_at(b, at));
	}
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
	m->host = rules_host(a);
	m->root = place_in(&m->a, (uintptr_t)root);
	m->words = image_size(&m->a) / WORD;
	m->word = xcalloc(m->words, sizeof *m->word);
	m->own = xcalloc(m->words / 32 + 1, sizeof *m->own);
	m->text = xcalloc(m->words / 32 + 1, sizeof *m->text);
	if (!same_blocks(m))
		return NULL;
	place_texts(m);
	keep_words(m);
	return m;
}

/* ---- another run ---- */

void image_write(const struct image *m, FILE *out)
{
	size_t bits = m->words / 32 + 1;
	fwrite(m->word, WORD, m->words, out);
	fwrite(m->own, sizeof *m->own, bits, out);
	fwrite(m->text, sizeof *m->text, bits, out);
}

static bool get_bit(const uint32_t *bits, uint32_t i)
{
	return bits[i / 32] >> i % 32 & 1;
}

static void clear_bit(uint32_t *bits, uint32_t i)
{
	bits[i / 32] &= ~(UINT32_C(1) << i % 32);
}

static void merge_word(struct image *m, uint32_t i, const uintptr_t *word, const uint32_t *own, const uint32_t *text)
{
	bool pointer = get_bit(m->own, i) || get_bit(m->text, i);
	bool same = get_bit(m->own, i) == get_bit(own, i) && get_bit(m->text, i) == get_bit(text, i);
	if (same && (!pointer || m->word[i] == word[i])) {
		m->word[i] = common_bytes(m->word[i], word[i]);
		return;
	}
	m->word[i] = 0;
	clear_bit(m->own, i);
	clear_bit(m->text, i);
}

bool image_merge(struct image *m, FILE *in)
{
	size_t bits = m->words / 32 + 1;
	uintptr_t *word = xcalloc(m->words, WORD);
	uint32_t *own = xcalloc(bits, sizeof *own), *text = xcalloc(bits, sizeof *text);
	bool whole = fread(word, WORD, m->words, in) == m->words && fread(own, sizeof *own, bits, in) == bits &&
		     fread(text, sizeof *text, bits, in) == bits && fgetc(in) == EOF;
	for (uint32_t i = 0; i < m->words && whole; i++)
		merge_word(m, i, word, own, text);
	free(word);
	free(own);
	free(text);
	return whole;
}

void image_print(const struct image *m)
{
	print_numbers("own", m->own, m->words / 32 + 1);
	print_numbers("text", m->text, m->words / 32 + 1);
	print_numbers("outside", m->pairs.at, m->pairs.n);
	print_numbers("source", m->source.at, m->source.n);
	printf("const struct kept_image kept_image = {\n\t.size = %u,\n\t.root = %u,\n\t.own = own,\n\t.text = text,\n"
	       "\t.outside = outside,\n\t.source = source,\n\t.npairs = %zu,\n\t.nsources = %u,\n"
	       "\t.host = UINT64_C(%#" PRIx64 "),\n\t.bytes =",
	       (uint32_t)(m->words * WORD), m->root, m->pairs.n / 2, m->nsources, m->host);
	print_bytes((const char *)m->word, (size_t)m->words * WORD);
	puts(",\n};");
}
