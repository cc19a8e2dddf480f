// SPDX-License-Identifier: MIT
/* Who is judged anew after a change; what was found of all others (lint/records.h) is told again. */
#ifndef LINT_RECALL_H
#define LINT_RECALL_H
#include "lint/records.h"

/* The subjects of that kind, as linter_subjects gives them; what is known is not loaded. */
const struct subject_set *records_subjects(struct records *r, const struct linter *l, const struct subject_kind *kind,
					   const char *const *path, size_t n);
/* What is known of subjects of the set is added: l->records. */
void records_tell(const struct linter *l, const struct subject_set *set, struct arena *a, struct diags *found,
		  struct diags *held, struct lint_stats *stats);
#endif
