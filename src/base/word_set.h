// SPDX-License-Identifier: MIT
/* Which of many words a text contains, in one pass over it. */
#ifndef BASE_WORD_SET_H
#define BASE_WORD_SET_H
#include "base/arena.h"
#include "base/str.h"
#include <stddef.h>
#include <stdint.h>

enum { WORD_SET_LEAST = 4, WORD_SET_SLOTS = 1024 };

struct word_set {
	const struct str *const *word; /* the caller's; each of WORD_SET_LEAST bytes or more */
	uint32_t n;
	uint32_t *begin;		/* the first WORD_SET_LEAST bytes of each */
	uint32_t *next;			/* of those whose beginnings share a slot: 1 + the next one; 0: the last */
	uint32_t first[WORD_SET_SLOTS]; /* 1 + a word; 0: none begins so */
};

void word_set_make(struct arena *a, struct word_set *w, const struct str *const *word, uint32_t n);
/* Of uint64_t: one bit for each word. */
size_t word_set_room(const struct word_set *w);
/* Sets the bits of the words that the text, which ends in a NUL, contains; others stay. */
void word_set_find(const struct word_set *w, const char *text, uint64_t *found);
#endif
