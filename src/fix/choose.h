// SPDX-License-Identifier: MIT
/* Chooses the fix of a finding, and the configs in which it is applied. */
#ifndef FIX_CHOOSE_H
#define FIX_CHOOSE_H
#include "fix/fix.h"

/* By the rounds: findings that edits of training code fix, or could fix elsewhere, are excluded, because a user who
 * wants a key to be read doesn't want it removed. */
bool choose_is_wanted(const struct fix_opts *o, const struct diag *d);
const struct fixplan *choose_fix(const struct fix_opts *o, const struct diag *d); /* NULL: unsafe ones only */
/* The configs in which the finding is to be fixed: the one that it stands in, when that is linted, else all that have
 * it. *config points into d. */
uint32_t choose_configs(const struct diag *d, const struct subject *const **config);
/* What it is about. */
const struct subject_kind *choose_kind(const struct diag *d);
#endif
