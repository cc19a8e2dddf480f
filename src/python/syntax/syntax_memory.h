// SPDX-License-Identifier: MIT
/* What tree-sitter allocates with: the build puts these in the place of its own (TSFLAGS in the Makefile). When
 * memory runs out the process ends as everything else here does, by die. And it is counted, so that a parse can be
 * ended before that. What one of these gave, only these take back. */
#ifndef PYTHON_SYNTAX_SYNTAX_MEMORY_H
#define PYTHON_SYNTAX_SYNTAX_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

void *memory_take(size_t n);
void *memory_zeroed(size_t n, size_t size);
void *memory_resize(void *at, size_t n);
void memory_give(void *at);

void memory_count(bool on);   /* of this thread; begins with nothing. What is taken meanwhile becomes no thread's own */
ptrdiff_t memory_taken(void); /* bytes that tree-sitter took since then, less what it gave back */
#endif
