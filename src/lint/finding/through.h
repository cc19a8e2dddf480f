// SPDX-License-Identifier: MIT
/* Who names a file asks about that file. What takes from it is judged too (subject.through), for an edit may break it;
 * but its own mistakes are not the matter of whoever edits the file. */
#ifndef LINT_FINDING_THROUGH_H
#define LINT_FINDING_THROUGH_H
#include "lint/finding/diag.h"

/* Of the findings that only such subjects of the set have, leaves those whose place or a related one lies in a
 * requested file or where one is named, those that depend on what was taken over (diag.of_bases), and those about a key
 * that is missing in several alike. They have no fixes: only what was asked for is edited. Returns how many went. */
uint32_t through_filter(const struct subject_set *set, struct diags *d);
#endif
