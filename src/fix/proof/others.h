// SPDX-License-Identifier: MIT
/* Tries planned fixes of other kinds than configs (scripts, launch scripts) on an overlay before they are accepted. As
 * verify_attempts of fix/proof/verify.h.
 *
 * All linted ones are read again through the overlay, and each is compared with its old state:
 *   1. it can be parsed;
 *   2. it differs in the promised parts and in nothing else, by verifier.judge of its kind;
 *   3. of no rule there are more findings, and of those that are fixed fewer by one a fix, or another one elsewhere
 *      that the fixed one hid. */
#ifndef FIX_PROOF_OTHERS_H
#define FIX_PROOF_OTHERS_H
#include "fix/proof/verify.h"

/* Their edits of one file, merged; on the heap. */
void attempts_edits(const struct attempt_set *all, const struct subject *of, struct edits *out);
bool verify_others(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
#endif
