// SPDX-License-Identifier: MIT
/* Whether a node that doesn't come from the parser is one that it could have made, as far as who walks trees relies on
 * that. */
#ifndef PYTHON_SYNTAX_SHAPE_H
#define PYTHON_SYNTAX_SHAPE_H
#include "python/syntax/ast.h"

/* The node and the kinds of its kids, in a text of that length. */
bool node_is_sound(const struct node *n, uint32_t len);
#endif
