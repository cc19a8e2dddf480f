// SPDX-License-Identifier: MIT
/* "Did you mean": edit distance (Damerau, restricted) and the nearest of a list. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H
#include "base/util.h"

unsigned near_distance(const char *a, const char *b); /* capped at 99 for strings over 255 bytes */
bool near_possible(const char *a, const char *b);     /* false: certainly more than two edits apart; a cheap test */
/* Returns the nearest candidate with distance <= 2 (<= 1 for words under 4 letters), or NULL. The first wins a tie. A
 * candidate that extends the word by whole words (drop_path_rate for drop_path) wins against one at distance 2
 * (drop_rate). */
const char *near_find(const char *word, const char *const *candidate, size_t n);
/* The same for words that people type for cfglint's own (settings keys, rule ids, options). Upper case and `_` for
 * `-` do not count. If no candidate is near, the first one that is a prefix of the word, or of which the word is a
 * prefix (at least three letters in common), is returned. */
const char *near_word(const char *word, const char *const *candidate, size_t n);
#endif
