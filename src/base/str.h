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

/* Strings that are there from the start, as the build wrote them (spec/build/keep.c). */
struct str_kept {
	const uint32_t *words; /* struct str by struct str */
	const uint32_t *slot;  /* open addressing by hash: place in words plus one, 0 when free */
	uint32_t slots;	       /* a power of two; 0: there are none */
};
extern const struct str_kept str_kept;

const struct str *str_of(const char *s, size_t n);
const struct str *str_lit(const char *s); /* of a C string */
/* All that were interned while the program ran. While nobody else does. */
void str_each(void (*see)(void *arg, const struct str *s), void *arg);
bool str_among(const struct str *s, const struct str *const *list, uint32_t n);
#endif
