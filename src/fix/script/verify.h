// SPDX-License-Identifier: MIT
/* Trying planned fixes of scripts on an overlay before they count. As verify_attempts of fix/proof/verify.h.
 *
 * All scripts that were linted are read again through the overlay, and each is compared with what it was:
 *   1. it can be parsed, and its syntax is the old one with the swaps made (fix/script/same.h);
 *   2. its tree differs in what was promised and in nothing else (fix/script/changed.h), that of a script that isn't
 *      edited in nothing;
 *   3. of no rule there are more findings, and of those that are fixed fewer by one a fix. */
#ifndef FIX_SCRIPT_VERIFY_H
#define FIX_SCRIPT_VERIFY_H
#include "fix/proof/verify.h"

bool script_verify(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
#endif
