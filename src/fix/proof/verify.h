// SPDX-License-Identifier: MIT
/* Tries planned fixes on an overlay before they are accepted: see the essay in verify.c. */
#ifndef FIX_PROOF_VERIFY_H
#define FIX_PROOF_VERIFY_H
#include "base/map.h"
#include "fix/proof/attempt.h"
#include "lint/linter.h"

struct memo;   /* lint/judge/memo.h */
struct loaded; /* fix/proof/loaded.h */
struct known { /* outcomes of subjects (lint_again), which live in a */
	struct arena a;
	struct map of;
};
struct verifier {
	const struct linter *l;
	/* Tries fixes of the kind at hand: verify_attempts for configs, verify_others for all else. */
	bool (*attempts)(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
	/* The same where one of the focus was bad in the last whole trial, and nowhere else; NULL: not for this kind.
	 */
	bool (*again)(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
	judge_changed *judge;	       /* of verify_others */
	const struct subject_set *set; /* the findings' */
	struct memo *memo;	       /* of the trial at hand: what its configs share before and after */
	struct arena *a;	       /* reasons live there */
	const struct graph *cur;       /* likewise, of configs */
	const struct graph *wide;      /* cur and everything on disk that may inherit from it; may be cur itself */
	struct loaded *loaded;	       /* of configs: what the trials of the round have; NULL: each has its own */
	const struct vfs *vfs;	       /* what the set was read through */
	bool edit_bases;	       /* bases may change, and with them what inherits from them */
	bool (*brings)(void *ctx,
		       const struct diag
			       *d); /* new findings that a fix may cause because another one removes them; NULL: none */
	void *ctx;
	bool pairs;		  /* two by two are on trial; a unit is sure where no other touches the config */
	const char *const *paths; /* the paths that the set loads; none: the proved state is not used further */
	size_t npaths;
	/* The last good trial, where it has loaded all paths as the next round would: its overlay and what it loaded.
	 */
	struct vfs *proved_vfs;
	const struct subject_set *proved;
	struct known known; /* and what was found in it */
};
/* Applies the edits of `all` (which have no collisions) on an overlay and checks every config that an edit of `focus`
 * can affect. false: those of focus that are implicated are marked suspect, or even sure, and have a reason. */
bool verify_attempts(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
/* Needs v->loaded. The whole trials in between determine where. */
bool verify_again(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);
/* All paths as the next round reads them, through over. */
const struct subject_set *verify_load(const struct verifier *v, const struct vfs *over);
/* Stores what a successful trial loaded for the next round. */
void verify_prove(struct verifier *v, struct vfs *over, const struct subject_set *after);
void verify_forget(struct verifier *v); /* the proved state of the round, if it was not taken */
/* Of sorted edits those of one file, from the first of them on; points into sorted. */
struct edits verify_edits_of_file(const struct edits *sorted, size_t first);
void verify_edits(const struct attempt_set *all, struct edits *out); /* the union, sorted; heap */
#endif
