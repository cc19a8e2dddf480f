// SPDX-License-Identifier: MIT
/* Findings that a framework's configs have as it shipped them: a repository that carries them along beside its own
 * trains with few of them, so a walk over it only counts them. A finding is carried along if all that it rests on is
 * the framework's: its place, the related ones, the values that its rule read and, where something is missing, the keys
 * that its files always had; and if only files that a framework has have it. Edits elsewhere don't change that. */
#ifndef LINT_CARRIED_H
#define LINT_CARRIED_H
#include "lint/linter.h"
#include "lint/finding/diag.h"
#include "lint/finding/lint_stats.h"

/* Of those that stay, it marks what only the framework's configs have because of an edit in their bases (diag.edited).
 *
 * Takes them out of found and held (NULL: none) and counts those of found in *count. Left alone is what concerns a file
 * that was named by itself. found, held: folded. */
void carried_filter(const struct linter *l, struct arena *a, const struct subject_set *set, struct diags *found,
		    struct diags *held, struct carried *count);
#endif
