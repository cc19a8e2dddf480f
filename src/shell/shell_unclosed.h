// SPDX-License-Identifier: MIT
/* Parts of a script that are not closed: `if` without `fi`, a quote. There the grammar adds what is missing, and the
 * statement parses; what belongs to it can't be known. */
#ifndef SHELL_SHELL_UNCLOSED_H
#define SHELL_SHELL_UNCLOSED_H
#include <stdbool.h>
#include <stdint.h>
#include <tree_sitter/api.h>

/* Whether there is one; *begin: the first byte of the first. */
bool shell_unclosed(TSNode root, uint32_t *begin);
#endif
