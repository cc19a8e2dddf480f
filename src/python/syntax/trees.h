// SPDX-License-Identifier: MIT
/* Python files of a run, each text parsed once whoever asks: a script, the training code of a config and what reads
 * plain configs are often the same files. Thread-safe. */
#ifndef PYTHON_SYNTAX_TREES_H
#define PYTHON_SYNTAX_TREES_H
#include "python/syntax/parse.h"

struct trees *trees_new(void);
void trees_free(struct trees *t); /* NULL: nothing */
/* As parse_module, by path and text: two files never share a tree, be their texts the same, for nodes are told apart by
 * their addresses. The text is copied; the tree lives as long as t. */
const struct parsed *trees_get(struct trees *t, const char *path, const char *text, uint32_t len);
#endif
