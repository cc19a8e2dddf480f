// SPDX-License-Identifier: MIT
#include "base/word_set.h"
#include <string.h>

static uint32_t slot_of(uint32_t begin)
{
	return begin * 0x9E3779B1u >> 22;
}

static uint32_t shifted(uint32_t begin, char next)
{
	return begin << 8 | (unsigned char)next;
}

static uint32_t begin_of(const struct str *word)
{
	uint32_t begin = 0;
	for (uint32_t i = 0; i < WORD_SET_LEAST; i++)
		begin = shifted(begin, word->s[i]);
	return begin;
}

void word_set_make(struct arena *a, struct word_set *w, const struct str *const *word, uint32_t n)
{
	*w = (struct word_set){ .word = word, .n = n };
	w->begin = arena_array(a, uint32_t, n + 1);
	w->next = arena_array(a, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		w->begin[i] = begin_of(word[i]);
		w->next[i] = w->first[slot_of(w->begin[i])];
		w->first[slot_of(w->begin[i])] = i + 1;
	}
}

size_t word_set_room(const struct word_set *w)
{
	return w->n / 64 + 1;
}

/* end: behind the word's first WORD_SET_LEAST bytes */
static void compare(const struct word_set *w, uint32_t i, const char *end, uint64_t *found)
{
	uint64_t bit = (uint64_t)1 << i % 64;
	if (!(found[i / 64] & bit) && !strncmp(end, w->word[i]->s + WORD_SET_LEAST, w->word[i]->len - WORD_SET_LEAST))
		found[i / 64] |= bit;
}

void word_set_find(const struct word_set *w, const char *text, uint64_t *found)
{
	uint32_t begin = 0;
	for (; *text; text++) {
		begin = shifted(begin, *text);
		for (uint32_t i = w->first[slot_of(begin)]; i; i = w->next[i - 1])
			if (w->begin[i - 1] == begin)
				compare(w, i - 1, text + 1, found);
	}
}
