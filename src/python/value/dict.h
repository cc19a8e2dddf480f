// SPDX-License-Identifier: MIT
/* Dicts: lookup, change, iteration. The structs are in value.h; dict.c explains the layout. Keys compare as in
 * Python: 1 == 1.0 == True, 1 != '1'; tuples by content. A key must be hashable: the caller checks. Writers BUG() on
 * frozen dicts. */
#ifndef PYTHON_VALUE_DICT_H
#define PYTHON_VALUE_DICT_H
#include "python/value/value.h"

const struct entry *dict_find(const struct dict *d,
			      struct value key); /* NULL: absent (check d->open); never a tombstone */
const struct entry *dict_find_str(const struct dict *d, const struct str *key);
const struct entry *dict_find_lit(const struct dict *d, const char *key);
/* The value under a key of v. */
struct value dict_get(struct value d, const char *key);	    /* Unknown: v is no dict, or lacks the key */
const char *dict_get_text(struct value d, const char *key); /* NULL: the value is no text */
bool dict_get_true(struct value d, const char *key);	    /* the value is True */
/* Adds or replaces. An existing key stays in its position with its key object, and gets the new value, key place and
 * use. The replaced entry is stored in `over` only if it was in `base`. Returns the entry. */
struct entry *dict_put(struct arena *a, struct dict *d, struct value key, struct value val, struct span use);
void dict_reserve(struct arena *a, struct dict *d, uint32_t n);	     /* room for exactly n entries, if d has none yet */
bool dict_delete(struct arena *a, struct dict *d, struct value key); /* false: was absent */
void dict_clear(struct arena *a, struct dict *d);
struct value dict_overlay(struct arena *a,
			  const struct value *frozen_dict); /* writable dict over a frozen one (flattens when deep) */

struct dict_iter {
	const struct dict *level[10];
	uint32_t nlevels, i, at;
};
void dict_begin(struct dict_iter *it, const struct dict *d);
const struct entry *dict_next(struct dict_iter *it); /* in Python's order; skips tombstones; NULL at the end */
#endif
