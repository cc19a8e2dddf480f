// SPDX-License-Identifier: MIT
/* Frozen containers that hold no key of some kind at or below them: what one config was searched for need not be searched in the
 * next one that inherits it. Read and filled by several threads without locks; bounded; the containers must outlive it. */
#ifndef CONFIG_BARREN_H
#define CONFIG_BARREN_H
#include "base/str.h"

struct barren;
struct barren *barren_new(void);
void barren_free(struct barren *b);
/* One more than the dicts at and below the container; 0: not known to be barren of keys that are `word` (near false), or like it. */
uint32_t barren_dicts(const struct barren *b, const void *container, const struct str *word, bool near);
void barren_add(struct barren *b, const void *container, const struct str *word, bool near, uint32_t dicts);
#endif
