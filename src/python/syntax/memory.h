// SPDX-License-Identifier: MIT
/* tree-sitter ends the process by abort when memory runs out; with this it ends as everything else here does: by die.
 * And it is counted, so that a parse can be ended before that. */
#ifndef PYTHON_SYNTAX_MEMORY_H
#define PYTHON_SYNTAX_MEMORY_H
#include <stddef.h>

void memory_use_checked(void); /* before the first thread starts */
/* Bytes that tree-sitter took in this thread, less what it gave back; differences mean something. */
size_t memory_taken(void);
#endif
