// SPDX-License-Identifier: MIT
/* Trying planned fixes of what isn't a config (scripts, launch scripts) on an overlay before they count. As
 * verify_attempts of fix/proof/verify.h.
 *
 * All that were linted are read again through the overlay, and each is compared with what it was:
 *   1. it can be parsed;
 *   2. it differs in what was promised and in nothing else, as verifier.judge says of its kind;
 *   3. of no rule there are more findings, and of those that are fixed fewer by one a fix. */
#ifndef FIX_PROOF_OTHERS_H
#define FIX_PROOF_OTHERS_H
#include "fix/proof/verify.h"

/* Their edits of one file, united; on the heap. */
void attempts_edits(const struct attempt_set *all, const struct subject *of, struct edits *out);
bool verify_others(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
#endif
