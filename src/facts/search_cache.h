// SPDX-License-Identifier: MIT
/* Search results for frozen containers: a config with the same contents as an earlier one need not be searched
 * again. Several threads read it without locks. It is bounded; the containers must outlive it. */
#ifndef FACTS_SEARCH_CACHE_H
#define FACTS_SEARCH_CACHE_H
#include "python/value/contents.h"

struct search_cache;
struct search_cache *search_cache_new(void);
void search_cache_free(struct search_cache *b);
struct contents_table *search_cache_contents(struct search_cache *b); /* by which it is indexed */

/* One more than the number that was stored for contents or a text, 0: none. (kind, part) identifies the user. */
uint32_t search_cache_number(const struct search_cache *b, const void *of, const void *kind, bool part);
void search_cache_put_number(struct search_cache *b, const void *of, const void *kind, bool part, uint32_t number);

/* The data stored for a text under `kind`, a copy of size bytes that lives as long as b; NULL: none. */
const void *search_cache_data(const struct search_cache *b, const struct str *of, const struct str *kind);
void search_cache_put_data(struct search_cache *b, const struct str *of, const struct str *kind, const void *what,
			   size_t size);

/* Words that keys are compared with: equal, or similar (near). One walk searches for all. */
enum { SEARCH_WORDS = 64 };
struct search_word {
	const struct str *word;
	bool near;
};
uint32_t search_cache_word(struct search_cache *b, const struct str *word,
			   bool near); /* its number; SEARCH_WORDS: there are too many */
uint32_t search_cache_words(const struct search_cache *b, const struct search_word **out); /* those known so far */
/* For a key: which words it is. For contents: which words are keys at or below them, and the number of dicts. */
struct search_keys {
	uint64_t words; /* a bit each, of the first `known` */
	uint32_t known, dicts;
};
/* false: nothing is stored, or for fewer words than `known`. */
bool search_cache_key(const struct search_cache *b, const struct str *key, uint32_t known, struct search_keys *out);
void search_cache_put_key(struct search_cache *b, const struct str *key, const struct search_keys *k);
bool search_cache_below(const struct contents *c, uint32_t known, struct search_keys *out);
void search_cache_put_below(struct search_cache *b, const struct contents *c, const struct search_keys *k);
#endif
