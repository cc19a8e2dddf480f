// SPDX-License-Identifier: MIT
/* "Did you mean": edit distance (Damerau, restricted) and the nearest of a list. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H
#include "base/util.h"

unsigned near_distance(const char *a, const char *b); /* capped at 99 for strings over 255 bytes */
bool near_possible(const char *a, const char *b);     /* false: certainly more than two edits apart; cheap */
/* Nearest candidate with distance <= 2 (<= 1 for words under 4 letters), or NULL. First wins on a tie;
 * of one at distance 2 and one that goes on by whole words (drop_rate, drop_path_rate of drop_path) the latter. */
const char *near_find(const char *word, const char *const *candidate, size_t n);
/* The same for words that people type for ours (keys of settings, ids of rules, options): capitals and `_` for `-`
 * don't count, and where nothing is near, the first candidate counts that the word goes on from, or that goes on from
 * the word (three letters at least in common). */
const char *near_word(const char *word, const char *const *candidate, size_t n);
#endif
