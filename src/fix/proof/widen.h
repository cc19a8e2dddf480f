// SPDX-License-Identifier: MIT
/* A graph that also holds what may inherit from the linted files: config files that name bases, below the given folders
 * of configs (also those that git ignores), and below the given tops of repositories as far as git does not ignore
 * them. Found once, loaded again each round (only those that depend on a loaded file). `deps --reverse` uses it too. */
#ifndef FIX_PROOF_WIDEN_H
#define FIX_PROOF_WIDEN_H
#include "lint/linter.h"

VEC(file_list, char *);
struct widened {
	const struct linter *l;
	const char *const *dirs, *const *tops; /* NULL-terminated; may be NULL */
	struct file_list other;		       /* dependents outside the linted graph */
	struct graph *graph;		       /* NULL: the linted graph was enough */
	bool search_cache;
	bool cut; /* the folders behind links are too many: not all were searched */
};
void widen_init(struct widened *w, const struct linter *l, const char *const *dirs, const char *const *tops);
const struct graph *widen(struct widened *w, const struct graph *cur, const struct vfs *fs); /* until widen_release */
void widen_release(struct widened *w);
void widen_free(struct widened *w);
#endif
