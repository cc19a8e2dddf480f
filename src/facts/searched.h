// SPDX-License-Identifier: MIT
/* Search results for frozen containers: a config with the same contents as an earlier one need not be searched
 * again. Several threads read it without locks. It is bounded; the containers must outlive it. */
#ifndef FACTS_SEARCHED_H
#define FACTS_SEARCHED_H
#include "python/value/contents.h"

struct searched;
struct searched *searched_new(void);
void searched_free(struct searched *b);
struct contents_table *searched_contents(struct searched *b); /* by which it is indexed */

/* One more than the number that was stored for contents or a text, 0: none. (kind, part) identifies the user. */
uint32_t searched_told(const struct searched *b, const void *of, const void *kind, bool part);
void searched_tell(struct searched *b, const void *of, const void *kind, bool part, uint32_t number);

/* The data stored for a text under `kind`, a copy of size bytes that lives as long as b; NULL: none. */
const void *searched_kept(const struct searched *b, const struct str *of, const struct str *kind);
void searched_keep(struct searched *b, const struct str *of, const struct str *kind, const void *what, size_t size);

/* Words that keys are compared with: equal, or similar (near). One walk searches for all. */
enum { SEARCHED_WORDS = 64 };
struct searched_word {
	const struct str *word;
	bool near;
};
uint32_t searched_word(struct searched *b, const struct str *word,
		       bool near); /* its number; SEARCHED_WORDS: there are too many */
uint32_t searched_words(const struct searched *b, const struct searched_word **out); /* those known so far */
/* For a key: which words it is. For contents: which words are keys at or below them, and the number of dicts. */
struct searched_keys {
	uint64_t words; /* a bit each, of the first `known` */
	uint32_t known, dicts;
};
/* false: nothing is stored, or for fewer words than `known`. */
bool searched_key_told(const struct searched *b, const struct str *key, uint32_t known, struct searched_keys *out);
void searched_key_tell(struct searched *b, const struct str *key, const struct searched_keys *k);
bool searched_below_told(const struct contents *c, uint32_t known, struct searched_keys *out);
void searched_below_tell(struct searched *b, const struct contents *c, const struct searched_keys *k);
#endif
