// SPDX-License-Identifier: MIT
/* The allocator of tree-sitter, which allocates and frees some 300 pieces per KB of text: free lists by size, per
 * thread. A piece is 8 bytes (its class) plus the requested size. Large pieces come from malloc. While a thread
 * counts, all pieces come from malloc: after large texts the memory should be available to other threads, which free
 * lists prevent. A thread may free a piece that another allocated: the piece joins the lists of the freeing thread,
 * and the count may wrap below zero. With sanitizers all pieces are malloc's.
 *
 * Example: ts_malloc(40)   class of 48 bytes: the first piece of that free list, or cut from the chunk
 *          ts_free(p)      back to the list of this thread */
#include "python/syntax/syntax_memory.h"
#include "base/util.h"
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 8, STEP = 16, CLASSES = 1024 / STEP, BY_MALLOC = 0, CHUNK = 64 << 10 };

struct piece {
	uint64_t class;	    /* STEP bytes each, the head included */
	struct piece *next; /* while it is free; it overlays the requested bytes */
};

/* One for each thread that parses; a thread that ends leaves its lists to others. */
struct lists {
	struct piece *free[CLASSES];
	char *chunk; /* from which new pieces are cut */
	size_t left;
	struct lists *next;
};

static _Thread_local bool counting;
static _Thread_local size_t taken;
static _Thread_local struct lists *own; /* NULL while counting, too */

#if defined CFGLINT_CHECKS || defined __SANITIZE_THREAD__

static struct lists *lists_own(void)
{
	return NULL;
}

#else

static struct lists *left_over;
static pthread_mutex_t left_over_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t key_made = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void leave(void *p)
{
	struct lists *l = p;

	own = NULL;
	pthread_mutex_lock(&left_over_lock);
	l->next = left_over;
	left_over = l;
	pthread_mutex_unlock(&left_over_lock);
}

static void make_key(void)
{
	if (pthread_key_create(&key, leave))
		die("out of memory");
}

/* The lists of this thread; the thread key remembers them while it counts, too. */
static struct lists *lists_own(void)
{
	pthread_once(&key_made, make_key);

	struct lists *l = pthread_getspecific(key);

	if (l)
		return l;
	pthread_mutex_lock(&left_over_lock);
	l = left_over;
	if (l)
		left_over = l->next;
	pthread_mutex_unlock(&left_over_lock);
	if (!l)
		l = xcalloc(1, sizeof *l);
	if (pthread_setspecific(key, l))
		die("out of memory");
	return l;
}

#endif

static void *shown(struct piece *p)
{
	return (char *)p + HEAD;
}

static struct piece *piece_of(void *p)
{
	return (struct piece *)((char *)p - HEAD);
}

/* Its cost in malloc, without this file's head. */
static size_t cost(struct piece *p)
{
	return malloc_usable_size(p);
}

static void *by_malloc(size_t n)
{
	if (n > SIZE_MAX - HEAD)
		die("out of memory");

	struct piece *p = xrealloc(NULL, n + HEAD, 1);

	p->class = BY_MALLOC;
	if (counting)
		taken += cost(p);
	return shown(p);
}

/* The rest of a chunk that is too small is lost: at most one piece in 64. */
static void *cut(struct lists *l, size_t class)
{
	if (l->left < class * STEP) {
		l->chunk = xrealloc(NULL, CHUNK, 1);
		l->left = CHUNK;
	}

	struct piece *p = (struct piece *)l->chunk;

	l->chunk += class * STEP;
	l->left -= class * STEP;
	p->class = class;
	return shown(p);
}

void *memory_take(size_t n)
{
	size_t class = n < CLASSES * STEP ? (n + HEAD + STEP - 1) / STEP : CLASSES;

	if (class >= CLASSES || counting)
		return by_malloc(n);
	if (!own && !(own = lists_own()))
		return by_malloc(n);

	struct piece *p = own->free[class];

	if (!p)
		return cut(own, class);
	own->free[class] = p->next;
	return shown(p);
}

void *memory_zeroed(size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		die("out of memory");
	return memset(memory_take(bytes), 0, bytes);
}

void memory_give(void *at)
{
	if (!at)
		return;

	struct piece *p = piece_of(at);

	if (p->class == BY_MALLOC) {
		if (counting)
			taken -= cost(p);
		free(p);
		return;
	}
	if (!own)
		own = lists_own();
	p->next = own->free[p->class];
	own->free[p->class] = p;
}

static void *grown(struct piece *p, size_t n)
{
	if (n > SIZE_MAX - HEAD)
		die("out of memory");
	if (counting)
		taken -= cost(p);
	p = xrealloc(p, n + HEAD, 1);
	if (counting)
		taken += cost(p);
	return shown(p);
}

void *memory_resize(void *at, size_t n)
{
	if (!at)
		return memory_take(n);

	struct piece *p = piece_of(at);
	size_t room = p->class * STEP - HEAD;

	if (p->class == BY_MALLOC)
		return grown(p, n);
	if (n <= room)
		return at;

	void *more = memory_take(n);

	memcpy(more, at, room);
	memory_give(at);
	return more;
}

void memory_count(bool on)
{
	counting = on;
	taken = 0;
}

ptrdiff_t memory_taken(void)
{
	return (ptrdiff_t)taken;
}
