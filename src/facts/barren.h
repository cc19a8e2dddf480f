// SPDX-License-Identifier: MIT
/* What lies at and below frozen containers: what one config was searched for need not be searched in the next one that
 * has the same contents. Read by several threads without locks; bounded; the containers must outlive it. */
#ifndef FACTS_BARREN_H
#define FACTS_BARREN_H
#include "python/value/contents.h"

struct barren;
struct barren *barren_new(void);
void barren_free(struct barren *b);
struct contents_table *barren_contents(struct barren *b); /* by which it goes */

/* One more than the number that was told about some contents or a text, 0: none was. (kind, part) tells apart who
 * tells. */
uint32_t barren_told(const struct barren *b, const void *of, const void *kind, bool part);
void barren_tell(struct barren *b, const void *of, const void *kind, bool part, uint32_t number);

/* Words that keys are compared with: equal, or like it (near). All are looked for in one walk. */
enum { BARREN_WORDS = 64 };
struct barren_word {
	const struct str *word;
	bool near;
};
uint32_t barren_word(struct barren *b, const struct str *word,
		     bool near); /* its number; BARREN_WORDS: there are too many */
uint32_t barren_words(const struct barren *b, const struct barren_word **out); /* those known by now */
/* Of a key: which words it is. Of contents: which words are keys at or below them, and how many dicts there are. */
struct barren_keys {
	uint64_t words; /* a bit each, of the first `known` */
	uint32_t known, dicts;
};
/* false: not told, or about fewer words than `known`. */
bool barren_key_told(const struct barren *b, const struct str *key, uint32_t known, struct barren_keys *out);
void barren_key_tell(struct barren *b, const struct str *key, const struct barren_keys *k);
bool barren_below_told(const struct contents *c, uint32_t known, struct barren_keys *out);
void barren_below_tell(struct barren *b, const struct contents *c, const struct barren_keys *k);
#endif
