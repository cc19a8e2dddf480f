// SPDX-License-Identifier: MIT
/* Whether a script's new text means, word for word of its syntax, the old one with nothing but the promised changes. */
#ifndef FIX_SCRIPT_SAME_SYNTAX_H
#define FIX_SCRIPT_SAME_SYNTAX_H
#include "fix/proof/attempt.h"

/* The syntax tree `before` with the swaps of these attempts made is the tree `after`; places, spelling of literals and
 * brackets don't count. at: offset of a node in `after` that isn't as it should be, where it is false. */
bool same_syntax(const struct node *before, const struct node *after, const struct attempt_set *all,
		 const struct subject *of, uint32_t *at);
#endif
