// SPDX-License-Identifier: MIT
/* Bump allocator: zeroed memory that is freed all at once. Not thread-safe: one arena has one writer at a time.
 * Zeroed struct arena is an empty arena. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H
#include "base/budget.h"
#include <stdalign.h>
#include <stdarg.h>

struct arena_block;
struct arena {
	struct arena_block *head;
	size_t used;	       /* bytes handed out, for statistics */
	struct budget *budget; /* the budget that its blocks are charged to; NULL: none */
};

void *arena_alloc(struct arena *a, size_t n, size_t size, size_t align); /* zeroed; n * size checked */
#define arena_new(a, T) ((T *)arena_alloc((a), 1, sizeof(T), alignof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), (n), sizeof(T), alignof(T)))
/* A copy of n * size bytes at `from`. */
void *arena_copy(struct arena *a, const void *from, size_t n, size_t size, size_t align);
/* Makes room for one more element in an array of n elements with capacity *cap. Returns the array itself, or a copy
 * with twice the capacity (`first` if it had none); *cap is then updated. */
void *arena_more(struct arena *a, void *at, uint32_t n, uint32_t *cap, uint32_t first, size_t size, size_t align);
#define arena_one_more(a, T, at, n, cap, first) \
	((T *)arena_more((a), (at), (n), &(cap), (first), sizeof(T), alignof(T)))
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);	  /* copies n bytes, adds NUL */
char *arena_prefixed(struct arena *a, char first, const char *s); /* one byte, then s */
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
void arena_release(struct arena *a);
#endif
