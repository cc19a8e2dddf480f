// SPDX-License-Identifier: MIT
/* tree-sitter ends the process by abort when memory runs out; with this it ends as everything else here does: by die.
 * And it is counted, so that a parse can be ended before that. */
#ifndef PYTHON_SYNTAX_MEMORY_H
#define PYTHON_SYNTAX_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

void memory_use_checked(void); /* before the first thread starts */
void memory_count(bool on);    /* of this thread; begins with nothing, for it costs a hundredth of a parse */
ptrdiff_t memory_taken(void);  /* bytes that tree-sitter took since then, less what it gave back */
#endif
