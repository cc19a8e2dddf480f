// SPDX-License-Identifier: MIT
/* Fixes that meet in a file. */
#ifndef FIX_CLASH_H
#define FIX_CLASH_H
#include "fix/proof/attempt.h"

/* Both would put a statement for one name into one place, where the second would hide the first; or one puts lines
 * among those that the other indents. */
bool clash_insertions(const struct attempt *x, const struct attempt *y);
/* They make one and the same edit. */
bool clash_same_edit(const struct attempt *x, const struct attempt *y);
/* One finding that two configs have, and both fix it by the same edits and promise the same. */
bool clash_twins(const struct attempt *x, const struct attempt *y);
#endif
