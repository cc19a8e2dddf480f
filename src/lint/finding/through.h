// SPDX-License-Identifier: MIT
/* If the user names a file, the request is about that file. Its dependents are linted too (subject.through), because an
 * edit may break them; but their own mistakes do not concern the author of the edit. */
#ifndef LINT_FINDING_THROUGH_H
#define LINT_FINDING_THROUGH_H
#include "lint/finding/diag.h"

/* Filters the findings that only dependents of the set have. It leaves those with a place, or a related one, in a
 * requested file or where one is named, those that depend on inherited values (diag.of_bases), and those about a key
 * that is missing in several alike. They have no fixes: only requested files are edited. Returns how many were removed.
 */
uint32_t through_filter(const struct subject_set *set, struct diags *d);
#endif
