// SPDX-License-Identifier: MIT
/* Findings in unmodified configs of a framework. A repository that contains a copy of them trains with few of them, so
 * a walk over it only counts these findings. A finding is carried if all that it depends on is the framework's: its
 * place, the related ones, the values that its rule read and, where something is missing, the keys that its files
 * always had; and if only files that a framework has have it. Edits elsewhere don't change that. */
#ifndef LINT_CARRIED_H
#define LINT_CARRIED_H
#include "lint/linter.h"
#include "lint/finding/diag.h"
#include "lint/finding/lint_stats.h"

/* Marks findings that only the framework's configs have because of an edit in their bases (diag.edited).
 *
 * Removes carried findings from found and held (NULL: none) and counts those of found in *count. Findings about a file
 * that was named by itself are left alone. found, held: folded. */
void carried_filter(const struct linter *l, struct arena *a, const struct subject_set *set, struct diags *found,
		    struct diags *held, struct carried *count);
#endif
