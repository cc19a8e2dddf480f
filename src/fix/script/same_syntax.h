// SPDX-License-Identifier: MIT
/* Whether the syntax of a script's new text equals the old one, except for the promised changes. */
#ifndef FIX_SCRIPT_SAME_SYNTAX_H
#define FIX_SCRIPT_SAME_SYNTAX_H
#include "fix/proof/attempt.h"

/* The syntax tree `before` with the swaps of these attempts made is the tree `after`; places, spelling of literals and
 * brackets are ignored. at: if false, the offset of a node in `after` that differs. */
bool same_syntax(const struct node *before, const struct node *after, const struct attempt_set *all,
		 const struct subject *of, uint32_t *at);
#endif
