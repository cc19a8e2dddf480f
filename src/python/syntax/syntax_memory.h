// SPDX-License-Identifier: MIT
/* tree-sitter's allocation functions: the build replaces its own by these (TSFLAGS in the Makefile). When memory
 * runs out, the process ends with die, as everywhere. The bytes are counted, so that a parse can be stopped before
 * that. Memory from these functions must be freed by them. */
#ifndef PYTHON_SYNTAX_SYNTAX_MEMORY_H
#define PYTHON_SYNTAX_SYNTAX_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

void *memory_take(size_t n);
void *memory_zeroed(size_t n, size_t size);
void *memory_resize(void *at, size_t n);
void memory_give(void *at);

void memory_count(bool on);   /* starts or stops counting in this thread, from 0. Meanwhile no memory enters the
			       * thread's free lists */
ptrdiff_t memory_taken(void); /* bytes that tree-sitter allocated since then, minus those it freed */
#endif
