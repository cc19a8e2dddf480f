// SPDX-License-Identifier: MIT
/* The allocator that tree-sitter is given. What one thread gives back may have been taken by another: the count may
 * wrap below zero. */
#include "python/syntax/memory.h"
#include "base/util.h"
#include <malloc.h>
#include <stdlib.h>
#include <tree_sitter/api.h>

enum { HEAD = sizeof(size_t) }; /* that malloc keeps before each allocation */

static _Thread_local bool counting;
static _Thread_local size_t taken;

static void *counted(void *p)
{
	if (counting)
		taken += malloc_usable_size(p) + HEAD;
	return p;
}

static void *checked_malloc(size_t n)
{
	return counted(xrealloc(NULL, n, 1));
}

static void *checked_calloc(size_t n, size_t size)
{
	return counted(xcalloc(n, size));
}

static void counted_free(void *p)
{
	if (counting && p)
		taken -= malloc_usable_size(p) + HEAD;
	free(p);
}

static void *checked_realloc(void *p, size_t n)
{
	if (counting && p)
		taken -= malloc_usable_size(p) + HEAD;
	return counted(xrealloc(p, n, 1));
}

void memory_use_checked(void)
{
	ts_set_allocator(checked_malloc, checked_calloc, checked_realloc, counted_free);
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
