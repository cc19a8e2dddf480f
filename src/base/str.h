// SPDX-License-Identifier: MIT
/* Interned strings: equal text <=> equal pointer, for the life of the process. Thread-safe (table sharded by hash).
 * Text may hold any byte, NUL included (a Python string may), and is NUL-terminated after len bytes. */
#ifndef BASE_STR_H
#define BASE_STR_H
#include "base/util.h"

struct str {
	uint32_t hash, len;
	char s[];
};

/* Strings that are there from the start, as the build wrote them (spec/build/write_compiled.c). */
struct str_static {
	const uint32_t *words; /* struct str by struct str */
	const uint32_t *slot;  /* open addressing by hash: place in words plus one, 0 when free */
	uint32_t slots;	       /* a power of two; 0: there are none */
};
extern const struct str_static str_static;

const struct str *str_of(const char *s, size_t n);
const struct str *str_lit(const char *s); /* of a C string */
/* For qsort and bsearch over pointers to strings: an order of their contents, the same in every run. */
int str_order(const void *a, const void *b);
bool str_among(const struct str *s, const struct str *const *list, uint32_t n);
#endif
