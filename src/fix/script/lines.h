// SPDX-License-Identifier: MIT
/* Adds statements around those of a script: before one, after one, and the head of a block over some.
 *
 *	loss = f(model(x), y)  ->  with torch.autocast('cuda'):
 *					   loss = f(model(x), y)
 *
 * A line keeps its bytes except its indentation. */
#ifndef FIX_SCRIPT_LINES_H
#define FIX_SCRIPT_LINES_H
#include "fix/script/rewriter.h"

/* What stands in lo..hi of the file: whole statements of one block. kind: BEFORE, AFTER (text: statements; a decorator
 * before a function or class), WRAP (`with x:`, `if x:`). */
bool lines_put(struct rewriter *w, uint32_t lo, uint32_t hi, enum promise_kind kind, const char *text);
/* Removes the statements that contain lo..hi, with the rest of their lines. */
bool lines_remove(struct rewriter *w, uint32_t lo, uint32_t hi);
/* The statements that hold lo..hi: from the i-th on of *block, *n of them. false: they are of several blocks. */
bool lines_find(const struct node *root, uint32_t lo, uint32_t hi, const struct node **block, uint32_t *i, uint32_t *n);
#endif
