// SPDX-License-Identifier: MIT
/*
 * Bump allocator: a list of blocks, the newest first. Each allocation advances the head block's mark and zeroes only
 * what it returns, so the rest of a block costs nothing.
 *
 * Blocks start small (each file has an arena, and there may be 100,000). A new block has a sixteenth of the bytes
 * allocated so far, up to a limit. A large request gets its own block, placed behind the head, so that the head's
 * rest stays in use.
 *
 * Under AddressSanitizer unallocated bytes are poisoned, and so are a few bytes before each allocation: a read
 * beyond an array is reported.
 *
 * Example: an empty arena, arena_new(a, int):  the first, small block
 * arena_array(a, char, 100000):                own block behind the head, the head still has its rest
 * arena_release(a):                            frees both blocks
 */
#include "base/arena.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Thousands of arenas of 20 to 60 KB exist at once, and the end of each arena's last block is unused. */
enum { LEAST_BLOCK = 4000, LARGEST_BLOCK = 256 * 1024 };

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1 // as gcc says it
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { GAP = 8, LEAST = 8 }; /* shadow memory has a granularity of 8 bytes */
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)0)
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)0)
enum { GAP = 0, LEAST = 1 };
#endif

struct arena_block {
	struct arena_block *next;
	size_t size, used; /* bytes of data */
	alignas(max_align_t) char data[];
};

static struct arena_block *block_new(size_t size)
{
	size_t bytes;

	if (__builtin_add_overflow(size, sizeof(struct arena_block), &bytes))
		die("out of memory");

	struct arena_block *b = xrealloc(NULL, bytes, 1);

	b->next = NULL;
	b->size = size;
	b->used = 0;
	ASAN_POISON_MEMORY_REGION(b->data, size);
	return b;
}

/* NULL if b has not enough space. */
static void *block_take(struct arena_block *b, size_t bytes, size_t align)
{
	size_t room = align > LEAST ? align : LEAST, at = (b->used + GAP + room - 1) & ~(room - 1);

	if (at > b->size || bytes > b->size - at)
		return NULL;
	b->used = at + bytes;
	ASAN_UNPOISON_MEMORY_REGION(b->data + at, bytes);
	return b->data + at;
}

static size_t next_size(const struct arena *a)
{
	size_t size = a->used / 16;

	return size < LEAST_BLOCK ? LEAST_BLOCK : size < LARGEST_BLOCK ? size : LARGEST_BLOCK;
}

static void *take_from_new_block(struct arena *a, size_t bytes, size_t align)
{
	size_t size = next_size(a);
	bool alone = bytes > size / 4;
	struct arena_block *b = block_new(alone ? bytes + 2 * GAP : size);

	if (a->budget)
		budget_bytes(a->budget, b->size);
	if (alone && a->head) {
		b->next = a->head->next;
		a->head->next = b;
	} else {
		b->next = a->head;
		a->head = b;
	}
	return block_take(b, bytes, align);
}

static void *take(struct arena *a, size_t n, size_t size, size_t align, size_t *total)
{
	size_t bytes;
	void *p = NULL;

	CHECK(a && align && !(align & (align - 1)) && align <= alignof(max_align_t));
	if (__builtin_mul_overflow(n, size, &bytes))
		die("out of memory");
	if (a->head)
		p = block_take(a->head, bytes, align);
	if (!p)
		p = take_from_new_block(a, bytes, align);
	a->used += bytes;
	*total = bytes;
	return p;
}

void *arena_alloc(struct arena *a, size_t n, size_t size, size_t align)
{
	size_t bytes;
	void *p = take(a, n, size, align, &bytes);

	return memset(p, 0, bytes);
}

void *arena_copy(struct arena *a, const void *from, size_t n, size_t size, size_t align)
{
	size_t bytes;
	void *p = take(a, n, size, align, &bytes);

	return memcpy(p, from, bytes);
}

void *arena_more(struct arena *a, void *at, uint32_t n, uint32_t *cap, uint32_t first, size_t size, size_t align)
{
	if (n < *cap)
		return at;
	*cap = *cap ? *cap * 2 : first;

	void *more = arena_alloc(a, *cap, size, align);

	if (n)
		memcpy(more, at, n * size);
	return more;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	CHECK(s || !n);

	if (n == SIZE_MAX)
		die("out of memory");

	char *p = arena_alloc(a, n + 1, 1, 1);

	if (n)
		memcpy(p, s, n);
	return p;
}

char *arena_prefixed(struct arena *a, char first, const char *s)
{
	size_t n = strlen(s);
	char *p = arena_alloc(a, n + 2, 1, 1);

	p[0] = first;
	memcpy(p + 1, s, n);
	return p;
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	char most[1024]; /* nearly all texts fit; a dry run to learn the length costs more than a copy */
	va_list again;

	va_copy(again, ap);

	int n = vsnprintf(most, sizeof most, fmt, again);

	va_end(again);
	if (n < 0)
		BUG("bad format '%s'", fmt);
	if ((size_t)n < sizeof most)
		return arena_strndup(a, most, (size_t)n);

	char *p = arena_alloc(a, (size_t)n + 1, 1, 1);

	vsnprintf(p, (size_t)n + 1, fmt, ap);
	return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);

	char *p = arena_vprintf(a, fmt, ap);

	va_end(ap);
	return p;
}

void arena_release(struct arena *a)
{
	for (struct arena_block *b = a->head, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = (struct arena){ 0 };
}
