// SPDX-License-Identifier: MIT
/* A file that rules judge by itself, and through a launch line that names it: one finding, that of the file. */
#ifndef LINT_FINDING_OTHER_KINDS_H
#define LINT_FINDING_OTHER_KINDS_H
#include "lint/finding/diag.h"

/* Drops a finding that stands in another file than its subjects, where the same rule has one at the same place whose
 * subject is that file. d: of all kinds, in any order; the order of the others is unchanged. */
void diags_drop_of_other_kinds(struct diags *d);
#endif
