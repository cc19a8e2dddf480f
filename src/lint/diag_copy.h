// SPDX-License-Identifier: MIT
/* Findings outlive the job that made them: copied whole into another arena. */
#ifndef LINT_DIAG_COPY_H
#define LINT_DIAG_COPY_H
#include "lint/diag.h"

struct diag diag_copy(struct arena *a, const struct diag *d);
#endif
