// SPDX-License-Identifier: MIT
/* The allocator that tree-sitter is given. */
#include "python/syntax/memory.h"
#include "base/util.h"
#include <stdlib.h>
#include <tree_sitter/api.h>

static void *checked_malloc(size_t n)
{
	return xrealloc(NULL, n, 1);
}

static void *checked_calloc(size_t n, size_t size)
{
	return xcalloc(n, size);
}

static void *checked_realloc(void *p, size_t n)
{
	return xrealloc(p, n, 1);
}

void memory_use_checked(void)
{
	ts_set_allocator(checked_malloc, checked_calloc, checked_realloc, free);
}
