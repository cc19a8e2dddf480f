// SPDX-License-Identifier: MIT
/* Findings that only configs have which a framework shipped and nobody changed here: a repository that carries them
 * along beside its own trains with few of them, so whoever walks it is told their number. A config counts as carried
 * along if its file and all that it takes from are as shipped. */
#ifndef LINT_CARRIED_H
#define LINT_CARRIED_H
#include "lint/linter.h"
#include "lint/finding/diag.h"
#include "lint/finding/stats.h"

/* Takes them out of found and held (NULL: none) and counts those of found in *count. Left alone is all where no
 * requested subject of the set has a text of its own, nor one that is not there any more (own_gone): then it is the
 * framework's repository; and what concerns a file that was named by itself. found, held: folded. */
void carried_filter(const struct linter *l, struct arena *a, const struct subject_set *set, bool own_gone,
		    struct diags *found, struct diags *held, struct carried *count);
#endif
