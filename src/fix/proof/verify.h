// SPDX-License-Identifier: MIT
/* Trying planned fixes on an overlay before they count: see the essay in verify.c. */
#ifndef FIX_PROOF_VERIFY_H
#define FIX_PROOF_VERIFY_H
#include "fix/proof/attempt.h"
#include "lint/linter.h"

struct verifier {
	const struct linter *l;
	struct arena *a;	  /* reasons live there */
	const struct graph *cur;  /* the findings' graph */
	const struct graph *wide; /* cur and everything on disk that may inherit from it; may be cur itself */
	const struct vfs *vfs;	  /* what cur was read through */
	bool edit_bases;	  /* bases may change, and with them what inherits from them */
};
/* Applies the edits of `all` (which hold no collisions) on an overlay and judges every config that an edit of `focus`
 * can reach. false: those of focus that are implicated are marked suspect and have a reason. */
bool verify_attempts(const struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
/* Of sorted edits those of one file, from the first of them on; points into sorted. */
struct edits verify_edits_of_file(const struct edits *sorted, size_t first);
void verify_edits(const struct attempt_set *all, struct edits *out); /* the union, sorted; heap */
#endif
